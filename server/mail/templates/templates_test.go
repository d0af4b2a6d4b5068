package templates_test

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/toubkal/toubkal/server/mail/templates"
)

var reader = templates.Data{
	SiteURL: "https://site.test", ConfirmationURL: "https://site.test/auth/v1/verify?token=abc&type=signup", Token: "123456", TokenHash: "abc",
	Email: "amal@reader.test", NewEmail: "new@reader.test", OldEmail: "old@reader.test", Phone: "212600000001", OldPhone: "212600000000",
	Provider: "github", FactorType: "totp",
}

func load(t *testing.T, o templates.Options) *templates.Set {
	t.Helper()
	s, err := templates.Load(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Every kind of GoTrue is there in three languages, with the code and the link that it
// has, and without what is not filled in.
func TestBuiltInMessages(t *testing.T) {
	t.Parallel()
	s := load(t, templates.Options{})
	subjects := map[string]bool{}
	for _, kind := range templates.Kinds {
		for language, direction := range map[string]string{"en": "ltr", "fr": "ltr", "ar": "rtl"} {
			m, err := s.Render(kind, []string{language}, reader)
			if err != nil {
				t.Errorf("%s in %s: %v", kind, language, err)
				continue
			}
			if m.Subject == "" || subjects[m.Subject] || m.Language != language || m.Kind != kind {
				t.Errorf("%s in %s: subject %q, language %q, kind %q", kind, language, m.Subject, m.Language, m.Kind)
			}
			subjects[m.Subject] = true
			if !strings.HasPrefix(m.HTML, "<!doctype html>") || !strings.Contains(m.HTML, `<html lang="`+language+`" dir="`+direction+`">`) {
				t.Errorf("%s in %s: the HTML begins %.120s", kind, language, m.HTML)
			}
			notice := strings.HasSuffix(kind, "_notification")
			hasLink, hasCode := !notice && kind != "reauthentication", !notice
			for name, part := range map[string]string{"text": m.Text, "HTML": strings.ReplaceAll(m.HTML, "&amp;", "&")} {
				if strings.Contains(part, reader.ConfirmationURL) != hasLink || strings.Contains(part, reader.Token) != hasCode {
					t.Errorf("%s in %s: link or code of the %s is wrong:\n%s", kind, language, name, part)
				}
				for _, left := range []string{"{{", "[[", "<no value>", "ZgotmplZ"} {
					if strings.Contains(part, left) {
						t.Errorf("%s in %s: the %s has %s", kind, language, name, left)
					}
				}
			}
		}
	}
}

func TestLanguageIsTheReaders(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, fallback string
		languages      []string
		want           string
	}{
		{"first of the list", "", []string{"ar", "fr"}, "ar"},
		{"a region", "", []string{"fr-CA"}, "fr"},
		{"an underscore and capitals", "", []string{"AR_ma"}, "ar"},
		{"the first that is there", "", []string{"de", "pt-BR", "fr"}, "fr"},
		{"none known", "", []string{"de"}, "en"},
		{"none known, default", "fr", []string{"de", ""}, "fr"},
		{"none", "ar", nil, "ar"},
		{"an unknown default", "de", nil, "en"},
	} {
		m, err := load(t, templates.Options{Language: c.fallback}).Render("recovery", c.languages, reader)
		if err != nil || m.Language != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.name, m.Language, err, c.want)
		}
	}
}

