// Package tests serves the site by the whole program and speaks only HTTP with it.
package tests

import (
	"os"
	"testing"

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) {
	// The program sets the passwords of its login roles, and roles belong to a
	// whole cluster: it must not be one that other tests use.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(schematest.Main(m))
}

// website is a running program that serves the site.
type website struct {
	*apptest.Instance
	admin    string // the first super admin's address
	password string // and one-time password
}

// boot starts it on a database that has the schema already, and ends it with the
// test.
func boot(t testing.TB, environ ...string) *website {
	t.Helper()
	database := pgtest.New(t)
	return bootOn(t, database, append(environ, "DATABASE_URL="+database.URL)...)
}

// bootOn starts it for the first time on a database, reached as environ says.
func bootOn(t testing.TB, database *pgtest.DB, environ ...string) *website {
	t.Helper()
	s := &website{Instance: apptest.New(t, site.Project(), database)}
	s.Start(t, append([]string{"TOUBKAL_RATE_LIMIT_WRITES=0"}, environ...))
	s.admin = s.Printed.Wait(t, `Super admin +(\S+)`)
	s.password = s.Printed.Wait(t, `Password +(\S+)`)
	return s
}

// bootRealtime starts one that serves realtime too.
func bootRealtime(t testing.TB) *website {
	t.Helper()
	s := boot(t, "SERVICES=rest,auth,realtime")
	s.WaitForStream(t)
	return s
}

// execute runs SQL as a superuser.
func execute(t testing.TB, s *website, sql string) {
	t.Helper()
	if _, err := s.DB.Admin.Exec(t.Context(), sql); err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
}
