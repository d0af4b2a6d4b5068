package functions_test

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http/httptest"
	"net/mail"
	"regexp"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/static"
)

// links are the two addresses in a email, without the site.
var links = regexp.MustCompile(`http://site\.test/functions/v1(/[a-z-]+\?\S+)`)

// outbox are the messages to be sent.
func (f *fixture) outbox() (raw [][]byte) {
	f.t.Helper()
	err := f.db.Admin.QueryRow(f.t.Context(), `select coalesce(array_agg(raw order by created_at), '{}') from toubkal_mail.messages`).Scan(&raw)
	if err != nil {
		f.t.Fatal(err)
	}
	return raw
}

// emails are the e-mails in the outbox once nothing is under way any more: the header and the
// plain text.
func (f *fixture) emails() (headers []mail.Header, texts []string) {
	f.t.Helper()
	f.handler.Close(f.t.Context())
	for _, raw := range f.outbox() {
		email, err := mail.ReadMessage(bytes.NewReader(raw))
		if err != nil {
			f.t.Fatal(err)
		}
		_, parameters, _ := mime.ParseMediaType(email.Header.Get("Content-Type"))
		part, err := multipart.NewReader(email.Body, parameters["boundary"]).NextPart()
		if err != nil {
			f.t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			f.t.Fatal(err)
		}
		headers, texts = append(headers, email.Header), append(texts, string(text))
	}
	return headers, texts
}

// follow opens a link, or presses what is behind it.
func (f *fixture) follow(method, link string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, httptest.NewRequestWithContext(f.t.Context(), method, link, strings.NewReader("List-Unsubscribe=One-Click")))
	return w
}

// subscribed asks for the newsletter and gives the two links of the email.
func subscribed(t *testing.T) (f *fixture, confirm, leave string) {
	t.Helper()
	f = setup(t)
	status, text, _ := f.call("subscribe", "", `{"email":" Amal@Reader.test ","language":"fr"}`)
	if status != 200 || text != `{"accepted":true}` {
		t.Fatalf("%d %s", status, text)
	}
	headers, texts := f.emails()
	if len(texts) != 1 {
		t.Fatalf("%d emails, want 1", len(texts))
	}
	found := links.FindAllStringSubmatch(texts[0], -1)
	if len(found) != 2 || !strings.Contains(found[0][1], "confirm-subscription") || !strings.Contains(found[1][1], "unsubscribe") {
		t.Fatalf("the email says:\n%s", texts[0])
	}
	head := headers[0]
	if head.Get("To") != "<amal@reader.test>" || head.Get("Content-Language") != "fr" || head.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" ||
		!strings.Contains(head.Get("List-Unsubscribe"), found[1][1]) {
		t.Errorf("the email's header: %v", head)
	}
	return f, found[0][1], found[1][1]
}

func (f *fixture) state() (status string) {
	f.t.Helper()
	if err := f.db.Admin.QueryRow(f.t.Context(), `select coalesce(string_agg(status, ' '), '') from public.newsletter_subscribers`).Scan(&status); err != nil {
		f.t.Fatal(err)
	}
	return status
}

