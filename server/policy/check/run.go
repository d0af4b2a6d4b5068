package check

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
)

// Result is the outcome of one expectation.
type Result struct {
	Passed bool
	Name   string // ann@example.org sees 2
	Line   int
	Got    string // what came instead; "" where it passed
}

// addUser makes a user of an e-mail address, unless there is one.
const addUser = `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
	select md5('toubkal test: ' || lower($1::text))::uuid, 'authenticated', 'authenticated', lower($1::text), now(), '{}', '{}', now(), now()
	where not exists (select from auth.users where lower(email) = lower($1::text))`

// Run executes the statements in a transaction that is rolled back. The users that they name are made in it, with their
// triggers. What a statement has changed stays for those behind it, unless it was refused. touched notes the
// rights that are tested; it may be nil. conn is the owner's. A fixture that fails ends the run, as a result.
func Run(ctx context.Context, conn *pgx.Conn, statements []Statement, touched *Coverage) ([]Result, error) {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return nil, fmt.Errorf("begin a test: %w", err)
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }()
	if _, err := conn.PgConn().Exec(ctx, `set local statement_timeout = '30s'; set local search_path = "$user", public, extensions`).ReadAll(); err != nil {
		return nil, fmt.Errorf("begin a test: %w", err)
	}
	for _, s := range statements {
		for _, e := range s.Expected {
			if strings.Contains(e.As, "@") {
				if _, err := tx.Exec(ctx, addUser, e.As); err != nil {
					return nil, fmt.Errorf("make the user %s: %w", e.As, err)
				}
			}
		}
	}
	var results []Result
	for _, s := range statements {
		if len(s.Expected) == 0 {
			if _, err := conn.PgConn().Exec(ctx, s.SQL).ReadAll(); err != nil {
				return append(results, Result{Name: "fixture", Line: s.Line, Got: oneLine(err)}), ctx.Err()
			}
			continue
		}
		for _, e := range s.Expected {
			result, err := try(ctx, conn, tx, s.SQL, e, touched)
			if err != nil {
				return results, err
			}
			results = append(results, result)
		}
	}
	return results, nil
}

// try executes a statement as a caller.
func try(ctx context.Context, conn *pgx.Conn, tx pgx.Tx, sql string, e Expectation, touched *Coverage) (Result, error) {
	result := Result{Name: e.As + " " + e.Text, Line: e.Line}
	if e.Claims != "" {
		result.Name = e.As + " with " + e.Claims + " " + e.Text
	}
	claims, err := policy.Claims(ctx, tx, e.As, e.Claims)
	if err != nil {
		result.Got = oneLine(err)
		return result, ctx.Err()
	}
	touched.Add(claims.Role, sql)
	if _, err := tx.Exec(ctx, "savepoint test"); err != nil {
		return result, err
	}
	_, err = tx.Exec(ctx, "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", claims.Role, string(claims.JSON))
	var rows int64
	if err == nil {
		answers, failed := conn.PgConn().Exec(ctx, sql).ReadAll()
		if err = failed; err == nil && len(answers) > 0 {
			rows = answers[len(answers)-1].CommandTag.RowsAffected()
		}
	}
	after := "release savepoint test"
	if err != nil {
		after = "rollback to savepoint test"
	}
	if _, failed := conn.PgConn().Exec(ctx, after+"; set local role none; set local request.jwt.claims = ''").ReadAll(); failed != nil {
		return result, failed
	}
	state := ""
	if pg := db.Refused(err); pg != nil {
		state = pg.Code
	} else if err != nil {
		return result, err
	}
	switch {
	case state != e.state && state != "":
		result.Got = oneLine(err)
	case state != e.state || e.state == "" && e.rows != int(rows) && (e.rows != some || rows == 0):
		result.Got = fmt.Sprintf("%d rows", rows)
	default:
		result.Passed = true
	}
	return result, nil
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// Print writes results as TAP (https://testanything.org), and returns how many have failed.
func Print(w io.Writer, file string, results []Result) (failed int) {
	for i, r := range results {
		if r.Passed {
			_, _ = fmt.Fprintf(w, "ok %d - %s (line %d)\n", i+1, r.Name, r.Line)
			continue
		}
		failed++
		_, _ = fmt.Fprintf(w, "not ok %d - %s\n# %s:%d: got %s\n", i+1, r.Name, file, r.Line, r.Got)
	}
	_, _ = fmt.Fprintf(w, "1..%d\n", len(results))
	return failed
}
