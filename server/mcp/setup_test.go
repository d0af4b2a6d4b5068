package mcp_test

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/mcp"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/policy/lint"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// beTheProgram has this binary be the program, for tests of its standard input and output.
const beTheProgram = "TOUBKAL_TEST_PROGRAM"

// version is that of the program which this binary is.
const version = "1.2.3-test"

func TestMain(m *testing.M) {
	if os.Getenv(beTheProgram) != "" {
		app.Version = version
		app.Main(project.Project{})
		return
	}
	// The program sets the passwords of its login roles, which belong to a whole cluster.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(pgtest.Main(m))
}

const (
	ann = "00000000-0000-4000-8000-000000000001"
	bob = "00000000-0000-4000-8000-000000000002"
)

const pagesSQL = `
insert into auth.users (id, email) values ('` + ann + `', 'ann@example.org'), ('` + bob + `', 'bob@example.org');
create table public.pages (id int primary key, owner uuid default auth.uid(), body text);
grant select, insert, update, delete on public.pages to authenticated, service_role;
insert into public.pages values (1, '` + ann + `', 'of ann'), (2, '` + bob + `', 'of bob');
alter table public.pages enable row level security;
create policy pages_select_own on public.pages for select to authenticated using (owner = (select auth.uid()));
create function public.shout(text) returns text language sql stable set search_path = '' as 'select upper($1)';
create function public.erase() returns int language sql volatile set search_path = '' as 'delete from public.pages returning 1';
create function public.erase_quietly() returns int language plpgsql stable set search_path = '' as 'begin delete from public.pages; return 1; end';
grant execute on all functions in schema public to anon, authenticated, service_role;
`

// assistant is a client of the tools on a database of its own.
type assistant struct {
	*sdk.ClientSession
	db *pgtest.DB
}

// connect connects to a server in this process.
func connect(t *testing.T, change func(*mcp.Options)) assistant {
	t.Helper()
	d := pgtest.New(t)
	if _, err := d.Admin.Exec(t.Context(), pagesSQL); err != nil {
		t.Fatal(err)
	}
	return assistant{join(t, serve(t, d, change)), d}
}

func serve(t *testing.T, d *pgtest.DB, change func(*mcp.Options)) *mcp.Server {
	t.Helper()
	open := func(url string) *db.Pool {
		pool, err := db.Open(t.Context(), url, db.Options{MaxConns: 2})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(pool.Close)
		return pool
	}
	owners, callers := open(d.URL), open(d.LoginURL("authenticator"))
	o := mcp.Options{
		As: "owner", Operator: "a test", Schemas: []string{"public"}, Log: slog.New(slog.DiscardHandler),
		Pools:   func(context.Context) (*db.Pool, *db.Pool, error) { return owners, callers, nil },
		Explain: func() (explain.Options, error) { return explain.Options{}, nil },
		Lint:    func() (lint.Options, error) { return lint.Options{}, nil },
	}
	if change != nil {
		change(&o)
	}
	server, err := mcp.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// join connects a client.
func join(t *testing.T, server *mcp.Server) *sdk.ClientSession {
	t.Helper()
	here, there := sdk.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx, there) }()
	client, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = client.Close()
		cancel()
		<-ended
	})
	return client
}

// call calls a tool, and returns its text and its structured content.
func (a assistant) call(t *testing.T, tool string, arguments map[string]any) (text string, content any, refused bool) {
	t.Helper()
	result, err := a.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	return textOf(result), result.StructuredContent, result.IsError
}

func textOf(result *sdk.CallToolResult) string {
	var parts []string
	for _, content := range result.Content {
		if text, ok := content.(*sdk.TextContent); ok {
			parts = append(parts, text.Text)
		}
	}
	return strings.Join(parts, "\n")
}

// answers is call for an answer with each of these texts.
func (a assistant) answers(t *testing.T, tool string, arguments map[string]any, wanted ...string) {
	t.Helper()
	text, _, refused := a.call(t, tool, arguments)
	for _, want := range wanted {
		if refused || !strings.Contains(text, want) {
			t.Errorf("%s %v: got %s, want %q", tool, arguments, text, want)
		}
	}
}

// refuses is call for an error with this text.
func (a assistant) refuses(t *testing.T, tool string, arguments map[string]any, want string) {
	t.Helper()
	text, _, refused := a.call(t, tool, arguments)
	if !refused || !strings.Contains(text, want) {
		t.Errorf("%s %v: got %s, want an error with %q", tool, arguments, text, want)
	}
}

// read reads one value of the database.
func (a assistant) read(t *testing.T, sql string) (value string) {
	t.Helper()
	if err := a.db.Admin.QueryRow(t.Context(), sql).Scan(&value); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return value
}

type args = map[string]any
