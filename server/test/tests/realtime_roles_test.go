package tests

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// TestRealtimeRoleChange: a role that row policies bind from now on, or that loses
// what another role lent it, hears no more of what it may not see, though
// PostgreSQL announces no change of roles.
func TestRealtimeRoleChange(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	name := fmt.Sprintf("robot_%d", time.Now().UnixNano()) // roles are of all databases
	robot := func(sql string) { t.Helper(); execute(t, s.DB, strings.ReplaceAll(sql, "ROBOT", name)) }
	robot(`create role ROBOT nologin bypassrls; create role ROBOT_lender nologin;
		grant select on public.open_notes to ROBOT_lender; revoke select on public.open_notes from anon;
		grant ROBOT to authenticator; grant ROBOT_lender to ROBOT; grant usage on schema public to ROBOT; grant select on public.my_notes to ROBOT`)
	t.Cleanup(func() {
		sql := strings.ReplaceAll(`drop owned by ROBOT, ROBOT_lender; drop role ROBOT, ROBOT_lender`, "ROBOT", name)
		if _, err := s.DB.Admin.Exec(context.Background(), sql); err != nil {
			t.Errorf("%s: %v", sql, err)
		}
	})
	token := apptest.Sign(t, fmt.Sprintf(`{"role":%q,"exp":%d}`, name, time.Now().Add(time.Hour).Unix()))
	c := s.Realtime(t, apptest.Version2)
	live(c, "notes", listeningAs(token, to("my_notes")))
	live(c, "open", listeningAs(token, to("open_notes")))
	execute(t, s.DB, `insert into my_notes values (1, $1, 'hers')`, aliceID)
	execute(t, s.DB, `insert into open_notes (id) values (1)`)
	change(c, "notes")
	change(c, "open")

	robot(`alter role ROBOT nobypassrls`)
	said := c.Expect("notes", "system")
	if text, _ := said.Get("message").(string); said.Get("status") != "error" || !strings.Contains(text, "No policy lets the role "+name) {
		t.Errorf("without bypassrls it is told %s", said)
	}
	execute(t, s.DB, `insert into my_notes values (2, $1, 'hers')`, aliceID)
	robot(`revoke ROBOT_lender from ROBOT`)
	said = c.Expect("open", "system")
	if text, _ := said.Get("message").(string); said.Get("status") != "error" || !strings.Contains(text, "permission denied for table open_notes") {
		t.Errorf("without the lender it is told %s", said)
	}
	execute(t, s.DB, `insert into open_notes (id) values (2); grant select on open_notes to anon`)
	live(c, "last", listening(to("open_notes")))
	execute(t, s.DB, `insert into open_notes (id) values (3)`)
	change(c, "last") // what came before was handed out by now
	c.ExpectNone("notes", "postgres_changes")
	c.ExpectNone("open", "postgres_changes")
}
