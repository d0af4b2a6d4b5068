package rls_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

// scenario is a table with random rows, policies and callers.
type scenario struct {
	seed    int64
	table   *row.Table
	key     string
	sql     []string // that made it
	changes []*row.Change
	callers []token.Claims
	// meanwhile happens when the groups have been made, before they ask.
	meanwhile string
}

func (s *scenario) String() string {
	text := fmt.Sprintf("seed %d, table %s\n%s\n", s.seed, s.table.Name, strings.Join(s.sql, ";\n"))
	for i, caller := range s.callers {
		text += fmt.Sprintf("caller %d: %s %s\n", i, caller.Role, caller.JSON)
	}
	return text + s.meanwhile
}

// kinds of keys: the tables differ by them alone.
var keys = []struct{ name, columns, key, make string }{
	{"by_int", "id int primary key", "id", "%d"},
	{"by_uuid", "id uuid primary key", "id", "('00000000-0000-4000-9000-' || lpad('%d', 12, '0'))::uuid"},
	{"by_text", "id text primary key", "id", "'k %d, \"q\" \\ {''}'"},
	{"by_two", "a int, b text, primary key (b, a)", "a, b", "%d / 2, 'x' || %[1]d %% 2"},
	{"by_time", "id timestamptz primary key", "id", "'2026-01-01 12:00:00.5+01'::timestamptz + interval '1 hour' * %d"},
	{"by_number", "id numeric primary key", "id", "%d.50"},
	{"by_enum", "id public.letter primary key", "id", "(array['a','b','c','d','e','f','g','h'])[%d + 1]::public.letter"},
	{"by_domain", "id public.ident primary key", "id", "('00000000-0000-4000-9000-' || lpad('%d', 12, '0'))::uuid"},
	{"by_char", "id char(4) primary key", "id", "'k%d'"},
}

// newScenario makes a table's rows, rights and policies up, and the callers.
func (d *differ) newScenario(r *rand.Rand) *scenario {
	key := keys[r.IntN(len(keys))]
	w := &scenario{key: key.key}
	m := &maker{Rand: r, table: key.name, roles: []string{"anon", "authenticated", "service_role", d.group, d.member(), "public"}}
	w.sql = append(w.sql, "truncate public."+key.name, "truncate public.members",
		m.any("insert into public.members values (1, '"+ada+"'), (2, '"+bob+"'), (2, '"+ada+"')", "select"))
	for i := range 1 + r.IntN(8) {
		w.sql = append(w.sql, m.row(fmt.Sprintf(key.make, i)))
	}
	w.sql = append(w.sql, m.rights(d.member(), d.group)...)
	drop := d.policies(key.name)
	for n := range []int{0, 1, 1, 1, 1, 2, 2, 2, 3, 4}[r.IntN(10)] {
		w.sql = append(w.sql, m.policy(n))
	}
	d.do(strings.Join(append(drop, w.sql...), "; "))
	w.meanwhile = m.any("", "delete from public.members where uid = '"+bob+"'", "insert into public.members values (1, '"+bob+"'), (1, '"+ada+"')")
	w.table = d.table(key.name)
	w.table.ReplicaIdentityFull = m.IntN(2) == 0
	w.changes = d.inserts(w.table, "ctid")
	for range 3 + r.IntN(5) {
		w.callers = append(w.callers, m.caller(d.member()))
	}
	return w
}

// policies are statements that drop those that there are.
func (d *differ) policies(table string) []string {
	rows, err := d.Admin.Query(d.t.Context(), "select format('drop policy %I on public.%I', policyname, tablename) from pg_policies where tablename = $1", table)
	if err == nil {
		var drop []string
		if drop, err = pgx.CollectRows(rows, pgx.RowTo[string]); err == nil {
			return drop
		}
	}
	d.t.Fatal(err)
	return nil
}

// maker makes SQL and claims up.
type maker struct {
	*rand.Rand
	table string
	roles []string
}

func (m *maker) any(of ...string) string { return of[m.IntN(len(of))] }

// some is one of them, or null.
func (m *maker) some(of ...string) string { return m.any(append(of, "null")...) }

var uuids = []string{"'" + ada + "'", "'" + bob + "'", "'00000000-0000-4000-8000-00000000000c'"}

func (m *maker) row(key string) string {
	return fmt.Sprintf("insert into public.%s values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)", m.table, key,
		m.some(uuids...), m.some(uuids...), m.some(append(slices.Clone(uuids), "'"+strings.ToUpper(ada)+"'", "'"+strings.ToUpper(bob)+"'", m.any(append(slices.Repeat([]string{"null"}, 20), "'nonsense'")...))...),
		m.some("'acme'", "'Acme'", "'o''neil'", "''"), m.some("'acme'", "'other'"), m.some("1", "2", "-3"), m.some("1", "2", "9007199254740993"),
		m.some("1", "2"), m.some("true", "false"), m.some("'open'", "'closed'"), m.some("'open'", "'closed'"), m.some("'open'", "'acme'"),
		m.some("'2020-01-01'", "'2100-01-01'"), m.some("'{open,x}'", "'{}'"), m.some(`'{"k": "v"}'`, `'{"org": "acme"}'`), m.some(uuids...), m.some("'acme'", "'x'"))
}

