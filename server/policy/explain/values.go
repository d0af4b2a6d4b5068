package explain

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest/query"
)

// clock is the time of PostgreSQL in milliseconds.
const clock = "select extract(epoch from clock_timestamp()) * 1000"

// direct evaluates lists of expressions for rows as the caller, in one exchange: the values by list, expression and
// row, and the time of each list. The rows have the table's name and type, as the expressions are about it.
// PostgreSQL refuses all of it where an expression fails, or names a schema that the caller may not use.
func (e *evaluation) direct(ctx context.Context, rows []row, lists [][]string) (values [][][]string, took []float64, err error) {
	statements := []query.SQL{e.callersSettings(false)}
	text := encode(rows)
	for _, list := range lists {
		statements = append(statements, query.SQL{Text: clock}, query.SQL{Text: "select " + strings.Join(asTexts(list), ", ") + e.fromRows(), Args: [][]byte{text}})
	}
	answers, err := e.undone(ctx, append(statements, query.SQL{Text: clock})...)
	if err != nil {
		return nil, nil, err
	}
	answers = answers[1:]
	for i, list := range lists {
		before, _ := strconv.ParseFloat(string(answers[2*i][0][0]), 64) // PostgreSQL's own numbers
		after, _ := strconv.ParseFloat(string(answers[2*i+2][0][0]), 64)
		values, took = append(values, columnsOf(answers[2*i+1], len(list))), append(took, after-before)
	}
	return values, took, nil
}

func asTexts(expressions []string) []string {
	texts := make([]string, len(expressions))
	for i, of := range expressions {
		texts[i] = "(" + of + ")::text"
	}
	return texts
}

// fromRows is the from clause of the rows, which are parameter 1.
func (e *evaluation) fromRows() string {
	return " from jsonb_populate_recordset(null::" + db.Ident(e.table.Schema, e.table.Name) + ", $1) as " + db.Ident(e.table.Name)
}

func columnsOf(answer [][][]byte, count int) [][]string {
	columns := make([][]string, count)
	for _, values := range answer {
		for i, value := range values {
			text := "null"
			if value != nil {
				text = string(value)
			}
			columns[i] = append(columns[i], text)
		}
	}
	return columns
}

// byFunction evaluates expressions for rows within inSavepoint: a list for each expression. A function of the owner's
// has their text, since a policy is stored as it was understood: its caller needs no right on the schemas that it names.
func (e *evaluation) byFunction(ctx context.Context, rows []row, expressions []string) (columns [][]string, err error) {
	const function = "pg_temp.toubkal_evaluate(jsonb)"
	create := "savepoint evaluation; set local role none; create function " + function + " returns setof text[] language sql begin atomic select array[" +
		strings.Join(asTexts(expressions), ", ") + "]" + e.fromRows() +
		"; end; grant execute on function " + function + " to public; set local role " + db.Ident(e.Claims.Role)
	var answer [][][]byte
	if _, err = e.conn.PgConn().Exec(ctx, create).ReadAll(); err == nil {
		numbers := make([]string, len(expressions))
		for i := range expressions {
			numbers[i] = "v[" + strconv.Itoa(i+1) + "]"
		}
		answer, err = e.run(ctx, query.SQL{Text: "select " + strings.Join(numbers, ", ") + " from pg_temp.toubkal_evaluate($1) as v", Args: [][]byte{encode(rows)}})
	}
	if _, failed := e.conn.PgConn().Exec(context.WithoutCancel(ctx), "rollback to savepoint evaluation; release savepoint evaluation").ReadAll(); err != nil || failed != nil {
		return nil, errors.Join(err, failed)
	}
	return columnsOf(answer, len(expressions)), nil
}

// all evaluates expressions for rows within inSavepoint: in one statement, or one by one where that fails.
func (e *evaluation) all(ctx context.Context, rows []row, expressions []string) (valuesOf, error) {
	lookup := valuesOf{}
	columns, err := e.byFunction(ctx, rows, expressions)
	if err == nil {
		for i, sql := range expressions {
			lookup.set(sql, columns[i])
		}
		return lookup, nil
	}
	for _, sql := range expressions {
		columns, err := e.byFunction(ctx, rows, []string{sql})
		switch refused := db.Refused(err); {
		case err == nil:
			lookup.set(sql, columns[0])
		case refused == nil:
			return nil, err
		default:
			lookup[sql] = slices.Repeat([]value{{err: refused.Message}}, len(rows))
		}
	}
	return lookup, nil
}
