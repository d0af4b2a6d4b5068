package command

import "testing"

func TestVariablesOfPsql(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, text, want string
		set              []string
	}{
		{name: "as it is", text: "select :a, x", set: []string{`\set a 1`}, want: "select 1, x"},
		{name: "as a literal", text: `select :'a'`, set: []string{`\set a 'it''s'`}, want: `select 'it''s'`},
		{name: "a literal with a backslash", text: `select :'a'`, set: []string{`\set a 'c:\\x'`}, want: `select  E'c:\\x'`},
		{name: "as an identifier", text: `select :"a"`, set: []string{`\set a 'My "x"'`}, want: `select "My ""x"""`},
		{name: "not set", text: `select :b, :'b', :"b", :{?b}, :{?a}`, set: []string{`\set a 1`}, want: `select :b, :'b', :"b", FALSE, TRUE`},
		{name: "a cast", text: "select b::a, a::a", set: []string{`\set a 1`}, want: "select b::a, a::a"},
		{name: "a slice", text: "select (array[1,2])[1:n]", set: []string{`\set n 2`}, want: "select (array[1,2])[12]"},
		{name: "an assignment", text: "call f(x := 1)", set: []string{`\set x 1`}, want: "call f(x := 1)"},
		{name: "in quotes", text: `select ':a', "x:a", e'\':a', $$:a$$, $f$:a$$:a$f$, :a`, set: []string{`\set a 1`}, want: `select ':a', "x:a", e'\':a', $$:a$$, $f$:a$$:a$f$, 1`},
		{name: "in comments", text: "select 1 -- :a\n, /* :a /* :a */ :a */ :a", set: []string{`\set a 1`}, want: "select 1 -- :a\n, /* :a /* :a */ :a */ 1"},
		{name: "joined values", text: ":a.", set: []string{`\set a one 'two ' "th ree"`}, want: `onetwo "th ree".`},
		{name: "a value of another", text: ":b :'c'", set: []string{`\set a 'x y'`, `\set b :a`, `\set c :'a'`}, want: "x y '''x y'''"},
		{name: "no other in quotes", text: ":b", set: []string{`\set a 1`, `\set b ':a'`}, want: ":a"},
		{name: "two in a line", text: ":a:b", set: []string{`\set a 1 \set b 2`}, want: "12"},
		{name: "an empty value", text: "<:a>", set: []string{`\set a`}, want: "<>"},
		{name: "taken away", text: ":a", set: []string{`\set a 1`, `\unset a`}, want: ":a"},
		{name: "an umlaut", text: ":größe;", set: []string{`\set größe 3`}, want: "3;"},
	} {
		v := psqlVars{}
		for _, command := range c.set {
			if err := v.set(command); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
		if got := v.replace(c.text); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	for _, command := range []string{"\\set a `date`", `\set a 'open`, `\set a 1 \echo b`} {
		if err := (psqlVars{}).set(command); err == nil {
			t.Errorf("%s is not refused", command)
		}
	}
}

func TestVariablesOfARow(t *testing.T) {
	t.Parallel()
	row := func(values ...[]byte) []result {
		return []result{{columns: []string{"id", "name"}, rows: [][][]byte{values}}}
	}
	v := psqlVars{"it_name": "old"}
	if err := v.gset("it_", row([]byte("7"), nil)); err != nil || len(v) != 1 || v["it_id"] != "7" {
		t.Errorf("got %v, %v; want it_id alone, since null removes a variable", v, err)
	}
	two := row([]byte("7"), nil)
	two[0].rows = append(two[0].rows, two[0].rows[0])
	for name, c := range map[string]struct {
		all  []result
		want string
	}{
		"nothing":  {nil, `no rows returned for \gset`},
		"no row":   {[]result{{}}, `no rows returned for \gset`},
		"two rows": {two, `more than one row returned for \gset`},
	} {
		if err := v.gset("", c.all); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
