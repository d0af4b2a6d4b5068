package visible

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/match"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// Refused is a filter that PostgreSQL refuses, in the words of Supabase's server.
type Refused struct{ words string }

// Error gives the words, behind which a client's message begins with "Unable to
// subscribe to changes …".
func (r *Refused) Error() string { return r.words }

// Validate has PostgreSQL read the values of a filter as values of their columns'
// types, in one round trip, and gives the conditions as it writes them
// (match.Condition.Written). Columns that the table does not have are left for
// match.Bind to refuse. A value that cannot be read is a *Refused; any other error
// says nothing of the filter.
func (g *Guard) Validate(ctx context.Context, t *row.Table, conditions []match.Condition) ([]match.Condition, error) {
	var e expressions
	counts := make([]int, len(conditions))
	for i, c := range conditions {
		before := e.count
		if err := e.read(t, c); err != nil {
			return nil, &Refused{err.Error()}
		}
		counts[i] = e.count - before
	}
	if len(e.values) == 0 {
		return conditions, nil
	}
	answer, err := g.evaluate(ctx, &e)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && ctx.Err() == nil && aboutData(refused.Code) {
		return nil, &Refused{fmt.Sprintf("ERROR %s (%s) %s", refused.Code, conditionName(refused.Code), refused.Message)}
	}
	if err != nil {
		return nil, fmt.Errorf("read the values of a filter: %w", err)
	}
	return written(conditions, counts, answer), nil
}

// read adds what makes PostgreSQL read the values of a condition.
func (e *expressions) read(t *row.Table, c match.Condition) error {
	column := columnOf(t, c.Column)
	if column == nil {
		return nil
	}
	switch c.Operator {
	case match.Is:
	case match.Like, match.ILike, match.Match, match.IMatch:
		e.pattern(column, c)
	case match.In:
		items, err := readItems(c.Value)
		if err != nil {
			return err
		}
		for _, item := range items {
			if item != nil {
				e.tried(column.Type.OID, *item, "=")
			}
		}
		e.add("(" + e.null(column.Type.Base) + " = " + e.null(column.Type.Base) + ")")
	default:
		e.tried(column.Type.OID, c.Value, symbols[c.Operator])
	}
	return nil
}

// tried is a value, and then its comparison with itself: not every type has each
// operator.
func (e *expressions) tried(oid uint32, text, symbol string) {
	value := e.value(oid, text)
	e.add(value)
	e.add("(" + value + " " + symbol + " " + value + ")")
}

// pattern is one that is matched with nothing, under the column's collation, and
// then with a null of the column's type.
func (e *expressions) pattern(column *row.Column, c match.Condition) {
	of := patternOf(column.Type)
	symbol, value := " "+symbols[c.Operator]+" ", e.value(of, c.Value)
	e.add("(" + e.value(of, "") + collate(column.Type, column.Collate) + symbol + value + ")")
	e.add("(" + e.null(column.Type.Base) + symbol + value + ")")
}

func columnOf(t *row.Table, name string) *row.Column {
	for i := range t.Columns {
		if t.Columns[i].Name == name {
			return &t.Columns[i]
		}
	}
	return nil
}

// written puts what PostgreSQL made of the values into their conditions: of tried,
// every second is a value.
func written(conditions []match.Condition, counts []int, answer [][]byte) []match.Condition {
	done := make([]match.Condition, len(conditions))
	for i, c := range conditions {
		values := answer[:counts[i]]
		answer = answer[counts[i]:]
		switch c.Operator {
		case match.Is, match.Like, match.ILike, match.Match, match.IMatch:
		case match.In:
			c.Value, c.Written = rewritten(c.Value, values), true
		default:
			if len(values) == 2 {
				c.Value, c.Written = string(values[0]), true
			}
		}
		done[i] = c
	}
	return done
}

// rewritten is a list with its items in other words.
func rewritten(list string, values [][]byte) string {
	items, _ := readItems(list) // e.read has read it
	literal := []byte{'{'}
	for _, item := range items {
		v := row.Value{State: row.Null}
		if item != nil && len(values) > 1 {
			v = row.Value{State: row.Known, Text: values[0]}
			values = values[2:]
		}
		literal = appendElement(literal, v)
	}
	return string(append(literal, '}'))
}

// aboutData tells errors that are about a value: 22 is data exception, a domain's
// check or not null refuses with 23, 42883 is an operator that the type does not
// have, and 0A000 one that its collation does not.
func aboutData(code string) bool {
	return code[:2] == "22" || code[:2] == "23" || code == "42883" || code == "0A000"
}

// conditionName is PostgreSQL's name of an SQLSTATE, as Supabase's driver adds it.
func conditionName(code string) string {
	switch code {
	case "22P02":
		return "invalid_text_representation"
	case "22003":
		return "numeric_value_out_of_range"
	case "22007":
		return "invalid_datetime_format"
	case "22008":
		return "datetime_field_overflow"
	case "22001":
		return "string_data_right_truncation"
	case "22025":
		return "invalid_escape_sequence"
	case "2201B":
		return "invalid_regular_expression"
	case "23502":
		return "not_null_violation"
	case "42883":
		return "undefined_function"
	case "0A000":
		return "feature_not_supported"
	case "23514":
		return "check_violation"
	}
	return "data_exception"
}
