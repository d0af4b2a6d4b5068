package pgtest

import (
	"context"
	"crypto/rand"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/server/db"
)

// DB is a database that belongs to one test. It is dropped when the test ends,
// whoever is still connected.
type DB struct {
	Name  string
	URL   string        // superuser
	Admin *pgxpool.Pool // superuser, at most 4 connections; closed when the test ends

	t       testing.TB
	cluster *cluster
}

// New gives the test a database with the engine's schema and the project's
// migrations and policies, and no seeds. It needs Main.
func New(t testing.TB) *DB {
	t.Helper()
	c := running(t)
	name, err := c.once.make(t.Context(), c)
	if err != nil {
		t.Fatalf("pgtest: make the template database: %v", err)
	}
	return c.clone(t, name)
}

// Empty gives the test a database as initdb makes it: no schema, no policies.
// The roles belong to the cluster and may be there.
func Empty(t testing.TB) *DB {
	t.Helper()
	return running(t).clone(t, "template1")
}

func running(t testing.TB) *cluster {
	t.Helper()
	if shared == nil {
		t.Fatal("pgtest: no cluster: add func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }")
	}
	return shared
}

func (c *cluster) clone(t testing.TB, template string) *DB {
	t.Helper()
	d := &DB{Name: "test_" + strings.ToLower(rand.Text()), t: t, cluster: c}
	d.URL = c.address(d.Name, nil)
	if err := c.create(t.Context(), d.Name, template); err != nil {
		t.Fatalf("pgtest: clone %s: %v", template, err)
	}
	t.Cleanup(d.drop)
	var err error
	if d.Admin, err = pool(t.Context(), d.URL); err != nil {
		t.Fatalf("pgtest: connect to %s: %v", d.Name, err)
	}
	return d
}

// create makes a database. Names are identifiers of ours, quoted all the same:
// PostgreSQL takes no parameter there. Copied files cost half of copied pages, which
// go through the WAL and are written by the checkpoint of the next drop.
func (c *cluster) create(ctx context.Context, name, template string) error {
	_, err := c.pool.Exec(ctx, "create database "+quote(name)+" strategy file_copy template "+quote(template))
	return err
}

func quote(name string) string { return pgx.Identifier{name}.Sanitize() }

// drop has no time limit but that of the whole run. It takes about 20 ms, but PostgreSQL
// waits in it for every backend of the cluster, also for one of another package's test that
// is writing to a client which does not read.
func (d *DB) drop() {
	switch {
	case d.Admin == nil:
	case d.t.Failed(): // perhaps with a connection that Close would wait for; force ends it
		go d.Admin.Close()
	default:
		d.Admin.Close()
	}
	ctx := context.WithoutCancel(d.t.Context()) // the test's own has ended by now
	// A stream of changes is no connection that force ends.
	const endStreams = "select pg_terminate_backend(active_pid, 10000) from pg_replication_slots where database = $1 and active"
	if _, err := d.cluster.pool.Exec(ctx, endStreams, d.Name); err != nil {
		d.t.Errorf("pgtest: end the streams of %s: %v", d.Name, err)
	}
	if _, err := d.cluster.pool.Exec(ctx, "drop database if exists "+quote(d.Name)+" with (force)"); err != nil {
		d.t.Errorf("pgtest: drop %s: %v", d.Name, err)
	}
}

// LoginURL is the address of the test's database for a role that may log in
// (authenticator, supabase_auth_admin), with a password that pgtest gives the
// role. It is the same for every test on the cluster, because roles are.
func (d *DB) LoginURL(role string) string {
	d.t.Helper()
	if err := d.cluster.logins.ensure(d.t.Context(), d.cluster, role); err != nil {
		d.t.Fatalf("pgtest: set a password for %s: %v", role, err)
	}
	return d.cluster.address(d.Name, url.UserPassword(role, db.LoginPassword(Secret, role)))
}

// address is the cluster's URL for another database, and user unless nil.
func (c *cluster) address(database string, user *url.Userinfo) string {
	u, err := url.Parse(c.url)
	if err != nil {
		panic(err) // open has parsed it
	}
	u.Path = "/" + database
	if user != nil {
		u.User = user
	}
	return u.String()
}

// Conn is a connection of its own to the test's database, as superuser. It is
// closed when the test ends.
func (d *DB) Conn() *pgx.Conn {
	d.t.Helper()
	conn, err := pgx.Connect(d.t.Context(), d.URL)
	if err != nil {
		d.t.Fatalf("pgtest: connect to %s: %v", d.Name, err)
	}
	d.t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

// Until asks until the answer, a text, is the wanted one, for at most a minute.
func (d *DB) Until(want, sql string) {
	d.t.Helper()
	ctx, cancel := context.WithTimeout(d.t.Context(), time.Minute)
	defer cancel()
	var got string
	for {
		err := d.Admin.QueryRow(ctx, "select coalesce(("+sql+")::text, '')").Scan(&got)
		if err == nil && got == want {
			return
		}
		if ctx.Err() != nil {
			d.t.Fatalf("%s: got %q, want %q (%v)", sql, got, want, err)
		}
		time.Sleep(5 * time.Millisecond)
	}
}
