package system_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// A page of a list reads as much of the table wherever it is, and however many objects
// there are, for a caller whom policies bind too.
func TestListsReadAPageAlone(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	exec(`insert into storage.buckets (id, name) values ('many', 'many')`)
	// 200 folders of 40 objects, and one folder of 12,000
	exec(`alter table storage.objects disable trigger user`)
	exec(`insert into storage.objects (bucket_id, name, created_at)
		select 'many', format('folder %s/%s.txt', lpad((n / 40)::text, 4, '0'), lpad(n::text, 6, '0')), timestamptz '2026-01-01' + n * interval '1 second' from generate_series(0, 7999) as n
		union all select 'many', format('large/%s.txt', lpad(n::text, 6, '0')), timestamptz '2026-02-01' + n * interval '1 second' from generate_series(0, 11999) as n`)
	exec(`alter table storage.objects enable trigger user`)
	exec(`create policy many_select on storage.objects for select to authenticated using (bucket_id = 'many')`)
	exec(`vacuum analyze storage.objects`)
	exec(`set role authenticated`)
	for _, c := range []struct {
		name, sql string
		rows      int
		most      float64 // blocks of 8 kB
	}{
		{"folders", `select * from storage.search('', 'many', 100)`, 100, 1000},
		{"the last folders", `select * from storage.search('', 'many', 100, sortorder => 'desc')`, 100, 1000},
		{"objects of a folder", `select * from storage.search('large/', 'many', 100)`, 100, 150},
		{"folders by name", `select * from storage.list_objects_with_delimiter('many', '', '/', 100)`, 100, 1000},
		{"folders further on", `select * from storage.list_objects_with_delimiter('many', '', '/', 100, 'folder 0100/')`, 100, 1000},
		{"objects in the middle", `select * from storage.list_objects_with_delimiter('many', 'large/', '/', 100, 'large/006000.txt')`, 100, 150},
		{"without folders, in the middle", `select * from storage.list_objects_with_delimiter('many', '', '', 100, 'folder 0100/')`, 100, 150},
		{"backwards", `select * from storage.search_v2('large/', 'many', 100, 2, 'large/006000.txt', 'desc')`, 100, 150},
		{"the newest", `select * from storage.objects l where l.bucket_id = 'many' and l.name collate "C" >= '' and l.name collate "C" < storage.after_prefix('')
			and (l.created_at, l.name collate "C") < ('2026-02-01 01:00:00+00', 'x') order by l.created_at desc, l.name collate "C" desc limit 100`, 100, 150},
	} {
		for attempt := range 2 { // the first reads the catalog, too
			var text []byte
			if err := conn.QueryRow(t.Context(), "explain (analyze, buffers, costs off, timing off, format json) "+c.sql).Scan(&text); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var plans []struct {
				Plan struct {
					Rows float64 `json:"Actual Rows"`
					Hit  float64 `json:"Shared Hit Blocks"`
					Read float64 `json:"Shared Read Blocks"`
				}
			}
			if err := json.Unmarshal(text, &plans); err != nil {
				t.Fatal(err)
			}
			got := plans[0].Plan
			fmt.Fprintf(t.Output(), "%s: %v rows, %v blocks\n", c.name, got.Rows, got.Hit+got.Read)
			if int(got.Rows) != c.rows || got.Hit+got.Read > c.most && attempt > 0 {
				t.Errorf("%s: got %v rows of %v blocks, want %d of at most %v", c.name, got.Rows, got.Hit+got.Read, c.rows, c.most)
			}
		}
	}
}