// rights are grants, of the table or of some columns, and whether the owner is
// forced.
func (m *maker) rights(member, group string) []string {
	t := "public." + m.table
	sql := []string{
		"revoke all on " + t + " from anon, authenticated, service_role, " + member + ", " + group,
		"revoke select (owner, published) on " + t + " from anon, authenticated",
		"alter table " + t + m.any(" enable", " enable", " enable", " enable", " enable", " enable", " enable", " disable", " disable") + " row level security",
		"alter table " + t + m.any(" force", " no force") + " row level security",
		"alter table " + t + " owner to " + m.any("postgres", "postgres", "postgres", group),
		"grant select on " + t + " to service_role, " + group,
	}
	if m.IntN(5) == 0 {
		return append(sql, "grant select (owner, published) on "+t+" to anon, authenticated")
	}
	return append(sql, "grant select on "+t+" to anon, authenticated")
}

func (m *maker) policy(n int) string {
	to := m.any(m.roles...)
	if m.IntN(4) > 0 {
		to = m.any("authenticated", "public", "anon, authenticated", m.roles[3]+", authenticated")
	}
	return fmt.Sprintf("create policy p%d on public.%s as %s for %s to %s using (%s)", n, m.table,
		m.any("permissive", "permissive", "permissive", "permissive", "restrictive"), m.any("select", "select", "select", "select", "all", "update"), to, m.condition([]int{0, 0, 0, 1, 1, 2, 3}[m.IntN(7)]))
}

// condition makes an expression up, of a depth.
func (m *maker) condition(depth int) string {
	if depth == 0 {
		return m.atom()
	}
	a, b := m.condition(depth-1), m.condition(m.IntN(depth))
	switch m.IntN(14) {
	case 0, 1, 2, 3:
		return "(" + a + ") and (" + b + ")"
	case 4, 5, 6, 7:
		return "(" + a + ") or (" + b + ")"
	case 8:
		return "not (" + a + ")"
	case 9:
		return "coalesce((" + a + "), " + m.any("true", "false") + ")"
	case 10:
		return "case when " + a + " then " + b + " else " + m.any("true", "false", "null") + " end"
	case 11:
		return "(select " + a + ")"
	case 12:
		return "(" + a + ") is " + m.any("true", "not true", "false", "not false", "unknown", "not unknown")
	}
	return "(" + a + ") = (" + b + ")"
}

// id is an expression for the caller's id, or a near miss.
func (m *maker) id() string {
	if m.IntN(2) == 0 {
		return m.any("auth.uid()", "(select auth.uid())", "(current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid", "public.me()")
	}
	return m.any("auth.uid()", "(select auth.uid())", "(select auth.uid() as owner)", "(auth.jwt() ->> 'sub')::uuid", "(select (auth.jwt() ->> 'sub')::uuid)",
		"nullif(auth.jwt() ->> 'sub', '')::uuid", "other.uid()", `other."Uid"()`, "public.me()", "(select public.me())", uuids[0]+"::uuid", "null::uuid",
		"(current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid", "coalesce(auth.uid(), "+uuids[1]+")", "auth.uid()::text::uuid",
		"(auth.jwt() -> 'nested' ->> 'id')::uuid", "(auth.jwt() #>> '{nested,id}')::uuid", "(select uid from public.members where team = 1)", "second", "dom",
		"gen_random_uuid()", "(case when published then auth.uid() end)", "current_setting('request.jwt.claim.sub', true)::uuid", "auth.uid()::public.ident")
}

