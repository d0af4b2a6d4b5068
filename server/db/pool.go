// Package db executes statements as the caller of a request, in one round trip,
// and maps SQLSTATEs to HTTP statuses. It refuses nothing itself: PostgreSQL
// decides on rights.
package db

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/retry"
)

// ErrBusy means that every connection stayed in use for the whole wait.
var ErrBusy = admission.ErrBusy

// Options tune a pool; the zero value is a good one.
type Options struct {
	// MaxConns bounds the pool. Defaults to 10: on 2 cores 8 to 32 measure alike.
	MaxConns int32
	// Wait bounds how long a request queues for a connection. Defaults to 10 s.
	Wait time.Duration
	// MaxWaiting bounds the requests of one caller that queue, and shares the connections
	// among the callers: see package admission. Short reads (Session.Short) queue apart.
	// Defaults to 0: first come, first served.
	MaxWaiting int
	// LockTimeout bounds how long a statement waits for a lock (55P03), where the address
	// and the role say nothing else. 0 means no bound. Not with Unprepared: a pooler may
	// refuse parameters that it does not know.
	LockTimeout time.Duration
	// MaxConnLifetime is the age at which a connection is replaced, once it is
	// idle. 0 means never.
	MaxConnLifetime time.Duration
	// MaxConnIdleTime is the time that a connection may idle before it is closed.
	// Defaults to 5 minutes.
	MaxConnIdleTime time.Duration
	// Unprepared keeps no prepared statements on the connections, for a pooler
	// between us and PostgreSQL that hands each transaction another one. Measured:
	// half the throughput.
	Unprepared bool
	// Schema is shared by the pools on one database, so that all of them prepare their
	// statements again when one learns of a change (Pool.SchemaChanged). Defaults to one of
	// the pool's own.
	Schema *Schema
	// MaxMessage bounds a message from PostgreSQL, such as a row, in bytes: a longer one
	// ends the connection (pgproto3.ExceededMaxBodyLenErr). 0 means no bound.
	MaxMessage int
	// Fence checks the server of each connection. nil does not.
	Fence *Fence
	// CancelWait bounds how long a canceled statement, and the request to cancel it, may
	// take before the connection is given up. Defaults to 2 s.
	CancelWait time.Duration
	// Slow is the duration of an exchange of several short reads (Session.Short) from which
	// the others no longer wait for it. Reads that take a fifth of it share no exchange.
	// Defaults to 50 ms.
	Slow time.Duration
	// Dial replaces the network dialer, so that a test can count round trips.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Pool is a set of connections under one login role.
type Pool struct {
	conns      *pgxpool.Pool
	queue      *admission.Queue
	wait       time.Duration
	cancelWait time.Duration
	unprepared bool
	schema     *Schema
	speeds     speeds
	sharing    *sharing
	types      sync.Pool // of *pgtype.Map, which one goroutine at a time can use
	// losses counts the connections that were found dead, or were closed in the midst of
	// an exchange. One that idles since before the last of them is asked whether it lives
	// before it is used: what ended the one, such as a restart of PostgreSQL, has often
	// ended all.
	losses atomic.Int64
}

// Open makes a pool for url. It connects on first use, so a database that is
// still starting is not an error yet.
func Open(ctx context.Context, url string, o Options) (*Pool, error) {
	config, err := Config(url, o)
	if err != nil {
		return nil, err
	}
	slow := cmp.Or(o.Slow, defaultSlow)
	p := &Pool{
		unprepared: o.Unprepared, schema: cmp.Or(o.Schema, &Schema{}), speeds: newSpeeds(slow / 5),
		wait: cmp.Or(o.Wait, defaultWait), cancelWait: cmp.Or(o.CancelWait, defaultCancelWait),
	}
	config.ConnConfig.BuildContextWatcherHandler = p.newCanceler
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		conn.PgConn().CustomData()[seenLosses] = p.losses.Load()
		return nil
	}
	config.ShouldPing = func(_ context.Context, idle pgxpool.ShouldPingParams) bool {
		data, losses := idle.Conn.PgConn().CustomData(), p.losses.Load()
		if data[seenLosses] == losses && idle.IdleDuration < maxUnasked {
			return false
		}
		data[seenLosses] = losses // one that does not answer is closed
		return true
	}
	if p.conns, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, fmt.Errorf("open the database pool: %w", err)
	}
	queue := func(slots int) *admission.Queue {
		return admission.New(admission.Options{Slots: slots, Wait: cmp.Or(o.Wait, defaultWait), MaxWaiting: o.MaxWaiting})
	}
	p.queue = queue(int(config.MaxConns))
	p.types.New = func() any { return pgtype.NewMap() }
	lanes := int(config.MaxConns) / 2
	// As many may wait for an exchange as are in one.
	p.sharing = &sharing{pool: p, slow: slow, maxLanes: lanes, queue: queue(2 * lanes * maxMembers)}
	return p, nil
}

