package mailbox_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/mail/mailbox"
)

// fixture is a mailbox of three messages, the first the oldest.
type fixture struct {
	t       *testing.T
	dir     string
	handler http.Handler
}

func message(to, subject, body, more string) string {
	return "From: =?utf-8?q?Altitude?= <site@site.test>\r\nTo: <" + to + ">\r\nSubject: " + subject + "\r\nMessage-ID: <" + subject + "@site.test>\r\n" +
		"Date: Sun, 22 Nov 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n" + more +
		"Content-Type: multipart/mixed; boundary=M\r\n\r\n--M\r\nContent-Type: multipart/alternative; boundary=A\r\n\r\n" +
		"--A\r\nContent-Type: text/plain; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + body + "\r\n" +
		"--A\r\nContent-Type: text/html; charset=UTF-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>" + body + "</p><script>alert(1)</script>\r\n--A--\r\n" +
		"--M\r\nContent-Type: application/pdf; name=a.pdf\r\nContent-Disposition: attachment; filename=\"a.pdf\"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjc=\r\n--M--\r\n"
}

func setup(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{t: t, dir: t.TempDir()}
	for i, raw := range []string{
		message("amal@reader.test", "Welcome", "Your code is 123456", ""),
		message("badr@reader.test", "=?utf-8?b?2KPZh9mE2Kc=?=", "Your code is 654321", "List-Unsubscribe: <https://site.test/leave>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"),
		"From: site@site.test\r\nTo: amal@reader.test\r\nSubject: Plain\r\n\r\nOnly text",
	} {
		name := filepath.Join(f.dir, fmt.Sprintf("m%d.eml", i+1))
		if err := os.WriteFile(name, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Date(2026, 11, 22, 10, i, 0, 0, time.UTC)
		if err := os.Chtimes(name, when, when); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(f.dir, ".message-1"), []byte("half a"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.handler = mailbox.New(f.dir).Handler()
	return f
}

func (f *fixture) call(method, path, body string) *httptest.ResponseRecorder {
	f.t.Helper()
	r := httptest.NewRequestWithContext(f.t.Context(), method, "http://localhost:54324"+path, strings.NewReader(body))
	w := httptest.NewRecorder()
	f.handler.ServeHTTP(w, r)
	return w
}

type found struct {
	Total, Unread int
	Count         int `json:"messages_count"`
	Messages      []struct {
		ID, Subject, Snippet string
		Read                 bool
		Attachments          int
		To                   []struct{ Name, Address string }
		From                 struct{ Name, Address string }
	}
}

func (f *fixture) find(path string) (all found) {
	f.t.Helper()
	w := f.call("GET", path, "")
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil || w.Code != 200 {
		f.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	return all
}

func (f *fixture) ids(path string) string {
	f.t.Helper()
	var ids []string
	for _, m := range f.find(path).Messages {
		ids = append(ids, m.ID)
	}
	return strings.Join(ids, " ")
}

func TestMessages(t *testing.T) {
	t.Parallel()
	f := setup(t)
	all := f.find("/api/v1/messages")
	if all.Total != 3 || all.Unread != 3 || all.Count != 3 || len(all.Messages) != 3 {
		t.Fatalf("got %+v", all)
	}
	second := all.Messages[1]
	if second.ID != "m2" || second.Subject != "أهلا" || second.Attachments != 1 || second.To[0].Address != "badr@reader.test" ||
		second.From.Name != "Altitude" || second.Snippet != "Your code is 654321" {
		t.Errorf("got %+v", second)
	}
	if got := f.ids("/api/v1/messages?start=1&limit=1"); got != "m2" {
		t.Errorf("got %s", got)
	}
	for _, path := range []string{"/api/v1/messages?start=-1&limit=x", "/api/v1/messages?start=99"} {
		if w := f.call("GET", path, ""); w.Code != 200 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.call("GET", "/api/v1/message/m1", "")
	for query, want := range map[string]string{
		"to:amal@reader.test": "m3 m1", "TO:AMAL": "m3 m1", "from:altitude": "m2 m1", "subject:welcome": "m1", `"code is 6"`: "m2", "code": "m2 m1",
		"code -to:amal": "m2", "!code": "m3", "is:unread": "m3 m2", "is:read": "m1", "has:attachment": "m2 m1", "أهلا": "m2", "nothing": "",
		"addressed:badr": "m2", "after:2026-11-21 before:2026-11-23": "m3 m2 m1", "before:2026-01-01": "", "smaller:100": "m3", "larger:1m": "", "tag:x": "",
		"message-id:welcome": "m1", `subject:"wel`: "m1",
	} {
		if got := f.ids("/api/v1/search?query=" + strings.NewReplacer(" ", "%20", `"`, "%22").Replace(query)); got != want {
			t.Errorf("%s: got %q, want %q", query, got, want)
		}
	}
	if w := f.call("GET", "/api/v1/search?query=%20", ""); w.Code != 400 {
		t.Errorf("an empty query: %d", w.Code)
	}
}

func TestMessage(t *testing.T) {
	t.Parallel()
	f := setup(t)
	var got struct {
		ID, Subject, Text, HTML string
		ListUnsubscribe         struct{ Links []string }
		Attachments             []struct{ PartID, FileName, ContentType string }
	}
	w := f.call("GET", "/api/v1/message/m2", "")
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Text != "Your code is 654321" || !strings.Contains(got.HTML, "<p>Your code") ||
		len(got.Attachments) != 1 || got.Attachments[0].FileName != "a.pdf" || len(got.ListUnsubscribe.Links) != 1 {
		t.Fatalf("%v %s", err, w.Body)
	}
	if got := f.find("/api/v1/messages"); got.Unread != 2 {
		t.Errorf("%d are unread after one was read", got.Unread)
	}
	part := f.call("GET", "/api/v1/message/m2/part/"+got.Attachments[0].PartID, "")
	if part.Body.String() != "%PDF-1.7" || !strings.Contains(part.Header().Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("got %s %v", part.Body, part.Header())
	}
	if w := f.call("GET", "/api/v1/message/latest", ""); !strings.Contains(w.Body.String(), `"ID":"m3"`) {
		t.Errorf("latest: %s", w.Body)
	}
	if w := f.call("GET", "/api/v1/message/latest?query=to:badr", ""); !strings.Contains(w.Body.String(), `"ID":"m2"`) {
		t.Errorf("latest of a query: %s", w.Body)
	}
	if w := f.call("GET", "/api/v1/message/m1/headers", ""); !strings.Contains(w.Body.String(), `"Subject":["Welcome"]`) {
		t.Errorf("headers: %s", w.Body)
	}
	if w := f.call("GET", "/api/v1/message/m1/raw", ""); !strings.HasPrefix(w.Body.String(), "From: ") {
		t.Errorf("raw: %s", w.Body)
	}
	for _, path := range []string{"/api/v1/message/none", "/api/v1/message/..%2fm1", "/api/v1/message/m1/part/9", "/view/none.html", "/view/m3.html", "/nothing"} {
		if w := f.call("GET", path, ""); w.Code != 404 {
			t.Errorf("%s: %d, want 404", path, w.Code)
		}
	}
}

// The HTML of a message is shown, and its scripts do not run.
func TestViewIsSandboxed(t *testing.T) {
	t.Parallel()
	f := setup(t)
	w := f.call("GET", "/view/m1.html", "")
	policy := w.Header().Get("Content-Security-Policy")
	if w.Code != 200 || !strings.HasPrefix(policy, "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'") || strings.Contains(policy, "allow-scripts") {
		t.Errorf("%d %s", w.Code, policy)
	}
	if w := f.call("GET", "/view/m3.txt", ""); w.Body.String() != "Only text" || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/plain") {
		t.Errorf("%s %v", w.Body, w.Header())
	}
	page := f.call("GET", "/", "")
	if page.Code != 200 || !strings.Contains(page.Body.String(), `sandbox="allow-popups`) || !strings.Contains(page.Header().Get("Content-Security-Policy"), "script-src 'self'") {
		t.Errorf("%d %v", page.Code, page.Header())
	}
	for _, path := range []string{"/mailbox.js", "/mailbox.css"} {
		if w := f.call("GET", path, ""); w.Code != 200 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestReadFlagsAndDeleting(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.call("PUT", "/api/v1/messages", `{"Read":true,"IDs":["m1","m2"]}`)
	if got := f.find("/api/v1/messages").Unread; got != 1 {
		t.Errorf("%d unread, want 1", got)
	}
	f.call("PUT", "/api/v1/messages", `{"Read":false,"Search":"to:badr"}`)
	if got := f.ids("/api/v1/search?query=is:unread"); got != "m3 m2" {
		t.Errorf("unread: %s", got)
	}
	if w := f.call("DELETE", "/api/v1/messages", `{"IDs":["m3"]}`); w.Code != 200 || w.Body.String() != "ok" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	f.call("DELETE", "/api/v1/search?query=to:badr", "")
	if got := f.ids("/api/v1/messages"); got != "m1" {
		t.Errorf("left: %s", got)
	}
	if w := f.call("DELETE", "/api/v1/messages", `{"IDs":`); w.Code != 400 {
		t.Errorf("half a body: %d", w.Code)
	}
	f.call("DELETE", "/api/v1/messages", "")
	if got := f.find("/api/v1/messages").Total; got != 0 {
		t.Errorf("%d left, want none", got)
	}
	if empty := mailbox.New(filepath.Join(f.dir, "not-there")); empty == nil {
		t.Error("no mailbox without a folder")
	}
}

// A page of the web that has its name point to this machine reads nothing.
func TestOtherHostsAreRefused(t *testing.T) {
	t.Parallel()
	f := setup(t)
	for host, want := range map[string]int{
		"localhost": 200, "localhost:54324": 200, "127.0.0.1:54324": 200, "[::1]:54324": 200,
		"evil.test": 403, "evil.test:54324": 403, "192.168.1.5:54324": 403, "localhost.evil.test": 403,
	} {
		r := httptest.NewRequestWithContext(t.Context(), "GET", "/api/v1/messages", nil)
		r.Host = host
		w := httptest.NewRecorder()
		f.handler.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("%s: %d, want %d", host, w.Code, want)
		}
	}
}
