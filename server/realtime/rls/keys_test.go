package rls_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// villages are tables of n rows that differ by their key, of which every second is
// ada's. The policy has what it was asked by counted at once.
const villages = `
	create type public.grade as enum ('easy', 'hard'); create domain public.code as text check (value <> ''); create extension if not exists citext;
	create schema hidden; create domain hidden.code as bigint;
	create function public.counted() returns boolean language plpgsql stable as $$ begin perform pg_stat_force_next_flush(); return true; end $$;
	grant execute on function public.counted() to authenticated`

var villageKeys = []struct{ name, columns, key, make string }{
	{"smallint", "id smallint primary key", "id", "n"},
	{"int", "id int primary key", "id", "n"},
	{"bigint", "id bigint primary key", "id", "n"},
	{"uuid", "id uuid primary key", "id", "lpad(n::text, 32, '0')::uuid"},
	{"text", "id text primary key", "id", "'v' || n"},
	{"varchar", "id varchar(20) primary key", "id", "'v' || n"},
	{"char", "id char(8) primary key", "id", "'v' || n"},
	{"citext", "id citext primary key", "id", "'V' || n"},
	{"bytea", "id bytea primary key", "id", "decode(lpad(n::text, 8, '0'), 'hex')"},
	{"numeric", "id numeric primary key", "id", "n + 0.50"},
	{"double", "id double precision primary key", "id", "n + 0.5"},
	{"date", "id date primary key", "id", "'2000-01-01'::date + n"},
	{"timestamptz", "id timestamptz primary key", "id", "'2000-01-01'::timestamptz + n * interval '1 minute'"},
	{"interval", "id interval primary key", "id", "n * interval '1 minute'"},
	{"inet", "id inet primary key", "id", "'10.0.0.0'::inet + n"},
	{"domain", "id public.code primary key", "id", "'v' || n"},
	{"domain of a hidden schema", "id hidden.code primary key", "id", "n"},
	{"array", "id int[] primary key", "id", "array[n]"},
	{"range", "id int4range primary key", "id", "int4range(n, n + 5)"},
	{"jsonb", "id jsonb primary key", "id", "to_jsonb(n)"},
	{"int and text", "a int, b text, primary key (a, b)", "a, b", "n / 10, 'v' || n % 10"},
	{"enum and int", "a public.grade, b int, primary key (a, b)", "a, b", "'easy', n"},
	{"numeric and numeric", "a numeric, b numeric, primary key (b, a)", "a, b", "n / 10, n % 10"},
}

// manyRows makes such a table of rows, and gives the first changes of it.
func (h *harness) manyRows(number, rows int) (*row.Table, []*row.Change) {
	h.t.Helper()
	k, name := villageKeys[number], "village_"+strconv.Itoa(number)
	h.do(strings.NewReplacer("$t", "public."+name, "$key", k.key, "$columns", k.columns, "$make", k.make, "$n", strconv.Itoa(rows)).Replace(`
		create table $t ($columns, owner uuid); alter table $t enable row level security; grant select on $t to authenticated;
		create policy p on $t using (owner = (select auth.uid()) and (select public.counted()));
		insert into $t ($key, owner) select $make, case when n % 2 = 0 then '` + ada + `'::uuid else '` + bob + `' end from generate_series(0, $n - 1) n; analyze $t`))
	t := h.table(name)
	changes := h.inserts(t, "ctid limit 10")
	const force = "select pg_stat_force_next_flush()"
	h.do(force)
	if _, err := h.stream.Exec(h.t.Context(), force); err != nil {
		h.t.Fatal(err)
	}
	return t, changes
}

// read is the number of rows that sequential scans of a table have read.
func (h *harness) read(t *row.Table) (rows int) {
	h.t.Helper()
	if err := h.Admin.QueryRow(h.t.Context(), "select seq_tup_read from pg_stat_user_tables where relid = $1", t.OID).Scan(&rows); err != nil {
		h.t.Fatal(err)
	}
	return rows
}

// Whatever the key, no question goes through the whole table: under row policies an
// index is searched by operators alone that give nothing away.
func TestNoTableIsReadWhole(t *testing.T) {
	t.Parallel()
	h := setup(t, villages)
	for number, k := range villageKeys {
		table, changes := h.manyRows(number, 5000)
		before := h.read(table)
		if diff := cmp.Diff([]string{"02468", "13579", ""}, h.sees(table, changes, user(ada), user(bob), claims(token.Authenticated, nil))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", k.name, diff)
		}
		h.sees(table, changes[:1], user(ada))
		if rows := h.read(table) - before; rows != 0 {
			t.Errorf("%s: %d rows were read to tell of 11", k.name, rows)
		}
	}
}

// BenchmarkKeys measures one change, by the type of its table's key.
func BenchmarkKeys(b *testing.B) {
	h := setup(b, villages)
	for number, k := range villageKeys {
		switch k.name {
		case "bigint", "numeric", "citext", "numeric and numeric", "domain of a hidden schema":
			h.t = b
			table, changes := h.manyRows(number, 100_000)
			b.Run(k.name, func(b *testing.B) {
				h.t = b
				for b.Loop() {
					h.sees(table, changes[:1], user(ada), user(bob))
				}
			})
		}
	}
}

// Where everybody has to be asked for, rows that the policies cannot tell apart are
// asked about once.
func TestEqualRowsAreCheckedOnce(t *testing.T) {
	t.Parallel()
	h := setup(t, "do $$ begin execute format('alter database %I set track_functions = %L', current_database(), 'pl'); end $$",
		`create function public.sees(asked int) returns boolean language plpgsql stable as $$ begin
			perform pg_stat_force_next_flush();
			return asked = (auth.jwt() ->> 'team')::int; end $$`, "grant execute on function public.sees(int) to authenticated",
		"create table public.steps (id int primary key, team int, body text); insert into public.steps select n, n % 2, 'step ' || n from generate_series(0, 9) n",
		"alter table public.steps enable row level security; grant select on public.steps to authenticated",
		"create policy p on public.steps for select using (public.sees(team))")
	table := h.table("steps")
	changes := h.inserts(table, "id")
	of := func(team int) token.Claims {
		return claims(token.Authenticated, map[string]any{"team": team})
	}
	if diff := cmp.Diff([]string{"02468", "13579", ""}, h.sees(table, changes, of(0), of(1), of(2))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	var calls int
	if err := h.Admin.QueryRow(t.Context(), "select calls from pg_stat_user_functions where funcname = 'sees'").Scan(&calls); err != nil || calls != 6 {
		t.Errorf("the policy was asked %d times for 3 callers and 2 teams, %v", calls, err)
	}
}
