package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// wire speaks the extended protocol on one connection, below pgx's row layer:
// the table API needs a row of text, and a pipeline can prepare and execute a
// new statement in the same round trip.
type wire struct {
	conn     *pgconn.PgConn
	prepared *prepared
}

// step is one statement of a pipeline; named steps are kept prepared.
type step struct {
	Statement
	named bool
}

// implicit sends settings and statement up to one Sync: one round trip and no
// BEGIN, which a failed request would have to roll back in another.
func (w *wire) implicit(ctx context.Context, s Session, st Statement) (Result, error) {
	results, err := w.pipeline(ctx, s.begin().keyed(""), st.keyed(s.Claims.Role))
	if err != nil {
		return Result{}, err
	}
	return results[1], nil
}

// rolledBack answers as if committed and undoes it, still in one round trip.
// Deferred constraints are checked first, as a commit would.
func (w *wire) rolledBack(ctx context.Context, s Session, st Statement) (Result, error) {
	results, err := w.pipeline(
		ctx, plain("begin"), s.begin().keyed(""), st.keyed(s.Claims.Role),
		plain("set constraints all immediate"), plain("rollback"),
	)
	if err != nil {
		return Result{}, w.end(ctx, "rollback", err)
	}
	return results[2], nil
}

// opened leaves the transaction open behind the statement.
func (w *wire) opened(ctx context.Context, s Session, st Statement) (Result, error) {
	results, err := w.pipeline(ctx, plain("begin"), s.begin().keyed(""), st.keyed(s.Claims.Role))
	if err != nil {
		return Result{}, err
	}
	return results[2], nil
}

// end closes an open transaction, and keeps the reason why it had to.
func (w *wire) end(ctx context.Context, sql string, because error) error {
	if w.conn.IsClosed() {
		return because
	}
	// A client that left must not leave its transaction behind.
	_, err := w.conn.Exec(context.WithoutCancel(ctx), sql).ReadAll()
	if because != nil {
		return because
	}
	return err
}

func (w *wire) pipeline(ctx context.Context, steps ...step) ([]Result, error) {
	pipe := w.conn.StartPipeline(ctx)
	pending := make([]preparedStatement, len(steps))
	for i, st := range steps {
		pending[i] = w.send(pipe, st)
	}
	if err := pipe.Sync(); err != nil {
		return nil, errors.Join(fmt.Errorf("send to the database: %w", err), pipe.Close())
	}
	results, err := w.receive(pipe, pending)
	if closing := pipe.Close(); err == nil {
		err = closing
	}
	return results, err
}

// send queues a step and returns its statement where it is prepared now.
func (w *wire) send(pipe *pgconn.Pipeline, st step) preparedStatement {
	if !st.named {
		pipe.SendQueryParams(st.SQL, st.Args, nil, nil, nil)
		return preparedStatement{}
	}
	name, known := w.prepared.name(st.SQL)
	if !known {
		if oldest := w.prepared.evict(); oldest != "" {
			pipe.SendDeallocate(oldest)
		}
		pipe.SendPrepare(name, st.SQL, nil)
	}
	pipe.SendQueryPrepared(name, st.Args, nil, nil)
	return preparedStatement{sql: st.SQL, name: name}
}

// receive reads every answer up to the Sync, where a deferred constraint may
// still refuse, and remembers what got prepared.
func (w *wire) receive(pipe *pgconn.Pipeline, pending []preparedStatement) ([]Result, error) {
	results := make([]Result, 0, len(pending))
	for {
		answer, err := pipe.GetResults()
		if err != nil {
			return nil, err
		}
		switch answer := answer.(type) {
		case *pgconn.StatementDescription:
			w.prepared.keep(pending[len(results)])
		case *pgconn.ResultReader:
			read := answer.Read()
			if read.Err != nil {
				return nil, read.Err
			}
			results = append(results, Result{Rows: read.Rows, Affected: read.CommandTag.RowsAffected()})
		case *pgconn.PipelineSync, nil:
			return results, nil
		}
	}
}

func plain(sql string) step { return step{Statement: Statement{SQL: sql}} }

// keyed writes the role into the text of a statement that is kept prepared.
// Two roles sharing one prepared statement make PostgreSQL plan a query under
// row security anew at each change of role (measured: half the throughput).
func (st Statement) keyed(role string) step {
	if role != "" {
		st.SQL = "/* " + quoteComment(role) + " */ " + st.SQL
	}
	return step{Statement: st, named: true}
}
