// Package query renders a plan as SQL. It is the only place that does so for
// tables. What comes from a request is a parameter, or a name that quote has
// been through. It refuses nothing.
package query

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// SQL is a statement that answers with one row, and its arguments in
// PostgreSQL's text format; nil is NULL.
type SQL struct {
	Text string
	Args [][]byte
	// Formats has 1 for each argument that is in binary format, else 0; nil where
	// none is.
	Formats []int16
}

// binary is an argument in binary format.
type binary []byte

// source is the alias of the rows that a request reads, writes or
// calls for; users of PostgREST know it from PostgreSQL's messages.
const source = `"pgrst_source"`

// Build makes the one statement of a plan whose action is a Read, Write or Call.
func Build(p plan.Plan) (SQL, error) {
	var statement sq.Sqlizer
	switch action := p.Action.(type) {
	case plan.Read:
		counts := answer(p.Format, plan.RowSet, total(p.Format, plan.RowSet, action.Count, action.Tree), nullColumn, nullColumn)
		statement = counts.over(p, nodeSelect(action.Tree), plain("select * from "+source))
	case plan.Write:
		var rows sq.Sqlizer = plain("select * from " + source)
		if p.Format.Body != plan.Nothing {
			rows = nodeSelect(action.Tree)
		}
		counts := answer(p.Format, plan.RowSet, nullColumn, plain(replaced(action)), plain(location(action)))
		statement = counts.over(p, change(action), rows)
	case plan.Call:
		rows := answer(p.Format, action.Shape, total(p.Format, action.Shape, action.Count, action.Tree), nullColumn, nullColumn)
		statement = rows.over(p, callSource(action), nodeSelect(action.Tree))
	default:
		return SQL{}, fmt.Errorf("build a statement for %T", p.Action)
	}
	if p.Format.Explain != nil {
		statement = wrapped{explain(*p.Format.Explain), statement, ""}
	}
	return finish(statement)
}

// Planned makes the statement that asks the planner how many rows a read would
// have without limits; its answer is for Estimate.
func Planned(r plan.Read) (SQL, error) {
	statement := counted(r.Tree)
	statement.prefix = []sq.Sqlizer{plain("explain (format json)")}
	return finish(statement)
}

// Estimate reads the answer to a statement of Planned.
func Estimate(row [][]byte) (int64, error) {
	var plans []struct {
		Plan struct {
			Rows float64 `json:"Plan Rows"`
		}
	}
	if err := json.Unmarshal(row[0], &plans); err != nil || len(plans) != 1 {
		return 0, fmt.Errorf("read the planner's answer: %w", err)
	}
	return int64(plans[0].Plan.Rows), nil
}

func finish(statement sq.Sqlizer) (SQL, error) {
	text, args, err := statement.ToSql()
	if err != nil {
		return SQL{}, fmt.Errorf("build a statement: %w", err)
	}
	text = numbered(text)
	sql := SQL{Text: text, Args: make([][]byte, len(args))}
	for i, arg := range args {
		switch arg := arg.(type) {
		case []byte:
			sql.Args[i] = arg
		case binary:
			if sql.Formats == nil {
				sql.Formats = make([]int16, len(args))
			}
			sql.Args[i], sql.Formats[i] = arg, 1
		}
	}
	return sql, nil
}

// nullColumn stands for a result column that does not apply.
var nullColumn = plain("null")

// answer begins a statement with the columns that every one answers with.
func answer(f plan.Format, shape plan.Shape, total, replaced, location sq.Sqlizer) *selection {
	return &selection{columns: []sq.Sqlizer{
		total, plain(page(f, shape)), plain(boundedBody(f, shape)), plain(settings), replaced, location,
	}}
}

