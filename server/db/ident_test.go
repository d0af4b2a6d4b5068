package db_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/db"
)

func TestIdent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		parts []string
		want  string
	}{
		{"a plain name", []string{"todos"}, `"todos"`},
		{"with a schema", []string{"public", "Todo list"}, `"public"."Todo list"`},
		{"a quote", []string{`a"b`, `"`}, `"a""b".""""`},
		{"a dot", []string{"a.b"}, `"a.b"`},
		{"a NUL", []string{"a\x00\"b"}, `"a""b"`},
		{"nothing", []string{""}, `""`},
	} {
		if got := db.Ident(c.parts...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSearchPath(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		schemas []string
		want    string
	}{
		{"none", nil, `""`},
		{"one", []string{"public"}, `"public"`},
		{"two, one to be quoted", []string{`Mine, "yours"`, "extensions"}, `"Mine, ""yours""", "extensions"`},
	} {
		if got := db.SearchPath(c.schemas...); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
