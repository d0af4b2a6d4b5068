package console

import (
	"net/http"
	"slices"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
	"github.com/toubkal/toubkal/server/token"
)

// mailTemplates answers the templates of e-mails, filled in with samples, and sends one of them in
// development.
type mailTemplates struct{ *core }

func (m mailTemplates) routes() map[string]action {
	if m.Templates == nil {
		return nil
	}
	return map[string]action{
		"GET /templates":                         m.list,
		"GET /templates/{kind}/{language}":       m.preview,
		"GET /templates/{kind}/{language}/html":  m.page,
		"POST /templates/{kind}/{language}/test": m.send,
	}
}

// list answers the kinds, and where a test message goes: "" where none is sent.
func (m mailTemplates) list(r *call) (any, error) {
	return map[string]any{"templates": m.Templates.List(), "test": m.tester(r.who)}, nil
}

// tester is the address of test messages, in development: that of the operator, or one that only
// the mailbox of development takes. "" is none.
func (m mailTemplates) tester(who session) string {
	switch {
	case !m.Development:
		return ""
	case who.User != "":
		return who.Operator
	case m.Mailbox() != "":
		return "operator@localhost"
	}
	return ""
}

// sample is what templates are filled in with.
func (m mailTemplates) sample() templates.Data {
	return templates.Data{
		SiteURL: m.About.Address, RedirectTo: m.About.Address, ConfirmationURL: m.About.Address + "/auth/v1/verify?token=sample&type=sample",
		Token: "123456", TokenHash: "sample", Email: "reader@example.org", NewEmail: "new@example.org", SendingTo: "reader@example.org", OldEmail: "old@example.org",
		Phone: "+15550100", OldPhone: "+15550101", Provider: "github", FactorType: "totp",
	}
}

// render makes the message of a request. A kind of the project's own has no samples.
func (m mailTemplates) render(r *call) (mail.Message, error) {
	kind, language := r.PathValue("kind"), r.PathValue("language")
	known := slices.ContainsFunc(m.Templates.List(), func(t templates.Template) bool {
		return t.Kind == kind && slices.Contains(t.Languages, language)
	})
	if !known {
		return mail.Message{}, fault.New(fault.NotFound, "There is no template of this kind and language.")
	}
	var data any = map[string]any{}
	if slices.Contains(templates.Kinds, kind) {
		data = m.sample()
	}
	made, err := m.Templates.Render(kind, []string{language}, data)
	if err != nil {
		return made, invalid("The template cannot be filled in with samples: " + err.Error())
	}
	return made, nil
}

func (m mailTemplates) preview(r *call) (any, error) {
	made, err := m.render(r)
	if err != nil {
		return nil, err
	}
	return map[string]any{"subject": made.Subject, "text": made.Text, "hasHTML": made.HTML != ""}, nil
}

// page answers the HTML of a message, for a frame: it runs no script, and loads pictures alone.
func (m mailTemplates) page(r *call) (any, error) {
	made, err := m.render(r)
	if err != nil {
		return nil, err
	}
	return framed(made.HTML), nil
}

// framed is HTML of others, which the console shows in a frame.
type framed string

// framePolicy is the Content-Security-Policy of what is framed.
const framePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' https: data:; frame-ancestors 'self'"

func (f framed) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", framePolicy)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write([]byte(f)) // the operator may have left
}

// send puts a message with samples into the outbox.
func (m mailTemplates) send(r *call) (any, error) {
	to := m.tester(r.who)
	if to == "" {
		return nil, fault.New(fault.ConsoleForbidden, "Test messages are sent in development alone, to an operator who has signed in by e-mail, or to the mailbox.")
	}
	made, err := m.render(r)
	if err != nil {
		return nil, err
	}
	made.To = to
	err = m.Callers.Tx(r.Context(), db.As(token.Claims{Role: token.ServiceRole}), func(tx db.Tx) error {
		return m.Outbox.Put(r.Context(), tx, made, "")
	})
	m.audit(r, audited{statement: r.Method + " " + r.URL.Path, err: err})
	return map[string]string{"to": to}, err
}
