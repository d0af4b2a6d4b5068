package db

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Step is one statement of a script.
type Step struct {
	Statement
	// Settings are set just before it, as the caller, and hold for what follows.
	Settings []Setting
	// Gate sees the results so far, this step's included, before anything later
	// is sent. Its error undoes the whole script. It may be called again from
	// the start, when the script is tried again. Nil lets everything pass.
	Gate func([]Result) error
	// Sink takes the rows, of which the step's Result then has none. Nil keeps
	// them for the Result.
	Sink Sink
}

// StepError is what PostgreSQL refused of one step of a script.
type StepError struct {
	Step int // from 0
	// SQL is the statement from the place on that the error is about; "" where
	// PostgreSQL names none.
	SQL string
	Err *pgconn.PgError
}

// Error is that of PostgreSQL.
func (e *StepError) Error() string { return e.Err.Error() }

// Unwrap gives the error of PostgreSQL.
func (e *StepError) Unwrap() error { return e.Err }

// stepped says which step an error is about, where it is about one.
func stepped(pending []sent, err error) error {
	pg, ok := errors.AsType[*pgconn.PgError](err)
	switch {
	case !ok || len(pending) == 0:
		return err
	case pending[0].becomes:
		return refusedRole(err)
	case pending[0].step == 0:
		return err
	}
	return &StepError{Step: pending[0].step - 1, SQL: errorSQL(pending[0].text.spelled(), pg.Position), Err: pg}
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

// Script executes statements in order as the caller, in one transaction, and
// gives the result of each. Steps without a Gate go out together: a script
// without any gate is one round trip, and each gate costs one more. What
// PostgreSQL refuses of a step is a *StepError, beside which are the results of
// the steps before.
func (p *Pool) Script(ctx context.Context, s Session, steps ...Step) ([]Result, error) {
	return p.exchange(ctx, s, func(w *wire) ([]Result, error) {
		if implicit(s, steps) {
			return w.implicit(ctx, s, steps)
		}
		results, err := w.explicit(ctx, s, steps)
		return results, w.left(ctx, err)
	})
}

// implicit tells whether a script needs no BEGIN: PostgreSQL treats all up to
// one Sync as a transaction.
func implicit(s Session, steps []Step) bool {
	for _, step := range steps {
		if step.Gate != nil {
			return false
		}
	}
	return !s.Rollback && s.isolation() == ""
}

// implicit sends everything up to one Sync: one round trip, and no BEGIN, which
// a failed request would have to roll back in another.
func (w *wire) implicit(ctx context.Context, s Session, steps []Step) ([]Result, error) {
	messages := s.prologue()
	for i, step := range steps {
		messages = append(messages, step.messages(i, s.Claims.Role)...)
	}
	return w.pipeline(ctx, messages)
}

// explicit begins, sends as many steps at a time as no gate holds back, and ends
// with the last of them where it can.
func (w *wire) explicit(ctx context.Context, s Session, steps []Step) ([]Result, error) {
	messages := append([]message{plain(s.opening())}, s.prologue()...)
	var results []Result
	for i, step := range steps {
		messages = append(messages, step.messages(i, s.Claims.Role)...)
		last := i == len(steps)-1
		if last && step.Gate == nil {
			messages = append(messages, s.closing()...)
		}
		if step.Gate == nil && !last {
			continue
		}
		answers, err := w.pipeline(ctx, messages)
		results, messages = append(results, answers...), nil
		if err != nil {
			return results, err
		}
		if step.Gate == nil {
			return results, nil
		}
		if err := step.Gate(results); err != nil {
			return nil, err
		}
	}
	_, err := w.pipeline(ctx, s.closing())
	return results, err
}

// closing ends an explicit transaction. What is undone is checked first, as a
// commit would: a deferred constraint must still be able to refuse.
func (s Session) closing() []message {
	if s.Rollback {
		return []message{plain("set constraints all immediate"), plain("rollback")}
	}
	return []message{plain("commit")}
}

// undoing bounds a rollback: a database that went away is waited for no longer.
const undoing = 5 * time.Second

// left undoes what a failure left open, and keeps the reason.
func (w *wire) left(ctx context.Context, because error) error {
	if because != nil && !w.conn.IsClosed() && w.conn.TxStatus() != 'I' {
		// A client that left must not leave its transaction behind. If this fails
		// too, the pool drops the connection, which undoes as well.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), undoing)
		defer cancel()
		_, _ = w.conn.Exec(ctx, "rollback").ReadAll()
	}
	return because
}

// messages are the statements of a step; only the last one's result is wanted.
func (st Step) messages(i int, role string) []message {
	own := st.keyed(role)
	own.wanted, own.step, own.sink = true, i+1, st.Sink
	if len(st.Settings) == 0 {
		return []message{own}
	}
	settings := SetConfig(st.Settings).keyed("")
	settings.step = i + 1
	return []message{settings, own}
}
