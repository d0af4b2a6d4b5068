package db

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"
)

// message is one statement of a pipeline.
type message struct {
	Statement
	types  []uint32 // of the parameters, by pg_type.oid; nil lets PostgreSQL infer them
	role   string   // whose prepared statement it is; "" for all roles
	named  bool     // kept prepared
	wanted bool     // its result is returned
	step   int      // the step of the script that it is part of, from 1; 0 for none
	sink   Sink     // takes its rows; nil where they are kept
	// setsRole marks the statements that give the caller's role: only the role can
	// be wrong in the parameters that they set.
	setsRole bool
}

// sent is a message of which the result is pending.
type sent struct {
	*message
	prepared *preparedStatement
	// parsed says that the pipeline prepares it here.
	parsed bool
	binary bool // the sink's types are in binary format
	begun  bool // the sink has the columns
	result Result
}

// run sends messages up to one Sync, and returns the results of those that are
// wanted; with an error, of those before it.
func (w *wire) run(ctx context.Context, messages []message) ([]Result, error) {
	if err := w.begin(ctx); err != nil {
		return nil, err
	}
	defer w.end()
	pending := w.send(messages)
	w.flush()
	return w.receive(pending)
}

// send adds messages and a Sync to what is written.
func (w *wire) send(messages []message) []sent {
	for _, name := range w.cache.evicted {
		w.close.Name = name
		w.encode(&w.close) // no error where PostgreSQL has no such statement
	}
	w.cache.evicted = w.cache.evicted[:0]
	pending := make([]sent, len(messages))
	var preparing map[statementKey]*preparedStatement // most pipelines prepare nothing
	for i := range messages {
		m, s := &messages[i], &pending[i]
		s.message = m
		key := statementKey{role: m.role, sql: m.SQL}
		switch kept := m.named && !w.unprepared && len(m.SQL) <= maxText; {
		case !kept:
			s.prepared = &preparedStatement{key: statementKey{sql: m.SQL}}
		case w.cache.get(key) != nil:
			s.prepared = w.cache.get(key)
			s.binary = m.sink != nil
		case preparing[key] != nil:
			s.prepared = preparing[key]
		default:
			s.prepared = &preparedStatement{key: key, name: w.cache.newName()}
			if preparing == nil {
				preparing = map[statementKey]*preparedStatement{}
			}
			preparing[key] = s.prepared
			s.parsed = true
		}
		w.sendOne(s)
	}
	w.encode(&w.sync)
	w.syncs++
	return pending
}

// sendOne adds the messages of one statement.
func (w *wire) sendOne(s *sent) {
	name := s.prepared.name
	if s.parsed || name == "" {
		w.parse.Name, w.parse.Query, w.parse.ParameterOIDs = name, s.prepared.key.text(), s.types
		w.encode(&w.parse)
	}
	if s.parsed {
		w.describe.ObjectType, w.describe.Name = 'S', name
		w.encode(&w.describe)
	}
	w.formats = w.formats[:0]
	if s.binary {
		for _, c := range s.prepared.columns {
			code := int16(pgx.TextFormatCode)
			if s.sink.Binary(c.oid) {
				code = pgx.BinaryFormatCode
			}
			w.formats = append(w.formats, code)
		}
	}
	w.bind.PreparedStatement, w.bind.Parameters = name, s.Args
	w.bind.ParameterFormatCodes, w.bind.ResultFormatCodes = s.Formats, w.formats
	w.encode(&w.bind)
	if s.sink != nil && !s.parsed && len(s.prepared.columns) == 0 { // the columns are not known, or there are none
		w.describe.ObjectType, w.describe.Name = 'P', ""
		w.encode(&w.describe)
	}
	w.encode(&w.execute)
}

// receive reads every result up to the Sync, where a deferred constraint may
// still fail, and adds what was prepared to the cache. A sink that fails gets no
// more rows; PostgreSQL executes the rest all the same, and what that prepares must
// get into the cache to be deallocated some day.
func (w *wire) receive(pending []sent) (results []Result, failure error) {
	fail := func(err error) {
		if failure == nil {
			failure = stepError(pending, err)
		}
	}
	for {
		answer, err := w.next()
		if err != nil {
			fail(err)
			return results, failure
		}
		switch answer.(type) {
		case *pgproto3.ErrorResponse, *pgproto3.ReadyForQuery:
		default:
			if len(pending) == 0 {
				w.unexpected(answer)
				continue
			}
		}
		switch answer := answer.(type) {
		case *pgproto3.RowDescription:
			pending[0].prepared.columns = columnsOf(answer)
			w.keep(pending[0])
		case *pgproto3.NoData:
			w.keep(pending[0])
		case *pgproto3.DataRow:
			if failure == nil {
				if err := pending[0].add(answer.Values); err != nil {
					fail(err)
				}
			}
		case *pgproto3.CommandComplete, *pgproto3.EmptyQueryResponse:
			if failure == nil {
				if err := pending[0].begin(); err != nil {
					fail(err)
				}
			}
			if done, ok := answer.(*pgproto3.CommandComplete); ok && pending[0].wanted && pending[0].sink == nil {
				pending[0].result.Affected = pgconn.NewCommandTag(string(done.CommandTag)).RowsAffected()
			}
			if failure == nil && pending[0].wanted {
				results = append(results, pending[0].result)
			}
			pending = pending[1:]
		case *pgproto3.ErrorResponse: // of the first that is pending, or at the Sync
			fail(pgconn.ErrorResponseToPgError(answer))
		case *pgproto3.ReadyForQuery:
			w.syncs--
			return results, failure
		}
	}
}

// keep adds a statement to the cache once it is prepared.
func (w *wire) keep(s sent) {
	if s.parsed {
		w.cache.add(s.prepared)
	}
}

// begin passes the columns to the sink before the first row.
func (s *sent) begin() error {
	if s.sink == nil || s.begun {
		return nil
	}
	s.begun = true
	return s.sink.Begin(s.prepared.names(), s.binary)
}

// add takes a row.
func (s *sent) add(values [][]byte) error {
	if s.sink != nil {
		if err := s.begin(); err != nil {
			return err
		}
		return s.sink.Row(values)
	}
	if s.wanted {
		s.result.Rows = append(s.result.Rows, copyRow(values))
	}
	return nil
}

func plain(sql string) message { return message{Statement: Statement{SQL: sql}} }

// keyed keeps a statement prepared, for one role or for all ("").
func (s Statement) keyed(role string) message {
	return message{Statement: s, role: role, named: !s.Once}
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

// column is a column of a result.
type column struct {
	name string
	oid  uint32 // of its type
}

// preparedStatement is a statement of one connection, and its columns, so that they are
// not requested again at each execution.
type preparedStatement struct {
	key     statementKey
	name    string // "" where it is not kept
	columns []column
}

func columnsOf(described *pgproto3.RowDescription) []column {
	columns := make([]column, len(described.Fields))
	for i, field := range described.Fields {
		columns[i] = column{string(field.Name), field.DataTypeOID}
	}
	return columns
}

// names are the columns as a Sink reads them.
func (p *preparedStatement) names() iter.Seq2[string, uint32] {
	return func(yield func(string, uint32) bool) {
		for _, c := range p.columns {
			if !yield(c.name, c.oid) {
				return
			}
		}
	}
}
