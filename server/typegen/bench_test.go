package typegen

import (
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// BenchmarkGenerate describes 1,000 tables of ten columns with a foreign key, 100
// views and 200 functions.
func BenchmarkGenerate(b *testing.B) {
	conn := pgtest.Empty(b).Conn()
	const setup = `
		do $$
		begin
			for i in 1 .. 1000 loop
				execute format('create table public.t%s (id int primary key, parent int references public.t%s,
					a text not null, b text default '''', c numeric, d timestamptz, e jsonb, f uuid, g text[], h bool)', i, greatest(i - 1, 1));
				if i % 10 = 0 then
					execute format('create view public.v%s as select * from public.t%s', i, i);
				end if;
				if i % 5 = 0 then
					execute format('create function public.f%s(a int, b text) returns setof public.t%s language sql as ''select * from public.t%s''', i, i, i);
				end if;
			end loop;
		end
		$$`
	if _, err := conn.PgConn().Exec(b.Context(), setup).ReadAll(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Generate(b.Context(), conn, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
