package functions

import (
	"context"
	"errors"
	"net/http"

	sitemail "github.com/toubkal/toubkal/functions/mail"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/mail"
)

// previewNewsletter answers with the e-mail of a newsletter in a language, as it will be
// sent. The newsletter is read as the caller, so that its policy decides.
func previewNewsletter(writer *sitemail.NewsletterWriter) functions.Function {
	return functions.Function{
		Methods: []string{http.MethodPost},
		MaxBody: 4 << 10,
		Handle: functions.JSON(func(ctx context.Context, call *functions.Call, asked newsletterQuery) (*newsletterPreview, error) {
			message, _, err := asked.message(ctx, call, writer)
			if err != nil {
				return nil, err
			}
			return &newsletterPreview{Subject: message.Subject, HTML: message.HTML, Text: message.Text}, nil
		}),
	}
}

// newsletterQuery is a newsletter in a language.
type newsletterQuery struct {
	ID       string `json:"id"`
	Language string `json:"language"`
}

type newsletterPreview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// message writes the e-mail, and gives the caller's own address as an admin.
func (n *newsletterQuery) message(ctx context.Context, call *functions.Call, writer *sitemail.NewsletterWriter) (message mail.Message, own string, err error) {
	if n.Language != "en" && n.Language != "fr" && n.Language != "ar" {
		return mail.Message{}, "", functions.Refuse(http.StatusBadRequest, "The language must be en, fr or ar")
	}
	err = call.AsCaller(ctx, func(tx functions.Tx) error {
		if message, err = writer.Message(ctx, tx, n.ID, n.Language); err != nil {
			return err
		}
		return tx.QueryRow(ctx, `select email from public.admin_users where auth_user_id = (select auth.uid())`).Scan(&own)
	})
	switch {
	case errors.Is(err, db.ErrNoRows), err != nil && functions.Code(err) == "22P02":
		err = functions.Refuse(http.StatusNotFound, "There is no such newsletter")
	case err != nil && functions.Code(err) == "42501":
		err = functions.Refuse(http.StatusForbidden, "Only admins read newsletters")
	}
	return message, own, err
}