// Config is the configuration of a pool for a library that wants pgx's own: of Options, those about
// admission and Script do nothing then. It has no canceler, whose uncertain connections only
// Pool ends, and which takes 2 s to end a wait for notifications: nothing answers it.
func Config(url string, o Options) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("read the database address: %w", redact(err))
	}
	configure(config, o)
	return config, nil
}

const defaultWait = 10 * time.Second

// maxUnasked is the time that a connection may idle and be used without a check that it
// lives. It is pgxpool's default.
const maxUnasked = time.Second

// pingTimeout is the time that an idle connection may take to answer that it lives.
const pingTimeout = 5 * time.Second

// seenLosses is the key of the value that Pool.losses had when a connection was known to live.
const seenLosses = "toubkal/losses"

// readAhead is the amount that is read from a connection at once, in bytes. PostgreSQL
// writes 8 kB at a time, so several pieces wait while others use the CPU.
const readAhead = 64 << 10

// forever is a lifetime that no connection reaches; pgx takes 0 for "at once".
const forever = 100 * 365 * 24 * time.Hour

func configure(config *pgxpool.Config, o Options) {
	config.MaxConns = max(cmp.Or(o.MaxConns, 10), 1)
	config.MaxConnLifetime = cmp.Or(o.MaxConnLifetime, forever)
	config.MaxConnIdleTime = cmp.Or(o.MaxConnIdleTime, 5*time.Minute)
	config.PingTimeout = pingTimeout
	BoundHosts(&config.ConnConfig.Config, cmp.Or(o.Wait, defaultWait))
	config.ConnConfig.RuntimeParams["application_name"] = "toubkal"
	config.ConnConfig.MaxProtocolMessageBodyLen = o.MaxMessage
	if _, set := config.ConnConfig.RuntimeParams["lock_timeout"]; !set && o.LockTimeout > 0 && !o.Unprepared {
		config.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(o.LockTimeout.Milliseconds(), 10)
	}
	config.ConnConfig.BuildFrontend = func(r io.Reader, w io.Writer) *pgproto3.Frontend {
		return pgproto3.NewFrontend(bufio.NewReaderSize(r, readAhead), w)
	}
	if o.Unprepared {
		// Of what Conn passes on. Each execution parses its statement, in the same round trip.
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	if o.Fence != nil {
		o.Fence.Guard(&config.ConnConfig.Config)
		config.PrepareConn = func(_ context.Context, conn *pgx.Conn) (bool, error) { return o.Fence.Stale(conn.PgConn()) == nil, nil }
	}
	if o.Dial != nil {
		config.ConnConfig.DialFunc = o.Dial
	}
}

// BoundHosts bounds a connection attempt, where the address does not, so that all hosts of the
// address have their turn within total: one that takes connections and never answers must not
// hide the primary behind it.
func BoundHosts(config *pgconn.Config, total time.Duration) {
	if config.ConnectTimeout != 0 {
		return
	}
	hosts := map[string]bool{}
	for _, host := range append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port}}, config.Fallbacks...) {
		hosts[fmt.Sprint(host.Host, " ", host.Port)] = true
	}
	config.ConnectTimeout = total / time.Duration(len(hosts))
}

// Conn is one connection, for packages that do not name pgx.
type Conn = pgx.Conn

// Close ends every connection, after the work in flight.
func (p *Pool) Close() { p.conns.Close() }

// Ping checks that the database answers.
func (p *Pool) Ping(ctx context.Context) error { return p.conns.Ping(ctx) }

