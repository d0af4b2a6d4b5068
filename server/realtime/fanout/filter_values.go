package fanout

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// filterError is a filter that PostgreSQL refuses, with the text of Supabase's
// server, which a client gets behind "Unable to subscribe to changes …".
type filterError struct{ message string }

func (f *filterError) Error() string { return f.message }

// canonical has PostgreSQL read the values of a filter as values of their columns'
// types, in one round trip, and returns the conditions as it formats them
// (filter.Condition.Canonical). Columns that the table does not have are left for
// filter.Bind to refuse. A value that cannot be read is a *filterError; any other
// error says nothing of the filter.
func (f filterSQL) canonical(ctx context.Context, t *row.Table, conditions []filter.Condition) ([]filter.Condition, error) {
	var list selectList
	counts := make([]int, len(conditions))
	for i, c := range conditions {
		before := list.count
		if err := list.read(t, c); err != nil {
			return nil, &filterError{err.Error()}
		}
		counts[i] = list.count - before
	}
	if len(list.values) == 0 {
		return conditions, nil
	}
	values, err := f.evaluate(ctx, &list)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && ctx.Err() == nil && isDataError(refused.Code) {
		return nil, &filterError{fmt.Sprintf("ERROR %s (%s) %s", refused.Code, conditionName(refused.Code), refused.Message)}
	}
	if err != nil {
		return nil, fmt.Errorf("read the values of a filter: %w", err)
	}
	read := slices.Clone(conditions)
	for i := range read {
		setCanonical(&read[i], values[:counts[i]])
		values = values[counts[i]:]
	}
	return read, nil
}

// setCanonical sets the values of a condition to what PostgreSQL made of them: of
// addSelfComparison, every first is a value.
func setCanonical(c *filter.Condition, values [][]byte) {
	switch c.Operator {
	case filter.Is, filter.Like, filter.ILike, filter.Match, filter.IMatch:
	case filter.In:
		items, _ := filter.ReadList(c.Value) // selectList.read has read it
		for i := range items {
			if !items[i].Null && len(values) > 1 {
				items[i].Text = string(values[0])
				values = values[2:]
			}
		}
		c.Value, c.Canonical = filter.WriteList(items), true
	default:
		if len(values) == 2 {
			c.Value, c.Canonical = string(values[0]), true
		}
	}
}

// read adds what makes PostgreSQL read the values of a condition.
func (s *selectList) read(t *row.Table, c filter.Condition) error {
	place := columnOf(t, c.Column)
	if place < 0 {
		return nil
	}
	column := &t.Columns[place]
	null := func() string { return s.parameter(column.Type.Base, nil) }
	switch c.Operator {
	case filter.Is:
	case filter.Like, filter.ILike, filter.Match, filter.IMatch:
		// matched with nothing, under the column's collation, and with a null of its type
		pattern := patternType(column.Type)
		right := " " + operatorSQL[c.Operator] + " " + s.value(pattern, c.Value)
		s.add("(" + s.value(pattern, "") + collate(column.Type, column.Collate) + right + ")")
		s.add("(" + null() + right + ")")
	case filter.In:
		items, err := filter.ReadList(c.Value)
		if err != nil {
			return err
		}
		for _, item := range items {
			if !item.Null {
				s.addSelfComparison(column.Type.OID, item.Text, "=")
			}
		}
		s.add("(" + null() + " = " + null() + ")")
	default:
		s.addSelfComparison(column.Type.OID, c.Value, operatorSQL[c.Operator])
	}
	return nil
}

// addSelfComparison adds a value, and then its comparison with itself: not every
// type has each operator.
func (s *selectList) addSelfComparison(oid uint32, text, symbol string) {
	value := s.value(oid, text)
	s.add(value)
	s.add("(" + value + " " + symbol + " " + value + ")")
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
