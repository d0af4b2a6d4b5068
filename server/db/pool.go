// Package db is the only way to PostgreSQL for a request: it runs statements
// as the caller, in one round trip, and turns SQLSTATEs into faults. It refuses
// nothing itself; rights are the database's.
package db

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrBusy means that every connection stayed in use for the whole wait.
var ErrBusy = errors.New("every database connection is in use")

// Options tune a pool; the zero value is a good one.
type Options struct {
	// MaxConns bounds the pool. Defaults to 10: on 2 cores 8 to 32 measure alike.
	MaxConns int32
	// Wait bounds how long a request queues for a connection. Defaults to 10 s.
	Wait time.Duration
	// MaxConnLifetime is the age at which a connection is replaced, once it is
	// idle. 0 means never.
	MaxConnLifetime time.Duration
	// MaxConnIdleTime is how long a connection may idle before it is closed.
	// Defaults to 5 minutes.
	MaxConnIdleTime time.Duration
	// Unprepared keeps no prepared statements on the connections, for a pooler
	// between us and PostgreSQL that hands each transaction another one. Measured:
	// half the throughput.
	Unprepared bool
	// Dial replaces the network dialer, so that a test can count round trips.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Pool is a set of connections under one login role.
type Pool struct {
	conns      *pgxpool.Pool
	places     chan struct{} // a token for each connection that is in use
	wait       time.Duration
	unprepared bool
	waiting    atomic.Int64
	timeouts   atomic.Int64
}

// Open makes a pool for url. It connects on first use, so a database that is
// still starting is not an error yet.
func Open(ctx context.Context, url string, o Options) (*Pool, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", redact(err))
	}
	configure(config, o)
	conns, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("open the database pool: %w", err)
	}
	return &Pool{
		conns: conns, places: make(chan struct{}, config.MaxConns),
		wait: orDefault(o.Wait, defaultWait), unprepared: o.Unprepared,
	}, nil
}

const defaultWait = 10 * time.Second

// readAhead is how much is read from a connection at once, in bytes. PostgreSQL
// writes 8 kB at a time, and is ahead of us while others use the CPU.
const readAhead = 64 << 10

// forever is a lifetime that no connection reaches; pgx takes 0 for "at once".
const forever = 100 * 365 * 24 * time.Hour

func configure(config *pgxpool.Config, o Options) {
	config.MaxConns = max(orDefault(o.MaxConns, 10), 1)
	config.MaxConnLifetime = orDefault(o.MaxConnLifetime, forever)
	config.MaxConnIdleTime = orDefault(o.MaxConnIdleTime, 5*time.Minute)
	config.ConnConfig.ConnectTimeout = orDefault(config.ConnConfig.ConnectTimeout, orDefault(o.Wait, defaultWait))
	config.ConnConfig.RuntimeParams["application_name"] = "toubkal"
	config.ConnConfig.BuildContextWatcherHandler = cancelNotClose
	config.ConnConfig.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		return pgproto3.NewFrontend(bufio.NewReaderSize(r, readAhead), w)
	}
	if o.Unprepared {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec // what Conn lends
	}
	if o.Dial != nil {
		config.ConnConfig.DialFunc = o.Dial
	}
}

// cancelNotClose asks PostgreSQL to cancel when a client goes away. pgx's
// default closes the connection, and every lost client costs a reconnect.
func cancelNotClose(conn *pgconn.PgConn) ctxwatch.Handler {
	return &pgconn.CancelRequestContextWatcherHandler{
		Conn: conn, DeadlineDelay: 2 * time.Second,
	}
}

// Conn is one connection, for packages that do not name pgx.
type Conn = pgx.Conn

// Close ends every connection, after the work in flight.
func (p *Pool) Close() { p.conns.Close() }

// Ping tells whether the database answers.
func (p *Pool) Ping(ctx context.Context) error { return p.conns.Ping(ctx) }

// Conn lends a plain connection, under the login role itself, for work that is
// not a caller's: reading the catalog, migrating.
func (p *Pool) Conn(ctx context.Context, fn func(*Conn) error) error {
	conn, err := p.acquire(ctx)
	if err != nil {
		return err
	}
	defer conn.release()
	return fn(conn.conn())
}

// acquire takes a place among those that may have a connection, and then one:
// the pool itself makes nobody wait for another.
func (p *Pool) acquire(ctx context.Context) (*lent, error) {
	if err := p.enter(ctx); err != nil {
		return nil, err
	}
	conn, err := p.conns.Acquire(ctx)
	if err != nil {
		<-p.places
		return nil, fmt.Errorf("get a database connection: %w", onOneLine(err))
	}
	return &lent{held: conn, places: p.places}, nil
}

// enter waits for a place only where there is none, since a timer for every
// request costs more than the rest of getting a connection.
func (p *Pool) enter(ctx context.Context) error {
	select {
	case p.places <- struct{}{}:
		return nil
	default:
	}
	p.waiting.Add(1)
	defer p.waiting.Add(-1)
	timer := time.NewTimer(p.wait)
	defer timer.Stop()
	select {
	case p.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("get a database connection: %w", ctx.Err())
	case <-timer.C:
		p.timeouts.Add(1)
		return ErrBusy
	}
}

// lent is a connection that is given back together with its place.
type lent struct {
	held   *pgxpool.Conn
	places chan struct{}
}

// conn is the connection itself, until it is given back.
func (l *lent) conn() *Conn { return l.held.Conn() }

// release gives it back.
func (l *lent) release() {
	l.held.Release()
	<-l.places
}

// refusal is an error in other words, behind which the error still is.
type refusal struct {
	words string
	cause error
}

func (r *refusal) Error() string { return r.words }
func (r *refusal) Unwrap() error { return r.cause }

// onOneLine says what pgx says on a line per address and attempt, each thing
// once.
func onOneLine(err error) error {
	var said []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); !slices.Contains(said, line) {
			said = append(said, line)
		}
	}
	if len(said) < 2 {
		return err
	}
	return &refusal{said[0] + " " + strings.Join(said[1:], "; "), err}
}

// redact keeps only the reason of a parse error: its text repeats the address,
// password included.
func redact(err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		return cause
	}
	return errors.New("not a valid PostgreSQL address")
}

func orDefault[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}
