package mcp

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/toubkal/toubkal/server/console/result"
)

// bounds of a result.
const (
	defaultRows = 100
	mostRows    = 1000
	mostValue   = 4000    // bytes of a value
	mostBytes   = 200_000 // of all values
)

type sqlInput struct {
	SQL     string `json:"sql" jsonschema:"one statement of PostgreSQL, without parameters"`
	As      string `json:"as,omitempty" jsonschema:"the caller: owner, service_role (without row security), anon, or the e-mail address or id of a user, whose policies apply; defaults to the highest that the operator allows"`
	Rows    int    `json:"rows,omitempty" jsonschema:"the most rows to return; defaults to 100, at most 1000"`
	Explain string `json:"explain,omitempty" jsonschema:"plan returns the plan instead of the rows, analyze executes the query for it"`
}

type sqlOutput struct {
	Columns []sqlColumn `json:"columns"`
	// Rows are the values as PostgreSQL writes them.
	Rows [][]*string `json:"rows" jsonschema:"values as PostgreSQL writes them, null for NULL"`
	// Truncated says that there are more rows.
	Truncated bool   `json:"truncated" jsonschema:"there are more rows, or longer values"`
	Command   string `json:"command" jsonschema:"what PostgreSQL did, as INSERT 0 1"`
}

type sqlColumn struct {
	Name string `json:"name"`
	Type string `json:"type"`
}

func (t *tools) addSQL() {
	about := "Run one query (SELECT, VALUES, TABLE, WITH) in a read-only transaction. Functions that are declared volatile are refused. "
	if t.Write {
		about = "Run one statement, in a transaction that is committed. "
	}
	about += "Run it as a user to see what the row level security policies let that user see. It ends after 15 s."
	add(t, "run_sql", t.Write, about, t.runSQL)
}

func (s *Server) runSQL(ctx context.Context, in sqlInput) (string, sqlOutput, error) {
	out := sqlOutput{Columns: []sqlColumn{}, Rows: [][]*string{}}
	c, err := s.caller(in.As)
	if err != nil {
		return "", out, err
	}
	in.Rows = min(cmp.Or(max(in.Rows, 0), defaultRows), mostRows)
	sql, err := query(in.SQL)
	if err != nil {
		return "", out, err
	}
	switch in.Explain {
	case "":
	case "plan":
		in.Explain = "explain (verbose) "
	case "analyze":
		in.Explain = "explain (analyze, buffers, verbose) "
	default:
		return "", out, invalid("explain is plan or analyze.")
	}
	err = s.audited(ctx, c, in.Explain+sql, true, func() (int64, error) {
		err := s.as(ctx, c, func(on session) error {
			if s.Write {
				return out.write(ctx, on, in, sql)
			}
			return out.read(ctx, on, in, sql)
		})
		return int64(len(out.Rows)), err
	})
	return out.text(), out, err
}

// read reads the first rows of a query, in a read-only transaction.
func (o *sqlOutput) read(ctx context.Context, on session, in sqlInput, sql string) error {
	if err := on.check(ctx, sql); err != nil {
		return err
	}
	if err := on.begin(ctx, true); err != nil {
		return err
	}
	if in.Explain != "" {
		return o.collect(ctx, on, in.Explain+sql, mostRows)
	}
	if err := on.run(ctx, "declare toubkal_mcp no scroll cursor for "+sql); err != nil {
		return err
	}
	fetch := fmt.Sprintf("fetch forward %d from toubkal_mcp", in.Rows+1)
	err := o.collect(ctx, on, fetch, in.Rows)
	o.Command = fmt.Sprintf("SELECT %d", len(o.Rows))
	return err
}

// write executes a statement, and commits it.
func (o *sqlOutput) write(ctx context.Context, on session, in sqlInput, sql string) error {
	if err := on.begin(ctx, false); err != nil {
		return err
	}
	if err := o.collect(ctx, on, in.Explain+sql, in.Rows); err != nil {
		return err
	}
	if in.Explain != "" || on.PgConn().TxStatus() != 'T' {
		return nil
	}
	return on.run(ctx, "commit")
}

// collect executes one statement, keeps its rows as far as the bounds allow, and reads past the others.
func (o *sqlOutput) collect(ctx context.Context, on session, sql string, rows int) error {
	found, err := result.Execute(ctx, on.Conn, sql, nil, result.Bounds{Rows: rows, Value: mostValue, Bytes: mostBytes})
	if err != nil {
		return err
	}
	if err := result.NameTypes(ctx, on.Conn, found); err != nil {
		return err
	}
	for _, c := range found.Columns {
		o.Columns = append(o.Columns, sqlColumn{c.Name, c.Type})
	}
	o.Rows, o.Command, o.Truncated = found.Rows, found.Command, found.Truncated || len(found.Cut) > 0
	return nil
}

// text is the result as lines with tabs.
func (o *sqlOutput) text() string {
	var b strings.Builder
	for i, c := range o.Columns {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(c.Name)
	}
	for _, row := range o.Rows {
		b.WriteByte('\n')
		for i, value := range row {
			if i > 0 {
				b.WriteByte('\t')
			}
			if value == nil {
				b.WriteString("NULL")
			} else {
				b.WriteString(strings.NewReplacer("\t", `\t`, "\n", `\n`).Replace(*value))
			}
		}
	}
	if o.Truncated {
		b.WriteString("\n(there is more)")
	}
	return strings.TrimLeft(b.String()+"\n("+o.Command+")", "\n")
}
