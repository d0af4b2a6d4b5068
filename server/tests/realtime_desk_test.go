package tests

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// An admin, as policies know one.
const (
	deskAdmin = "00000000-0000-4000-8000-0000000000ad"
	anAdmin   = `insert into auth.users (id, email) values ('` + deskAdmin + `', 'desk@example.test');
		insert into public.admin_users (auth_user_id, email, role) values ('` + deskAdmin + `', 'desk@example.test', 'admin')`
)

// TestRealtimeTellsTheDeskAlone: what comes in is told to admins, and to nobody else.
func TestRealtimeTellsTheDeskAlone(t *testing.T) {
	t.Parallel()
	s := bootRealtime(t)
	s.exec(t, anAdmin)
	admin, stranger, visitor := s.realtime(t, vsn2), s.realtime(t, vsn2), s.realtime(t, vsn2)
	admin.follow("orders", "book_orders", sign(t, userClaims(deskAdmin, time.Hour)))
	admin.follow("end", "book_reviews", sign(t, userClaims(deskAdmin, time.Hour)))
	stranger.follow("orders", "book_orders", sign(t, userClaims(fatima, time.Hour)))
	stranger.follow("end", "book_reviews", sign(t, userClaims(fatima, time.Hour)))
	visitor.follow("end", "book_reviews", "")
	refusal := visitor.followed("orders", "book_orders", "")
	if refusal.get("status") != "error" || !strings.Contains(fmt.Sprint(refusal.get("message")), "book_orders") {
		t.Errorf("a visitor who follows the orders hears %s, want a refusal that names the table", refusal)
	}

	const order = "00000000-0000-4000-8000-00000000d001"
	for _, c := range []struct{ kind, sql string }{
		{"INSERT", `insert into public.book_orders (id, order_number, buyer_name, buyer_email, buyer_phone)
			values ('` + order + `', 'BO1763000000000123', 'Sara', 'sara@example.test', '0600000000')`},
		{"UPDATE", `update public.book_orders set paid = true where id = '` + order + `'`},
		{"DELETE", `delete from public.book_orders where id = '` + order + `'`},
	} {
		s.exec(t, c.sql)
		told := admin.expect("orders", "postgres_changes")
		if told.get("data", "type") != c.kind {
			t.Errorf("the admin is told %s, want %s", told, c.kind)
		}
		if name := told.get("data", "record", "buyer_name"); c.kind != "DELETE" && name != "Sara" {
			t.Errorf("the admin is told of %v's order, want Sara's", name)
		}
	}
	s.exec(t, `insert into public.book_reviews (name, rating, comment_en, status) values ('Nadia', 5, 'Up!', 'approved')`)
	// Each has heard of what came last: whatever was to be told before has been.
	for _, c := range []*realtimeClient{admin, stranger, visitor} {
		c.expect("end", "postgres_changes")
	}
	for _, c := range []*realtimeClient{stranger, visitor} {
		c.quiet("orders", "postgres_changes")
	}
}

// follow joins a channel for one table as whom a token says, and waits until its
// changes are told.
func (c *realtimeClient) follow(topic, table, token string) {
	c.t.Helper()
	if said := c.followed(topic, table, token); said.get("status") != "ok" {
		c.t.Fatalf("follow %s: %s", table, said)
	}
}

// followed is the server's word on that.
func (c *realtimeClient) followed(topic, table, token string) realtimeMessage {
	c.t.Helper()
	bearer := ""
	if token != "" {
		bearer = fmt.Sprintf(`"access_token":%q,`, token)
	}
	c.joined(topic, fmt.Sprintf(`{%s"config":{"presence":{"enabled":false},
		"postgres_changes":[{"event":"*","schema":"public","table":%q}]}}`, bearer, table))
	return c.expect(topic, "system")
}
