package rls

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// FilterError is a filter that PostgreSQL refuses, in the words of Supabase's server.
type FilterError struct{ message string }

// Error gives the words, behind which a client's message begins with "Unable to
// subscribe to changes …".
func (r *FilterError) Error() string { return r.message }

// Validate has PostgreSQL read the values of a filter as values of their columns'
// types, in one round trip, and gives the conditions as it writes them
// (filter.Condition.Written). Columns that the table does not have are left for
// filter.Bind to refuse. A value that cannot be read is a *Refused; any other error
// says nothing of the filter.
func (g *Checker) Validate(ctx context.Context, t *row.Table, conditions []filter.Condition) ([]filter.Condition, error) {
	var e selectList
	counts := make([]int, len(conditions))
	for i, c := range conditions {
		before := e.count
		if err := e.read(t, c); err != nil {
			return nil, &FilterError{err.Error()}
		}
		counts[i] = e.count - before
	}
	if len(e.values) == 0 {
		return conditions, nil
	}
	answer, err := g.evaluate(ctx, &e)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && ctx.Err() == nil && isDataError(refused.Code) {
		return nil, &FilterError{fmt.Sprintf("ERROR %s (%s) %s", refused.Code, conditionName(refused.Code), refused.Message)}
	}
	if err != nil {
		return nil, fmt.Errorf("read the values of a filter: %w", err)
	}
	return canonicalConditions(conditions, counts, answer), nil
}

// read adds what makes PostgreSQL read the values of a condition.
func (e *selectList) read(t *row.Table, c filter.Condition) error {
	column := columnOf(t, c.Column)
	if column == nil {
		return nil
	}
	switch c.Operator {
	case filter.Is:
	case filter.Like, filter.ILike, filter.Match, filter.IMatch:
		e.pattern(column, c)
	case filter.In:
		items, err := readItems(c.Value)
		if err != nil {
			return err
		}
		for _, item := range items {
			if item != nil {
				e.addSelfComparison(column.Type.OID, *item, "=")
			}
		}
		e.add("(" + e.null(column.Type.Base) + " = " + e.null(column.Type.Base) + ")")
	default:
		e.addSelfComparison(column.Type.OID, c.Value, operatorSQL[c.Operator])
	}
	return nil
}

// addSelfComparison is a value, and then its comparison with itself: not every type has each
// operator.
func (e *selectList) addSelfComparison(oid uint32, text, symbol string) {
	value := e.value(oid, text)
	e.add(value)
	e.add("(" + value + " " + symbol + " " + value + ")")
}

// pattern is one that is matched with nothing, under the column's collation, and
// then with a null of the column's type.
func (e *selectList) pattern(column *row.Column, c filter.Condition) {
	of := patternOf(column.Type)
	symbol, value := " "+operatorSQL[c.Operator]+" ", e.value(of, c.Value)
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

// canonicalConditions puts what PostgreSQL made of the values into their conditions: of tried,
// every second is a value.
func canonicalConditions(conditions []filter.Condition, counts []int, answer [][]byte) []filter.Condition {
	done := make([]filter.Condition, len(conditions))
	for i, c := range conditions {
		values := answer[:counts[i]]
		answer = answer[counts[i]:]
		switch c.Operator {
		case filter.Is, filter.Like, filter.ILike, filter.Match, filter.IMatch:
		case filter.In:
			c.Value, c.Canonical = canonicalList(c.Value, values), true
		default:
			if len(values) == 2 {
				c.Value, c.Canonical = string(values[0]), true
			}
		}
		done[i] = c
	}
	return done
}

// canonicalList is a list with its items in other words.
func canonicalList(list string, values [][]byte) string {
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

// isDataError tells errors that are about a value: 22 is data exception, a domain's
// check or not null refuses with 23, 42883 is an operator that the type does not
// have, and 0A000 one that its collation does not.
func isDataError(code string) bool {
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
