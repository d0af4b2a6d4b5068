package system_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestFunctionsOfExtensionsAreOpen creates extensions as a migration does, after the default
// privileges of the engine.
func TestFunctionsOfExtensionsAreOpen(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	run := func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
	}
	may := func(function string) (allowed bool) {
		t.Helper()
		if err := conn.QueryRow(t.Context(), "select has_function_privilege('anon', $1, 'execute')", function).Scan(&allowed); err != nil {
			t.Fatal(err)
		}
		return allowed
	}
	run("create extension pg_trgm with schema extensions")
	run("create extension dblink with schema extensions")
	run(`do $$ begin create extension hstore with schema extensions version '1.4'; exception when division_by_zero then null; end $$`)
	for _, c := range []struct {
		function string
		want     bool
	}{
		{"extensions.similarity(text, text)", true},
		{"extensions.dblink(text, text)", true},
		{"extensions.dblink_connect_u(text)", false}, // its script revokes
		{"extensions.hstore(text, text)", true},      // in a subtransaction
	} {
		if got := may(c.function); got != c.want {
			t.Errorf("anon may execute %s: %t, want %t", c.function, got, c.want)
		}
	}
	run("revoke execute on function extensions.hstore(text, text) from public")
	run("alter extension hstore update")
	if may("extensions.hstore(text, text)") {
		t.Error("an update has opened a function that the administrator has closed")
	}
	if !may("extensions.hstore_subscript_handler(internal)") {
		t.Error("a function that came with an update is closed")
	}
	run("create function public.own() returns int language sql return 1; create table public.t (); alter extension hstore add function public.own()")
	if may("public.own()") {
		t.Error("a function of the project that was added to an extension is open")
	}
}
