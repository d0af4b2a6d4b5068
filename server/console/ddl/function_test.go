package ddl

import (
	"strings"
	"testing"
)

func TestFunctionsAsSQL(t *testing.T) {
	t.Parallel()
	count := Function{
		Name: Name{"public", "count_todos"}, Arguments: []Argument{{Name: "owner", Type: "uuid", Default: "auth.uid()"}, {Name: "Since", Type: "timestamptz"}, {Name: "least", Type: "int"}},
		Returns: "bigint", Language: "sql", Volatility: "stable", Definer: true, Body: "\nselect count(*) from public.todos\n",
		Comment: "How many there are.", Roles: []string{"authenticated", "service_role"},
	}
	_, got, err := (&Change{Kind: "create_function", Function: count}).SQL()
	if want := `create or replace function public.count_todos(owner uuid default auth.uid(), "Since" timestamptz, "least" int) returns bigint
  language sql stable security definer
  set search_path = ''
as $function$
select count(*) from public.todos
$function$;
comment on function public.count_todos(uuid, timestamptz, int) is 'How many there are.';
revoke execute on function public.count_todos(uuid, timestamptz, int) from public, anon, authenticated, service_role;
grant execute on function public.count_todos(uuid, timestamptz, int) to authenticated, service_role;
`; err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	quoted := count
	quoted.Body = "select $function$a$function$"
	if _, got, err = (&Change{Kind: "create_function", Function: quoted}).SQL(); err != nil || !strings.Contains(got, "as $function_$\n") {
		t.Errorf("a body with its own quotes: %v\n%s", err, got)
	}
	for name, c := range map[string]struct {
		change func(*Function)
		want   string
	}{
		"no name":                             {func(f *Function) { f.Name.Name = "" }, "a name"},
		"no body":                             {func(f *Function) { f.Body = " " }, "body"},
		"no result":                           {func(f *Function) { f.Returns = "" }, "returns"},
		"a result that ends the statement":    {func(f *Function) { f.Returns = "int; drop table x" }, "returns"},
		"another language":                    {func(f *Function) { f.Language = "c" }, "language"},
		"no volatility":                       {func(f *Function) { f.Volatility = "" }, "volatile"},
		"an argument that ends the statement": {func(f *Function) { f.Arguments = []Argument{{Name: "a", Type: "int); drop"}} }, "is no type"},
		"an argument without a name":          {func(f *Function) { f.Arguments = []Argument{{Type: "int"}} }, "a name"},
	} {
		f := count
		c.change(&f)
		if _, _, err := (&Change{Kind: "create_function", Function: f}).SQL(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}
