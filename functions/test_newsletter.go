package functions

import (
	"context"
	"net/http"

	sitemail "github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/server/functions"
)

// newsletterTestsPerHour bounds the tests that one admin sends to themselves.
const newsletterTestsPerHour = 60

// testNewsletter sends a newsletter in a language to the admin who asks for it, as it will
// be sent; only its link to unsubscribe changes nothing.
func testNewsletter(writer *sitemail.NewsletterWriter) functions.Function {
	return functions.Function{
		Methods: []string{http.MethodPost},
		MaxBody: 4 << 10,
		Handle: functions.JSON(func(ctx context.Context, call *functions.Call, asked newsletterQuery) (any, error) {
			message, own, err := asked.message(ctx, call, writer)
			if err != nil {
				return nil, err
			}
			if message.Subject == "" {
				return nil, functions.Refuse(http.StatusUnprocessableEntity, "The newsletter has no subject in this language")
			}
			if call.RateLimited("newsletter test to "+own, newsletterTestsPerHour) {
				return nil, functions.Refuse(http.StatusTooManyRequests, "Too many tests were sent. Try again in an hour.")
			}
			message.To, message.Kind = own, "newsletter_test"
			if err := call.SendMail(ctx, message); err != nil {
				return nil, err
			}
			return map[string]string{"to": own}, nil
		}),
	}
}
