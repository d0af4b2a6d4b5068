package tests

import (
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
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

// TestRealtimeVirtualGeneratedColumns: the WAL does not have them, and changes, filters and
// policies do. PostgreSQL before 18 knows none.
func TestRealtimeVirtualGeneratedColumns(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	var version int
	if err := s.DB.Admin.QueryRow(t.Context(), "select current_setting('server_version_num')::int").Scan(&version); err != nil {
		t.Fatal(err)
	}
	if version < 180000 {
		return
	}
	execute(t, s.DB, `
		create table public.peaks (id int primary key, height int, notes text, secret int,
			feet int generated always as (height * 3), high bool generated always as (height > 4000), hidden int generated always as (secret + 1));
		alter table public.peaks enable row level security;
		create policy peaks_select_public on public.peaks for select to anon using (high and height < 9000);
		grant select (id, height, notes, feet, high) on public.peaks to anon;
		alter table public.peaks alter notes set storage external;
		alter publication supabase_realtime add table public.peaks`)
	c := s.Realtime(t, apptest.Version2)
	live(c, "all", listening(to("peaks")))
	live(c, "some", listening(to("peaks", `"filter":"feet=gt.12600"`, `"select":["feet"]`)))

	execute(t, s.DB, "insert into public.peaks (id, height, notes) values (1, 4000, ''), (2, 9001, ''), (3, 4167, repeat('x', 5000)), (4, 4201, '')")
	for _, want := range []string{`"record":{"id":3,"height":4167,"notes":"xxx`, `"record":{"id":4,"height":4201,"notes":"","feet":12603,"high":true}`} {
		if got := change(c, "all"); !strings.Contains(got, want) || !strings.Contains(got, `{"name":"feet","type":"int4"}`) || strings.Contains(got, "hidden") {
			t.Errorf("a change is %.300s, want %s", got, want)
		}
	}
	if got := change(c, "some"); !strings.Contains(got, `"record":{"id":4,"feet":12603}`) {
		t.Errorf("the filtered change is %s", got)
	}
	execute(t, s.DB, "update public.peaks set height = 5000 where id = 3") // notes is not in the WAL
	if got := change(c, "all"); !strings.Contains(got, `,"feet":15000,"high":true}`) || !strings.Contains(got, `"notes":"xxxxx`) {
		t.Errorf("the update is %.300s", got)
	}
	if got := change(c, "some"); !strings.Contains(got, `"record":{"id":3,"feet":15000}`) {
		t.Errorf("the filtered update is %s", got)
	}
	c.MustJoin("no", listening(to("peaks", `"filter":"hidden=eq.1"`)))
	if said := c.Expect("no", "system"); said.Get("status") != "error" || !strings.Contains(said.String(), "invalid column for filter hidden") {
		t.Errorf("a filter by what the role may not read: %s", said)
	}
}
