package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// POST /explain/v1 is for the service key alone, and changes nothing.
func TestExplainOverHTTP(t *testing.T) {
	t.Parallel()
	s := boot(t)
	ann := s.CreateUser(t, "ann@example.org", "correct horse")
	key := s.ServiceKey(t)
	send := func(method, token, body string) apptest.Reply {
		return s.Send(t, method, "/explain/v1", body, s.Headers(token)...)
	}
	ben := s.CreateUser(t, "ben@example.org", "correct horse")
	if _, err := s.DB.Admin.Exec(t.Context(), "insert into public.notes (author_id, title) values ($1, 'Draft')", ben.User.ID); err != nil {
		t.Fatal(err)
	}
	read := `{"as": "ann@example.org", "path": "/notes?title=eq.Draft"}`
	answer := send(http.MethodPost, key, read)
	if answer.Status != http.StatusOK || !strings.Contains(answer.Body, `author_id = auth.uid() is false`) || !strings.Contains(answer.Body, ann.User.ID) {
		t.Errorf("got %d %s", answer.Status, answer.Body)
	}
	if got := answer.Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control is %q", got)
	}
	insert := `{"as": "` + ann.User.ID + `", "method": "POST", "path": "/notes", "headers": {"Prefer": "return=representation"}, "body": {"title": "Hers"}}`
	if answer = send(http.MethodPost, key, insert); answer.Status != http.StatusOK || !strings.Contains(answer.Body, `"outcome":{"rows":1`) {
		t.Errorf("an insert: %d %s", answer.Status, answer.Body)
	}
	var count int
	if err := s.DB.Admin.QueryRow(t.Context(), "select count(*) from public.notes").Scan(&count); err != nil || count != 1 {
		t.Errorf("%d notes, %v; want the insert undone", count, err)
	}
	for _, c := range []struct {
		name, method, token, body string
		status                    int
		code                      string
	}{
		{"the anon key", http.MethodPost, "", read, http.StatusUnauthorized, "explain_forbidden"},
		{"a user", http.MethodPost, ann.AccessToken, read, http.StatusUnauthorized, "explain_forbidden"},
		{"another method", http.MethodGet, key, "", http.StatusMethodNotAllowed, "method_not_allowed"},
		{"no JSON", http.MethodPost, key, "as=anon", http.StatusBadRequest, "explain_invalid"},
		{"a field that there is not", http.MethodPost, key, `{"path": "/notes", "commit": true}`, http.StatusBadRequest, "explain_invalid"},
		{"a superuser", http.MethodPost, key, `{"as": "postgres", "path": "/notes"}`, http.StatusBadRequest, "explain_invalid"},
		{"a superuser by claims", http.MethodPost, key, `{"claims": {"role": "postgres"}, "path": "/notes"}`, http.StatusBadRequest, "explain_invalid"},
		{"nobody", http.MethodPost, key, `{"as": "eve@example.org", "path": "/notes"}`, http.StatusBadRequest, "explain_invalid"},
		{"too much", http.MethodPost, key, `{"path": "/notes", "body": "` + strings.Repeat("x", 2<<20) + `"}`, http.StatusRequestEntityTooLarge, "request_entity_too_large"},
	} {
		if answer := send(c.method, c.token, c.body); answer.Status != c.status || !strings.Contains(answer.Body, `"code":"`+c.code+`"`) {
			t.Errorf("%s: got %d %.300s, want %d %s", c.name, answer.Status, answer.Body, c.status, c.code)
		}
	}
}
