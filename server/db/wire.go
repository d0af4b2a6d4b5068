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
	// unprepared keeps nothing prepared.
	unprepared bool
}

// message is one statement of a pipeline.
type message struct {
	Statement
	named  bool // kept prepared
	wanted bool // its result is given back
	step   int  // which step of a script it is part of, from 1; 0 for none
}

// sent is a message on its way; st is what it prepares, zero for nothing.
type sent struct {
	st     preparedStatement
	wanted bool
	step   int
}

// pipeline sends messages up to one Sync, and gives the results of those that
// are wanted; with an error, of those before it.
func (w *wire) pipeline(ctx context.Context, messages []message) ([]Result, error) {
	pipe := w.conn.StartPipeline(ctx)
	pending := make([]sent, len(messages))
	var fresh map[string]string // what this pipeline prepares: name by SQL
	for i, m := range messages {
		pending[i].wanted, pending[i].step = m.wanted, m.step
		if !m.named || w.unprepared {
			pipe.SendQueryParams(m.SQL, m.Args, nil, nil, nil)
			continue
		}
		name, known := w.prepared.name(m.SQL, fresh)
		if !known {
			w.prepare(pipe, name, m.SQL)
			pending[i].st = preparedStatement{sql: m.SQL, name: name}
			fresh = with(fresh, m.SQL, name)
		}
		pipe.SendQueryPrepared(name, m.Args, nil, nil)
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

// with adds to a map that may not exist yet: most pipelines prepare nothing.
func with(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}

// prepare queues the preparation of a new statement, in the place of the least
// used where the connection is full.
func (w *wire) prepare(pipe *pgconn.Pipeline, name, sql string) {
	if oldest := w.prepared.evict(); oldest != "" {
		pipe.SendDeallocate(oldest)
	}
	pipe.SendPrepare(name, sql, nil)
}

// receive reads every answer up to the Sync, where a deferred constraint may
// still refuse, and remembers what got prepared.
func (w *wire) receive(pipe *pgconn.Pipeline, pending []sent) ([]Result, error) {
	var results []Result
	for {
		answer, err := pipe.GetResults()
		if err != nil {
			return results, stepped(pending, err)
		}
		switch answer := answer.(type) {
		case *pgconn.StatementDescription:
			w.prepared.keep(pending[0].st)
		case *pgconn.ResultReader:
			read := answer.Read()
			if read.Err != nil {
				return results, stepped(pending, read.Err)
			}
			if pending[0].wanted {
				results = append(results, Result{Rows: read.Rows, Affected: read.CommandTag.RowsAffected()})
			}
			pending = pending[1:]
		case *pgconn.PipelineSync, nil:
			return results, nil
		}
	}
}

func plain(sql string) message { return message{Statement: Statement{SQL: sql}} }

// keyed writes the role into the text of a statement that is kept prepared.
// Two roles sharing one prepared statement make PostgreSQL plan a query under
// row security anew at each change of role (measured: half the throughput). A
// role that Session.Before switches to costs that, and is right all the same.
func (st Statement) keyed(role string) message {
	if role != "" {
		st.SQL = "/* " + quoteComment(role) + " */ " + st.SQL
	}
	return message{Statement: st, named: true}
}
