package tests

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestRealtimeRoleChange: a role that row policies bind from now on, or that loses
// what another role lent it, hears no more of what it may not see, though
// PostgreSQL announces no change of roles.
func TestRealtimeRoleChange(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	name := fmt.Sprintf("robot_%d", time.Now().UnixNano()) // roles are of all databases
	robot := func(sql string) { t.Helper(); execute(t, s.db, strings.ReplaceAll(sql, "ROBOT", name)) }
	robot(`create role ROBOT nologin bypassrls; create role ROBOT_lender nologin;
		grant select on public.open_notes to ROBOT_lender; revoke select on public.open_notes from anon;
		grant ROBOT to authenticator; grant ROBOT_lender to ROBOT; grant usage on schema public to ROBOT; grant select on public.my_notes to ROBOT`)
	t.Cleanup(func() {
		sql := strings.ReplaceAll(`drop owned by ROBOT, ROBOT_lender; drop role ROBOT, ROBOT_lender`, "ROBOT", name)
		if _, err := s.db.Admin.Exec(context.Background(), sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	})
	token := sign(t, fmt.Sprintf(`{"role":%q,"exp":%d}`, name, time.Now().Add(time.Hour).Unix()))
	c := s.realtime(t, vsn2)
	c.live("notes", listeningAs(token, to("my_notes")))
	c.live("open", listeningAs(token, to("open_notes")))
	execute(t, s.db, `insert into my_notes values (1, $1, 'hers')`, aliceID)
	execute(t, s.db, `insert into open_notes (id) values (1)`)
	c.change("notes")
	c.change("open")

	robot(`alter role ROBOT nobypassrls`)
	said := c.expect("notes", "system")
	if text, _ := said.get("message").(string); said.get("status") != "error" || !strings.Contains(text, "No policy lets the role "+name) {
		t.Errorf("without bypassrls it is told %s", said)
	}
	execute(t, s.db, `insert into my_notes values (2, $1, 'hers')`, aliceID)
	robot(`revoke ROBOT_lender from ROBOT`)
	said = c.expect("open", "system")
	if text, _ := said.get("message").(string); said.get("status") != "error" || !strings.Contains(text, "permission denied for table open_notes") {
		t.Errorf("without the lender it is told %s", said)
	}
	execute(t, s.db, `insert into open_notes (id) values (2); grant select on open_notes to anon`)
	c.live("last", listening(to("open_notes")))
	execute(t, s.db, `insert into open_notes (id) values (3)`)
	c.change("last") // what came before was handed out by now
	c.quiet("notes", "postgres_changes")
	c.quiet("open", "postgres_changes")
}
