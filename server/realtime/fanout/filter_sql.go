package fanout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// filterSQL has PostgreSQL evaluate what package filter cannot. It reads no table,
// and runs as the pool's login, which has no privileges of its own.
type filterSQL struct {
	pool    *db.Pool
	queries *atomic.Int64 // counter
}

// maxComparisons bounds the comparisons of one statement. It may have 65,535
// parameters, and an `in` takes up to 101 of them.
const maxComparisons = 500

// compare evaluates comparisons, in order: true where one holds. One that fails does
// not hold, and does not affect the others; the error then joins all failures.
func (f filterSQL) compare(ctx context.Context, comparisons []filter.Comparison) ([]bool, error) {
	holds := make([]bool, len(comparisons))
	places := map[filter.Comparison][]int{}
	var distinct []filter.Comparison
	for i, c := range comparisons {
		if places[c] == nil {
			distinct = append(distinct, c)
		}
		places[c] = append(places[c], i)
	}
	var failures error
	for len(distinct) > 0 {
		chunk := distinct[:min(len(distinct), maxComparisons)]
		distinct = distinct[len(chunk):]
		results, err := f.compareChunk(ctx, chunk)
		failures = errors.Join(failures, err)
		for n, yes := range results {
			for _, i := range places[chunk[n]] {
				holds[i] = yes
			}
		}
	}
	return holds, failures
}

// compareChunk evaluates comparisons in one statement, and one by one where
// PostgreSQL refuses that.
func (f filterSQL) compareChunk(ctx context.Context, comparisons []filter.Comparison) ([]bool, error) {
	holds := make([]bool, len(comparisons))
	var list selectList
	for _, c := range comparisons {
		if err := list.compare(c); err != nil {
			return holds, err
		}
	}
	values, err := f.evaluate(ctx, &list)
	if _, refused := errors.AsType[*pgconn.PgError](err); refused && len(comparisons) > 1 && ctx.Err() == nil {
		var failures error
		for i := range comparisons {
			one, err := f.compareChunk(ctx, comparisons[i:i+1])
			holds[i] = one[0]
			failures = errors.Join(failures, err)
		}
		return holds, failures
	}
	if err != nil {
		return holds, fmt.Errorf("compare %d values: %w", len(comparisons), err)
	}
	for i, value := range values {
		holds[i] = string(value) == "t"
	}
	return holds, nil
}

// filterTimeout bounds one statement.
const filterTimeout = 5 * time.Second

// evaluate computes the expressions of a list in one round trip, under the settings
// by which replication formats values.
func (f filterSQL) evaluate(ctx context.Context, list *selectList) ([][]byte, error) {
	f.queries.Add(1)
	ctx, cancel := context.WithTimeout(ctx, filterTimeout+time.Second)
	defer cancel()
	return f.pool.Row(ctx, []db.Setting{
		{Name: "statement_timeout", Value: strconv.FormatInt(filterTimeout.Milliseconds(), 10)},
		{Name: "transaction_read_only", Value: "on"},
		{Name: "search_path", Value: "pg_catalog, public, extensions"},
		{Name: "timezone", Value: "UTC"},
		{Name: "datestyle", Value: "ISO"},
		{Name: "intervalstyle", Value: "postgres"},
		{Name: "bytea_output", Value: "hex"},
		{Name: "extra_float_digits", Value: "3"},
	}, "select "+list.sql.String(), list.values, list.types)
}

// selectList are the expressions of a SELECT without a table. Types are given as
// OIDs, so that no name of a type has to be formatted.
type selectList struct {
	sql    strings.Builder
	values [][]byte
	types  []uint32
	count  int
}

// add adds an expression.
func (s *selectList) add(sql string) {
	s.count++
	if s.sql.Len() > 0 {
		s.sql.WriteString(", ")
	}
	s.sql.WriteString(sql)
}

// parameter adds a parameter of a type; nil is null.
func (s *selectList) parameter(oid uint32, value []byte) string {
	s.values, s.types = append(s.values, value), append(s.types, oid)
	return "$" + strconv.Itoa(len(s.values))
}

func (s *selectList) value(oid uint32, text string) string { return s.parameter(oid, []byte(text)) }

var operatorSQL = map[filter.Operator]string{
	filter.Equal: "=", filter.NotEqual: "<>", filter.Less: "<", filter.LessOrEqual: "<=", filter.Greater: ">", filter.GreaterOrEqual: ">=",
	filter.Like: "~~", filter.ILike: "~~*", filter.Match: "~", filter.IMatch: "~*",
	filter.In: "in", filter.Is: "is", filter.IsDistinct: "is distinct from",
}

// compare adds a comparison.
func (s *selectList) compare(c filter.Comparison) error {
	left := s.value(c.Type.OID, c.Value) + collate(c.Type, c.Collate)
	var right string
	switch c.Operator {
	case filter.Like, filter.ILike, filter.Match, filter.IMatch:
		right = s.value(patternType(c.Type), c.Filter)
	case filter.In:
		items, err := filter.ReadList(c.Filter)
		if err != nil {
			return err
		}
		if len(items) == 0 { // nothing is in it, and `in ()` is no SQL
			s.add(strconv.FormatBool(c.Not))
			return nil
		}
		// IN, as ANY does not, compares arrays with arrays
		list := make([]string, len(items))
		for i, item := range items {
			list[i] = "null"
			if !item.Null {
				list[i] = s.value(c.Type.OID, item.Text)
			}
		}
		right = "(" + strings.Join(list, ", ") + ")"
	case filter.Is:
		right = "null"
		if c.Filter == "true" || c.Filter == "false" || c.Filter == "unknown" {
			right = c.Filter
		}
	default:
		right = s.value(c.Type.OID, c.Filter)
	}
	sql := "(" + left + " " + operatorSQL[c.Operator] + " " + right + ")"
	switch {
	case c.Not && c.Operator == filter.Is: // a composite of which some fields are null is neither null nor not null
		sql = "(" + left + " is not " + right + ")"
	case c.Not:
		sql = "(not " + sql + ")"
	}
	s.add(sql)
	return nil
}

const (
	byteaOID   = 17
	textOID    = 25
	bpcharOID  = 1042
	varcharOID = 1043
)

// patternType is the type of the patterns that a column of a type is matched with.
func patternType(t *row.Type) uint32 {
	if t.Base == byteaOID {
		return byteaOID
	}
	return textOID
}

// collate is the COLLATE clause of a text type; none where the collation is the
// database's own.
func collate(t *row.Type, name string) string {
	switch t.Base {
	case textOID, varcharOID, bpcharOID:
		if name != "" {
			return " collate " + name
		}
	}
	return ""
}

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
