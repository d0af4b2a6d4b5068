package console

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// queryError is the error of a query, with its text.
type queryError struct {
	error
	sql string
}

// Unwrap gives the error without the text.
func (e *queryError) Unwrap() error { return e.error }

func (e *queryError) text() string {
	if e == nil {
		return ""
	}
	return e.sql
}

// query executes statements as the owner, in one transaction unless they say otherwise, and answers
// the rows of the last one that has some.
func (m meta) query(r *call) (any, error) {
	var given struct {
		Query      string `json:"query"`
		Parameters []any  `json:"parameters"`
	}
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&given); err != nil {
		return nil, invalid("The body is not the JSON that is expected: " + fault.JSONProblem(err))
	}
	if given.Query == "" {
		return nil, invalid("query not found")
	}
	if _, err := (&script{Text: given.Query}).statements(); err != nil {
		return nil, err
	}
	seconds, _ := strconv.Atoi(r.URL.Query().Get("statementTimeoutSecs"))
	timeout, rows := timeoutOf(seconds), []json.RawMessage{}
	err := m.watched(r, "", timeout, func(ctx context.Context, note func(audited)) error {
		began := m.Now()
		err := m.open(ctx, r.as, timeout, func(conn *db.Conn) (err error) {
			rows, err = result.Last(ctx, conn.PgConn(), given.Query, given.Parameters)
			return err
		})
		note(audited{statement: given.Query, written: true, took: m.Now().Sub(began), rows: int64(len(rows)), err: err})
		return err
	})
	if errors.Is(err, result.ErrTooLarge) {
		return nil, invalid(fmt.Sprintf("The result is larger than %d MB: ask for less.", result.MaxBytes>>20))
	}
	if err != nil {
		return nil, &queryError{err, given.Query}
	}
	return rows, nil
}
