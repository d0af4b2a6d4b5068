package rls

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/filter"
	"github.com/toubkal/toubkal/server/realtime/row"
)

// maxCompared is how many comparisons one statement makes; it may have 65,535
// parameters, of which an `in` has up to 101.
const maxCompared = 500

// Compare answers what match leaves to PostgreSQL, in order: true where the
// comparison holds. It reads no table, and runs as the pool's login, who has no
// right of its own. A comparison that fails does not hold; an error is about all
// of them, and goes with the first failure where others were answered.
func (g *Checker) Compare(ctx context.Context, questions []filter.Comparison) ([]bool, error) {
	holds := make([]bool, len(questions))
	places := map[filter.Comparison][]int{}
	var distinct []filter.Comparison
	for i, q := range questions {
		if places[q] == nil {
			distinct = append(distinct, q)
		}
		places[q] = append(places[q], i)
	}
	var failures error
	for len(distinct) > 0 {
		some := distinct[:min(len(distinct), maxCompared)]
		distinct = distinct[len(some):]
		answers, err := g.compareAll(ctx, some)
		failures = errors.Join(failures, err)
		for n, yes := range answers {
			for _, i := range places[some[n]] {
				holds[i] = yes
			}
		}
	}
	return holds, failures
}

// compareAll asks in one statement, and where that fails asks one by one.
func (g *Checker) compareAll(ctx context.Context, questions []filter.Comparison) ([]bool, error) {
	holds := make([]bool, len(questions))
	answers, err := g.compute(ctx, questions)
	if _, refused := errors.AsType[*pgconn.PgError](err); refused && len(questions) > 1 && ctx.Err() == nil {
		var failures error
		for i := range questions {
			one, err := g.compareAll(ctx, questions[i:i+1])
			holds[i] = one[0]
			failures = errors.Join(failures, err)
		}
		return holds, failures
	}
	if err != nil {
		return holds, fmt.Errorf("compare %d values: %w", len(questions), err)
	}
	for i, answer := range answers {
		holds[i] = string(answer) == "t"
	}
	return holds, nil
}

func (g *Checker) compute(ctx context.Context, questions []filter.Comparison) ([][]byte, error) {
	var e selectList
	for _, q := range questions {
		if err := e.compare(q); err != nil {
			return nil, err
		}
	}
	return g.evaluate(ctx, &e)
}

// selectList are what a statement without a table computes. Types are given as
// OIDs, so that no name has to be spelled.
type selectList struct {
	sql    strings.Builder
	values [][]byte
	types  []uint32
	count  int
}

// add adds an expression.
func (e *selectList) add(sql string) {
	e.count++
	if e.sql.Len() > 0 {
		e.sql.WriteString(", ")
	}
	e.sql.WriteString(sql)
}

// value is a parameter of a type.
func (e *selectList) value(oid uint32, text string) string {
	e.values, e.types = append(e.values, []byte(text)), append(e.types, oid)
	return "$" + strconv.Itoa(len(e.values))
}

// null is a parameter that is null.
func (e *selectList) null(oid uint32) string {
	e.values, e.types = append(e.values, nil), append(e.types, oid)
	return "$" + strconv.Itoa(len(e.values))
}

var operatorSQL = map[filter.Operator]string{
	filter.Equal: "=", filter.NotEqual: "<>", filter.Less: "<", filter.LessOrEqual: "<=", filter.Greater: ">", filter.GreaterOrEqual: ">=",
	filter.Like: "~~", filter.ILike: "~~*", filter.Match: "~", filter.IMatch: "~*",
	filter.In: "in", filter.Is: "is", filter.IsDistinct: "is distinct from",
}

