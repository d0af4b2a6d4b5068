package db

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/retry"
)

// Link are the options of a connection that stays open.
type Link struct {
	// URL is the address. A pooler there must give each client a connection of its own.
	URL string
	// Ages records the connection. nil does not.
	Ages *Ages
	// Fence checks its server. nil does not.
	Fence *Fence
	// ProveEvery is the time that nothing may arrive before the connection has to prove that
	// notifications arrive on it. Defaults to 10 s.
	ProveEvery time.Duration
}

// proveTimeout bounds the proof.
const proveTimeout = 4 * time.Second

// ControlTimeout bounds what the program asks for itself after a notification: on a
// connection that answers no more it would wait for ever, and all later ones behind it.
const ControlTimeout = 30 * time.Second

var errSilent = errors.New("notifications do not arrive: the connection is dead, or a pooler hands it to others (set DIRECT_DATABASE_URL to an address without one)")

// Listen calls fn for each notification on channel until ctx ends, and once on
// every (re)connection with an empty payload, since what was notified while it
// was away is lost. It reconnects by itself, waiting 1 s to 5 s, also where the
// connection stays open and delivers nothing: it notifies itself when nothing else
// arrives.
func Listen(ctx context.Context, link Link, channel string, fn func(payload string), failed func(error)) {
	backoff := retry.Backoff{Min: time.Second, Max: 5 * time.Second}
	for ctx.Err() == nil {
		err := listen(ctx, link, channel, func(payload string) {
			backoff.Reset()
			fn(payload)
		})
		link.Ages.Lost(channel)
		if ctx.Err() != nil {
			return
		}
		failed(err)
		_ = retry.Sleep(ctx, backoff.Next())
	}
}

func listen(ctx context.Context, link Link, channel string, fn func(string)) error {
	config, err := pgx.ParseConfig(link.URL)
	if err != nil {
		return redact(err)
	}
	link.Fence.Guard(&config.Config)
	BoundHosts(&config.Config, 2*proveTimeout)
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return redact(err)
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	own := "toubkal_" + strconv.FormatUint(uint64(conn.PgConn().PID()), 10)
	if err := tell(ctx, conn, "listen "+Ident(channel)+"; listen "+own); err != nil {
		return err
	}
	link.Ages.Proved(channel)
	fn("")
	asked := false
	for {
		wait := cmp.Or(link.ProveEvery, 10*time.Second)
		if asked {
			wait = proveTimeout
		}
		waiting, cancel := context.WithTimeout(ctx, wait)
		notice, err := conn.WaitForNotification(waiting)
		cancel()
		switch {
		case err == nil:
			asked = false
			link.Ages.Proved(channel)
			if notice.Channel == channel {
				fn(notice.Payload)
			}
		case ctx.Err() != nil || !pgconn.Timeout(err):
			return err
		case asked:
			return errSilent
		default:
			asked = true
			if err := errors.Join(link.Fence.Stale(conn.PgConn()), tell(ctx, conn, "notify "+own)); err != nil {
				return err
			}
		}
	}
}

// tell executes statements on a connection that may be dead, in one simple query: a pooler
// may not know prepared statements.
func tell(ctx context.Context, conn *pgx.Conn, sql string) error {
	ctx, cancel := context.WithTimeout(ctx, proveTimeout)
	defer cancel()
	_, err := conn.PgConn().Exec(ctx, sql).ReadAll()
	return err
}

// Ages records the connections of a program that stay open, by name. A nil one records
// nothing.
type Ages struct {
	mu    sync.Mutex
	links map[string]Age
}

// Age is the state of a connection.
type Age struct {
	Opened time.Time // zero while there is none
	Proved time.Time // when it last proved that it lives
}

// Proved notes that a connection lives.
func (a *Ages) Proved(name string) {
	a.note(name, func(age *Age) {
		age.Proved = time.Now()
		if age.Opened.IsZero() {
			age.Opened = age.Proved
		}
	})
}

// Lost notes that a connection has ended.
func (a *Ages) Lost(name string) { a.note(name, func(age *Age) { age.Opened = time.Time{} }) }

func (a *Ages) note(name string, change func(*Age)) {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.links == nil {
		a.links = map[string]Age{}
	}
	age := a.links[name]
	change(&age)
	a.links[name] = age
}

// All are the connections now.
func (a *Ages) All() map[string]Age {
	a.mu.Lock()
	defer a.mu.Unlock()
	return maps.Clone(a.links)
}
