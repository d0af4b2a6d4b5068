package mcp_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/mcp"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestSQLByCaller(t *testing.T) {
	t.Parallel()
	a := connect(t, nil)
	const sql = "select body from public.pages order by id"
	a.answers(t, "run_sql", args{"sql": sql}, "of ann\nof bob\n(SELECT 2)")
	a.answers(t, "run_sql", args{"sql": sql, "as": "service_role"}, "of ann\nof bob")
	a.answers(t, "run_sql", args{"sql": sql, "as": "Ann@example.org"}, "body\nof ann\n(SELECT 1)")
	a.answers(t, "run_sql", args{"sql": sql, "as": bob}, "body\nof bob\n(SELECT 1)")
	a.refuses(t, "run_sql", args{"sql": sql, "as": "anon"}, "42501: permission denied for table pages")
	a.refuses(t, "run_sql", args{"sql": sql, "as": "nobody@example.org"}, "There is no user")
	a.refuses(t, "run_sql", args{"sql": sql, "as": "authenticated"}, "as is owner")
	for _, want := range []string{"a test owner " + sql, "a test ann@example.org " + sql, "a test anon " + sql + " 42501"} {
		got := a.read(t, "select string_agg(concat_ws(' ', operator, role, statement, code), e'\\n') from toubkal.console_statements where written")
		if !strings.Contains(got, want) {
			t.Errorf("the audit has\n%s\nwant %s", got, want)
		}
	}
}

// TestHighestCaller: a call takes a lower caller than the operator's, and never a higher one.
func TestHighestCaller(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		highest       string
		may, must_not []string
	}{
		{"owner", []string{"", "owner", "service_role", "ann@example.org", "anon"}, nil},
		{"service_role", []string{"", "service_role", bob, "anon"}, []string{"owner"}},
		{"ann@example.org", []string{"", "ANN@example.org", "anon"}, []string{"owner", "service_role", "bob@example.org", bob}},
		{"anon", []string{"", "anon"}, []string{"owner", "service_role", "ann@example.org", ann}},
	} {
		t.Run(c.highest, func(t *testing.T) {
			t.Parallel()
			a := connect(t, func(o *mcp.Options) { o.As = c.highest })
			for _, as := range c.may {
				a.answers(t, "run_sql", args{"sql": "select 7", "as": as}, "7")
			}
			for _, as := range c.must_not {
				a.refuses(t, "run_sql", args{"sql": "select 7", "as": as}, "The operator allows no caller above "+c.highest)
			}
		})
	}
}

// TestReadOnly tries to leave the read-only transaction, or the caller, as the highest and as the
// lowest caller that may read a row.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	for _, as := range []string{"owner", "service_role", "ann@example.org"} {
		t.Run(as, func(t *testing.T) {
			t.Parallel()
			a := connect(t, func(o *mcp.Options) { o.As = as })
			if _, err := a.db.Admin.Exec(t.Context(), "create extension dblink with schema extensions; create extension tablefunc with schema extensions; create extension pg_trgm with schema extensions"); err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct{ sql, want string }{
				{"delete from public.pages", "42601"},
				{"commit; delete from public.pages", "one statement"},
				{"select 1; delete from public.pages", "one statement"},
				{"commit", "42601"},
				{"set transaction read write", "42601"},
				{"set role service_role", "42601"},
				{"reset role", "42601"},
				{"set session authorization postgres", "42601"},
				{"do $$ begin commit; delete from public.pages; end $$", "42601"},
				{"copy (select 1) to program 'true'", "42601"},
				{"copy public.pages to stdout", "42601"},
				{"prepare p as delete from public.pages", "42601"},
				{"execute p", "42601"},
				{"call public.nothing()", "42601"},
				{"explain analyze delete from public.pages", "42601"},
				{"select * into public.copied from public.pages", "4"},
				{"create table public.more (id int)", "42601"},
				{"listen realtime", "42601"},
				{"vacuum", "42601"},
				{"with gone as (delete from public.pages returning id) select * from gone", "0A000"},
				{"select 1) as a, (select 2", "42601"},
				{"select 1) as a, (select set_config('role', 'none', true)", "volatile"},
				{"select 1) as q; delete from public.pages; select count(*) from (select 1", "one statement"},
				{"select set_config('transaction_read_only', 'off', true)", "pg_catalog.set_config is volatile"},
				{"select set_config('request.jwt.claims', '{\"sub\":\"" + bob + "\"}', true), (select count(*) from public.pages)", "volatile"},
				{"select * from public.pages where set_config('role', 'service_role', true) <> ''", "volatile"},
				{"select 1 order by set_config('role', 'service_role', true)", "volatile"},
				{"select 1 limit (select 1 from set_config('role', 'service_role', true))", "volatile"},
				{"select query_to_xml('select set_config(''role'', ''service_role'', true)', true, true, '')", "pg_catalog.query_to_xml is volatile"},
				{"select query_to_xml_and_xmlschema('select 1', true, true, '')", "volatile"},
				{"select * from ts_stat('select set_config(''role'', ''service_role'', true)::tsvector')", "volatile"},
				{"select public.erase()", "public.erase is volatile"},
				{"select public.erase_quietly()", "0A000"},
				{"select extensions.dblink_exec('dbname=postgres', 'select 1')", "extensions.dblink_exec is volatile"},
				{"select * from extensions.dblink('dbname=postgres', 'select 1') as t (a int)", "volatile"},
				{"select * from extensions.crosstab('select 1, set_config(''role'', ''service_role'', true), 1') as t (a int, b text)", "extensions.crosstab is volatile"},
				{"select lo_export(1, '/tmp/x')", "volatile"},
				{"select lo_from_bytea(0, '')", "volatile"},
				{"select pg_read_file('/etc/passwd')", "volatile"},
				{"select pg_terminate_backend(pid) from pg_stat_activity", "volatile"},
				{"select pg_notify('pgrst', 'reload schema')", "volatile"},
				{"select * from public.pages for update", "25006"},
				{"", "one statement"},
			} {
				if c.want == "42601" || as == "owner" || !strings.Contains(c.sql, "extensions.") {
					a.refuses(t, "run_sql", args{"sql": c.sql}, c.want)
				} else {
					a.refuses(t, "run_sql", args{"sql": c.sql}, "")
				}
				a.refuses(t, "run_sql", args{"sql": c.sql, "explain": "analyze"}, "")
			}
			for _, sql := range []string{
				"select 1;", "select 1 -- the end", "select 1; -- the end", "values (1), (1)", "table public.pages", "with a as (select 1) select * from a", "select a.id, b.id, 1, 1 from public.pages a, public.pages b where a.id = b.id",
				"select public.shout('x'), now(), random(), gen_random_uuid(), pg_total_relation_size('public.pages'), auth.uid(), ';'",
				"select count(*), string_agg(body, ',' order by id), row_number() over () from public.pages", "select jsonb_agg(p) from public.pages p", "select 'a' operator(extensions.%) 'b'",
			} {
				a.answers(t, "run_sql", args{"sql": sql}, "(SELECT ")
			}
			if got := a.read(t, "select count(*)::text from public.pages"); got != "2" {
				t.Errorf("%s pages are left, want 2", got)
			}
			if got := a.read(t, "select coalesce(to_regclass('public.copied')::text, 'none')"); got != "none" {
				t.Errorf("got the table %s", got)
			}
		})
	}
}