func TestFilesOfTheProject(t *testing.T) {
	t.Parallel()
	s := load(t, templates.Options{Folder: "mail", Files: fstest.MapFS{
		"confirmation.en.html": {Data: []byte("Subject: Welcome {{ .Data.name }}\n\n<html lang=\"{{ lang }}\" dir=\"{{ dir }}\"><p>Hello <b>{{ .Data.name }}</b>, <a href=\"{{ .ConfirmationURL }}\">confirm</a></p></html>")},
		"confirmation.he.html": {Data: []byte("Subject: ברוכים\n\n<html dir=\"{{ dir }}\"></html>")},
		"confirmation.he.txt":  {Data: []byte("{{ .Token }}")},
		"receipt.txt":          {Data: []byte("Subject: Receipt\n\nYou paid {{ .Amount }}.")},
	}})
	reader := reader
	reader.Data = map[string]any{"name": "<Amal>\r\nBcc: x"}
	m, err := s.Render("confirmation", []string{"fr"}, reader)
	if err != nil || m.Subject != "Welcome <Amal> Bcc: x" || m.Language != "en" {
		t.Errorf("got %q in %q, %v: the project's files replace those of all languages", m.Subject, m.Language, err)
	}
	if !strings.Contains(m.HTML, "<b>&lt;Amal&gt;") || m.Text != "Hello <Amal> Bcc: x, confirm: https://site.test/auth/v1/verify?token=abc&type=signup\n" {
		t.Errorf("got %s and %q", m.HTML, m.Text)
	}
	if m, err = s.Render("confirmation", []string{"he"}, reader); err != nil || !strings.Contains(m.HTML, `dir="rtl"`) || m.Text != "123456\n" {
		t.Errorf("got %s and %q, %v", m.HTML, m.Text, err)
	}
	if m, err = s.Render("receipt", nil, map[string]string{"Amount": "12 €"}); err != nil || m.Text != "You paid 12 €.\n" || m.HTML != "" {
		t.Errorf("got %q and %q, %v", m.Text, m.HTML, err)
	}
	if _, err = s.Render("nothing", nil, nil); !errors.Is(err, templates.ErrUnknownKind) {
		t.Errorf("unknown kind: %v", err)
	}
	if m, err = s.Render("confirmation", nil, templates.Data{}); err != nil || strings.Contains(m.Subject+m.HTML, "no value") {
		t.Errorf("without metadata: %q %s %v", m.Subject, m.HTML, err)
	}
}

func TestNamedFilesAndSubjects(t *testing.T) {
	t.Parallel()
	s := load(t, templates.Options{
		Subjects: map[string]string{"recovery": "Forgot it, {{ .Email }}?"},
		Named: map[string]templates.Named{
			"invite":     {Subject: "Join us", Path: "supabase/templates/invite.html", Content: `<h2>Hi</h2><p>Code <b>{{ .Token }}</b></p>`},
			"magic_link": {Subject: "In you go"},
		},
	})
	m, err := s.Render("invite", []string{"ar"}, reader)
	if err != nil || m.Subject != "Join us" || m.Text != "Hi\n\nCode 123456\n" {
		t.Errorf("got %q, %q, %v", m.Subject, m.Text, err)
	}
	if m, err = s.Render("magic_link", nil, reader); err != nil || m.Subject != "In you go" || !strings.Contains(m.Text, "123456") {
		t.Errorf("got %q, %q, %v", m.Subject, m.Text, err)
	}
	if m, err = s.Render("recovery", nil, reader); err != nil || m.Subject != "Forgot it, amal@reader.test?" {
		t.Errorf("got %q, %v", m.Subject, err)
	}
	if m, err = s.Render("recovery", []string{"fr"}, reader); err != nil || m.Subject != "Réinitialisez votre mot de passe" {
		t.Errorf("in French: %q, %v", m.Subject, err)
	}
}

func TestABrokenTemplateNamesFileAndLine(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, file, content, want string }{
		{"a syntax error", "invite.en.html", "Subject: x\n\n<p>\n{{ .Token </p>", "mail/invite.en.html:4:"},
		{"an unknown variable", "invite.en.html", "Subject: x\n\n<p>{{ .Tokens }}</p>", "mail/invite.en.html:3:"},
		{"an error of the subject", "invite.fr.txt", "Subject: {{ .X }}\n\n", "mail/invite.fr.txt:1:"},
		{"no subject", "invite.en.html", "<p></p>", `mail: invite in "en" has no subject`},
		{"another name", "Invite.html.bak", "", "mail/Invite.html.bak: a mail template is"},
		{"unsafe HTML", "invite.en.html", "Subject: x\n\n<a href={{ .Token }}\"\">", "mail/invite.en.html"},
	} {
		_, err := templates.Load(templates.Options{Folder: "mail", Files: fstest.MapFS{c.file: {Data: []byte(c.content)}}})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	_, err := templates.Load(templates.Options{Named: map[string]templates.Named{"recovery": {Path: "supabase/templates/r.html", Content: "\n{{ .Nothing }}"}}})
	if err == nil || !strings.Contains(err.Error(), "supabase/templates/r.html:2:") {
		t.Errorf("got %v", err)
	}
}