func (e *selectList) compare(q filter.Comparison) error {
	left, symbol := e.value(q.Type.OID, q.Value)+collate(q.Type, q.Collate), operatorSQL[q.Operator]
	var right string
	switch q.Operator {
	case filter.Like, filter.ILike, filter.Match, filter.IMatch:
		right = e.value(patternOf(q.Type), q.Filter)
	case filter.In:
		var err error
		if right, err = e.list(q.Type.OID, q.Filter); err != nil {
			return err
		}
	case filter.Is:
		right = keyword(q.Filter)
	default:
		right = e.value(q.Type.OID, q.Filter)
	}
	sql := "(" + left + " " + symbol + " " + right + ")"
	switch {
	case right == "()": // nothing is in it
		e.add(strconv.FormatBool(q.Not))
		return nil
	case q.Not && q.Operator == filter.Is: // a composite is neither null nor not null where some fields are
		sql = "(" + left + " is not " + right + ")"
	case q.Not:
		sql = "(not " + sql + ")"
	}
	e.add(sql)
	return nil
}

// list spells the items of an array literal as parameters: those of IN, which
// compares arrays with arrays, as ANY does not.
func (e *selectList) list(oid uint32, literal string) (string, error) {
	items, err := readItems(literal)
	if err != nil {
		return "", err
	}
	var spelled []string
	for _, item := range items {
		if item == nil {
			spelled = append(spelled, "null")
		} else {
			spelled = append(spelled, e.value(oid, *item))
		}
	}
	return "(" + strings.Join(spelled, ", ") + ")", nil
}

// keyword is what stands behind IS. Anything else is the least that can be.
func keyword(filter string) string {
	switch filter {
	case "true", "false", "unknown":
		return filter
	}
	return "null"
}

const (
	byteaOID   = 17
	textOID    = 25
	bpcharOID  = 1042
	varcharOID = 1043
)

// patternOf is the type of what a column of a type is matched with.
func patternOf(t *row.Type) uint32 {
	if t.Base == byteaOID {
		return byteaOID
	}
	return textOID
}

// collate names a text's collation; the database's own goes without saying.
func collate(t *row.Type, name string) string {
	switch t.Base {
	case textOID, varcharOID, bpcharOID:
	default:
		return ""
	}
	if name == "" {
		return ""
	}
	return " collate " + name
}

// evaluate computes expressions in one round trip, under the settings by which
// the stream of changes writes values.
func (g *Checker) evaluate(ctx context.Context, e *selectList) ([][]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, g.o.Timeout+time.Second)
	defer cancel()
	settings := db.SetConfig([]db.Setting{
		{Name: "statement_timeout", Value: milliseconds(g.o.Timeout)},
		{Name: "transaction_read_only", Value: "on"},
		{Name: "search_path", Value: "pg_catalog, public, extensions"},
		{Name: "timezone", Value: "UTC"},
		{Name: "datestyle", Value: "ISO"},
		{Name: "intervalstyle", Value: "postgres"},
		{Name: "bytea_output", Value: "hex"},
		{Name: "extra_float_digits", Value: "3"},
	})
	var answer [][]byte
	err := g.pool.Conn(ctx, func(conn *db.Conn) error {
		pipe := conn.PgConn().StartPipeline(ctx)
		pipe.SendQueryParams(settings.SQL, settings.Args, nil, nil, nil)
		pipe.SendQueryParams("select "+e.sql.String(), e.values, e.types, nil, nil)
		if err := pipe.Sync(); err != nil {
			return errors.Join(err, pipe.Close())
		}
		var err error
		answer, err = lastRow(pipe)
		return errors.Join(err, pipe.Close())
	})
	return answer, err
}

// lastRow reads a pipeline to its end, and gives the last row that came.
func lastRow(pipe *pgconn.Pipeline) ([][]byte, error) {
	var last [][]byte
	for {
		answer, err := pipe.GetResults()
		if err != nil {
			return nil, err
		}
		switch answer := answer.(type) {
		case *pgconn.ResultReader:
			result := answer.Read()
			if result.Err != nil {
				return nil, result.Err
			}
			last = result.Rows[len(result.Rows)-1]
		case *pgconn.PipelineSync, nil:
			return last, nil
		}
	}
}
