package mail

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"html/template"
	"net/url"

	"github.com/toubkal/toubkal/server/db"
	outbox "github.com/toubkal/toubkal/server/mail"
	mailtemplates "github.com/toubkal/toubkal/server/mail/templates"
)

// NewsletterWriter writes the e-mails of newsletters, for the job that sends them and for
// the functions that preview and test them.
type NewsletterWriter struct {
	Templates *mailtemplates.Set
	// Address is the address of the site, without a slash at the end.
	Address string
}

// Message writes a newsletter in a language, for a preview or a test: the link that ends
// the subscription changes nothing. tx must be allowed to read the newsletter;
// db.ErrNoRows is one that is not there, or not for the caller.
func (n *NewsletterWriter) Message(ctx context.Context, tx db.Tx, id, language string) (outbox.Message, error) {
	text, err := n.read(ctx, tx, id, language)
	if err != nil {
		return outbox.Message{}, err
	}
	settings, err := readSite(ctx, tx)
	if err != nil {
		return outbox.Message{}, err
	}
	return n.write(text, settings, "")
}

// newsletterText is a newsletter in one language, and what its templates use.
type newsletterText struct {
	Subject, Plain, Leave, Address string
	HTML                           template.HTML
	Styles                         map[string]template.HTMLAttr

	language string
}

func (n *NewsletterWriter) read(ctx context.Context, tx db.Tx, id, language string) (newsletterText, error) {
	text := newsletterText{Styles: styles, Address: n.Address, language: language}
	var body string
	err := tx.QueryRow(ctx, `select case $2 when 'fr' then subject_fr when 'ar' then subject_ar else subject_en end,
			case $2 when 'fr' then body_fr when 'ar' then body_ar else body_en end
		from public.newsletters where id = $1`, id, language).Scan(&text.Subject, &body)
	if err != nil {
		return text, err
	}
	forHTML, plain, err := mailBody(body, n.Address)
	text.HTML, text.Plain = template.HTML(forHTML), plain // #nosec G203 -- sanitized when it was stored, and rendered by mailBody
	return text, err
}

// write makes the e-mail to one subscriber. token is that of the link that ends the
// subscription, and "" where there is none.
func (n *NewsletterWriter) write(text newsletterText, settings site, token string) (outbox.Message, error) {
	text.Leave = n.leaveLink(text.language, token)
	message, err := n.Templates.Render("newsletter", []string{text.language}, text)
	if err != nil {
		return outbox.Message{}, err
	}
	if message, err = withLayout(message, settings, n.Address); token != "" {
		message.Unsubscribe = text.Leave
	}
	return message, err
}

// leaveLink is the address of the page that ends a subscription. A mail program posts to
// it (RFC 8058).
func (n *NewsletterWriter) leaveLink(language, token string) string {
	return n.Address + "/functions/v1/unsubscribe?" + url.Values{"token": {token}, "lang": {language}}.Encode()
}

// newLeaveToken makes a token and the hash that is stored.
func newLeaveToken() (token string, hash []byte) {
	token = rand.Text()
	sum := sha256.Sum256([]byte(token))
	return token, sum[:]
}
