package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
)

// pipeline speaks the extended protocol on one connection, below pgx's row layer:
// the table API needs rows as text, and a pipeline can prepare and execute a new
// statement in the same round trip.
type pipeline struct {
	conn  *pgconn.PgConn
	cache *statementCache
	// unprepared keeps nothing prepared.
	unprepared bool
}

// message is one statement of a pipeline.
type message struct {
	Statement
	role   string // whose prepared statement it is; "" for all roles
	named  bool   // kept prepared
	wanted bool   // its result is returned
	step   int    // the step of the script that it is part of, from 1; 0 for none
	sink   Sink   // takes its rows; nil where they are kept
	// setsRole marks the statements that give the caller's role: only the role can
	// be wrong in the parameters that they set.
	setsRole bool
}

// sent is a message of which the result is pending.
type sent struct {
	key      statementKey
	name     string // what it is prepared as now; "" where it is not
	wanted   bool
	setsRole bool
	step     int
	sink     Sink
	binary   bool // the sink's types are in binary format
}

// run sends messages up to one Sync, and returns the results of those that are
// wanted; with an error, of those before it.
func (w *pipeline) run(ctx context.Context, messages []message) ([]Result, error) {
	pipe := w.conn.StartPipeline(ctx)
	pending := w.send(pipe, messages)
	if err := pipe.Sync(); err != nil {
		return nil, errors.Join(fmt.Errorf("send to the database: %w", err), pipe.Close())
	}
	results, err := w.receive(pipe, pending)
	if closing := pipe.Close(); err == nil {
		err = closing
	}
	return results, err
}

func (w *pipeline) send(pipe *pgconn.Pipeline, messages []message) []sent {
	for _, name := range w.cache.evicted {
		pipe.SendDeallocate(name) // no error where PostgreSQL has no such statement
	}
	w.cache.evicted = nil
	pending := make([]sent, len(messages))
	var preparing map[statementKey]string // names; most pipelines prepare nothing
	for i, m := range messages {
		pending[i] = sent{key: statementKey{sql: m.SQL}, wanted: m.wanted, setsRole: m.setsRole, step: m.step, sink: m.sink}
		if !m.named || w.unprepared || len(m.SQL) > maxText {
			pipe.SendQueryParams(m.SQL, m.Args, nil, m.Formats, nil)
			continue
		}
		key := statementKey{role: m.role, sql: m.SQL}
		pending[i].key = key
		if known := w.cache.get(key); known != nil {
			pending[i].binary = m.sink != nil
			pipe.SendQueryStatement(known, m.Args, m.Formats, formats(known, m.sink))
			continue
		}
		name, ok := preparing[key]
		if !ok {
			name = w.cache.newName()
			pipe.SendPrepare(name, key.text(), nil)
			pending[i].name = name
			if preparing == nil {
				preparing = map[statementKey]string{}
			}
			preparing[key] = name
		}
		pipe.SendQueryPrepared(name, m.Args, m.Formats, nil)
	}
	return pending
}

// receive reads every result up to the Sync, where a deferred constraint may
// still fail, and adds what was prepared to the cache.
func (w *pipeline) receive(pipe *pgconn.Pipeline, pending []sent) ([]Result, error) {
	var results []Result
	for {
		answer, err := pipe.GetResults()
		if err != nil {
			return results, stepError(pending, err)
		}
		switch answer := answer.(type) {
		case *pgconn.StatementDescription:
			answer.Name = pending[0].name
			w.cache.add(cachedStatement{key: pending[0].key, description: answer})
		case *pgconn.ResultReader:
			result, err := read(answer, pending[0])
			if err != nil {
				w.drain(pipe, pending[1:])
				return results, stepError(pending, err)
			}
			if pending[0].wanted {
				results = append(results, result)
			}
			pending = pending[1:]
		case *pgconn.PipelineSync, nil:
			return results, nil
		}
	}
}

// drain reads the results behind a failure. If a sink has failed, PostgreSQL has
// executed the rest, and what that prepared must get into the cache to be
// deallocated some day.
func (w *pipeline) drain(pipe *pgconn.Pipeline, pending []sent) {
	for i := range pending {
		pending[i].wanted, pending[i].sink = false, nil
	}
	_, _ = w.receive(pipe, pending) // the failure before is the one that counts
}

func plain(sql string) message { return message{Statement: Statement{SQL: sql}} }

// keyed keeps a statement prepared, for one role or for all ("").
func (st Statement) keyed(role string) message {
	return message{Statement: st, role: role, named: true}
}

// read reads a result to its end, and keeps its rows where they are wanted and
// no sink takes them.
func read(reader *pgconn.ResultReader, of sent) (Result, error) {
	if of.sink != nil {
		return Result{}, streamRows(reader, of.sink, of.binary)
	}
	var result Result
	for of.wanted && reader.NextRow() {
		result.Rows = append(result.Rows, copyRow(reader.Values()))
	}
	_, err := reader.Close()
	return result, err
}

// copyRow copies a row out of the connection's buffer, in one piece.
func copyRow(values [][]byte) [][]byte {
	size := 0
	for _, value := range values {
		size += len(value)
	}
	piece, row := make([]byte, 0, size), make([][]byte, len(values))
	for i, value := range values {
		if value != nil {
			start := len(piece)
			piece = append(piece, value...)
			row[i] = piece[start:len(piece):len(piece)]
		}
	}
	return row
}
