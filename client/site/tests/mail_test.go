package tests

import (
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/apptest"
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
		{"/rest/v1/contact_submissions", `{"name":"Nadia","email":"nadia@example.org","message":"Hello","source_page":"contact","status":"new","language":"fr"}`},
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
