package db_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/localpg"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// failover makes two primaries of one system: what a failover leaves where the old primary
// is not stopped. The second is on a later timeline.
func failover(t *testing.T) (before, after string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "fence-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o711); err != nil { // PostgreSQL's account passes through
		t.Fatal(err)
	}
	start := func(name string) *localpg.Server {
		s, err := localpg.Start(t.Context(), localpg.Options{Root: "../..", Dir: filepath.Join(dir, name), Fast: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Stop(context.WithoutCancel(t.Context())) })
		return s
	}
	run := func(line string) {
		t.Helper()
		command := exec.Command("sh", "-ec", line)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", line, err, out)
		}
	}
	if err := start("a").Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	run(`cp -a a b
		touch b/data/recovery.signal
		echo "restore_command = 'false'" >> b/data/postgresql.auto.conf
		chown --reference=b/data b/data/*`)
	return start("a").URL("postgres"), start("b").URL("postgres")
}

func TestAFenceRefusesTheOldPrimary(t *testing.T) {
	t.Parallel()
	before, after := failover(t)
	pool := func(url string, fence *db.Fence) *db.Pool {
		t.Helper()
		p, err := db.Open(t.Context(), url, db.Options{Fence: fence, Wait: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(p.Close)
		return p
	}
	timeline := func(p *db.Pool) (name string, err error) {
		err = p.Conn(t.Context(), func(conn *db.Conn) error {
			return conn.QueryRow(t.Context(), "select left(pg_walfile_name(pg_current_wal_lsn()), 8)").Scan(&name)
		})
		return name, err
	}
	const first, second = "00000001", "00000002"
	fence := &db.Fence{}
	old := pool(before, fence)
	if got, err := timeline(old); got != first || err != nil {
		t.Fatalf("before the failover: %q, %v, want %q", got, err, first)
	}
	if got, err := timeline(pool(after, fence)); got != second || err != nil {
		t.Fatalf("after the failover: %q, %v, want %q", got, err, second)
	}
	if got, err := timeline(old); !db.IsUnavailable(err) || !strings.Contains(err.Error(), "left behind") {
		t.Errorf("a connection from before the failover is used: %q, %v", got, err)
	}
	both := hosts(t, before, after)
	if got, err := timeline(pool(both, fence)); got != second || err != nil {
		t.Errorf("with both hosts, the old one first: %q, %v, want %q", got, err, second)
	}
	if _, err := timeline(pool(pgtest.New(t).URL, fence)); err == nil || !strings.Contains(err.Error(), "another PostgreSQL") || !strings.Contains(err.Error(), "Restart the node") {
		t.Errorf("another system: %v", err)
	}

	// a node whose connections are all to the old primary
	alone := &db.Fence{}
	stayed := pool(both, alone)
	if got, err := timeline(stayed); got != first || err != nil {
		t.Fatalf("%q, %v, want %q", got, err, first)
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	go alone.Watch(ctx, both, time.Millisecond)
	for got := first; got != second; {
		var err error
		if got, err = timeline(stayed); err != nil || ctx.Err() != nil {
			t.Fatalf("%q, %v, %v: it does not leave the old primary", got, err, ctx.Err())
		}
	}
}

// hosts is the address of two servers.
func hosts(t *testing.T, first, second string) string {
	t.Helper()
	a, err := pgconn.ParseConfig(first)
	if err != nil {
		t.Fatal(err)
	}
	b, err := pgconn.ParseConfig(second)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("host=%s,%s port=%d,%d user=%s password=%s dbname=%s sslmode=disable", a.Host, b.Host, a.Port, b.Port, a.User, a.Password, a.Database)
}
