package tests

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/apptest"
)

// TestRealtimeStoredGeneratedColumns: from PostgreSQL 18 on a change has them, and a
// filter may read them. Before, the publication cannot send them.
func TestRealtimeStoredGeneratedColumns(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `
		create table public.sums (id int primary key, a int, twice int generated always as (a * 2) stored);
		grant select on public.sums to anon;
		alter publication supabase_realtime add table public.sums`)
	var version int
	if err := s.DB.Admin.QueryRow(t.Context(), "select current_setting('server_version_num')::int").Scan(&version); err != nil {
		t.Fatal(err)
	}
	c := s.Realtime(t, apptest.Version2)

	if version < 180000 {
		live(c, "db", listening(to("sums")))
		execute(t, s.DB, "insert into public.sums (id, a) values (1, 6)")
		if got := change(c, "db"); !strings.Contains(got, `"record":{"id":1,"a":6}`) {
			t.Errorf("the change is %s, want no generated column", got)
		}
		return
	}
	live(c, "db", listening(to("sums", `"filter":"twice=gt.10"`)))
	execute(t, s.DB, "insert into public.sums (id, a) values (1, 5), (2, 6)")
	if got := change(c, "db"); !strings.Contains(got, `{"name":"twice","type":"int4"}`) || !strings.Contains(got, `"record":{"id":2,"a":6,"twice":12}`) {
		t.Errorf("the first change is %s, want the row 2 with its generated column", got)
	}
	execute(t, s.DB, "update public.sums set a = 7 where id = 2")
	if got := change(c, "db"); !strings.Contains(got, `"record":{"id":2,"a":7,"twice":14}`) {
		t.Errorf("the update is %s", got)
	}
}