// Conn passes fn a plain connection in the login role, for what is not done as a
// caller: reading the catalog, migrating.
func (p *Pool) Conn(ctx context.Context, fn func(*Conn) error) error {
	_, conn, err := p.acquire(ctx, admission.Request{})
	if err != nil {
		return err
	}
	defer conn.release()
	if err := conn.forget(ctx); err != nil {
		return cancelReason(ctx, err)
	}
	return cancelReason(ctx, fn(conn.conn()))
}

// Stat is the state of a pool. All are numbers of connections unless noted.
type Stat struct {
	Max, Total, Idle, InUse int
	// Waiting are the requests that wait for a connection now.
	Waiting int
	// Timeouts are the requests that got none in time, since the pool was opened.
	Timeouts int64
	// Pauses of large answers, since then: see admission.Answer.
	Pauses int64
}

// SharesByCaller reports whether Session.Admission matters: Options.MaxWaiting is not 0.
func (p *Pool) SharesByCaller() bool { return p.queue.Fair() }

// Stat is the state of the pool now.
func (p *Pool) Stat() Stat {
	conns, queue, shared := p.conns.Stat(), p.queue.Stat(), p.sharing.queue.Stat()
	return Stat{
		Max: int(conns.MaxConns()), Total: int(conns.TotalConns()),
		Idle: int(conns.IdleConns()), InUse: int(conns.AcquiredConns()),
		Waiting: queue.Waiting + shared.Waiting, Timeouts: queue.Timeouts + shared.Timeouts,
		Pauses: queue.Pauses + shared.Pauses,
	}
}

// acquire waits for a slot, and then gets a connection: the pool itself never
// makes one request wait for another. The context is the one to run with.
func (p *Pool) acquire(ctx context.Context, r admission.Request) (context.Context, *lease, error) {
	ctx, slot, err := p.queue.Acquire(ctx, r)
	if err != nil {
		return ctx, nil, err
	}
	conn, err := p.connect(ctx)
	if err != nil {
		slot.Release()
		return ctx, nil, fmt.Errorf("get a database connection: %w", oneLine(err))
	}
	return ctx, &lease{p, conn, slot}, nil
}

// connect gets a connection. Where PostgreSQL has too many clients, it waits until others
// leave.
func (p *Pool) connect(ctx context.Context) (conn *pgxpool.Conn, err error) {
	err = Await(ctx, p.wait, func() (err error) {
		conn, err = p.conns.Acquire(ctx)
		return err
	})
	return conn, err
}

// Await calls fn again, for at most a time, while PostgreSQL has too many clients.
func Await(ctx context.Context, wait time.Duration, fn func() error) error {
	until := time.Now().Add(wait)
	for backoff := (retry.Backoff{Min: 50 * time.Millisecond, Max: time.Second}); ; {
		err := fn()
		full := Refused(err)
		if full == nil || full.Code != TooManyConnections || !time.Now().Before(until) || retry.Sleep(ctx, backoff.Next()) != nil {
			return err
		}
	}
}

// lease is a connection that is released together with its slot.
type lease struct {
	pool   *Pool
	pooled *pgxpool.Conn
	slot   *admission.Slot
}

// conn is the connection itself, until release.
func (l *lease) conn() *Conn { return l.pooled.Conn() }

func (l *lease) release() {
	if isUncertain(l.conn().PgConn()) {
		l.closeNow()
	} else if l.conn().IsClosed() {
		l.pool.losses.Add(1)
	}
	l.pooled.Release()
	l.slot.Release()
}

// closeNow ends the connection without a farewell that PostgreSQL would have to read; the
// pool then makes another one.
func (l *lease) closeNow() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = l.conn().Close(ctx)
}

// shortError is an error with a shorter text.
type shortError struct {
	text  string
	cause error
}

func (s *shortError) Error() string { return s.text }
func (s *shortError) Unwrap() error { return s.cause }

// oneLine joins the lines of pgx's error, one per address and attempt, without
// those that repeat.
func oneLine(err error) error {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) < 2 {
		return err
	}
	return &shortError{lines[0] + " " + strings.Join(lines[1:], "; "), err}
}

// redact keeps only the reason of a parse error: its text repeats the address,
// password included.
func redact(err error) error {
	if cause := errors.Unwrap(err); cause != nil {
		return cause
	}
	return errors.New("not a valid PostgreSQL address")
}