func TestSubscriptionIsConfirmedByItsLink(t *testing.T) {
	t.Parallel()
	f, confirm, leave := subscribed(t)
	if got := f.follow("GET", confirm); got.Code != 200 || !strings.Contains(got.Body.String(), `<form method="post">`) || !strings.Contains(got.Body.String(), `<html lang="fr" dir="ltr">`) {
		t.Errorf("opened: %d %s", got.Code, got.Body)
	}
	if got := f.state(); got != "pending" {
		t.Errorf("opening the link made it %s", got)
	}
	page := f.follow("GET", confirm)
	policy := page.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "style-src "+static.StyleSources(page.Body.String())+"; style-src-attr 'none'") || strings.Contains(policy, "unsafe") ||
		!strings.Contains(page.Body.String(), `<style>.action{`) || strings.Contains(page.Body.String(), ` style="`) {
		t.Errorf("the page with the policy %q has styles that it blocks: %s", policy, page.Body)
	}
	got := f.follow("POST", confirm)
	if got.Code != 200 || f.state() != "confirmed" || !strings.Contains(got.Body.String(), "Vous êtes inscrit") {
		t.Errorf("confirmed: %d %s %s", got.Code, f.state(), got.Body)
	}
	for name, want := range map[string]string{"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex", "Content-Type": "text/html; charset=utf-8"} {
		if got := got.Header().Get(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if got := f.follow("POST", confirm); got.Code != 410 {
		t.Errorf("confirmed again: %d", got.Code)
	}
	if got := f.follow("POST", leave); got.Code != 200 || f.state() != "unsubscribed" {
		t.Errorf("left: %d %s", got.Code, f.state())
	}
	if got := f.follow("POST", leave); got.Code != 410 {
		t.Errorf("left again: %d", got.Code)
	}
}

// Mail programs drop stylesheets.
func TestNewsletterEmailHasStyleAttributes(t *testing.T) {
	t.Parallel()
	f, _, _ := subscribed(t)
	email, err := mail.ReadMessage(bytes.NewReader(f.outbox()[0]))
	if err != nil {
		t.Fatal(err)
	}
	_, parameters, _ := mime.ParseMediaType(email.Header.Get("Content-Type"))
	parts := multipart.NewReader(email.Body, parameters["boundary"])
	var html []byte
	for part, err := parts.NextPart(); err == nil; part, err = parts.NextPart() {
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			html, _ = io.ReadAll(part)
		}
	}
	if !strings.Contains(string(html), `<h1 style="font-size:26px;line-height:1.3">`) || strings.Contains(string(html), "<style") || strings.Contains(string(html), "class=") {
		t.Errorf("the HTML of the email:\n%s", html)
	}
}

func TestSubscriptionLinksThatDoNotHold(t *testing.T) {
	t.Parallel()
	f, confirm, leave := subscribed(t)
	if stored := f.count(`select count(*) from public.newsletter_subscribers
		where confirm_token_hash = sha256(convert_to(substring($1 from 'token=([A-Z2-7]+)'), 'UTF8'))`, confirm); stored != 1 {
		t.Error("what is kept is not the hash of the token")
	}
	for name, link := range map[string]string{
		"another token": "/confirm-subscription?token=AAAA&lang=ar", "none": "/confirm-subscription", "the other link's": strings.Replace(leave, "unsubscribe", "confirm-subscription", 1),
	} {
		if got := f.follow("POST", link); got.Code != 410 || f.state() != "pending" {
			t.Errorf("%s: %d %s", name, got.Code, f.state())
		}
	}
	f.exec(`update public.newsletter_subscribers set asked_at = now() - interval '8 days'`)
	if got := f.follow("POST", confirm); got.Code != 410 || f.state() != "pending" {
		t.Errorf("after a week: %d %s", got.Code, f.state())
	}
	if got := f.follow("POST", leave); got.Code != 200 || f.state() != "unsubscribed" {
		t.Errorf("leaving before it was confirmed: %d %s", got.Code, f.state())
	}
}

// Nobody learns who is on the list, nor fills a stranger's mailbox.
func TestSubscribingTellsNothing(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.exec(`insert into public.newsletter_subscribers (email, status) values ('known@reader.test', 'confirmed')`)
	for range 3 {
		if status, text, _ := f.call("subscribe", "", `{"email":"known@reader.test","language":"en"}`); status != 200 || text != `{"accepted":true}` {
			t.Errorf("%d %s", status, text)
		}
	}
	if status, _, _ := f.call("subscribe", "", `{"email":"known@reader.test","language":"en"}`); status != 429 {
		t.Errorf("the fourth time: %d", status)
	}
	if status, _, failure := f.call("subscribe", "", `{"email":"nowhere","language":"en"}`); status != 400 || failure == "" {
		t.Errorf("no address: %d %q", status, failure)
	}
	if _, texts := f.emails(); len(texts) != 0 || f.state() != "confirmed" {
		t.Errorf("%d emails to who is on the list, who is %s", len(texts), f.state())
	}
}

