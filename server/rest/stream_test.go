package rest_test

import (
	"strings"
	"testing"
)

// TestRowsAreTheBodyThatPostgreSQLMakes compares what is made of rows to what
// json_agg makes, which a count asks for: to the byte, in one round trip each.
func TestRowsAreTheBodyThatPostgreSQLMakes(t *testing.T) {
	t.Parallel()
	a := setup(t)
	a.do("", "GET /climbers", "") // connects
	for _, target := range []string{
		"/climbers?order=id",
		"/climbers?select=*,mentor:mentor_id(*),ascents(*,peaks(*))&order=id",
		"/climbers?select=id,who:name,born,langs,facts->shoe,facts->shoe->>size,langs->0&order=id",
		"/climbers?select=id::text,born::text,born::timestamptz&order=id.desc",
		"/climbers?select=label,...ascents(peak,on_day)&order=id",
		"/ascents?select=*,...climbers(born,langs,mood)&order=climber_id,peak",
		"/climbers?select=id&id=gt.100",
		"/climbers?select=ascents()&order=id",
		"/peaks?select=range.distinct(),metres",
	} {
		a.roundTrips.Store(0)
		rows := a.do("", "GET "+target, "")
		if rows.StatusCode != 200 || a.roundTrips.Load() != 1 {
			t.Errorf("%s: status %d in %d round trips: %s", target, rows.StatusCode, a.roundTrips.Load(), rows.body)
		}
		whole := a.do("", "GET "+target, "", "Prefer", "count=exact")
		if rows.body != whole.body {
			t.Errorf("%s:\n got %s\nwant %s", target, rows.body, whole.body)
		}
		if got, want := rows.Header.Get("Content-Range"), whole.Header.Get("Content-Range"); strings.Split(got, "/")[0] != strings.Split(want, "/")[0] {
			t.Errorf("%s: the range is %s, and %s where it is counted", target, got, want)
		}
		if tag := rows.Header.Get("ETag"); tag == "" || a.do("", "GET "+target, "", "If-None-Match", tag).StatusCode != 304 {
			t.Errorf("%s: the tag %q is not known again", target, tag)
		}
	}
}

// TestALongAnswerIsWhole asks for more than is held in memory.
func TestALongAnswerIsWhole(t *testing.T) {
	t.Parallel()
	a := with(t, `create table api.lines (n int, line text); grant select on api.lines to anon;
		insert into api.lines select n, repeat('"' || n, 1000) from generate_series(1, 2000) as n`)
	got := a.do("", "GET /lines?order=n", "")
	want := a.do("", "GET /lines?order=n", "", "Prefer", "count=exact")
	if len(got.body) < 4<<20 || got.body != want.body {
		t.Errorf("got %d bytes, want the %d of PostgreSQL", len(got.body), len(want.body))
	}
	if length := got.Header.Get("Content-Length"); length != want.Header.Get("Content-Length") || got.Header.Get("ETag") != "" {
		t.Errorf("the length is said to be %s, the tag %q", length, got.Header.Get("ETag"))
	}
}

// TestRowsOfAChangedTable has the catalog be behind the table.
func TestRowsOfAChangedTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, change, want string }{
		{"another type, which only PostgreSQL can write", "alter table api.peaks alter name type text[] using array[name]", `[{"range":"Alps","name":["Mont Blanc"],"metres":4806}]`},
		{"a domain of it", "create domain api.words as text[]; alter table api.peaks alter name type api.words using array[name]", `[{"range":"Alps","name":["Mont Blanc"],"metres":4806}]`},
		{"another type that we can", "alter table api.peaks drop constraint peaks_metres_check, alter metres type text", `[{"range":"Alps","name":"Mont Blanc","metres":"4806"}]`},
		{"a column less", "alter table api.peaks drop metres cascade", `[{"range":"Alps","name":"Mont Blanc"}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a := setup(t)
			ask := func() answer { return a.do("", "GET /peaks?range=eq.Alps", "") }
			if got := ask(); got.StatusCode != 200 {
				t.Fatalf("before the change: %d %s", got.StatusCode, got.body)
			}
			a.exec("drop table api.ascents cascade; drop view api.high_peaks; " + c.change)
			for range 2 { // the second time it is prepared
				if got := ask(); got.StatusCode != 200 || got.body != c.want {
					t.Errorf("got %d %s, want %s", got.StatusCode, got.body, c.want)
				}
			}
		})
	}
}

// TestRowsCarryWhatSQLSets has a computed column set the answer's status and
// headers, and fail behind rows that were good.
func TestRowsCarryWhatSQLSets(t *testing.T) {
	t.Parallel()
	a := with(t, `create function api.noted(api.peaks) returns text language sql volatile
			return set_config('response.headers', '[{"X-Peak": "' || $1.name || '"}]', true) || set_config('response.status', '203', true);
		create function api.depth(api.peaks) returns int language sql return 1 / ($1.metres - 4071);
		grant execute on all functions in schema api to anon`)
	got := a.do("", "GET /peaks?select=name,noted&name=eq.Toubkal", "")
	if got.StatusCode != 203 || got.Header.Get("X-Peak") != "Toubkal" {
		t.Errorf("got %d with the headers %v", got.StatusCode, got.Header)
	}
	got = a.do("", "GET /peaks?select=name,depth&order=metres.desc", "")
	if got.StatusCode != 400 || !strings.Contains(got.body, `"22012"`) {
		t.Errorf("got %d %s, want the failure", got.StatusCode, got.body)
	}
}

// exec changes the database as its owner.
func (a *api) exec(sql string) {
	a.t.Helper()
	if _, err := a.db.Admin.Exec(a.t.Context(), sql); err != nil {
		a.t.Fatalf("%s: %v", sql, err)
	}
}
