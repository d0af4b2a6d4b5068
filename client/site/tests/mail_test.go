package tests

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// waitForMail waits until the outbox has n messages, and returns their kinds and
// recipients, sorted.
func waitForMail(t *testing.T, s *website, n int) (found []string) {
	t.Helper()
	limit := time.After(apptest.Timeout)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		err := s.DB.Admin.QueryRow(t.Context(), `select coalesce(array_agg(kind || ' ' || recipient order by kind), '{}') from toubkal_mail.messages`).Scan(&found)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) >= n {
			return found
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("the outbox has %q, want %d messages", found, n)
		}
	}
}

// TestFormsAreMailed places an order and sends a message by the table API, as the forms do.
func TestFormsAreMailed(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for _, form := range []struct{ path, body string }{
		{"/rest/v1/book_orders", order("BO1760000000000123", "Yasmine", `,"language":"ar"`)},
		{"/rest/v1/contact_submissions", `{"name":"Nadia","email":"nadia@example.org","subject":"General Inquiry","message":"Hello","source_page":"contact","status":"new","language":"fr"}`},
	} {
		if answer := s.Send(t, "POST", form.path, form.body, s.Headers("")...); answer.Status != http.StatusCreated {
			t.Fatalf("%s: %d %s", form.path, answer.Status, answer.Body)
		}
	}
	want := []string{"inquiry_received nadia@example.org", "order_received buyer@example.org", "owner_inquiry " + s.admin, "owner_order " + s.admin}
	if got := waitForMail(t, s, len(want)); !slices.Equal(got, want) {
		t.Errorf("the outbox has %q, want %q", got, want)
	}
}

// TestAReplyIsMailed answers a message from the back-office.
func TestAReplyIsMailed(t *testing.T) {
	t.Parallel()
	s := boot(t)
	execute(t, s, `insert into public.contact_submissions (id, name, email, subject, message) values ('00000000-0000-4000-8000-0000000000c1', 'Nadia', 'nadia@example.org', 'General Inquiry', 'Hello')`)
	me := s.SignIn(t, s.admin, s.password)
	s.Walk(t, me.AccessToken, []apptest.Step{
		{
			Name: "reply", Method: "POST", Path: "/rest/v1/inquiry_replies", Status: 201,
			Body: `{"form_type":"contact","inquiry_id":"00000000-0000-4000-8000-0000000000c1","language":"fr","subject":"Bonjour","body":"Oui, avec plaisir."}`,
		},
		{
			Name: "thread", Method: "GET", Path: "/rest/v1/inquiry_replies?select=body,sent_by", Status: 200,
			Has: []string{`"body":"Oui, avec plaisir."`, s.admin},
		},
		{Name: "status", Method: "GET", Path: "/rest/v1/contact_submissions?select=status", Status: 200, Has: []string{`"responded"`}},
	})
	if got := waitForMail(t, s, 1); !slices.Equal(got, []string{"inquiry_reply nadia@example.org"}) {
		t.Errorf("the outbox has %q", got)
	}
}
