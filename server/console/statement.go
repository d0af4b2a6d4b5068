package console

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/token"
)

// Every statement on rows of the project goes through run or open: both give it the role that
// the operator chose, a timeout, an id to cancel it by, and a line in the audit.

// actor is the role that a statement takes: the owner of the tables, a role of the API, or a
// user, who has the role authenticated and the claims of a session.
type actor struct{ role, user string }

const owner = "owner"

// actorHeader names the actor: owner, a role, or the id of a user.
const actorHeader = "Toubkal-As"

func actorOf(r *http.Request) (actor, error) {
	switch as := r.Header.Get(actorHeader); as {
	case "", owner:
		return actor{role: owner}, nil
	case token.ServiceRole, token.Anon:
		return actor{role: as}, nil
	default:
		if id, err := uuid.Parse(as); err == nil {
			return actor{role: token.Authenticated, user: id.String()}, nil
		}
		return actor{}, invalid("Statements run as owner, service_role, anon, or as a user, by id.")
	}
}

// name is what the audit says.
func (a actor) name() string {
	if a.user != "" {
		return a.user
	}
	return a.role
}

// claims are the claims of an actor, without those that the hook custom_access_token would add. more is a JSON object
// with claims that replace them; "" for none.
func (c *core) claims(ctx context.Context, as actor, more string) (claims token.Claims, err error) {
	if as.user == "" {
		return policy.Claims(ctx, nil, as.role, more) // a role is not looked up
	}
	err = c.Owner.Conn(ctx, func(conn *db.Conn) (err error) {
		claims, err = policy.Claims(ctx, conn, as.user, more)
		return err
	})
	if errors.Is(err, policy.ErrNoUser) {
		return claims, invalid("There is no such user.")
	}
	return claims, err
}

// timeouts of a statement.
const (
	defaultTimeout = 15 * time.Second
	maxTimeout     = 5 * time.Minute
)

func timeoutOf(seconds int) time.Duration {
	if seconds <= 0 {
		return defaultTimeout
	}
	return min(time.Duration(seconds)*time.Second, maxTimeout)
}

// searchPath is that of psql: extensions are found too.
var searchPath = db.Setting{Name: "search_path", Value: `"$user", public, extensions`}

// run is runFor with the default timeout.
func (c *core) run(r *call, statement string, fn func(context.Context, db.Tx) (rows int64, err error)) error {
	return c.runFor(r, defaultTimeout, statement, fn)
}

// runFor runs fn in one transaction as the actor; it is committed if fn returns nil. statement is
// for the audit.
func (c *core) runFor(r *call, timeout time.Duration, statement string, fn func(context.Context, db.Tx) (rows int64, err error)) error {
	return c.watched(r, "", timeout, func(ctx context.Context, note func(audited)) error {
		began := c.Now()
		var rows int64
		within := func(tx db.Tx) (err error) {
			rows, err = fn(ctx, tx)
			return err
		}
		settings := []db.Setting{searchPath, {Name: "statement_timeout", Value: strconv.FormatInt(timeout.Milliseconds(), 10)}}
		var err error
		if r.as.role == owner {
			err = c.Owner.LoginTx(ctx, func(tx db.Tx) error {
				if _, err := db.Exec(ctx, tx, db.SetConfig(settings)); err != nil {
					return err
				}
				return within(tx)
			})
		} else {
			var claims token.Claims
			if claims, err = c.claims(ctx, r.as, ""); err == nil {
				err = c.Callers.Tx(ctx, db.Session{Claims: claims, Settings: settings}, within)
			}
		}
		note(audited{statement: statement, took: c.Now().Sub(began), rows: rows, err: err})
		return err
	})
}

// open runs fn on a connection of its own as the actor, outside of a transaction. The
// connection is closed at the end, with all that the statements have set on it.
func (c *core) open(ctx context.Context, as actor, timeout time.Duration, fn func(*db.Conn) error) error {
	pool, settings := c.Owner, []db.Setting{searchPath, {Name: "statement_timeout", Value: strconv.FormatInt(timeout.Milliseconds(), 10)}}
	if as.role != owner {
		claims, err := c.claims(ctx, as, "")
		if err != nil {
			return err
		}
		pool = c.Callers
		settings = append(settings, db.Setting{Name: "request.jwt.claims", Value: string(claims.JSON)}, db.Setting{Name: "role", Value: claims.Role})
	}
	return pool.Conn(ctx, func(conn *db.Conn) error {
		defer func() {
			closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			defer cancel()
			_ = conn.Close(closing)
		}()
		for _, s := range settings {
			if _, err := conn.Exec(ctx, "select set_config($1, $2, false)", s.Name, s.Value); err != nil {
				return err
			}
		}
		return fn(conn)
	})
}

var errCancelled = fault.New(db.QueryCanceled, "The statement was cancelled.")

// watched gives fn a context that ends after the timeout, and with cancel by the id, and writes
// down what fn notes.
func (c *core) watched(r *call, id string, timeout time.Duration, fn func(context.Context, func(audited)) error) error {
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	ctx, stop := context.WithTimeoutCause(ctx, timeout, fault.New(fault.Timeout, "The statement took longer than its timeout, and was cancelled.").WithStatus(http.StatusBadRequest))
	defer stop()
	if id != "" {
		if err := c.running.add(runKey{r.who.Operator, id}, cancel); err != nil {
			return err
		}
		defer c.running.remove(runKey{r.who.Operator, id})
	}
	err := fn(ctx, func(a audited) { c.audit(r, a) })
	if cause := context.Cause(ctx); cause != nil && err != nil {
		if f, ok := errors.AsType[*fault.Fault](cause); ok {
			return f
		}
	}
	return err
}

// runs are the statements that run now, by their operator and the id that the operator gave them.
type runs struct {
	mu  sync.Mutex
	all map[runKey]context.CancelCauseFunc
}

type runKey struct{ operator, id string }

// maxRunning leaves a connection for what is not cancelled.
const maxRunning = 2

func (s *runs) add(key runKey, cancel context.CancelCauseFunc) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[runKey]context.CancelCauseFunc{}
	}
	if _, taken := s.all[key]; taken {
		return invalid("There is a statement of this id.")
	}
	if len(s.all) >= maxRunning {
		return fault.New(fault.TooMany, "Two scripts run on this node already: wait for them, or cancel one.")
	}
	s.all[key] = cancel
	return nil
}

func (s *runs) remove(key runKey) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.all, key)
}

// cancel reports whether there was one.
func (s *runs) cancel(key runKey) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	cancel, ok := s.all[key]
	if ok {
		cancel(errCancelled)
	}
	return ok
}

// texts are parameters in text format.
func texts(args []any) [][]byte {
	all := make([][]byte, len(args))
	for i, arg := range args {
		switch arg := arg.(type) {
		case *string:
			if arg != nil {
				all[i] = []byte(strings.ReplaceAll(*arg, "\x00", ""))
			}
		case string:
			all[i] = []byte(strings.ReplaceAll(arg, "\x00", ""))
		}
	}
	return all
}
