package functions

import (
	"context"
	"html/template"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/client/site/documents"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/mail"
)

// sendReceipt mails the receipt of an order to the address that the order was made
// with, if that is the one given. The response is the same, and as fast, in every case:
// a client learns nothing about an order or an address.
func sendReceipt(renderer *documents.Renderer) functions.Function {
	return functions.Function{
		Public:  true,
		Methods: []string{http.MethodPost},
		MaxBody: 4 << 10,
		Handle: functions.JSON(func(_ context.Context, call *functions.Call, asked orderQuery) (any, error) {
			if err := asked.prepare(call, renderer); err != nil {
				return nil, err
			}
			if !call.WaitUntil(func(ctx context.Context) error { return asked.mail(ctx, call) }) {
				return nil, asked.refuse(http.StatusTooManyRequests, "order.often")
			}
			return map[string]bool{"accepted": true}, nil
		}),
	}
}

// receiptsPerHour bounds the e-mails about one order, from whatever addresses they are
// asked for: only who knows its number and e-mail address can use them up.
const receiptsPerHour = 5

// mail finds the order, renders the receipt and sends it. An order that does not match, or has
// ended, is no error.
func (oq *orderQuery) mail(ctx context.Context, call *functions.Call) error {
	o, err := oq.find(ctx, call, func(o *order) bool { return o.hasEmail(oq.Email) })
	switch {
	case err != nil && functions.Code(err) == "not_found":
		return nil
	case err != nil:
		return err
	}
	if o.hasEnded() || call.RateLimited("receipt "+o.Number, receiptsPerHour) {
		return nil
	}
	name, pdf, err := oq.receipt(ctx, o)
	if err != nil {
		return err
	}
	message, err := oq.receiptMail(ctx, o)
	if err != nil {
		return err
	}
	message.Files = []mail.File{{Name: name, Type: "application/pdf", Bytes: pdf}}
	return call.SendMail(ctx, message)
}

// receiptHTML is the HTML of the e-mail. Its styles are inline, since mail programs drop
// all others.
var receiptHTML = template.Must(template.New("receipt").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="{{.Direction}}"><body style="margin:0;background:#f6eee0;color:#12252d;font:16px/1.6 sans-serif">
<div style="background:#0b1920;color:#f4ebdd;padding:24px;font-size:20px;font-weight:bold">{{.Wordmark}}</div>
<div style="padding:24px;max-width:560px"><p>{{.Hello}}</p><p>{{.Text}}</p>
<p style="border-top:2px dashed #b23a12;padding-top:16px;color:#b23a12;font-weight:bold"><bdi dir="ltr">{{.Number}}</bdi></p>
<p style="font-size:13px;color:#4a5a60">{{.Why}}</p></div></body></html>
`))

func (oq *orderQuery) receiptMail(ctx context.Context, o *order) (mail.Message, error) {
	say := func(key string, pairs ...string) string {
		return oq.renderer.Message(oq.Language, "receipt.mail."+key, pairs...)
	}
	direction := "ltr"
	if oq.Language == "ar" {
		direction = "rtl"
	}
	parts := struct{ Language, Direction, Wordmark, Hello, Text, Number, Why string }{
		oq.Language, direction, oq.renderer.Wordmark(ctx), say("hello", "buyer", o.Buyer), say("text"), o.Number,
		say("why", "site", oq.renderer.Site()),
	}
	var html strings.Builder
	if err := receiptHTML.Execute(&html, parts); err != nil {
		return mail.Message{}, err
	}
	return mail.Message{
		To: strings.TrimSpace(o.Email), Kind: "receipt", Subject: say("subject", "number", o.Number), Sender: parts.Wordmark, Language: oq.Language, HTML: html.String(),
		Text: strings.Join([]string{parts.Hello, parts.Text, parts.Number, parts.Why}, "\n\n") + "\n",
	}, nil
}
