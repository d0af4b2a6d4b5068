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
	role   string // whose prepared statement it is; "" for everyone's
	named  bool   // kept prepared
	wanted bool   // its result is given back
	step   int    // which step of a script it is part of, from 1; 0 for none
	sink   Sink   // takes its rows; nil where they are kept
	// becomes says that it makes the caller: it sets the role, or may.
	becomes bool
}

// sent is a message on its way.
type sent struct {
	text    text   // what PostgreSQL has got of it
	name    string // what that is prepared as now; "" where it is not
	wanted  bool
	becomes bool
	step    int
	sink    Sink
	binary  bool // the sink's types are in binary format
}

// pipeline sends messages up to one Sync, and gives the results of those that
// are wanted; with an error, of those before it.
func (w *wire) pipeline(ctx context.Context, messages []message) ([]Result, error) {
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

func (w *wire) send(pipe *pgconn.Pipeline, messages []message) []sent {
	w.deallocate(pipe)
	pending := make([]sent, len(messages))
	var coming map[text]string // the names of what this pipeline prepares
	for i, m := range messages {
		pending[i] = sent{text: text{sql: m.SQL}, wanted: m.wanted, becomes: m.becomes, step: m.step, sink: m.sink}
		if !m.named || w.unprepared || len(m.SQL) > maxText {
			pipe.SendQueryParams(m.SQL, m.Args, nil, nil, nil)
			continue
		}
		text := text{role: m.role, sql: m.SQL}
		pending[i].text = text
		if known := w.prepared.find(text); known != nil {
			pending[i].binary = m.sink != nil
			pipe.SendQueryStatement(known, m.Args, nil, formats(known, m.sink))
			continue
		}
		name, ok := coming[text]
		if !ok {
			name = w.prepare(pipe, text)
			pending[i].name = name
			coming = with(coming, text, name)
		}
		pipe.SendQueryPrepared(name, m.Args, nil, nil)
	}
	return pending
}

// with adds to a map that may not exist yet: most pipelines prepare nothing.
func with(m map[text]string, key text, value string) map[text]string {
	if m == nil {
		m = map[text]string{}
	}
	m[key] = value
	return m
}

// deallocate lets PostgreSQL forget what no longer is kept. It is no error where
// there is no such statement.
func (w *wire) deallocate(pipe *pgconn.Pipeline) {
	for _, name := range w.prepared.dropped {
		pipe.SendDeallocate(name)
	}
	w.prepared.dropped = nil
}

// prepare queues the preparation of a new statement, and gives its name.
func (w *wire) prepare(pipe *pgconn.Pipeline, t text) string {
	name := w.prepared.newName()
	pipe.SendPrepare(name, t.spelled(), nil)
	return name
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
			answer.Name = pending[0].name
			w.prepared.keep(preparedStatement{text: pending[0].text, described: answer})
		case *pgconn.ResultReader:
			result, err := read(answer, pending[0])
			if err != nil {
				w.learn(pipe, pending[1:])
				return results, stepped(pending, err)
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

// learn reads on behind a failure. Where it was a sink's, PostgreSQL has carried
// out the rest all the same, and what that prepared would take its memory under
// a name that nobody knows.
func (w *wire) learn(pipe *pgconn.Pipeline, pending []sent) {
	for i := range pending {
		pending[i].wanted, pending[i].sink = false, nil
	}
	_, _ = w.receive(pipe, pending) // the failure before is the one that counts
}

func plain(sql string) message { return message{Statement: Statement{SQL: sql}} }

// keyed keeps a statement prepared, for a role or for everyone.
func (st Statement) keyed(role string) message {
	return message{Statement: st, role: role, named: true}
}

// read reads an answer to its end, and keeps its rows where they are wanted and
// nobody else takes them.
func read(reader *pgconn.ResultReader, of sent) (Result, error) {
	if of.sink != nil {
		return Result{}, pour(reader, of.sink, of.binary)
	}
	var result Result
	for of.wanted && reader.NextRow() {
		result.Rows = append(result.Rows, kept(reader.Values()))
	}
	_, err := reader.Close()
	return result, err
}

// kept copies a row out of the connection's buffer, in one piece.
func kept(values [][]byte) [][]byte {
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
