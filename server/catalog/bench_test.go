package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// BenchmarkLoad reads large schemas: n tables of ten columns with an enumeration,
// a check and defaults, two foreign keys for each, a view to every 2.5 of them and
// a function to every 1.7.
func BenchmarkLoad(b *testing.B) {
	for _, tables := range []int{1000, 5000} {
		b.Run(fmt.Sprintf("%d tables", tables), func(b *testing.B) {
			database := pgtest.Empty(b)
			large(b, database, tables)
			conn, err := pgx.Connect(b.Context(), database.URL)
			if err != nil {
				b.Fatal(err)
			}
			defer conn.Close(b.Context())
			for b.Loop() {
				s, err := catalog.Load(b.Context(), conn, []string{"public"})
				if err != nil {
					b.Fatal(err)
				}
				if want := tables + tables*2/5 - 1; len(s.Tables) != want {
					b.Fatalf("%d tables and views, want %d", len(s.Tables), want)
				}
			}
		})
	}
}

// large makes n tables, 2n foreign keys (those of the twentieth part, junctions,
// are their primary key), 2n/5 views and 3n/5 functions.
func large(b *testing.B, database *pgtest.DB, n int) {
	b.Helper()
	run := func(sql string) {
		if _, err := database.Admin.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	run("create type public.state as enum ('new', 'old'); create table public.t0 (id int primary key, parent int)")
	for first := 1; first < n; first += 250 { // locks are many: not all in one transaction
		var sql strings.Builder
		for i := first; i < min(first+250, n); i++ {
			sql.WriteString(object(i))
		}
		run(sql.String())
	}
	run("analyze")
}

func object(i int) string {
	table := `create table public.t%[1]d (id int primary key default %[1]d,
		parent int references public.t%[2]d, other int references public.t%[3]d,
		name text not null default 'x', state public.state default 'new', kind text check (kind in ('a', 'b')),
		c1 numeric(10, 2), c2 timestamptz default now(), c3 text[], c4 jsonb);`
	if i%20 == 19 {
		table = `create table public.t%[1]d (parent int references public.t%[2]d, other int references public.t%[3]d,
			primary key (parent, other));`
	}
	near, far := i/2, i/3
	for near%20 == 19 {
		near--
	}
	for far%20 == 19 {
		far--
	}
	sql := fmt.Sprintf(table, i, near, far)
	switch i % 5 {
	case 0, 1:
		sql += fmt.Sprintf("create view public.v%[1]d as select id as key, parent, name, state from public.t%[1]d;", i)
	default:
		sql += fmt.Sprintf("create function public.f%[1]d(a int, b text default '') returns setof public.t%[1]d language sql as 'select * from public.t%[1]d';", i)
	}
	return sql
}
