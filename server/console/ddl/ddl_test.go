package ddl

import (
	"strings"
	"testing"
)

func TestChangesAsSQL(t *testing.T) {
	t.Parallel()
	todos := Name{"public", "todos"}
	text, required, empty := "text", true, ""
	for _, c := range []struct {
		name   string
		change Change
		file   string
		want   string
		refuse string
	}{
		{"a table", Change{Kind: "create_table", Table: todos, Comment: "It's to do.", Columns: []Column{
			{Name: "id", Type: "bigint", Key: true, Identity: true},
			{Name: "owner", Type: "uuid", Required: true, Default: "auth.uid()", References: &Reference{Table: Name{"auth", "users"}, OnDelete: "cascade"}},
			{Name: "order", Type: "integer", Unique: true, Check: `"order" > 0`, Comment: "Its place."},
		}}, "create_todos", `create table public.todos (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid() references auth.users on delete cascade,
  "order" integer unique check ("order" > 0)
);
comment on table public.todos is 'It''s to do.';
alter table public.todos enable row level security;
comment on column public.todos."order" is 'Its place.';
create index todos_owner_idx on public.todos (owner);
`, ""},
		{"a key of two columns", Change{Kind: "create_table", Table: Name{"app", "Mixed"}, Columns: []Column{
			{Name: "a", Type: "int", Key: true}, {Name: "b", Type: "numeric(10, 2)", Key: true},
		}}, "create_Mixed", "create table app.\"Mixed\" (\n  a int,\n  b numeric(10, 2),\n  primary key (a, b)\n);\nalter table app.\"Mixed\" enable row level security;\n", ""},
		{"columns", Change{Kind: "add_columns", Table: todos, Columns: []Column{{Name: "tags", Type: "text[]", Required: true, Default: "'{}'"}}}, "add_to_todos", "alter table public.todos add column tags text[] not null default '{}';\n", ""},
		{"an alteration", Change{Kind: "alter_column", Table: todos, Column: "n", Set: Alteration{Type: &text, Required: &required, Default: &empty}}, "alter_todos_n", `alter table public.todos alter column n type text using n::text;
alter table public.todos alter column n drop default;
alter table public.todos alter column n set not null;
`, ""},
		{"an index", Change{Kind: "create_index", Table: todos, On: []string{"a", "B"}, Unique: true, Where: "a > 0"}, "index_todos", "create unique index \"todos_a_B_idx\" on public.todos (a, \"B\") where a > 0;\n", ""},
		{"a foreign key", Change{Kind: "add_key", Table: todos, On: []string{"team"}, Key: Key{Kind: "foreign key", Reference: Reference{Table: Name{"public", "teams"}, Column: "id"}}}, "key_todos", "alter table public.todos add foreign key (team) references public.teams (id);\ncreate index todos_team_idx on public.todos (team);\n", ""},
		{"a primary key", Change{Kind: "add_key", Table: todos, On: []string{"a", "B"}, Key: Key{Kind: "primary key"}}, "key_todos", "alter table public.todos add primary key (a, \"B\");\n", ""},
		{"a unique key", Change{Kind: "add_key", Table: todos, On: []string{"a"}, Key: Key{Kind: "unique"}}, "key_todos", "alter table public.todos add unique (a);\n", ""},
		{"a check", Change{Kind: "add_key", Table: todos, Key: Key{Kind: "check", Condition: " a > 0 "}}, "key_todos", "alter table public.todos add check (a > 0);\n", ""},
		{"a constraint that goes", Change{Kind: "drop_constraint", Table: todos, Object: "todos_a_key"}, "drop_todos_a_key", "alter table public.todos drop constraint todos_a_key;\n", ""},
		{"an index that goes", Change{Kind: "drop_index", Table: todos, Object: "A"}, "drop_A", "drop index public.\"A\";\n", ""},
		{"a long name", Change{Kind: "create_index", Table: Name{"public", strings.Repeat("é", 31)}, On: []string{"column"}}, "", "create index \"" + strings.Repeat("é", 29) + "_idx\" on public.\"" + strings.Repeat("é", 31) + "\" (\"column\");\n", ""},
		{"a rename", Change{Kind: "rename_column", Table: todos, Column: "a", To: "b"}, "rename_todos_a", "alter table public.todos rename column a to b;\n", ""},
		{"SQL", Change{Kind: "custom", Text: "create function f() returns int return 1"}, "create_function_f_returns_int_return", "create function f() returns int return 1\n", ""},
		{"a type that ends the statement", Change{Kind: "add_columns", Table: todos, Columns: []Column{{Name: "a", Type: "text; drop table x"}}}, "", "", "is no type"},
		{"no name", Change{Kind: "add_columns", Table: todos, Columns: []Column{{Type: "text"}}}, "", "", "a name"},
		{"no columns", Change{Kind: "create_table", Table: todos}, "", "", "columns"},
		{"no table", Change{Kind: "drop_table"}, "", "", "a name"},
		{"no kind", Change{Kind: "nix", Table: todos}, "", "", "no change"},
		{"an action that is none", Change{Kind: "add_columns", Table: todos, Columns: []Column{{Name: "a", Type: "uuid", References: &Reference{Table: todos, OnDelete: "drop"}}}}, "", "", "on delete"},
		{"a key of nothing", Change{Kind: "add_key", Table: todos, Key: Key{Kind: "unique"}}, "", "", "columns"},
		{"a check of nothing", Change{Kind: "add_key", Table: todos, Key: Key{Kind: "check"}}, "", "", "condition"},
		{"a foreign key of two columns", Change{Kind: "add_key", Table: todos, On: []string{"a", "b"}, Key: Key{Kind: "foreign key", Reference: Reference{Table: todos}}}, "", "", "one column"},
		{"a key of no kind", Change{Kind: "add_key", Table: todos, On: []string{"a"}, Key: Key{Kind: "exclude"}}, "", "", "one of"},
		{"nothing", Change{Kind: "alter_column", Table: todos, Column: "a"}, "", "", "nothing changes"},
	} {
		file, got, err := c.change.SQL()
		switch {
		case c.refuse != "":
			if err == nil || !strings.Contains(err.Error(), c.refuse) {
				t.Errorf("%s: %v, want %q", c.name, err, c.refuse)
			}
		case err != nil || got != c.want || c.file != "" && file != c.file:
			t.Errorf("%s: %v, %s\n%s\nwant %s\n%s", c.name, err, file, got, c.file, c.want)
		}
	}
}

