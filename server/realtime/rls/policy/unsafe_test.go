package policy

import "testing"

func TestFindUnsafe(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		sources []Source
		want    string
	}{
		{"none", nil, ""},
		{"a stable function of claims", []Source{{Name: "a", Bare: "a", Called: true, Language: "sql", Body: "select current_setting('x')"}}, ""},
		{"an immutable one", []Source{{Name: "a", Bare: "a", Called: true, Immutable: true, Language: "sql", Body: "select current_setting('x')"}}, "a"},
		{"an immutable one of its arguments", []Source{{Name: "a", Bare: "a", Called: true, Immutable: true, Language: "sql", Body: "select lower($1)"}}, ""},
		{"one that nobody calls", []Source{{Name: "a", Bare: "a", Immutable: true, Language: "sql", Body: "select current_setting('x')"}}, ""},
		{"one that is called by another", []Source{
			{Name: "p.a", Bare: "a", Immutable: true, Language: "sql", Body: "SELECT p.B()"},
			{Name: "p.b", Bare: "b", Language: "sql", Body: "select CURRENT_SETTING('x')"},
			{Name: "p.c", Bare: "c", Called: true, Language: "plpgsql", Body: "begin return p.a(); end"},
		}, "p.a"},
		{"one that reads a table", []Source{{Name: "a", Bare: "a", Called: true, Immutable: true, Language: "plpgsql", Body: "begin return (select id from users); end"}}, "a"},
		{"one that remembers", []Source{{Name: "a", Bare: "a", Called: true, Language: "plpgsql", Body: "begin perform set_config('app.user', auth.uid()::text, true); end"}}, "a"},
		{"another language", []Source{{Name: "a", Bare: "a", Called: true, Language: "plv8", Body: "return this.x"}}, "a"},
		{"two that call each other", []Source{
			{Name: "a", Bare: "a", Called: true, Language: "sql", Body: "select b()"},
			{Name: "b", Bare: "b", Language: "sql", Body: "select a()"},
		}, ""},
	} {
		if got, why := FindUnsafe(c.sources); got != c.want || (got == "") != (why == "") {
			t.Errorf("%s: %q %q, want %q", c.name, got, why, c.want)
		}
	}
}
