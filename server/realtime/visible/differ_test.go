package visible_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/realtime/visible"
	"github.com/toubkal/toubkal/server/token"
)

var (
	differFor  = flag.Duration("differ", 6*time.Second, "how long to compare the guard with plain SQL")
	differFrom = flag.Int64("differ.seed", 1, "the seed to begin with")
)

// What the guard lets through is what plain SQL shows the same caller: random
// tables, policies, rows and claims; it may lose nothing and must leak nothing.
//
//	go test ./server/realtime/visible -run Differ -differ 10m
//	go test ./server/realtime/visible -run Differ -differ.seed 4711 -differ 1ns -v
func TestDifferential(t *testing.T) {
	d := newDiffer(t)
	begun := time.Now()
	seed := *differFrom
	for ; seed == *differFrom || time.Since(begun) < *differFor; seed++ {
		d.round(t, seed)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d rounds; pairs of change and caller: %s", seed-*differFrom, d.count)
	if *differFor > time.Second && !d.count.rich() {
		t.Errorf("the rounds compare too little: %s", d.count)
	}
}

// FuzzDifferential is the same for `go test -fuzz`.
func FuzzDifferential(f *testing.F) {
	f.Add(int64(1))
	d := newDiffer(f)
	f.Fuzz(func(t *testing.T, seed int64) { d.round(t, seed) })
}

// count is how many pairs of each kind were compared.
type count struct {
	rounds, seen, unseen, spared, failed, deletes int
	classes                                       [5]int
}

func (c count) String() string {
	text := fmt.Sprintf("%d seen, %d not seen, %d spared, %d failed, %d deleted; tables and roles:", c.seen, c.unseen, c.spared, c.failed, c.deletes)
	for class, n := range c.classes {
		text += fmt.Sprintf(" %d %s", n, visible.Class(class))
	}
	return text
}

// rich tells that each outcome and class has come often enough to mean something.
func (c count) rich() bool {
	for _, n := range c.classes {
		if n == 0 {
			return false
		}
	}
	return c.seen > 100 && c.unseen > 100 && c.spared > 5 && c.deletes > 50
}

// differ is the world in which policies are made up.
type differ struct {
	*house
	plain *pgx.Conn // plain SQL, as whoever it becomes
	group string    // a role that member is in
	count count
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

func newDiffer(t testing.TB) *differ {
	d := &differ{house: setup(t, `
		create type public.letter as enum ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
		create type public.status as enum ('open', 'closed');
		create domain public.ident as uuid;
		create schema other;
		grant usage on schema other to anon, authenticated, service_role;
		create table public.members (team int, uid uuid);
		insert into public.members values (1, '`+ada+`'), (2, '`+bob+`'), (2, '`+ada+`');
		grant select on public.members to anon, authenticated, service_role;
		create function other.uid() returns uuid language sql stable
			as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'alt')::uuid $$;
		create function other."Uid"() returns uuid language sql stable as $$ select '`+bob+`'::uuid $$;
		create function public.org() returns text language sql stable as $$ select auth.jwt() -> 'app_metadata' ->> 'org' $$;
		create function public.me() returns uuid language plpgsql stable as $$ begin return (select m.uid from members m where m.uid = auth.uid() limit 1); end $$;
		create function public.is_member(asked int) returns boolean language sql stable security definer
			as $$ select exists (select from public.members m where m.team = asked and m.uid = auth.uid()) $$;
		create function public.same(a uuid, b uuid) returns boolean language plpgsql stable as $$ begin return a = b; end $$;
		create operator public.=== (leftarg = uuid, rightarg = uuid, function = public.same);
		create function public.exp() returns bigint language sql stable as $$ select (auth.jwt() ->> 'exp')::bigint $$;
		grant execute on all functions in schema public, other to anon, authenticated, service_role`)}
	d.roles()
	for _, key := range keys {
		d.do(`create table public.`+key.name+` (`+key.columns+`, owner uuid, second uuid, "Owner" text, org text, org_v varchar(20), team int, big bigint,
			small smallint, published boolean, status text, state public.status, c char(8), created timestamptz, arr text[], meta jsonb, dom public.ident,
			ncoll text collate "C")`,
			`alter table public.`+key.name+` enable row level security`)
	}
	d.plain = d.connect(d.LoginURL("authenticator"))
	d.inserts(d.table("by_int"), "id") // connects
	return d
}

// roles makes a role that is a member of another, for this test alone.
func (d *differ) roles() {
	d.group = strings.ToLower(d.Name) + "_group"
	d.do("create role "+d.group, "create role "+d.member()+" in role "+d.group, "grant "+d.member()+" to authenticator",
		"grant usage on schema public, other, auth to "+d.group, "grant select on public.members to "+d.group,
		"grant execute on all functions in schema public, other, auth to "+d.group)
	t := d.t
	t.Cleanup(func() {
		ctx := context.Background()
		conn, err := pgx.Connect(ctx, d.URL)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, "drop owned by "+d.group+", "+d.member()+"; drop role "+d.group+", "+d.member()); err != nil {
			t.Error(err)
		}
	})
}

func (d *differ) member() string { return strings.ToLower(d.Name) + "_member" }

func (d *differ) connect(url string) *pgx.Conn {
	conn, err := pgx.Connect(d.t.Context(), url)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// world is what one round is about.
type world struct {
	seed    int64
	table   *row.Table
	key     string
	sql     []string // that made it
	changes []*row.Change
	callers []token.Claims
	// meanwhile happens when the groups have been made, before they ask.
	meanwhile string
}

func (w *world) String() string {
	text := fmt.Sprintf("seed %d, table %s\n%s\n", w.seed, w.table.Name, strings.Join(w.sql, ";\n"))
	for i, caller := range w.callers {
		text += fmt.Sprintf("caller %d: %s %s\n", i, caller.Role, caller.JSON)
	}
	return text + w.meanwhile
}

// round makes a world up, and compares.
func (d *differ) round(t *testing.T, seed int64) {
	t.Helper()
	d.t = t
	w := d.makeUp(rand.New(rand.NewPCG(uint64(seed), 1)))
	w.seed = seed
	d.count.rounds++
	byRole := map[string][]int{}
	for i, caller := range w.callers {
		byRole[caller.Role] = append(byRole[caller.Role], i)
	}
	d.Forget()
	for role, callers := range byRole {
		d.compare(t, w, role, callers)
	}
	d.deletes(t, w, byRole)
}

// deletes deletes all rows, and compares what the guard says of them with what plain
// SQL showed before.
func (d *differ) deletes(t *testing.T, w *world, byRole map[string][]int) {
	t.Helper()
	shown, refused := make([]map[int]bool, len(w.callers)), make([]error, len(w.callers))
	for i, caller := range w.callers {
		shown[i], refused[i] = d.shows(t, w, caller, "")
	}
	d.do("delete from public." + w.table.Name)
	for i, c := range w.changes {
		old := slices.Clone(c.New)
		for place := range old {
			if !w.table.Full && !slices.Contains(w.table.Key, place) {
				old[place] = row.Value{}
			}
		}
		w.changes[i] = &row.Change{Table: w.table, Kind: row.Delete, Old: old}
	}
	for role, callers := range byRole {
		rights := d.rights(w.table, role)
		if !rights.Deletes {
			continue
		}
		looks, spared := d.looks(t, w, rights, callers)
		answer, err := d.Ask(t.Context(), w.table, role, w.changes, looks)
		if err != nil {
			t.Errorf("%v\n%s", err, w)
			return
		}
		for n, caller := range callers {
			through := map[int]bool{}
			for i, change := range looks[n].Changes {
				through[int(change)] = answer.Sees(n, i)
			}
			for i := range w.changes {
				if refused[caller] == nil && answer.Err(n) == nil {
					d.count.deletes++
					if through[i] != shown[caller][i] {
						t.Errorf("caller %d (%s, full %t): deleted row %d is told %t, and plain SQL showed it %t (%d spared)\n%s", caller, rights.Class, w.table.Full, i, through[i], shown[caller][i], spared[n], w)
					}
				}
			}
		}
	}
}

// compare asks the guard and plain SQL for the callers of one role.
func (d *differ) compare(t *testing.T, w *world, role string, callers []int) {
	t.Helper()
	rights, err := d.Rights(t.Context(), w.table, role)
	if err != nil {
		t.Errorf("%v\n%s", err, w)
		return
	}
	d.count.classes[rights.Class]++
	looks, spared := d.looks(t, w, rights, callers)
	if w.meanwhile != "" {
		d.do(w.meanwhile)
	}
	answer, err := d.Ask(t.Context(), w.table, role, w.changes, looks)
	if err != nil {
		t.Errorf("%v\n%s", err, w)
		return
	}
	for n, caller := range callers {
		through := map[int]bool{}
		for i, change := range looks[n].Changes {
			// nobody is asked about what is not checked
			through[int(change)] = answer.Sees(n, i) || rights.Class == visible.Unchecked
		}
		d.judge(t, w, caller, rights.Class, through, spared[n], answer.Err(n))
	}
}

// looks asks about those changes that the pre-filter does not spare.
func (d *differ) looks(t *testing.T, w *world, rights *visible.Rights, callers []int) (looks []visible.Look, spared []int) {
	t.Helper()
	for _, caller := range callers {
		group, err := d.Group(t.Context(), rights, w.callers[caller])
		if err != nil {
			t.Fatalf("%v\n%s", err, w)
		}
		look := visible.Look{Group: group}
		for i, change := range w.changes {
			if rights.Probe(change).May(group) {
				look.Changes = append(look.Changes, int32(i))
			}
		}
		looks, spared = append(looks, look), append(spared, len(w.changes)-len(look.Changes))
	}
	return looks, spared
}

// judge compares what a caller was let see with what plain SQL shows. A policy that
// fails on some row may fail or not, as the rows are asked for: then only what plain
// SQL shows of each row alone may be let through.
func (d *differ) judge(t *testing.T, w *world, caller int, class visible.Class, through map[int]bool, spared int, failed error) {
	t.Helper()
	shown, refused := d.shows(t, w, w.callers[caller], "")
	if failed != nil && refused == nil {
		t.Errorf("caller %d (%s): the guard fails with %v, plain SQL does not\n%s", caller, class, failed, w)
	}
	d.count.spared += spared
	for i := range w.changes {
		switch {
		case refused != nil && through[i]:
			alone, err := d.shows(t, w, w.callers[caller], fmt.Sprintf("where ctid = '(0,%d)'", i+1))
			if d.count.failed++; err != nil || !alone[i] {
				t.Errorf("caller %d (%s) LEAK: row %d is let through, where plain SQL fails with %v and shows it not\n%s", caller, class, i, refused, w)
			}
		case refused != nil:
		case through[i] && !shown[i]:
			t.Errorf("caller %d (%s) LEAK: row %d is let through, and plain SQL does not show it\n%s", caller, class, i, w)
		case !through[i] && shown[i]:
			t.Errorf("caller %d (%s) LOSS: row %d is not let through, and plain SQL shows it\n%s", caller, class, i, w)
		case shown[i]:
			d.count.seen++
		default:
			d.count.unseen++
		}
	}
}

// shows is plain SQL, as the table API would run it for the caller.
func (d *differ) shows(t *testing.T, w *world, caller token.Claims, where string) (map[int]bool, error) {
	t.Helper()
	ctx := t.Context()
	tx, err := d.plain.Begin(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if err := db.Become(ctx, tx, db.Session{
		Claims: caller, ReadOnly: true, Settings: []db.Setting{{Name: "search_path", Value: "public, public"}},
	}); err != nil {
		t.Fatal(err)
	}
	shown := map[int]bool{}
	rows, err := tx.Query(ctx, "select ctid::text, "+w.key+" from public."+w.table.Name+" "+where)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var block, item int
		if _, err := fmt.Sscanf(string(rows.RawValues()[0]), "(%d,%d)", &block, &item); err != nil || block != 0 {
			t.Fatalf("row %s: %v", rows.RawValues()[0], err)
		}
		shown[item-1] = true
	}
	return shown, rows.Err()
}

// makeUp makes a table's rows, rights and policies up, and the callers.
func (d *differ) makeUp(r *rand.Rand) *world {
	key := keys[r.IntN(len(keys))]
	w := &world{key: key.key}
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
	w.table.Full = m.IntN(2) == 0
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