func TestPoliciesAsSQL(t *testing.T) {
	t.Parallel()
	todos := Name{"public", "todos"}
	for _, c := range []struct {
		name         string
		policy       Policy
		want, refuse string
	}{
		{"select", Policy{Table: todos, Name: "todos_select_own", Verb: "select", Roles: []string{"authenticated"}, Using: " a = 1 ", Comment: "Own ones."}, `grant select on public.todos to authenticated;
create policy todos_select_own on public.todos for select to authenticated
  using (a = 1);
comment on policy todos_select_own on public.todos is 'Own ones.';
`, ""},
		{"update", Policy{Table: todos, Name: "p", Verb: "update", Roles: []string{"anon", "authenticated"}, Using: "a", Check: "b", Columns: []string{"a", "Bc"}}, `grant update (a, "Bc") on public.todos to anon, authenticated;
create policy p on public.todos for update to anon, authenticated
  using (a)
  with check (b);
`, ""},
		{"insert", Policy{Table: todos, Name: "p", Verb: "insert", Roles: []string{"anon"}, Check: "true"}, "grant insert on public.todos to anon;\ncreate policy p on public.todos for insert to anon\n  with check (true);\n", ""},
		{"restrictive", Policy{Table: todos, Name: "p", Verb: "delete", Roles: []string{"anon"}, Using: "false", Restrictive: true}, "create policy p on public.todos as restrictive for delete to anon\n  using (false);\n", ""},
		{"without a check", Policy{Table: todos, Name: "p", Verb: "insert", Roles: []string{"anon"}}, "", "with check"},
		{"without a condition", Policy{Table: todos, Name: "p", Verb: "select", Roles: []string{"anon"}}, "", "using"},
		{"without a role", Policy{Table: todos, Name: "p", Verb: "select", Using: "true"}, "", "role"},
		{"another verb", Policy{Table: todos, Name: "p", Verb: "all", Roles: []string{"anon"}, Using: "true"}, "", "one of"},
	} {
		got, err := c.policy.SQL()
		if c.refuse != "" {
			if err == nil || !strings.Contains(err.Error(), c.refuse) {
				t.Errorf("%s: %v, want %q", c.name, err, c.refuse)
			}
		} else if err != nil || got != c.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", c.name, err, got, c.want)
		}
	}
}

func TestNamesAndTexts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"plain_1": "plain_1", "Mixed": `"Mixed"`, "user": `"user"`, `a"b`: `"a""b"`, "1a": `"1a"`} {
		if got := Ident(name); got != want {
			t.Errorf("Ident(%q) = %s, want %s", name, got, want)
		}
	}
	for text, want := range map[string]string{"it's": "'it''s'", `a\b'`: `E'a\\b'''`, "nul\x00": "'nul'"} {
		if got := Literal(text); got != want {
			t.Errorf("Literal(%q) = %s, want %s", text, got, want)
		}
	}
}
