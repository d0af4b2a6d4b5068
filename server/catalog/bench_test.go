package catalog_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/pgtest"
)

// BenchmarkLoad reads large schemas: n tables of ten columns, each with a
// foreign key, an enumeration, a check and a default; a view over every tenth,
// a junction at every twentieth and a function at every fifth.
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
				if want := tables + tables/10 + tables/20; len(s.Tables) != want {
					b.Fatalf("%d tables and views, want %d", len(s.Tables), want)
				}
			}
		})
	}
}

func large(b *testing.B, database *pgtest.DB, tables int) {
	b.Helper()
	run := func(sql string) {
		if _, err := database.Admin.Exec(b.Context(), sql); err != nil {
			b.Fatal(err)
		}
	}
	run("create type public.state as enum ('new', 'old'); create table public.t0 (id int primary key, parent int)")
	var sql strings.Builder
	for i := 1; i < tables; i++ {
		fmt.Fprintf(&sql, `create table public.t%[1]d (id int primary key default %[1]d, parent int references public.t%[2]d,
			name text not null default 'x', state public.state default 'new', kind text check (kind in ('a', 'b')),
			c1 numeric(10, 2), c2 timestamptz default now(), c3 text[], c4 jsonb, c5 varchar(20));`, i, i/2)
		if i%500 == 0 {
			run(sql.String())
			sql.Reset()
		}
	}
	for i := 0; i < tables; i += 10 {
		fmt.Fprintf(&sql, "create view public.v%[1]d as select id as key, parent from public.t%[1]d;", i)
	}
	for i := 0; i < tables; i += 20 {
		fmt.Fprintf(&sql, "create table public.j%[1]d (a int references public.t%[1]d, b int references public.t%[2]d, primary key (a, b));", i, i+1)
	}
	for i := 0; i < tables; i += 5 {
		fmt.Fprintf(&sql, "create function public.f%[1]d(a int, b text default '') returns setof public.t%[1]d language sql as 'select * from public.t%[1]d';", i)
	}
	run(sql.String())
	run("analyze")
}
