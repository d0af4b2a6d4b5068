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
func (h *environment) load(ctx context.Context, of size) error {
	password := rand.Text()
	sql := strings.NewReplacer(
		"{reviews}", strconv.Itoa(of.reviews), "{customers}", strconv.Itoa(of.customers),
		"{wide}", strconv.Itoa(of.wide), "{password}", password,
	).Replace(data)
	// VACUUM cannot run with the rest, which is one transaction.
	sql, _ = strings.CutSuffix(strings.TrimSpace(sql), "vacuum analyze;")
	for _, statement := range []string{sql, "vacuum analyze", "checkpoint"} {
		if _, err := h.admin.Exec(ctx, statement); err != nil {
			return fmt.Errorf("load the data: %w", err)
		}
	}
	address, err := url.Parse(h.postgres.URL("postgres"))
	if err != nil {
		return errors.New("PostgreSQL's address is no URL")
	}
	address.User = url.UserPassword("bench_authenticator", password)
	h.login = address.String()
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
func (h *environment) openPG() {
	h.systems[pg] = system{
		name: pg, server: process{pid: os.Getpid()}, most: poolSize,
		open: func(ctx context.Context, s *scenario) (client, error) { return openPG(ctx, h.login, s, h.tokens) },
	}
}

// openTables starts a build of the program, the table API alone.
func (h *environment) openTables(ctx context.Context, name, program string) error {
	return h.openSystem(ctx, name, func(host, port string) []string {
		return []string{
			"HOST=" + host, "PORT=" + port, "SERVICES=rest", "AUTO_MIGRATE=false", "DATABASE_URL=" + h.login,
			"TOUBKAL_DATA_DIR=" + filepath.Join(h.dir, name), "GOTRUE_JWT_SECRET=" + h.secret, "PGRST_JWT_SECRET=" + h.secret,
			"PGRST_DB_SCHEMAS=bench", "PGRST_DB_ANON_ROLE=anon", "PGRST_DB_POOL=" + strconv.Itoa(poolSize),
		}
	}, program, "serve")
}

// openStandIn starts the reference that does what PostgREST does: this program
// once more, with a verb that only it uses.
func (h *environment) openStandIn(ctx context.Context) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	return h.openSystem(ctx, reference, func(host, port string) []string {
		return []string{
			standInVariable + "=" + net.JoinHostPort(host, port),
			"DATABASE_URL=" + h.login, "PGRST_JWT_SECRET=" + h.secret,
		}
	}, self)
}

// openSystem starts one that answers the scenarios.
func (h *environment) openSystem(ctx context.Context, name string, env func(host, port string) []string, program string, args ...string) error {
	first := scenarios(full)[0]
	c, err := h.start(ctx, name, env, func(address string) error {
		c, err := openHTTP(address, first, h.tokens)
		if err != nil {
			return err
		}
		return errors.Join(c.do(0, 1), c.close())
	}, program, args...)
	if err != nil {
		return err
	}
	h.systems[name] = system{
		name: name, server: c.process(),
		open: func(_ context.Context, s *scenario) (client, error) { return openHTTP(c.address, s, h.tokens) },
	}
	return nil
}

// close ends what runs and removes what was written.
func (h *environment) close() (err error) {
	for _, c := range h.children {
		err = errors.Join(err, c.stop())
	}
	if h.admin != nil {
		err = errors.Join(err, h.admin.Close(context.Background()))
	}
	if h.postgres != nil {
		err = errors.Join(err, h.postgres.Stop(context.Background()), os.RemoveAll(h.postgres.Dir()))
	}
	return errors.Join(err, os.RemoveAll(h.dir))
}
