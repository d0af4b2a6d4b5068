package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestWriteLimit fills the contact form until it is enough.
func TestWriteLimit(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	s := bootOn(t, database, "DATABASE_URL="+database.URL, "TOUBKAL_RATE_LIMIT_WRITES=30")
	long := `{"name":"` + strings.Repeat("x", 300<<10) + `"}`
	if got := s.Send(t, "POST", "/rest/v1/contact_submissions", long, s.Headers("")...); got.Status != http.StatusRequestEntityTooLarge {
		t.Errorf("what no form sends: %d %s, want 413", got.Status, got.Body)
	}
	const message = `{"name":"Nadia","email":"nadia@example.org","subject":"General Inquiry","message":"Hello"}`
	var answer apptest.Reply
	sent := 0
	for ; sent < 100 && answer.Status != http.StatusTooManyRequests; sent++ {
		answer = s.Send(t, "POST", "/rest/v1/contact_submissions", message, s.Headers("")...)
	}
	if sent < 30 || answer.Header.Get("Retry-After") == "" || !strings.Contains(answer.Body, `"message":"Too many requests`) {
		t.Errorf("message %d: %d %s %v, want 429 once 30 were written", sent, answer.Status, answer.Body, answer.Header)
	}
	admin := s.SignIn(t, s.admin, s.password)
	s.Walk(t, admin.AccessToken, []apptest.Step{
		{Name: "an admin at the same address", Method: "POST", Path: "/rest/v1/awards", Status: 201, Body: `{"title_en":"Award","organization":"Org","year":2020,"category":"honorary"}`},
	})
	s.Walk(t, "", []apptest.Step{
		{Name: "an anonymous user still reads", Method: "GET", Path: "/rest/v1/awards?select=id&limit=1", Status: 200},
	})
}
