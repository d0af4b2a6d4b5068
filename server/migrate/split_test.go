package migrate_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/migrate"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	type s = migrate.Statement
	for _, test := range []struct {
		name, text string
		want       []s
	}{
		{"nothing", " \n-- only this\n/* and that; */ ;; ", nil},
		{"two", "select 1;\nselect 2;", []s{{"select 1", 1}, {"select 2", 2}}},
		{"no last semicolon", "select 1;\n\nselect 2\n", []s{{"select 1", 1}, {"select 2", 3}}},
		{"line is the statement's, not its comment's", "-- a; b\n\n/* c\n */ select\n 1;", []s{{"select\n 1", 4}}},
		{"quoted", "select ';', \"a;b\", 'it''s; '; select 2", []s{{"select ';', \"a;b\", 'it''s; '", 1}, {"select 2", 1}}},
		{"backslash is itself", `select '\'; select 2`, []s{{`select '\'`, 1}, {"select 2", 1}}},
		{"backslash in an escape string", `select E'\'; x'; select e'a''\';'`, []s{{`select E'\'; x'`, 1}, {`select e'a''\';'`, 1}}},
		{"a word that ends in e is no escape", `select date'\'; select 2`, []s{{`select date'\'`, 1}, {"select 2", 1}}},
		{"a number that ends in e is none", `select 1e'\'; select 2`, []s{{`select 1e'\'`, 1}, {"select 2", 1}}},
		{"dollar quotes", "do $$ begin; 'x end $$; do $a$ $$; $b$; $a$; select 3", []s{{"do $$ begin; 'x end $$", 1}, {"do $a$ $$; $b$; $a$", 1}, {"select 3", 1}}},
		{"a parameter opens no quote", "select $1; select $1", []s{{"select $1", 1}, {"select $1", 1}}},
		{"a dollar inside a name opens no quote", "select a$b$; select $b$;$b$", []s{{"select a$b$", 1}, {"select $b$;$b$", 1}}},
		{"a byte order mark of a file that was appended", "\ufeff\ufeffselect 1;\n\ufeff-- two\nselect '\ufeff';", []s{{"select 1", 1}, {"select '\ufeff'", 3}}},
		{"nested comments", "select /* a /* ; */ ; */ 1; select 2", []s{{"select /* a /* ; */ ; */ 1", 1}, {"select 2", 1}}},
		{"line comment inside", "select -- ;'\n 1; select 2", []s{{"select -- ;'\n 1", 1}, {"select 2", 2}}},
		{"a division is no comment", "select 4/2; select 4-2", []s{{"select 4/2", 1}, {"select 4-2", 1}}},
		{"parentheses", "create rule r as on insert to t do also (delete from a; delete from b); select 2", []s{{"create rule r as on insert to t do also (delete from a; delete from b)", 1}, {"select 2", 1}}},
		{
			"begin atomic",
			"create function f() returns int begin\n atomic select case when true then 1 end; select 2; END; select 3;",
			[]s{{"create function f() returns int begin\n atomic select case when true then 1 end; select 2; END", 1}, {"select 3", 2}},
		},
		{"begin alone", "begin; select 1; end; select 2", []s{{"begin", 1}, {"select 1", 1}, {"end", 1}, {"select 2", 1}}},
		{"other letters", "select 'é' as été; select 'ماء;'", []s{{"select 'é' as été", 1}, {"select 'ماء;'", 1}}},
		{"open quote", "select 'a; select 2;", []s{{"select 'a; select 2;", 1}}},
		{"open comment", "select 1 /* a; select 2", []s{{"select 1 /* a; select 2", 1}}},
		{"rows of a copy", "copy t (a) from stdin;\n1;'\n\\.\nselect 2", []s{{"copy t (a) from stdin;\n1;'\n\\.", 1}, {"select 2", 4}}},
		{"no copy", "copy (select a from stdin) to stdout; select 'copy t from stdin'; select 3", []s{{"copy (select a from stdin) to stdout", 1}, {"select 'copy t from stdin'", 1}, {"select 3", 1}}},
		{"commands of psql", "\\restrict a\nselect 1 \\gexec\nselect 2", []s{{`\restrict a`, 1}, {"select 1", 2}, {`\gexec`, 2}, {"select 2", 3}}},
		{"open dollar quote", "do $a$ x; $b$", []s{{"do $a$ x; $b$", 1}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, migrate.Split(test.text)); diff != "" {
				t.Errorf("Split(%q), want -, got +:\n%s", test.text, diff)
			}
		})
	}
}

// Whatever the text, every byte of a statement is from it, and nothing hangs.
func FuzzSplit(f *testing.F) {
	for _, seed := range []string{"select 1; 'a", "do $$;$$", "/*/**/;", "begin atomic case end; end;", `E'\';`, "(;)", "\xff;$\xff$"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := 0
		for _, s := range migrate.Split(text) {
			if s.Text == "" || s.Line <= lines-1 {
				t.Errorf("Split(%q): empty or backward statement %+v", text, s)
			}
			lines = s.Line
		}
	})
}