// A newsletter's link ends the subscription by a POST without a page (RFC 8058), as often
// as it is posted; opening it changes nothing.
func TestNewsletterIsEndedInOneClick(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.exec(`insert into public.newsletter_subscribers (email, language, status) values ('amal@reader.test', 'ar', 'confirmed')`)
	f.exec(`insert into public.newsletters (subject_en, body_en) values ('Base camp', '<p>Arrived</p>')`)
	f.exec(`update public.newsletters set status = 'scheduled'`)
	f.exec(`update public.newsletters set status = 'sending'`)
	f.exec(`update public.newsletter_recipients set leave_token_hash = sha256('TOKEN')`)
	const link = "/unsubscribe?lang=ar&token=TOKEN"
	if got := f.follow("GET", link); got.Code != 200 || !strings.Contains(got.Body.String(), `<html lang="ar" dir="rtl">`) || f.state() != "confirmed" {
		t.Errorf("opened: %d %s %s", got.Code, f.state(), got.Body)
	}
	if got := f.follow("POST", link+"X"); got.Code != 410 || f.state() != "confirmed" {
		t.Errorf("another token: %d %s", got.Code, f.state())
	}
	for range 2 {
		if got := f.follow("POST", link); got.Code != 200 || f.state() != "unsubscribed" {
			t.Errorf("posted: %d %s", got.Code, f.state())
		}
	}
}

func TestNewsletterIsPreviewedAndTested(t *testing.T) {
	t.Parallel()
	f := setup(t)
	const id = "00000000-0000-4000-8000-0000000000d1"
	admin, stranger, former := f.person("1", "admin", true), f.person("2", "", true), f.person("3", "admin", false)
	f.exec(`insert into public.newsletters (id, subject_ar, body_ar) values ($1, 'المخيم', '<p>وصلنا</p><p><img src="/a.jpg" alt=""></p>')`, id)
	body := func(id, language string) string { return `{"id":"` + id + `","language":"` + language + `"}` }
	for _, test := range []struct {
		name, bearer, body string
		status             int
	}{
		{"a visitor", "", body(id, "ar"), 401},
		{"a stranger", stranger, body(id, "ar"), 404},
		{"a former admin", former, body(id, "ar"), 404},
		{"another newsletter", admin, body("00000000-0000-4000-8000-0000000000d2", "ar"), 404},
		{"no id", admin, body("1", "ar"), 404},
		{"another language", admin, body(id, "de"), 400},
		{"an admin", admin, body(id, "ar"), 200},
	} {
		for _, function := range []string{"preview-newsletter", "test-newsletter"} {
			if status, text, failure := f.call(function, test.bearer, test.body); status != test.status {
				t.Errorf("%s, %s: %d %s %s, want %d", function, test.name, status, text, failure, test.status)
			}
		}
	}
	if status, _, failure := f.call("test-newsletter", admin, body(id, "fr")); status != 422 || failure == "" {
		t.Errorf("a language without a text: %d %q", status, failure)
	}
	_, text, _ := f.call("preview-newsletter", admin, body(id, "ar"))
	for _, want := range []string{`"subject":"المخيم"`, `dir=\"rtl\"`, `http://site.test/a.jpg`, "وصلنا"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in the preview %s", want, text)
		}
	}
	headers, texts := f.emails()
	if len(texts) != 1 || headers[0].Get("To") != "<person1@example.test>" || headers[0].Get("Content-Language") != "ar" || headers[0].Get("List-Unsubscribe") != "" || !strings.Contains(texts[0], "وصلنا") {
		t.Errorf("the tests are %v %q", headers, texts)
	}
}
