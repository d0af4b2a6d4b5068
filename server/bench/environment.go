package main

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/localpg"
)

//go:embed data.sql
var data string

// environment is a PostgreSQL of its own, and the programs that work on it.
type environment struct {
	postgres *localpg.Server
	admin    *pgx.Conn // as superuser
	login    string    // the address of the role that systems of the table API sign in as
	secret   string
	tokens   tokens
	dir      string
	systems  map[string]system
	children []*child
}

// newEnvironment starts PostgreSQL. throwaway is one without fsync, for tests; else it is
// as crash safe as a real one.
func newEnvironment(ctx context.Context, root string, throwaway bool) (_ *environment, err error) {
	h := &environment{secret: rand.Text() + rand.Text(), systems: map[string]system{}}
	defer func() {
		if err != nil {
			err = errors.Join(err, h.close())
		}
	}()
	if h.dir, err = os.MkdirTemp("", "toubkal-bench-"); err != nil {
		return nil, err
	}
	if err = os.Chmod(h.dir, 0o711); err != nil { // PostgreSQL's account passes through
		return nil, err
	}
	if h.tokens, err = sign(h.secret, time.Now()); err != nil {
		return nil, err
	}
	h.postgres, err = localpg.Start(ctx, localpg.Options{
		Root: root, Dir: filepath.Join(h.dir, "postgres"), Throwaway: throwaway,
		Settings: map[string]string{"shared_buffers": "1GB", "max_wal_size": "4GB"},
	})
	if err != nil {
		return nil, err
	}
	h.admin, err = pgx.Connect(ctx, h.postgres.URL("postgres"))
	return h, err
}

// load loads the data of the table API.
func (e *environment) load(ctx context.Context, of size) error {
	password := rand.Text()
	sql := strings.NewReplacer(
		"{reviews}", strconv.Itoa(of.reviews), "{customers}", strconv.Itoa(of.customers),
		"{wide}", strconv.Itoa(of.wide), "{password}", password,
	).Replace(data)
	// VACUUM cannot run with the rest, which is one transaction.
	sql, _ = strings.CutSuffix(strings.TrimSpace(sql), "vacuum analyze;")
	for _, statement := range []string{sql, "vacuum analyze", "checkpoint"} {
		if _, err := e.admin.Exec(ctx, statement); err != nil {
			return fmt.Errorf("load the data: %w", err)
		}
	}
	address, err := url.Parse(e.postgres.URL("postgres"))
	if err != nil {
		return errors.New("PostgreSQL's address is no URL")
	}
	address.User = url.UserPassword("bench_authenticator", password)
	e.login = address.String()
	return nil
}

// postmaster is PostgreSQL's first process, whose children the others are.
func postmaster(of *localpg.Server) (process, error) {
	text, err := os.ReadFile(filepath.Join(of.Dir(), "data", "postmaster.pid"))
	if err != nil {
		return process{}, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(first)
	return process{pid: pid, family: true}, err
}

// openPG adds the reference that has no HTTP.
func (e *environment) openPG() {
	e.systems[pg] = system{
		name: pg, server: process{pid: os.Getpid()}, most: poolSize,
		open: func(ctx context.Context, s *scenario) (client, error) { return openPG(ctx, e.login, s, e.tokens) },
	}
}

// openTables starts a build of the program, the table API alone.
func (e *environment) openTables(ctx context.Context, name, program string) error {
	return e.openSystem(ctx, name, func(host, port string) []string {
		return []string{
			"HOST=" + host, "PORT=" + port, "SERVICES=rest", "AUTO_MIGRATE=false", "DATABASE_URL=" + e.login,
			"TOUBKAL_DATA_DIR=" + filepath.Join(e.dir, name), "GOTRUE_JWT_SECRET=" + e.secret, "PGRST_JWT_SECRET=" + e.secret,
			"PGRST_DB_SCHEMAS=bench", "PGRST_DB_ANON_ROLE=anon", "PGRST_DB_POOL=" + strconv.Itoa(poolSize),
		}
	}, program, "serve")
}

// openStandIn starts the reference that does what PostgREST does: this program
// once more, with a verb that only it uses.
func (e *environment) openStandIn(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return e.openSystem(ctx, reference, func(host, port string) []string {
		return []string{
			standInVariable + "=" + net.JoinHostPort(host, port),
			"DATABASE_URL=" + e.login, "PGRST_JWT_SECRET=" + e.secret,
		}
	}, self)
}

// openSystem starts one that answers the scenarios.
func (e *environment) openSystem(ctx context.Context, name string, env func(host, port string) []string, program string, args ...string) error {
	first := scenarios(full)[0]
	c, err := e.start(ctx, name, env, func(address string) error {
		c, err := openHTTP(address, first, e.tokens)
		if err != nil {
			return err
		}
		return errors.Join(c.do(0, 1), c.close())
	}, program, args...)
	if err != nil {
		return err
	}
	e.systems[name] = system{
		name: name, server: c.process(),
		open: func(_ context.Context, s *scenario) (client, error) { return openHTTP(c.address, s, e.tokens) },
	}
	return nil
}

// close ends what runs and removes what was written.
func (e *environment) close() (err error) {
	for _, c := range e.children {
		err = errors.Join(err, c.stop())
	}
	if e.admin != nil {
		err = errors.Join(err, e.admin.Close(context.Background()))
	}
	if e.postgres != nil {
		err = errors.Join(err, e.postgres.Stop(context.Background()), os.RemoveAll(e.postgres.Dir()))
	}
	return errors.Join(err, os.RemoveAll(e.dir))
}
