package app_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// The program starts on a database that a dump of a Supabase project was loaded into, and
// the project's users, policies and trigger work.
func TestStartsOnADumpOfSupabase(t *testing.T) {
	t.Parallel()
	database := pgtest.Empty(t)
	database.Load("../migrate/testdata/supabase-newest.sql")
	s := apptest.New(t, project.Project{}, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL})
	s.Printed.Wait(t, `(the accounts of a Supabase project were taken over)`)
	ann := s.SignIn(t, "ann@example.test", "secret123")
	other := s.CreateUser(t, "new@example.test", "a-new-passw0rd")
	for _, c := range []struct{ name, token, want string }{
		{"anonymous", "", `[]`},
		{"one of the dump", ann.AccessToken, `[{"name":"Ann"}]`},
		{"a new one", other.AccessToken, `[{"name":"new@example.test"}]`},
	} {
		if reply := s.Send(t, "GET", "/rest/v1/profiles?select=name", "", s.Headers(c.token)...); reply.Status != 200 || reply.Body != c.want {
			t.Errorf("%s: %d %s, want %s", c.name, reply.Status, reply.Body, c.want)
		}
	}
}
