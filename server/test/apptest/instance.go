// Package apptest starts the whole program for tests and speaks only HTTP with it,
// as supabase-js and other clients do. Besides, it reads only what the program prints,
// which is all that a user sees. For _test.go files only.
package apptest

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/app"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// Secret is the JWT secret of every program here.
const Secret = pgtest.Secret

// Timeout bounds every wait. It is never reached where things work.
const Timeout = 60 * time.Second

// Instance is a program and its database.
type Instance struct {
	DB *pgtest.DB
	// URL is its address, known once it has started.
	URL string
	// AnonKey is the api key of browsers; "" where the table API runs alone.
	AnonKey string
	// DataDir is its data folder. Defaults to an empty one.
	DataDir string
	// Command is the command that it runs. Defaults to serve.
	Command string
	// Printed is its standard output, Logged its log.
	Printed, Logged *Output
	// Client sends the requests.
	Client *http.Client
	// Stop ends the program, and the test with an error where it ends with one. The
	// end of the test calls it too.
	Stop func()

	project project.Project
}

// starting lets one program migrate at a time: they share the cluster's roles.
var starting sync.Mutex

// New is a program that serves p on a database, not started yet.
func New(t testing.TB, p project.Project, database *pgtest.DB) *Instance {
	t.Helper()
	return &Instance{DB: database, project: p, Printed: newOutput(), Logged: newOutput(), Client: &http.Client{Timeout: Timeout}, DataDir: t.TempDir()}
}

// RunCommand runs one command of the program to its end; line has its arguments too.
func RunCommand(t testing.TB, p project.Project, line string, environ []string, out io.Writer) error {
	t.Helper()
	starting.Lock()
	defer starting.Unlock()
	return app.Command(t.Context(), p, strings.Fields(line), environ, out, testLog{t})
}

// Start runs the program beside the test, with defaults that environ overrides, and
// returns when it has printed its address.
func (i *Instance) Start(t testing.TB, environ []string) {
	t.Helper()
	starting.Lock()
	defer starting.Unlock()
	i.Run(t, append([]string{
		"PORT=0", "TOUBKAL_DATA_DIR=" + i.DataDir, "GOTRUE_JWT_SECRET=" + Secret,
		"GOTRUE_RATE_LIMIT_TOKEN_REFRESH=0", "LOG_LEVEL=error", "SHUTDOWN_DELAY=0",
		"SERVICES=rest,auth,functions,site", // realtime takes a replication slot each: its tests ask for it
	}, environ...))
	i.URL = strings.Replace(i.Printed.Wait(t, `(?:Site|APIs) +(https?://\S+)`), "localhost", "127.0.0.1", 1)
	i.AnonKey = i.Printed.Wait(t, `Anon key +(\S+)`)
}

// Run starts the command with this environment alone, and does not wait for it.
func (i *Instance) Run(t testing.TB, environ []string) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	log := io.MultiWriter(testLog{t}, i.Logged)
	go func() {
		err := app.Command(ctx, i.project, []string{cmp.Or(i.Command, "serve")}, environ, i.Printed, log)
		i.Printed.end(err)
		ended <- err
	}()
	i.Stop = sync.OnceFunc(func() {
		cancel()
		i.Client.CloseIdleConnections()
		if err := <-ended; err != nil {
			t.Errorf("the program ended with: %v", err)
		}
	})
	t.Cleanup(i.Stop)
}