// over lets the statement answer with rows of a source. A CSV whose names are not known
// has those of the first row, and so has to read the rows twice.
func (s *selection) over(p plan.Plan, of, rows sq.Sqlizer) *selection {
	f := p.Format
	s.prefix = []sq.Sqlizer{wrapped{"with " + source + " as (", of, ")"}}
	if f.Body == plan.CSV && f.Header == nil {
		s.prefix = append(s.prefix, wrapped{", " + csvRows + " as (", rows, ")"})
		rows = plain("select * from " + csvRows)
	}
	s.from = []sq.Sqlizer{wrapped{"(", rows, `) as "_t"`}}
	if len(p.Assumptions) > 0 && f.Explain == nil {
		s.where = []sq.Sqlizer{assumptions(p.Assumptions)}
	}
	return s
}

// page counts the rows of the answer. What is not a set is one, also where it
// is null. A value that is not shown is named all the same: PostgreSQL leaves a
// stable function uncalled where its result is not used.
func page(f plan.Format, shape plan.Shape) string {
	switch {
	case isRaw(f):
		return "1"
	case shape == plan.Void || shape == plan.Scalar && f.Body == plan.Nothing:
		return "greatest(count(" + value + "), 1)"
	case shape == plan.Row || shape == plan.Scalar:
		return "greatest(count(*), 1)"
	}
	return "count(*)"
}

// settings are the response settings that a function may have set.
const settings = "nullif(current_setting('response.headers', true), ''), nullif(current_setting('response.status', true), '')"

// Body is the column of a statement of Build that has the body, from 0.
const Body = 2

// Decode reads what a statement of Build answered.
func Decode(p plan.Plan, rows [][][]byte) (plan.Result, error) {
	switch {
	case p.Format.Explain != nil: // a row for each line
		var text []byte
		for _, row := range rows {
			text = append(append(text, row[0]...), '\n')
		}
		return plan.Result{Body: text}, nil
	case len(rows) == 0 && isRaw(p.Format): // a limit or a filter left no value
		return plan.Result{}, nil
	case len(rows) != 1:
		return plan.Result{}, fmt.Errorf("read %d rows of a statement that answers with one", len(rows))
	}
	result, err := decode(rows[0])
	if err == nil && result.Body != nil {
		result.Body, err = FromBody(p.Format, result.Body)
	}
	return result, err
}

// FromBody is the body of an answer, of what PostgreSQL has made.
func FromBody(f plan.Format, made []byte) ([]byte, error) {
	switch {
	case f.Body == plan.CSV:
		return ToCSV(f.Header, made), nil
	case f.Body == plan.Custom && f.Handler.Binary:
		return fromBase64(made)
	}
	return made, nil
}

// fromBase64 reads the bytes of a binary handler. PostgreSQL breaks the text into lines, which are
// skipped.
func fromBase64(text []byte) ([]byte, error) {
	raw := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(raw, text)
	if err != nil {
		return nil, fmt.Errorf("read the bytes of a body: %w", err)
	}
	return raw[:n], nil
}

func decode(row [][]byte) (plan.Result, error) {
	result := plan.Result{Body: row[Body], Headers: row[3], Status: row[4], Location: row[6]}
	if row[0] != nil {
		count, err := number(row[0])
		if err != nil {
			return plan.Result{}, err
		}
		result.Total = &count
	}
	var err error
	if result.Rows, err = number(row[1]); err != nil {
		return plan.Result{}, err
	}
	if row[5] != nil {
		result.Replaced, err = number(row[5])
	}
	return result, err
}

func number(text []byte) (int64, error) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read a count: %w", err)
	}
	return n, nil
}

// explainOptions has the only options that may follow EXPLAIN.
var explainOptions = map[string]string{
	"analyze": ", analyze", "verbose": ", verbose", "settings": ", settings", "buffers": ", buffers", "wal": ", wal",
}

// explain asks for the plan of the statement behind it.
func explain(e plan.Explain) string {
	sql := "explain (format text"
	if e.JSON {
		sql = "explain (format json"
	}
	var options strings.Builder
	for _, option := range e.Options {
		options.WriteString(explainOptions[option])
	}
	return sql + options.String() + ") "
}
