package tests

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// An admin, as policies know one.
const (
	someUser = "00000000-0000-4000-8000-0000000000fa" // no admin
	adminID  = "00000000-0000-4000-8000-0000000000ad"
	anAdmin  = `insert into auth.users (id, email) values ('` + adminID + `', 'staff@example.test');
		insert into public.admin_users (auth_user_id, email, role) values ('` + adminID + `', 'staff@example.test', 'admin')`
)

// TestRealtimeSendsSubmissionsToAdminsOnly: nobody else gets what forms send.
func TestRealtimeSendsSubmissionsToAdminsOnly(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	execute(t, s, anAdmin)
	admin, stranger, anonymous := s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version2), s.Realtime(t, apptest.Version2)
	follow(admin, "orders", "book_orders", apptest.Sign(t, apptest.UserClaims(adminID, time.Hour)))
	follow(admin, "end", "book_reviews", apptest.Sign(t, apptest.UserClaims(adminID, time.Hour)))
	follow(stranger, "orders", "book_orders", apptest.Sign(t, apptest.UserClaims(someUser, time.Hour)))
	follow(stranger, "end", "book_reviews", apptest.Sign(t, apptest.UserClaims(someUser, time.Hour)))
	follow(anonymous, "end", "book_reviews", "")
	refusal := followed(anonymous, "orders", "book_orders", "")
	if refusal.Get("status") != "error" || !strings.Contains(fmt.Sprint(refusal.Get("message")), "book_orders") {
		t.Errorf("an anonymous user who follows the orders hears %s, want a refusal that names the table", refusal)
	}

	const order = "00000000-0000-4000-8000-00000000d001"
	for _, c := range []struct{ kind, sql string }{
		{"INSERT", `insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone)
			values ('` + order + `', 'BO1763000000000123', 'Sara', 'sara@example.test', '0600000000')`},
		{"UPDATE", `update public.book_orders set paid = true where id = '` + order + `'`},
		{"DELETE", `delete from public.book_orders where id = '` + order + `'`},
	} {
		execute(t, s, c.sql)
		told := admin.Expect("orders", "postgres_changes")
		if told.Get("data", "type") != c.kind {
			t.Errorf("the admin is told %s, want %s", told, c.kind)
		}
		if name := told.Get("data", "record", "buyer_name"); c.kind != "DELETE" && name != "Sara" {
			t.Errorf("the admin is told of %v's order, want Sara's", name)
		}
	}
	execute(t, s, `insert into public.book_reviews (name, rating, comment_en, status) values ('Nadia', 5, 'Up!', 'approved')`)
	// Each has heard of what came last: whatever was to be told before has been.
	for _, c := range []*apptest.RealtimeClient{admin, stranger, anonymous} {
		c.Expect("end", "postgres_changes")
	}
	for _, c := range []*apptest.RealtimeClient{stranger, anonymous} {
		c.ExpectNone("orders", "postgres_changes")
	}
}

// Where a policy calls a function whose plans may go stale, realtime plans every
// query anew, and says so: none of the site's policies does.
func TestPoliciesKeepCachedPlans(t *testing.T) {
	t.Parallel()
	s := boot(t, "SERVICES=rest,auth,realtime", "LOG_LEVEL=warn")
	s.WaitForStream(t)
	execute(t, s, anAdmin)
	admin := s.Realtime(t, apptest.Version2)
	for _, table := range []string{"book_orders", "blog_posts", "admin_users", "book_reviews"} {
		follow(admin, table, table, apptest.Sign(t, apptest.UserClaims(adminID, time.Hour)))
	}
	if log := s.Logged.String(); strings.Contains(log, "plan cache disabled") {
		t.Error(log)
	}
}

// follow joins a channel for one table as whom a token says, and waits until its
// changes are told.
func follow(c *apptest.RealtimeClient, topic, table, token string) {
	c.T.Helper()
	if said := followed(c, topic, table, token); said.Get("status") != "ok" {
		c.T.Fatalf("follow %s: %s", table, said)
	}
}

// followed is the server's word on that.
func followed(c *apptest.RealtimeClient, topic, table, token string) apptest.RealtimeMessage {
	c.T.Helper()
	bearer := ""
	if token != "" {
		bearer = fmt.Sprintf(`"access_token":%q,`, token)
	}
	c.MustJoin(topic, fmt.Sprintf(`{%s"config":{"presence":{"enabled":false},
		"postgres_changes":[{"event":"*","schema":"public","table":%q}]}}`, bearer, table))
	return c.Expect(topic, "system")
}
