package expression_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/policy/expression"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, sql, want string }{
		{"a column", "published", "[published]"},
		{"a constant", "true", "[true]"},
		{"a comparison", "(author_id = ( SELECT auth.uid() AS uid))", "[author_id = auth.uid() | author_id, auth.uid()]"},
		{"with a constant", "((status)::text = 'new AND (old)'::text)", "[(status)::text = 'new AND (old)' | (status)::text]"},
		{"and, or", "((published AND (author_id = auth.uid())) OR (team_id IS NULL))", "OR(AND([published] [author_id = auth.uid() | author_id, auth.uid()]) [team_id IS NULL | team_id])"},
		{"not", "(NOT (author_id IS DISTINCT FROM auth.uid()))", "NOT([author_id IS DISTINCT FROM auth.uid() | author_id, auth.uid()])"},
		{"a call", "public.is_member(team_id)", "[public.is_member(team_id) | team_id]"},
		{"a call once", "( SELECT public.is_admin() AS is_admin)", "[public.is_admin() | public.is_admin()]"},
		{"any", "(team_id = ANY (ARRAY[1, 2]))", "[team_id = ANY (ARRAY[1, 2]) | team_id]"},
		{
			"in", "(team_id IN ( SELECT m.team_id FROM public.members m WHERE (m.user_id = auth.uid())))",
			"[team_id IN ( SELECT m.team_id FROM public.members m WHERE (m.user_id = auth.uid())) | team_id, ARRAY( SELECT m.team_id FROM public.members m WHERE (m.user_id = auth.uid()))]",
		},
		{
			"exists", "(EXISTS ( SELECT FROM public.members m WHERE ((m.team_id = todos.team_id) AND (m.user_id = auth.uid()))))",
			"[EXISTS ( SELECT FROM public.members m WHERE ((m.team_id = todos.team_id) AND (m.user_id = auth.uid()))) | team_id, auth.uid()]",
		},
		{"a quoted column", `("Author" = auth.uid())`, `["Author" = auth.uid() | "Author", auth.uid()]`},
		{"an operator by name", "(title OPERATOR(extensions.=) auth.email())", "[title OPERATOR(extensions.=) auth.email() | title, auth.email()]"},
		{"case", "CASE WHEN (done AND published) THEN true ELSE (team_id = 1) END", "[CASE WHEN (done AND published) THEN true ELSE (team_id = 1) END | done, published, team_id]"},
		{"claims", "(((auth.jwt() -> 'app_metadata'::text) ->> 'role'::text) = 'boss'::text)", "[((auth.jwt() -> 'app_metadata') ->> 'role') = 'boss' | (auth.jwt() -> 'app_metadata') ->> 'role']"},
		{"not closed", "(author_id = 'x", "[(author_id = 'x | author_id]"},
		{"nothing", "", "[]"},
	} {
		got := print(expression.Parse(c.sql, "todos", []string{"published", "author_id", "team_id", "status", "title", "done", "Author"}))
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", c.name, diff)
		}
	}
}

func print(n expression.Node) string {
	var parts []string
	for _, of := range n.Nodes {
		parts = append(parts, print(of))
	}
	if n.Op != "" {
		return n.Op + "(" + strings.Join(parts, " ") + ")"
	}
	for _, term := range n.Terms {
		text := term.Text
		if strings.HasPrefix(term.SQL, "ARRAY(") {
			text = term.SQL
		}
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return "[" + n.Text() + "]"
	}
	return "[" + n.Text() + " | " + strings.Join(parts, ", ") + "]"
}

func TestTables(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ sql, want string }{
		{"(EXISTS ( SELECT FROM public.members m WHERE (m.team_id = todos.team_id)))", "[[public members]]"},
		{"(EXISTS ( SELECT 1 FROM (public.a x JOIN public.\"B c\" y ON ((x.id = y.id)))))", "[[public a] [public B c]]"},
		{"(EXISTS ( SELECT 1 FROM ((public.a x JOIN public.b y ON ((x.id = y.id))) JOIN public.c z ON ((z.id = y.id))), public.d WHERE (x.u = d.v)))", "[[public a] [public b] [public c] [public d]]"},
		{"(id = ( SELECT f.f FROM public.f(1) f(f)))", "[]"},
		{"(a IS DISTINCT FROM auth.uid())", "[]"},
	} {
		if got := fmt.Sprint(expression.Tables(c.sql)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.sql, got, c.want)
		}
	}
}

// FuzzParse: nothing that PostgreSQL may print breaks it.
func FuzzParse(f *testing.F) {
	f.Add("((a AND (b = 'x''')) OR (NOT (EXISTS ( SELECT $$ FROM t))))")
	f.Fuzz(func(t *testing.T, sql string) {
		expression.Parse(sql, "t", []string{"a", "b"})
		expression.Tables(sql)
	})
}