// atom is a condition of one comparison.
func (m *maker) atom() string {
	id, col := m.id(), m.any("owner", "owner", "owner", "second", "dom")
	word := m.any("auth.jwt() ->> 'org'", "(select auth.jwt() ->> 'org')", "auth.jwt() -> 'app_metadata' ->> 'org'", "public.org()", "(select public.org())",
		"auth.email()", "auth.role()", "'acme'", "lower(auth.jwt() ->> 'org')", "current_user::text", "'o''neil'::text", "org_v", "(auth.jwt() ->> 'org')::char(8)",
		"current_setting('app.org', true)", "auth.jwt() ->> 'exp'", "concat(auth.jwt() ->> 'org', '')", "(auth.jwt() ->> 'org')::varchar(2)")
	number := m.any("(auth.jwt() ->> 'team')::int", "(auth.jwt() -> 'team')::int", "(select (auth.jwt() ->> 'team')::int)", "1", "(auth.jwt() ->> 'team')::bigint",
		"(auth.jwt() ->> 'team')::smallint", "(auth.jwt() ->> 'team')::numeric", "-3", "small", "public.exp()", "length(auth.jwt() ->> 'org')")
	switch m.IntN(40) {
	case 0, 1, 2:
		return id + " = " + col
	case 3, 4, 5:
		return col + " = " + id
	case 6:
		return col + " = any (array[" + id + ", " + m.id() + "])"
	case 7:
		return col + " in (" + id + ", " + m.id() + ")"
	case 8:
		return col + m.any(" <> ", " is distinct from ", " is not distinct from ", " operator(public.===) ") + id
	case 9:
		return `"Owner" = ` + id + "::text"
	case 10:
		return col + "::text = " + m.any("auth.jwt() ->> 'sub'", "(select auth.jwt() ->> 'sub')", `"Owner"`, "auth.uid()::text")
	case 11, 32, 33:
		return `"Owner"::uuid = ` + id
	case 12:
		return `lower("Owner") = lower(` + id + "::text)"
	case 13, 14:
		return m.any("org", "org", "org_v", "ncoll", "c", "status", "state::text", `"Owner"`) + " = " + word
	case 15:
		return m.any("org", "org_v::text", "org::varchar(3)", "org::name", "ncoll") + m.any(" = ", " = ", " > ", " like ", " ~ ") + "(" + word + ")"
	case 16, 17:
		return m.any("team", "big", "small", "team::bigint", "big::int", "team::text::int", "team::numeric") + " = " + number
	case 18:
		return "team = any (string_to_array(auth.jwt() ->> 'teams', ',')::int[])"
	case 19:
		return "team::text = " + m.any("auth.jwt() ->> 'team'", "'1'", "(select auth.jwt() ->> 'team')")
	case 20, 21:
		return m.any("published", "published", "not published", "published is true", "published is not true", "published is false", "published is null", "published = true")
	case 22:
		return m.any("status = 'open'", "status in ('open', 'x')", "state = 'open'", "state in ('open', 'closed')", "state::text = 'open'", "c = 'open'", "status <> 'open'")
	case 23:
		return m.any("created <= now()", "created > current_date", "created::date < current_date", "extract(year from created) = 2100", "created is null")
	case 24:
		return m.any("arr @> array['x']", "'open' = any (arr)", "arr[1] = 'open'", "meta ->> 'k' = 'v'", `meta @> '{"k": "v"}'`, "meta -> 'org' = auth.jwt() -> 'org'")
	case 25:
		return m.any("true", "false", "null::boolean", "(select true)", "owner is null", "owner is not null", m.table+".* is not null", "1 = 1", "coalesce(published, true)")
	case 26, 27:
		return m.any("auth.uid() is not null", "(select auth.uid()) is null", "auth.role() = 'authenticated'", "(auth.jwt() ->> 'admin')::boolean",
			"auth.jwt() ->> 'role' = 'authenticated'", "auth.jwt() is not null", "auth.jwt() ? 'org'", "public.exp() > 5", "current_user = 'anon'", "auth.jwt() ->> 'org' in ('acme', 'x')",
			"coalesce((auth.jwt() ->> 'admin')::boolean, false)", "current_setting('request.headers', true) is null", "auth.uid() = "+uuids[0]+"::uuid")
	case 28:
		return "exists (select from public.members m where m.team = " + m.table + ".team and m.uid = " + m.any("auth.uid()", "(select auth.uid())", "owner") + ")"
	case 29:
		return "owner in (select m.uid from public.members m where m.team = " + m.any("1", "2", m.table+".team") + ")"
	case 30:
		return m.any("public.is_member(team)", "(select public.is_member(1))", "public.is_member((auth.jwt() ->> 'team')::int)")
	case 31:
		return "current_user = " + m.any("'anon'", "'authenticated'") + m.any("", " and "+m.atom())
	}
	return col + " = " + m.any("auth.uid()", "(select auth.uid())", "(auth.jwt() ->> 'sub')::uuid")
}

// caller makes claims up, of which some are nonsense.
func (m *maker) caller(member string) token.Claims {
	role := m.any("authenticated", "authenticated", "authenticated", "authenticated", "authenticated", "anon", "anon", "service_role", member)
	set := map[string]any{"exp": m.IntN(10)}
	maybe := func(name string, values ...any) {
		if m.IntN(3) > 0 {
			set[name] = values[m.IntN(len(values))]
		}
	}
	maybe("sub", ada, bob, ada, bob, strings.ToUpper(ada), "", "{"+bob+"}", nil)
	if m.IntN(12) == 0 {
		set["sub"] = "nonsense"
	}
	maybe("alt", ada, bob)
	maybe("org", "acme", "Acme", "o'neil", "", "ac")
	maybe("app_metadata", map[string]any{"org": "acme"}, map[string]any{"org": nil}, map[string]any{}, "acme")
	maybe("nested", map[string]any{"id": bob}, map[string]any{"id": ada})
	maybe("team", 1, 2, "1", "2", " 2", "02", -3, nil)
	if m.IntN(12) == 0 {
		set["team"] = "x"
	}
	maybe("teams", "1,2", "2", "")
	maybe("admin", true, false, "true", "t", nil)
	maybe("email", "acme", "a@b.c")
	maybe("session_id", "1", "2")
	return claims(role, set)
}
