package replication

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// expressionSettings are the settings under which the SQL of row.Virtual is written and read.
const expressionSettings = `select set_config('search_path', 'pg_catalog, pg_temp', true), set_config('standard_conforming_strings', 'on', true)`

// textSettings are the settings of the values in the stream, and the time that the
// expressions of a batch may take: no change is delivered meanwhile.
const textSettings = `select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO', true), set_config('intervalstyle', 'postgres', true),
	set_config('bytea_output', 'hex', true), set_config('extra_float_digits', '3', true), set_config('statement_timeout', '2s', true),
	set_config('transaction_read_only', 'on', true)`

// computeVirtual sets the virtual generated columns of changes, from the other values of each
// row: a query of each table. One of which a value is Absent stays Absent, and one whose
// expression fails is null. (PostgreSQL lets such an expression use nothing but built-in
// functions and types, so that our login may evaluate it.)
func (c *catalog) computeVirtual(ctx context.Context, batch []*row.Change) error {
	wanted := rowsToCompute(batch)
	if len(wanted) == 0 {
		return nil
	}
	return c.withConn(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		for table, rows := range wanted {
			if err := computeRows(ctx, conn.PgConn(), table, virtualColumns(table), rows); err != nil {
				return fmt.Errorf("compute the virtual columns of %s.%s: %w", table.Schema, table.Name, err)
			}
		}
		return nil
	})
}

// virtualColumns are the places of the virtual columns of a table, which are its last.
func virtualColumns(t *row.Table) (places []int) {
	for place := len(t.Columns) - 1; place >= 0 && t.Columns[place].Virtual != nil; place-- {
		places = append(places, place)
	}
	return places
}

// rowsToCompute returns the rows that have a virtual column to compute, by table.
func rowsToCompute(batch []*row.Change) map[*row.Table][][]row.Value {
	var wanted map[*row.Table][][]row.Value
	for _, change := range batch {
		places := virtualColumns(change.Table)
		for _, values := range [][]row.Value{change.Old, change.New} {
			if values == nil || !hasInputsOfAny(change.Table, places, values) {
				continue
			}
			if wanted == nil {
				wanted = map[*row.Table][][]row.Value{}
			}
			wanted[change.Table] = append(wanted[change.Table], values)
		}
	}
	return wanted
}

func hasInputsOfAny(t *row.Table, places []int, values []row.Value) bool {
	for _, place := range places {
		if hasInputs(t.Columns[place].Virtual, values) {
			return true
		}
	}
	return false
}

func hasInputs(v *row.Virtual, values []row.Value) bool {
	for _, input := range v.Inputs {
		if values[input.Place].State == row.Absent {
			return false
		}
	}
	return true
}

// computeRows computes the columns at some places of rows. What PostgreSQL refuses is divided
// until a refusal is that of one value; of a query that took too long, nothing is computed.
func computeRows(ctx context.Context, conn *pgconn.PgConn, t *row.Table, places []int, rows [][]row.Value) error {
	err := tryToCompute(ctx, conn, t, places, rows)
	if err == nil || !isRefusal(err) {
		return err
	}
	late := db.Refused(err).Code == db.QueryCanceled
	switch {
	case len(rows) > 1 && !late:
		half := len(rows) / 2
		if err = computeRows(ctx, conn, t, places, rows[:half]); err == nil {
			err = computeRows(ctx, conn, t, places, rows[half:])
		}
		return err
	case len(places) > 1 && !late:
		for _, place := range places {
			if err = computeRows(ctx, conn, t, []int{place}, rows); err != nil {
				return err
			}
		}
		return nil
	}
	for _, values := range rows {
		for _, place := range places {
			if hasInputs(t.Columns[place].Virtual, values) {
				values[place] = row.Value{State: row.Null}
			}
		}
	}
	return nil
}

// isRefusal reports whether PostgreSQL refused to evaluate an expression, or ended it for its
// time, and that the connection did not fail.
func isRefusal(err error) bool {
	refused := db.Refused(err)
	return refused != nil && (refused.Code == db.QueryCanceled || isCastError(err))
}

func tryToCompute(ctx context.Context, conn *pgconn.PgConn, t *row.Table, places []int, rows [][]row.Value) error {
	sql, inputs := virtualSQL(t, places)
	arguments := [][]byte{strconv.AppendInt(nil, int64(len(rows)), 10)}
	for _, place := range inputs {
		literal := []byte{'{'}
		for _, values := range rows {
			literal = row.AppendElement(literal, values[place])
		}
		arguments = append(arguments, append(literal, '}'))
	}
	batch := &pgconn.Batch{}
	batch.ExecParams(expressionSettings, nil, nil, nil, nil)
	batch.ExecParams(textSettings, nil, nil, nil, nil)
	batch.ExecParams(sql, arguments, nil, nil, nil)
	results, err := conn.ExecBatch(ctx, batch).ReadAll()
	if err != nil {
		return err
	}
	computed := results[len(results)-1].Rows
	if len(computed) != len(rows) {
		return fmt.Errorf("computed %d rows of %d", len(computed), len(rows))
	}
	for i, values := range rows {
		for n, place := range places {
			switch text := computed[i][n]; {
			case !hasInputs(t.Columns[place].Virtual, values):
			case text == nil:
				values[place] = row.Value{State: row.Null}
			default:
				values[place] = row.Value{State: row.Known, Text: text}
			}
		}
	}
	return nil
}

// virtualSQL evaluates the expressions of columns for the rows whose number is $1, with the
// values of the columns at inputs in the arrays that follow. The names of those hide others.
func virtualSQL(t *row.Table, places []int) (sql string, inputs []int) {
	var expressions, arrays, names, columns []string
	taken := map[int]bool{}
	for _, place := range places {
		virtual := t.Columns[place].Virtual
		expressions = append(expressions, virtual.Expression)
		for _, input := range virtual.Inputs {
			if taken[input.Place] {
				continue
			}
			taken[input.Place] = true
			inputs = append(inputs, input.Place)
			number := strconv.Itoa(len(inputs))
			arrays = append(arrays, ", unnest($"+strconv.Itoa(len(inputs)+1)+"::text[])")
			names = append(names, ", c"+number)
			columns = append(columns, "r.c"+number+"::"+input.Type+" as "+db.Ident(t.Columns[input.Place].Name))
		}
	}
	return "select v.* from rows from (generate_series(1, $1::int4)" + strings.Join(arrays, "") + ") as r (n" + strings.Join(names, "") + ")" +
		" cross join lateral (select " + strings.Join(expressions, ", ") + " from (select " + strings.Join(columns, ", ") + ") as t) as v order by r.n", inputs
}
