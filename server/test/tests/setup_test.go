package tests

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

func TestMain(m *testing.M) {
	// The program sets the passwords of its login roles, and roles belong to a
	// whole cluster: it must not be one that other tests use.
	if err := os.Unsetenv(pgtest.Variable); err != nil {
		panic(err)
	}
	os.Exit(pgtest.Main(m))
}

// fixtureProject has the tables of package fixture and one function.
func fixtureProject() project.Project {
	return project.Project{
		Name: "fixture", Migrations: fixture.Schema, Policies: fixture.Policies,
		Functions: func(*project.Host) (map[string]functions.Function, error) {
			return map[string]functions.Function{"greet": {
				Methods: []string{http.MethodPost},
				Handle: functions.JSON(func(_ context.Context, call *functions.Call, _ struct{}) (string, error) {
					if !call.SignedIn() {
						return "", functions.Refuse(http.StatusUnauthorized, "Sign in first.")
					}
					return "hello", nil
				}),
			}}, nil
		},
	}
}

// boot starts the program on a database that has the schema already, and ends
// it with the test.
func boot(t testing.TB, environ ...string) *apptest.Instance {
	t.Helper()
	database := pgtest.New(t)
	return bootOn(t, database, append(environ, "DATABASE_URL="+database.URL)...)
}

// bootOn starts it on a database, reached as environ says.
func bootOn(t testing.TB, database *pgtest.DB, environ ...string) *apptest.Instance {
	t.Helper()
	s := instanceOn(t, database)
	s.Start(t, environ)
	return s
}

// instanceOn is a program on a database that the test starts itself.
func instanceOn(t testing.TB, database *pgtest.DB) *apptest.Instance {
	t.Helper()
	return apptest.New(t, fixtureProject(), database)
}

// withRealtime is the service beside those that it needs.
const withRealtime = "SERVICES=rest,auth,realtime"

// bootRealtime starts a program that serves realtime, on a database of its own.
func bootRealtime(t testing.TB, environ ...string) *apptest.Instance {
	t.Helper()
	return bootRealtimeOn(t, pgtest.New(t), environ...)
}

// bootRealtimeOn is bootRealtime on a database that the test has prepared.
func bootRealtimeOn(t testing.TB, database *pgtest.DB, environ ...string) *apptest.Instance {
	t.Helper()
	s := bootOn(t, database, append([]string{"DATABASE_URL=" + database.URL, withRealtime}, environ...)...)
	s.WaitForStream(t)
	return s
}

// expiring are the claims of a user whose token ends so soon.
func expiring(in time.Duration) string {
	return apptest.UserClaims("00000000-0000-4000-8000-000000000001", in)
}

// freePorts counts the ports of freeAddress, from a place by chance.
var freePorts = func() *atomic.Uint32 { n := new(atomic.Uint32); n.Store(rand.Uint32N(12000)); return n }()

// freeAddress is an unused address of loopback. Its port is below those that the
// system chooses by itself (Linux: from 32768), and another one each time, so that no
// other test takes it.
func freeAddress(t *testing.T) string {
	t.Helper()
	for {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(20000+int(freePorts.Add(1)%12000)))
		listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
		if err != nil {
			continue
		}
		_ = listener.Close()
		return address
	}
}
