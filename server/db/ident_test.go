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

func TestLoginURL(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, address, want string }{
		{"one host", "postgres://me:hush@db/name", "postgres://anon:secret@db/name"},
		{"several", "postgres://me:hush@db1:5432,db2:5433/name?target_session_attrs=read-write", "postgres://anon:secret@db1:5432,db2:5433/name?target_session_attrs=read-write"},
		{"a user among the parameters", "postgres:///name?host=%2Frun&user=me&password=hush", "postgres://anon:secret@/name?host=%2Frun"},
		{"keys and values", "host=db user=me password=hush", "host=db user=me password=hush user='anon' password='secret'"},
	} {
		if got, err := db.LoginURL(c.address, "anon", "secret"); got != c.want || err != nil {
			t.Errorf("%s: %s, %v, want %s", c.name, got, err, c.want)
		}
	}
}
