package query

import (
	"strconv"
	"strings"

	sq "github.com/Masterminds/squirrel"
)

// selection is a SELECT. It is a squirrel.Sqlizer like any other part, but is
// put together without squirrel's immutable builder, which took a fifth of the
// server's CPU for a read of one row (13 of 65 µs).
type selection struct {
	prefix   []sq.Sqlizer
	distinct []sq.Sqlizer
	columns  []sq.Sqlizer
	from     []sq.Sqlizer
	joins    []sq.Sqlizer
	where    []sq.Sqlizer
	group    []sq.Sqlizer
	order    []sq.Sqlizer
	suffix   []sq.Sqlizer
}

// part is SQL and the values of its parameters.
type part struct {
	sql  string
	args []any
}

// ToSql gives the part as it is.
func (p part) ToSql() (string, []any, error) { return p.sql, p.args, nil }

func (p part) write(w *writer) {
	w.WriteString(p.sql)
	w.args = append(w.args, p.args...)
}

// plain is SQL without parameters.
func plain(sql string) part { return part{sql: sql} }

// wrapped is another statement between two pieces of SQL.
type wrapped struct {
	before string
	inner  sq.Sqlizer
	after  string
}

// ToSql puts the pieces around the inner statement.
func (wr wrapped) ToSql() (string, []any, error) { return render(wr) }

func (wr wrapped) write(w *writer) {
	w.WriteString(wr.before)
	w.add(wr.inner)
	w.WriteString(wr.after)
}

// ToSql joins the clauses.
func (s *selection) ToSql() (string, []any, error) { return render(s) }

func (s *selection) write(w *writer) {
	for _, prefix := range s.prefix {
		w.add(prefix)
		w.WriteByte(' ')
	}
	w.WriteString("select")
	if len(s.distinct) > 0 {
		w.list(" distinct on (", ", ", s.distinct)
		w.WriteByte(')')
	}
	w.list(" ", ", ", s.columns)
	w.list(" from ", ", ", s.from)
	w.list(" ", " ", s.joins)
	w.list(" where ", " and ", s.where)
	w.list(" group by ", ", ", s.group)
	w.list(" order by ", ", ", s.order)
	w.list(" ", " ", s.suffix)
}

// clauses are parts one behind another.
type clauses []sq.Sqlizer

// ToSql writes them all.
func (c clauses) ToSql() (string, []any, error) { return render(c) }

func (c clauses) write(w *writer) { w.list("", " ", c) }

// all is a WHERE of conditions that must all hold; of none it is nothing.
type all []sq.Sqlizer

// ToSql writes the keyword and the conditions.
func (a all) ToSql() (string, []any, error) { return render(a) }

func (a all) write(w *writer) { w.list("where ", " and ", a) }

// output adds a column, and groups by it. Its position names it: a name could
// mean another column, and two parameters are never the same expression.
func (s *selection) output(column sq.Sqlizer, grouped bool) {
	s.columns = append(s.columns, column)
	if grouped {
		s.group = append(s.group, plain(strconv.Itoa(len(s.columns))))
	}
}

// writer gathers text and arguments.
type writer struct {
	strings.Builder
	args []any
	err  error
}

// writable is a part of ours: it writes to where its surroundings do, so that the
// text of nested statements is not copied at each level.
type writable interface{ write(*writer) }

// typicalLength is the length of most statements, in bytes.
const typicalLength = 700

func render(statement writable) (string, []any, error) {
	var w writer
	w.Grow(typicalLength)
	statement.write(&w)
	return w.String(), w.args, w.err
}

// between writes what stands before the first and between the others of a list.
func (w *writer) between(i int, first, others string) {
	if i == 0 {
		w.WriteString(first)
		return
	}
	w.WriteString(others)
}

func (w *writer) add(part sq.Sqlizer) {
	if ours, ok := part.(writable); ok {
		ours.write(w)
		return
	}
	sql, args, err := part.ToSql()
	if w.err == nil {
		w.err = err
	}
	w.WriteString(sql)
	w.args = append(w.args, args...)
}

func (w *writer) list(before, between string, parts []sq.Sqlizer) {
	for i, part := range parts {
		if i == 0 {
			w.WriteString(before)
		} else {
			w.WriteString(between)
		}
		w.add(part)
	}
}

// numbered writes each ? as $1, $2, … and each ?? as ?, as squirrel's Dollar does
// in seven allocations.
func numbered(text string) string {
	var b strings.Builder
	b.Grow(len(text) + 2*strings.Count(text, "?"))
	for n := 0; ; {
		before, after, found := strings.Cut(text, "?")
		b.WriteString(before)
		switch {
		case !found:
			return b.String()
		case strings.HasPrefix(after, "?"):
			b.WriteByte('?')
			after = after[1:]
		default:
			n++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
		}
		text = after
	}
}
