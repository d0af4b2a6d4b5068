// Package pgtest gives each test a PostgreSQL database of its own, cloned from a
// template that holds the engine's schema and a project. For _test.go files only.
//
//	func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
//	func TestX(t *testing.T)    { t.Parallel(); db := pgtest.New(t); … }
//
// The project is package fixture, unless MainWith names another.
//
// A clone takes 20 to 100 ms, so tests run in parallel and clean up nothing.
//
// Without TOUBKAL_TEST_DATABASE_URL each test binary starts a throwaway cluster.
// With it (a superuser's URL) all share that one: `go run ./server/test/pgtest/cluster
// -- go test ./...` sets it for a command.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
)

// Variable names the environment variable with the URL of the cluster to use.
const Variable = "TOUBKAL_TEST_DATABASE_URL"

// shared is the cluster of this test binary. Main sets it before any test runs.
var shared *cluster

// Project is the content of a test database beside the engine's schema: the folders
// of a project's migrations and policies.
type Project struct{ Migrations, Policies fs.FS }

// Main is MainWith the project of package fixture.
func Main(m *testing.M) int {
	return MainWith(m, Project{fixture.Schema, fixture.Policies})
}

// MainWith runs the tests of a package with a cluster and returns the exit code.
// The zero Project gives databases with the engine's schema alone.
// A cluster that does not start is code 1, with the reason on standard error.
func MainWith(m *testing.M, project Project) int {
	c, err := open(context.Background(), project)
	if err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return 1
	}
	shared = c
	stopOnSignal(c)
	code := m.Run()
	if err := c.close(); err != nil {
		fmt.Fprintln(os.Stderr, "pgtest:", err)
		return max(code, 1)
	}
	return code
}

// stopOnSignal ends our cluster when the tests are interrupted.
func stopOnSignal(c *cluster) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-caught
		_ = c.close() // the signal ends us, whatever it says
		os.Exit(130)
	}()
}

// cluster is a PostgreSQL and the connections that make and drop databases on it.
type cluster struct {
	url    string          // superuser, database postgres
	server *localpg.Server // nil where the cluster is not ours
	pool   *pgxpool.Pool
	once   template
	logins logins
}

func open(ctx context.Context, project Project) (*cluster, error) {
	c := &cluster{url: os.Getenv(Variable), once: template{project: project}}
	if c.url == "" {
		root, err := projectRoot()
		if err != nil {
			return nil, err
		}
		c.server, err = localpg.Start(ctx, localpg.Options{Root: root, Throwaway: true})
		if err != nil {
			return nil, err
		}
		c.url = c.server.URL("postgres")
	}
	var err error
	if c.pool, err = pool(ctx, c.url); err == nil {
		err = c.pool.Ping(ctx)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("reach the cluster (%s, if set, must be a superuser's URL): %w", Variable, err), c.close())
	}
	return c, nil
}

func (c *cluster) close() error {
	if c.pool != nil {
		c.pool.Close()
	}
	if c.server == nil {
		return nil
	}
	return c.server.Stop(context.Background())
}

// pool opens a few connections: a cluster serves many tests at once.
func pool(ctx context.Context, url string) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", err)
	}
	config.MaxConns = 4
	config.ConnConfig.Tracer = deadlocks{}
	return pgxpool.NewWithConfig(ctx, config)
}

// deadlocks puts who waited for whom, and where, into the message of a deadlock, which tests print.
type deadlocks struct{}

// TraceQueryStart implements pgx.QueryTracer.
func (deadlocks) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (deadlocks) TraceQueryEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if refused, ok := errors.AsType[*pgconn.PgError](data.Err); ok && refused.Code == "40P01" {
		refused.Message += ": " + refused.Detail + " " + refused.Where
	}
}

// projectRoot is the folder of go.mod, at or above the working directory.
func projectRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no go.mod above the working directory: run the tests in the project")
		}
		dir = filepath.Dir(dir)
	}
}
