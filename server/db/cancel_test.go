package db_test

import (
	"bytes"
	"context"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// slowCancels delays requests to cancel until they are let go, as a busy network, proxy or
// postmaster does.
type slowCancels struct {
	held        chan struct{} // closed when the first one is held
	pass        chan struct{} // close it to let them go
	once, ended sync.Once
	done        chan struct{} // closed when PostgreSQL has done the first one
}

func newSlowCancels() *slowCancels {
	return &slowCancels{held: make(chan struct{}), pass: make(chan struct{}), done: make(chan struct{})}
}

func (s *slowCancels) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	go s.forward(far, conn)
	return named{near, conn}, nil
}

// named is a connection with the other's addresses, which a request to cancel goes to.
type named struct {
	net.Conn
	real net.Conn
}

func (n named) RemoteAddr() net.Addr { return n.real.RemoteAddr() }

// forward passes bytes on between the program and PostgreSQL. A request to cancel gets to
// PostgreSQL also when the program has closed its connection meanwhile.
func (s *slowCancels) forward(program, postgres net.Conn) {
	buffer := make([]byte, 64<<10)
	n, err := program.Read(buffer)
	if err == nil && isCancel(buffer[:n]) {
		s.once.Do(func() { close(s.held) })
		<-s.pass
		_, _ = postgres.Write(buffer[:n])
		_, _ = postgres.Read(buffer) // ends when PostgreSQL has sent the signal
		s.ended.Do(func() { close(s.done) })
		_, _ = postgres.Close(), program.Close()
		return
	}
	go func() {
		defer program.Close()
		copyAll(program, postgres, make([]byte, 64<<10))
	}()
	defer postgres.Close()
	if _, err := postgres.Write(buffer[:n]); err == nil {
		copyAll(postgres, program, buffer)
	}
}

func copyAll(to, from net.Conn, buffer []byte) {
	for {
		n, err := from.Read(buffer)
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// isCancel recognises a CancelRequest: its code is 80877102.
func isCancel(packet []byte) bool {
	return len(packet) >= 16 && bytes.Equal(packet[4:8], []byte{0x04, 0xd2, 0x16, 0x2e})
}

// waits returns when a session of the pool waits for the advisory lock.
func waits(t *testing.T, base *pgtest.DB, lock int) {
	t.Helper()
	for waiting := false; !waiting; {
		err := base.Admin.QueryRow(t.Context(), `select exists (select from pg_locks
			where locktype = 'advisory' and objid = $1 and not granted and database = (select oid from pg_database where datname = current_database()))`, lock).Scan(&waiting)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func lock(t *testing.T, base *pgtest.DB, sql string, lock int) {
	t.Helper()
	if _, err := base.Admin.Exec(t.Context(), sql, lock); err != nil {
		t.Fatal(err)
	}
}

// A caller's request to cancel must not reach the statement of the next one: that was
// answered with 500 and 57014, once in 205,011 requests.
func TestALateCancelReachesNobody(t *testing.T) {
	t.Parallel()
	cancels := newSlowCancels()
	pool, base := open(t, db.Options{MaxConns: 1, CancelWait: 5 * time.Second, Dial: cancels.dial})
	lock(t, base, "select pg_advisory_lock($1)", 1)
	lock(t, base, "select pg_advisory_lock($1)", 2)

	ctx, leave := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() {
		_, err := run(ctx, pool, as("anon"), db.Statement{SQL: "select pg_advisory_xact_lock(1)"})
		first <- err
	}()
	waits(t, base, 1)
	leave()
	<-cancels.held
	lock(t, base, "select pg_advisory_unlock($1)", 1) // the statement ends before the request arrives
	<-first                                           // as it may: its caller has left

	second := make(chan error, 1)
	go func() {
		_, err := run(context.WithoutCancel(t.Context()), pool, as("anon"), db.Statement{SQL: "select pg_advisory_xact_lock(2)"})
		second <- err
	}()
	waits(t, base, 2)
	close(cancels.pass)
	<-cancels.done
	lock(t, base, "select pg_advisory_unlock($1)", 2)
	if err := <-second; err != nil {
		t.Errorf("the next caller's statement: %v", err)
	}
}

// A request that PostgreSQL has answered costs no new connection.
func TestACancelKeepsTheConnection(t *testing.T) {
	t.Parallel()
	cancels := newSlowCancels()
	close(cancels.pass)
	pool, base := open(t, db.Options{MaxConns: 1, Dial: cancels.dial})
	process := func() string { return read(t, pool, as("anon"), "select pg_backend_pid()") }
	before := process()
	ctx, leave := context.WithCancel(t.Context())
	go leaveOnceAsleep(t, base, leave)
	if _, err := run(ctx, pool, as("anon"), db.Statement{SQL: asleep}); err == nil {
		t.Error("the statement was not canceled")
	}
	if after := process(); after != before {
		t.Errorf("process %s served after %s was canceled, want the same", after, before)
	}
}

// A connection that a request may still reach serves nobody, the same caller included.
func TestALostCancelClosesTheConnection(t *testing.T) {
	t.Parallel()
	cancels := newSlowCancels()
	pool, base := open(t, db.Options{MaxConns: 1, CancelWait: 2 * time.Second, Dial: cancels.dial})
	ctx, leave := context.WithCancel(t.Context())
	go leaveOnceAsleep(t, base, leave)
	err := pool.Conn(ctx, func(conn *db.Conn) error {
		before := conn.PgConn().PID()
		_, err := conn.Exec(ctx, asleep)
		if err == nil {
			t.Error("the statement was not canceled")
		}
		if _, err := conn.Exec(t.Context(), "select 1", pgx.QueryExecModeSimpleProtocol); err == nil {
			t.Errorf("process %d, which a request to cancel may reach, served on", before)
		}
		return err
	})
	if err == nil {
		t.Error("the caller was told of no failure")
	}
	close(cancels.pass)
	if got := read(t, pool, as("anon"), "select 1"); got != "1" {
		t.Errorf("the pool answers %q", got)
	}
}

// TestACanceledConnStaysOpen: its statement is over when the caller goes on, and the connection is used again.
func TestACanceledConnStaysOpen(t *testing.T) {
	t.Parallel()
	p, err := db.Open(t.Context(), pgtest.Empty(t).URL, db.Options{MaxConns: 1, CancelWait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	err = p.Conn(t.Context(), func(conn *db.Conn) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if _, err := conn.Exec(ctx, "select pg_sleep(3600)"); err == nil || conn.IsClosed() {
			t.Errorf("the statement ended with %v, the connection closed: %t", err, conn.IsClosed())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestAWaitEndsWithItsContext, and asks PostgreSQL for nothing, which would answer nothing: River ends a wait whenever it
// listens to a topic more.
func TestAWaitEndsWithItsContext(t *testing.T) {
	t.Parallel()
	var dials atomic.Int32
	config, err := db.Config(pgtest.Empty(t).URL, db.Options{Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		dials.Add(1)
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := pgx.ConnectConfig(t.Context(), config.ConnConfig)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	before := dials.Load()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := conn.WaitForNotification(ctx); ctx.Err() == nil {
		t.Errorf("the wait ended with %v", err)
	}
	if err := conn.Ping(t.Context()); err != nil || dials.Load() != before {
		t.Errorf("%d connections more, and the answer %v", dials.Load()-before, err)
	}
}
