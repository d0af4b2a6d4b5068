package fanout

import (
	"context"
	"errors"
	"fmt"
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

// maxComparisons is how many comparisons one statement makes. It may have 65,535
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