// TestFunctionsOfTheEngine: those that take another caller, or execute a text, are volatile, so that no query calls them.
func TestFunctionsOfTheEngine(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	rows, err := d.Admin.Query(t.Context(), `select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where n.nspname in ('auth', 'storage', 'realtime', 'toubkal', 'vault', 'cron') and p.provolatile <> 'v' and p.prosrc ~* '(set_config|\yexecute\y)' order by 1`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatal(err)
	}
	// their texts have nothing of the caller but a direction and the name of a column, each one of two
	want := []string{"storage.search(text,text,integer,integer,integer,text,text,text)", "storage.search_by_timestamp(text,text,integer,integer,text,text,text,text)"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSQLBounds(t *testing.T) {
	t.Parallel()
	a := connect(t, nil)
	for _, c := range []struct {
		sql  string
		rows any
		want int
	}{
		{"select generate_series(1, 100000000)", nil, 100},
		{"select n from generate_series(1, 100) n", 100, 100},
		{"select generate_series(1, 100000000)", 5000, 1000},
		{"select n from generate_series(1, 3) n", -1, 3},
		{"select repeat('é', 100000) from generate_series(1, 1000)", 1000, 51},
	} {
		arguments := args{"sql": c.sql}
		if c.rows != nil {
			arguments["rows"] = c.rows
		}
		text, content, refused := a.call(t, "run_sql", arguments)
		if refused {
			t.Fatal(text)
		}
		got := content.(map[string]any)
		rows := got["rows"].([]any)
		truncated := len(rows) == c.want && c.want != 3 && !strings.Contains(c.sql, " 100)")
		if len(rows) != c.want || got["truncated"] != truncated || strings.Contains(text, "there is more") != truncated {
			t.Errorf("%s: got %d rows, truncated %v, want %d", c.sql, len(rows), got["truncated"], c.want)
		}
		if len(text) > 300_000 || strings.Contains(text, "\ufffd") {
			t.Errorf("%s: got %d bytes of text", c.sql, len(text))
		}
	}
	a.answers(t, "run_sql", args{"sql": "select null as nothing, e'a\\tb\\nc' as text"}, "nothing\ttext\nNULL\ta\\tb\\nc\n")
	a.answers(t, "run_sql", args{"sql": "select * from public.pages", "explain": "plan"}, "Seq Scan on public.pages")
	a.answers(t, "run_sql", args{"sql": "select * from public.pages", "explain": "analyze"}, "actual")
	a.refuses(t, "run_sql", args{"sql": "select 1", "explain": "away"}, "explain is plan or analyze")
}

func TestWrite(t *testing.T) {
	t.Parallel()
	a := connect(t, func(o *mcp.Options) { o.Write = true })
	a.answers(t, "run_sql", args{"sql": "insert into public.pages values (3, null, 'new') returning id"}, "id\n3\n(INSERT 0 1)")
	a.answers(t, "run_sql", args{"sql": "update public.pages set body = 'x'", "explain": "analyze"}, "Update on public.pages")
	a.answers(t, "run_sql", args{"sql": "delete from public.pages", "as": "ann@example.org"}, "(DELETE 0)")
	a.refuses(t, "run_sql", args{"sql": "insert into public.pages values (1)"}, "23505")
	a.refuses(t, "run_sql", args{"sql": "delete from public.pages; select 1"}, "one statement")
	if got := a.read(t, "select string_agg(body, ',' order by id) from public.pages"); got != "of ann,of bob,new" {
		t.Errorf("got %s", got)
	}
}
