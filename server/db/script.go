package db

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Step is one statement of a script.
type Step struct {
	Statement
	// Settings are set just before it, as the caller, and hold for what follows.
	Settings []Setting
	// Check sees the results so far, those of this step included, before anything
	// later is sent. Its error rolls the whole script back. It may be called again
	// from the start, when the script is retried. Nil accepts everything.
	Check func([]Result) error
	// Sink takes the rows, of which the step's Result then has none. Nil keeps
	// them for the Result.
	Sink Sink
}

// StepError is PostgreSQL's refusal of one step of a script.
type StepError struct {
	Step int // from 0
	// SQL is the statement from the place on that the error is about; "" where
	// PostgreSQL names none.
	SQL string
	Err *pgconn.PgError
}

// Error is the text of PostgreSQL.
func (s *StepError) Error() string { return s.Err.Error() }

// Unwrap gives the error of PostgreSQL.
func (s *StepError) Unwrap() error { return s.Err }

// stepError adds to an error of PostgreSQL which step it is about, if any.
func stepError(pending []sent, err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok || len(pending) == 0:
		return err
	case pending[0].setsRole:
		return unknownRole(err)
	case pending[0].step == 0:
		return err
	}
	return &StepError{Step: pending[0].step - 1, SQL: errorSQL(pending[0].prepared.key.text(), pg.Position), Err: pg}
}

// errorSQL is a statement from the character on that PostgreSQL points to, from
// 1; "" where it points to none.
func errorSQL(sql string, position int32) string {
	for i := range sql {
		if position--; position == 0 {
			return sql[i:]
		}
	}
	return ""
}

// maxAttempts is the number of times that a script or a transaction is tried where that is safe.
const maxAttempts = 3

// Script executes statements in order as the caller, in one transaction, and
// returns the result of each. Steps without a Check go out together: a script
// without any is one round trip, and each Check costs one more. What PostgreSQL
// refuses of a step is a *StepError, beside which are the results of the steps
// before.
//
// It is retried where that is safe: on a connection that had died before anything
// was sent, or under a script that changes nothing, and with a prepared plan that
// a schema change made stale (PostgreSQL refuses it before executing anything).
func (p *Pool) Script(ctx context.Context, s Session, steps ...Step) ([]Result, error) {
	var hash uint64
	if s.Admission.Caller != "" || s.Short {
		hash = hashSQL(s.Claims.Role, steps)
		s.Admission.Statement = hash
	}
	if p.sharing.accepts(s, steps, hash) {
		results, again, err := p.sharing.script(ctx, s, steps, hash)
		if !again {
			return results, err
		}
	}
	for attempt := 1; ; attempt++ {
		results, again, err := p.try(ctx, s, steps)
		if err == nil || !again || attempt == maxAttempts {
			return results, err
		}
	}
}

// try executes a script once. again reports whether it may be retried.
func (p *Pool) try(ctx context.Context, s Session, steps []Step) (results []Result, again bool, err error) {
	ctx, conn, err := p.acquire(ctx, s.Admission)
	if err != nil {
		return nil, false, err
	}
	defer conn.release()
	pg := conn.conn().PgConn()
	w, started := conn.wire(), time.Now()
	if implicit(s, steps) {
		results, err = w.implicit(ctx, s, steps)
	} else {
		results, err = w.explicit(ctx, s, steps)
		w.rollback(ctx, err)
	}
	if err == nil && s.Short {
		p.speeds.add(s.Admission.Statement, time.Since(started))
	}
	if err == nil || ctx.Err() != nil {
		return results, false, cancelReason(ctx, err)
	}
	if IsTooLong(err) { // and would be again
		return results, false, err
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && isStale(refused) {
		w.cache.clear()
		return nil, true, err
	}
	return results, pgconn.SafeToRetry(err) || ((s.ReadOnly || s.Rollback) && pg.IsClosed()), err
}

var hashSeed = maphash.MakeSeed()

// hashSQL tells scripts apart by their role and SQL, whatever the parameters are.
func hashSQL(role string, steps []Step) uint64 {
	hash := maphash.String(hashSeed, role)
	for _, step := range steps {
		hash = hash*31 + maphash.String(hashSeed, step.SQL)
	}
	return hash
}

// implicit reports whether a script needs no BEGIN: PostgreSQL treats all up to
// one Sync as a transaction.
func implicit(s Session, steps []Step) bool {
	return !s.Rollback && !s.Distributed && s.isolation() == "" &&
		!slices.ContainsFunc(steps, func(step Step) bool { return step.Check != nil })
}

// implicit sends everything up to one Sync: one round trip, and no BEGIN, which
// a failed request would have to roll back in another.
func (w *wire) implicit(ctx context.Context, s Session, steps []Step) ([]Result, error) {
	return w.run(ctx, s.messages(steps))
}

// messages are the statements of a script without BEGIN.
func (s Session) messages(steps []Step) []message {
	messages := s.setupStatements(make([]message, 0, len(steps)+4))
	for i, step := range steps {
		messages = step.append(messages, i, s.Claims.Role)
	}
	return messages
}

// explicit begins a transaction, sends the steps up to each Check together, and
// ends the transaction with the last of them where it can.
func (w *wire) explicit(ctx context.Context, s Session, steps []Step) ([]Result, error) {
	begin := "begin"
	if level := s.isolation(); level != "" { // no parameter can change it once a query has run
		begin += " isolation level " + level
	}
	messages := s.setupStatements([]message{plain(begin)})
	var results []Result
	for i, step := range steps {
		messages = step.append(messages, i, s.Claims.Role)
		last := i == len(steps)-1
		if last && step.Check == nil {
			messages = append(messages, s.closing()...)
		}
		if step.Check == nil && !last {
			continue
		}
		answers, err := w.run(ctx, messages)
		results, messages = append(results, answers...), nil
		if err != nil {
			return results, err
		}
		if step.Check == nil {
			return results, nil
		}
		if err := step.Check(results); err != nil {
			return nil, err
		}
	}
	_, err := w.run(ctx, s.closing())
	return results, err
}

// closing ends an explicit transaction. Before a rollback, deferred constraints
// are checked as a commit would.
func (s Session) closing() (messages []message) {
	if !s.Rollback {
		return []message{plain("commit")}
	}
	if !s.SkipDeferred {
		messages = append(messages, plain("set constraints all immediate"))
	}
	messages = append(messages, plain("rollback"))
	for _, st := range s.After {
		messages = append(messages, st.keyed(""))
	}
	return messages
}

// rollbackTimeout bounds a rollback on a database that may be gone.
const rollbackTimeout = 5 * time.Second

// rollback ends a transaction that a failure has left open. Where that fails too,
// the pool drops the connection, which rolls back as well.
func (w *wire) rollback(ctx context.Context, failure error) {
	if failure == nil || w.conn.IsClosed() || w.conn.TxStatus() == 'I' {
		return
	}
	// A client that left must not leave its transaction open.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), rollbackTimeout)
	defer cancel()
	_, _ = w.conn.Exec(ctx, "rollback").ReadAll()
}

// append adds the statements of a step; only the last one's result is wanted.
func (s Step) append(messages []message, i int, role string) []message {
	if len(s.Settings) > 0 {
		settings := SetConfig(s.Settings).keyed("")
		settings.step = i + 1
		messages = append(messages, settings)
	}
	own := s.keyed(role)
	own.wanted, own.step, own.sink = true, i+1, s.Sink
	return append(messages, own)
}
