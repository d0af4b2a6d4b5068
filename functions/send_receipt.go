package functions

import (
	"context"
	"html/template"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/invoke"
	"github.com/toubkal/toubkal/server/mail"
)

// sendReceipt mails the receipt of an order to the address that the order was
// made with, if that is the one given. The answer is the same, and as fast,
// whatever there is: who asks learns nothing about an order or an address.
var sendReceipt = invoke.Func{
	Name:    "send-receipt",
	Methods: []string{http.MethodPost},
	Open:    true,
	MaxBody: 4 << 10,
	Run: func(_ context.Context, call *invoke.Call) (any, error) {
		asked, err := readAsked(call)
		if err != nil {
			return nil, err
		}
		if !call.Later("send-receipt", func(ctx context.Context) error { return asked.mail(ctx, call) }) {
			return nil, asked.refuse(http.StatusTooManyRequests, "order.often")
		}
		return map[string]bool{"accepted": true}, nil
	},
}

// mail finds, prints and sends. An order that does not fit is no failure.
func (a *askedOrder) mail(ctx context.Context, call *invoke.Call) error {
	o, err := a.find(ctx, call, func(o *order) bool { return o.hasEmail(a.Email) })
	switch {
	case err != nil && invoke.Code(err) == "not_found":
		return nil
	case err != nil:
		return err
	}
	printed, err := receiptOf(ctx, a, o)
	if err != nil {
		return err
	}
	letter, err := a.letter(ctx, o)
	if err != nil {
		return err
	}
	letter.Files = []mail.File{{Name: printed.Name, Type: printed.Type, Bytes: printed.Bytes}}
	return call.Post(ctx, letter)
}

// letterFace is the letter with a face: inline styles, since programs that read
// mail drop all others.
var letterFace = template.Must(template.New("letter").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="{{.Direction}}"><body style="margin:0;background:#f6eee0;color:#12252d;font:16px/1.6 sans-serif">
<div style="background:#0b1920;color:#f4ebdd;padding:24px;font-size:20px;font-weight:bold">{{.Wordmark}}</div>
<div style="padding:24px;max-width:560px"><p>{{.Hello}}</p><p>{{.Text}}</p>
<p style="border-top:2px dashed #b23a12;padding-top:16px;color:#b23a12;font-weight:bold"><bdi dir="ltr">{{.Number}}</bdi></p>
<p style="font-size:13px;color:#4a5a60">{{.Why}}</p></div></body></html>
`))

func (a *askedOrder) letter(ctx context.Context, o *order) (mail.Message, error) {
	say := func(key string, pairs ...string) string {
		return a.press.Say(a.Language, "receipt.mail."+key, pairs...)
	}
	direction := "ltr"
	if a.Language == "ar" {
		direction = "rtl"
	}
	parts := struct{ Language, Direction, Wordmark, Hello, Text, Number, Why string }{
		a.Language, direction, a.press.Wordmark(ctx), say("hello", "buyer", o.Buyer), say("text"), o.Number,
		say("why", "site", a.press.Site()),
	}
	var face strings.Builder
	if err := letterFace.Execute(&face, parts); err != nil {
		return mail.Message{}, err
	}
	return mail.Message{
		To: strings.TrimSpace(o.Email), Subject: say("subject", "number", o.Number), Sender: parts.Wordmark, Language: a.Language, HTML: face.String(),
		Text: strings.Join([]string{parts.Hello, parts.Text, parts.Number, parts.Why}, "\n\n") + "\n",
	}, nil
}
