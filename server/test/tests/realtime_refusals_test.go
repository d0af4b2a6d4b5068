package tests

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// TestRealtimeRefusesWhatCannotCome: a subscription to changes that will never come is told why,
// and what to do.
func TestRealtimeRefusesWhatCannotCome(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `
		create table public.logs (id int, at date, primary key (id, at)) partition by range (at);
		create table public.logs_2026 partition of public.logs for values from ('2026-01-01') to ('2027-01-01');
		grant select on public.logs, public.logs_2026 to anon;
		create table public.codes (id int primary key, code text not null, body text, sum int generated always as (id * 2) stored);
		create unique index codes_code on public.codes (code);
		alter table public.codes replica identity using index codes_code;
		grant select on public.codes to anon;
		create view public.seen as select 1 as id;
		create table public.secret (id int primary key);
		grant select on public.seen to anon;
		create table public.whole (id int primary key, body text);
		alter table public.whole replica identity full;
		grant select on public.whole to anon;
		alter publication supabase_realtime add table public.logs, public.codes (id, code, body), public.whole`)
	c := s.Realtime(t, apptest.Version2)
	deletes := func(table, filter string) string {
		return `{"event":"DELETE","schema":"public","table":"` + table + `","filter":"` + filter + `"}`
	}
	for topic, asked := range map[string]struct{ entry, want string }{
		"parent":      {to("logs"), "alter publication supabase_realtime set (publish_via_partition_root = true)"},
		"beyond":      {deletes("open_notes", "body=eq.x"), "run alter table public.open_notes replica identity full"},
		"not indexed": {deletes("codes", "id=eq.1"), "run alter table public.codes replica identity full"},
		"generated":   {to("codes", `"filter":"sum=eq.2"`), "invalid column for filter sum: it is a generated column"},
		"selected":    {to("codes", `"select":["sum"]`), "invalid column for select sum: it is a generated column"},
		"view":        {to("seen"), "seen is a view, which has no changes of its own: subscribe to its tables"},
		"secret":      {to("secret"), "table: secret, filters: [], select: nil]"},
		"none":        {to("codes", `"filter":"none=eq.2"`), "Exception: invalid column for filter none"},
	} {
		c.MustJoin(topic, listening(asked.entry))
		if said := c.Expect(topic, "system"); said.Get("status") != "error" || !strings.Contains(said.Get("message").(string), asked.want) {
			t.Errorf("%s: told %s, want an error with %q", topic, said, asked.want)
		}
	}
	c.MustJoin("silent", listening(to("secret")))
	if said := c.Expect("silent", "system"); strings.Contains(said.String(), "alter publication") {
		t.Errorf("of a table that the role may not read it is told %s", said)
	}
	live(c, "key", listening(deletes("open_notes", "id=eq.1")))
	live(c, "index", listening(deletes("codes", "code=eq.x")))
	live(c, "full", listening(deletes("whole", "body=eq.x")))
	live(c, "all", listening(to("open_notes", `"filter":"body=eq.x"`)))
	live(c, "partition", listening(to("logs_2026")))
	execute(t, s.DB, `insert into public.codes values (1, 'x'); delete from public.codes`)
	if got := change(c, "index"); !strings.Contains(got, `"old_record":{"code":"x"}`) && !strings.Contains(got, `"code":"x"`) {
		t.Errorf("the delete is %s", got)
	}
	execute(t, s.DB, `alter publication supabase_realtime set (publish_via_partition_root = true)`)
	c.Wait("the parent works once it is published", func(m apptest.RealtimeMessage) bool {
		return m.Event == "system" && m.Topic == "parent" && m.Get("status") == "ok"
	})
}
