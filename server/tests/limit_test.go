package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/pgtest"
)

// TestWriteLimit fills the contact form until it is enough.
func TestWriteLimit(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=30")
	long := `{"name":"` + strings.Repeat("x", 300<<10) + `"}`
	if got := s.send(t, "POST", "/rest/v1/contact_submissions", long, s.headersOf("")...); got.status != http.StatusRequestEntityTooLarge {
		t.Errorf("what no form sends: %d %s, want 413", got.status, got.body)
	}
	const message = `{"name":"Nadia","email":"nadia@example.org","message":"Hello"}`
	var answer reply
	sent := 0
	for ; sent < 100 && answer.status != http.StatusTooManyRequests; sent++ {
		answer = s.send(t, "POST", "/rest/v1/contact_submissions", message, s.headersOf("")...)
	}
	if sent < 30 || answer.header.Get("Retry-After") == "" || !strings.Contains(answer.body, `"message":"Too many requests`) {
		t.Errorf("message %d: %d %s %v, want 429 once 30 were written", sent, answer.status, answer.body, answer.header)
	}
	admin := s.signIn(t, s.admin, s.password)
	s.walk(t, admin.AccessToken, []step{
		{name: "an admin at the same address", method: "POST", path: "/rest/v1/awards", status: 201, body: `{"title_en":"Award","organization":"Org","year":2020,"category":"honorary"}`},
	})
	s.walk(t, "", []step{
		{name: "a visitor still reads", method: "GET", path: "/rest/v1/awards?select=id&limit=1", status: 200},
	})
}
