package mcp_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toubkal/toubkal/server/mcp"
)

var readTools = []string{"describe_table", "explain_request", "generate_types", "lint_policies", "list_tables", "policy_matrix", "run_sql", "search_docs"}

func TestToolsByCaller(t *testing.T) {
	t.Parallel()
	folder := &mcp.Project{AddMigration: func(string, string) (string, error) { return "", nil }, Policies: t.TempDir()}
	for _, c := range []struct {
		name    string
		options mcp.Options
		want    []string
	}{
		{"reading alone", mcp.Options{Project: folder}, readTools},
		{"writing as owner", mcp.Options{As: "owner", Write: true, Project: folder}, append(slices.Clone(readTools), "new_migration", "new_policy_file")},
		{"writing as owner, without policy files", mcp.Options{As: "owner", Write: true, Project: &mcp.Project{}}, append(slices.Clone(readTools), "new_migration")},
		{"writing as service_role: files are executed as owner", mcp.Options{As: "service_role", Write: true, Project: folder}, readTools},
		{"a user: explain shows hidden rows", mcp.Options{As: "ann@example.org"}, slices.DeleteFunc(slices.Clone(readTools), func(name string) bool { return name == "explain_request" })},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server, err := mcp.New(c.options)
			if err != nil {
				t.Fatal(err)
			}
			found, err := join(t, server).ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, tool := range found.Tools {
				got = append(got, tool.Name)
				if wantsWrite := strings.HasPrefix(tool.Name, "new_") || tool.Name == "run_sql" && c.options.Write; tool.Annotations.ReadOnlyHint == wantsWrite {
					t.Errorf("%s: the hint that it only reads is %v", tool.Name, !wantsWrite)
				}
			}
			slices.Sort(got)
			slices.Sort(c.want)
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestWrongOptions(t *testing.T) {
	t.Parallel()
	if _, err := mcp.New(mcp.Options{As: "postgres"}); !errors.Is(err, mcp.ErrCaller) {
		t.Errorf("as postgres: %v", err)
	}
	for _, as := range []string{"anon", "ann@example.org", ann} {
		if _, err := mcp.New(mcp.Options{As: as, Write: true}); !errors.Is(err, mcp.ErrWrite) {
			t.Errorf("writing as %s: %v", as, err)
		}
	}
}

func TestStructure(t *testing.T) {
	t.Parallel()
	a := connect(t, nil)
	a.answers(t, "list_tables", nil, "table public.pages (id integer, owner uuid, body text; row level security on, 1 policies)", "public.todos")
	if text, _, _ := a.call(t, "list_tables", nil); strings.Contains(text, "auth.users") {
		t.Errorf("got %s, want the exposed schemas alone", text)
	}
	a.answers(t, "list_tables", args{"schemas": []string{"auth"}}, "auth.users")
	_, listed, _ := a.call(t, "list_tables", args{"schemas": []string{"public"}})
	tables, _ := listed.(map[string]any)["tables"].([]any)
	i := slices.IndexFunc(tables, func(one any) bool { return one.(map[string]any)["name"] == "pages" })
	if i < 0 || tables[i].(map[string]any)["rowSecurity"] != true || len(tables[i].(map[string]any)["key"].([]any)) != 1 {
		t.Errorf("got %v, want pages with a key and row security", tables)
	}
	a.answers(t, "describe_table", args{"table": "pages"}, "pages_select_own", `"authenticated":["select","insert","update","delete"]`)
	a.refuses(t, "describe_table", args{"table": "nothing"}, "There is no table public.nothing.")
	a.refuses(t, "describe_table", args{"table": `pages"; drop table pages; --`}, "There is no table")
	a.answers(t, "generate_types", nil, "export type Database", "pages: {")
}

func TestPolicies(t *testing.T) {
	t.Parallel()
	a := connect(t, nil)
	a.answers(t, "policy_matrix", nil, "pages", "pages_select_own", "No row: no policy lets one pass.")
	a.answers(t, "lint_policies", nil, "unindexed_policy_columns", "findings)")
	a.answers(t, "explain_request", args{"as": "ann@example.org", "path": "/pages"}, "1 row in", "pages_select_own", "1 of 2 pass")
	a.answers(t, "explain_request", args{"as": ann, "path": "/pages", "method": "POST", "body": args{"id": 3}}, "refused: 42501", "create policy")
	a.answers(t, "explain_request", args{"as": "anon", "path": "/nothing?title=eq.secret"}, "refused: PGRST205")
	if got := a.read(t, "select string_agg(statement, '|') from toubkal.console_statements where statement like 'explain%'"); !strings.Contains(got, "explain GET /nothing") || strings.Contains(got, "secret") {
		t.Errorf("the audit has %s, want paths without values", got)
	}
	a.refuses(t, "explain_request", args{"as": "nobody@example.org", "path": "/pages"}, "There is no user nobody@example.org.")
	a.refuses(t, "explain_request", args{"as": "owner", "path": "/pages"}, "no caller owner")
	a.refuses(t, "explain_request", args{"as": "postgres", "path": "/pages"}, "as is owner, service_role, anon")
	a.refuses(t, "explain_request", args{"as": "anon", "path": "pages"}, "The path is that of the table API")
	if got := a.read(t, "select count(*)::text from public.pages"); got != "2" {
		t.Errorf("%s pages are left, want 2: explaining changes nothing", got)
	}
	// the owner's connection could become any role that a user has
	if _, err := a.db.Admin.Exec(t.Context(), "update auth.users set role = 'postgres' where id = '"+bob+"'"); err != nil {
		t.Fatal(err)
	}
	a.refuses(t, "explain_request", args{"as": bob, "path": "/pages"}, "role postgres")
}

func TestDocs(t *testing.T) {
	t.Parallel()
	server, err := mcp.New(mcp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := assistant{join(t, server), nil}
	for query, want := range map[string]string{
		"rls_disabled_in_public":               "docs/policies/rls_disabled_in_public.md",
		"TOUBKAL_CONSOLE variable":             "docs/configuration.md",
		"resumable uploads":                    "docs/storage-resumable.md",
		"assistants --write? (safety)":         "docs/assistants.md: Safety",
		"which thing: zzzz-there-is-none-zzzz": "docs/",
	} {
		a.answers(t, "search_docs", args{"query": query}, want)
	}
	a.answers(t, "search_docs", args{"query": "xyzzyplugh"}, "No page has one of these words.")
	a.refuses(t, "search_docs", args{"query": " ?! "}, "Search for 1 to 20 words.")
	text, content, _ := a.call(t, "search_docs", args{"query": "a the of database"})
	if found := content.(map[string]any)["sections"].([]any); len(found) != 5 || len(text) > 30_000 {
		t.Errorf("got %d sections, %d bytes", len(found), len(text))
	}
}

func TestArguments(t *testing.T) {
	t.Parallel()
	a := connect(t, nil)
	if _, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: "drop_everything"}); err == nil || !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("a tool that is not there: %v", err)
	}
	for _, arguments := range []args{{"sql": 1}, {"sql": "select 1", "rows": "all"}, {}, {"sql": "select 1", "role": "postgres"}} {
		text, _, refused := a.call(t, "run_sql", arguments)
		if !refused || !strings.Contains(text, "validating") {
			t.Errorf("run_sql %v: got %s, want them refused", arguments, text)
		}
	}
}

func TestFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var migrations []string
	a := connect(t, func(o *mcp.Options) {
		o.Write = true
		o.Project = &mcp.Project{
			Policies: filepath.Join(dir, "policies"),
			AddMigration: func(name, text string) (string, error) {
				migrations = append(migrations, name+": "+text)
				return "schema/0001_" + name + ".sql", nil
			},
		}
	})
	a.answers(t, "new_migration", args{"name": "add_tags", "sql": "create table public.tags (id int);\nalter table public.tags enable row level security;"}, "Wrote schema/0001_add_tags.sql.")
	a.refuses(t, "new_migration", args{"name": "wrong", "sql": "create tabel public.x (id int);"}, "42601: syntax error")
	a.refuses(t, "new_migration", args{"name": "wrong", "sql": "create table public.x (id int); commit;"}, "Line 1: a file is one transaction of SQL")
	a.refuses(t, "new_migration", args{"name": "wrong", "sql": "-- nothing"}, "no statement")
	if want := []string{"add_tags: create table public.tags (id int);\nalter table public.tags enable row level security;\n"}; !slices.Equal(migrations, want) {
		t.Errorf("got %q, want %q", migrations, want)
	}
	if got := a.read(t, "select coalesce(to_regclass('public.tags')::text, 'none') || coalesce(to_regclass('public.x')::text, 'none')"); got != "nonenone" {
		t.Errorf("got %s: a file is tried, and applied by toubkal dev", got)
	}
	const policy = "create policy pages_delete_own on public.pages for delete to authenticated using (owner = (select auth.uid()));"
	a.refuses(t, "new_policy_file", args{"table": "../pages", "sql": policy}, "There is no table")
	a.refuses(t, "new_policy_file", args{"table": "pages", "sql": "create policy p on public.nothing using (true)"}, "42P01")
	a.answers(t, "new_policy_file", args{"table": "pages", "sql": policy}, "Wrote policies/pages.sql.")
	a.refuses(t, "new_policy_file", args{"table": "pages", "sql": strings.ReplaceAll(policy, "delete", "update")}, "policies/pages.sql is there already")
	text, err := os.ReadFile(filepath.Join(dir, "policies", "pages.sql"))
	if err != nil || string(text) != policy+"\n" {
		t.Errorf("got %s, %v", text, err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "policies", "*~")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v are left", left, err)
	}
}

func TestCancel(t *testing.T) {
	t.Parallel()
	a := connect(t, nil)
	const sleeping = "select count(*)::text from pg_stat_activity where datname = current_database() and state = 'active' and wait_event = 'PgSleep'"
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := a.CallTool(ctx, &sdk.CallToolParams{Name: "run_sql", Arguments: args{"sql": "select pg_sleep(14)"}})
		ended <- err
	}()
	a.db.Until("0", "select (1 - ("+sleeping+")::int)::text")
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	a.db.Until("0", sleeping)
	a.db.Until("57014", "select code from toubkal.console_statements where statement like '%pg_sleep(14)%'")
}
