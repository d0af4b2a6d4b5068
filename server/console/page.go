package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/db"
)

// A page of rows is read by its key: it begins after the last row of the page before
// (keyset paging), so that the thousandth page costs what the first one does. Rows are in the
// order of the chosen columns and then of the primary key; without one, of their place in the
// table (ctid); those of a view without either are counted (offset). Where no order is chosen,
// rows of a range are in the order of its column if that has an index: by the key, PostgreSQL may
// read ten million rows before the first of the range.

// query is what a page shows.
type query struct {
	Filter []condition `json:"filter"`
	Order  []ordering  `json:"order"`
	// After is the values of the last row, in the columns that page.order says; nil for the
	// first page.
	After []*string `json:"after"`
	// Offset is the number of rows before the page, where there is no key.
	Offset int `json:"offset"`
	Limit  int `json:"limit"`
}

type condition struct {
	Column string `json:"column"`
	Op     string `json:"op"`
	Value  string `json:"value"`
}

type ordering struct {
	Column string `json:"column"`
	Desc   bool   `json:"desc"`
}

const (
	maxPage   = 500
	maxOffset = 100_000
	ctid      = "ctid"
)

// page is a query on a relation, as SQL is made of it.
type page struct {
	rel   *relation
	query query
	// order is that of the query, with the columns that make it total.
	order []ordering
	args  []any
}

// operators are those of conditions, as SQL writes them; %s are column and value.
var operators = map[string]string{
	"eq": "%s = %s", "neq": "%s <> %s", "lt": "%s < %s", "lte": "%s <= %s", "gt": "%s > %s", "gte": "%s >= %s",
	"like": "%s::text ilike '%%' || %s || '%%'", "null": "%s is null", "notnull": "%s is not null",
}

// newPage checks a query against the relation.
func newPage(rel *relation, q query) (*page, error) {
	if q.Limit <= 0 || q.Limit > maxPage {
		q.Limit = 100
	}
	if q.Offset < 0 || q.Offset > maxOffset {
		return nil, invalid(fmt.Sprintf("Rows without a key are shown up to number %d: filter them.", maxOffset))
	}
	p := &page{rel: rel, query: q}
	if len(q.Order) == 0 {
		p.order = rel.orderOfRange(q.Filter)
	}
	for _, o := range q.Order {
		if rel.column(o.Column) == nil {
			return nil, noColumn(o.Column)
		}
		p.order = append(p.order, o)
	}
	for _, name := range p.rel.identity() {
		if !slices.ContainsFunc(p.order, func(o ordering) bool { return o.Column == name }) {
			p.order = append(p.order, ordering{Column: name})
		}
	}
	for _, c := range q.Filter {
		if rel.column(c.Column) == nil {
			return nil, noColumn(c.Column)
		}
		if operators[c.Op] == "" {
			return nil, invalid(fmt.Sprintf("There is no operator %q.", c.Op))
		}
	}
	if q.After != nil && (len(q.After) != len(p.order) || len(rel.identity()) == 0) {
		return nil, invalid("The page before had another order.")
	}
	return p, nil
}

func noColumn(name string) error { return invalid(fmt.Sprintf("There is no column %q.", name)) }

// orderOfRange is the order by the first indexed column of which the filter wants a range.
func (rel *relation) orderOfRange(filter []condition) []ordering {
	for _, c := range filter {
		if slices.Contains([]string{"lt", "lte", "gt", "gte"}, c.Op) && rel.hasIndex(c.Column) {
			return []ordering{{Column: c.Column}}
		}
	}
	return nil
}

// hasIndex reports whether an index on all rows begins with the column.
func (rel *relation) hasIndex(column string) bool {
	return slices.ContainsFunc(rel.Indexes, func(i definition) bool { return i.First == column })
}

// identity are the columns that tell the rows of a relation apart; nil for none.
func (rel *relation) identity() []string {
	switch {
	case len(rel.Key) > 0:
		return rel.Key
	case rel.Kind == "r" || rel.Kind == "m":
		return []string{ctid}
	}
	return nil
}

// typeOf is the type of a column, for casts of parameters.
func (rel *relation) typeOf(name string) string {
	if c := rel.column(name); c != nil {
		return c.Type
	}
	return "tid"
}

func (rel *relation) sqlName() string { return db.Ident(rel.Schema, rel.Name) }

// param adds a value of a column's type.
func (p *page) param(column string, value *string) string {
	p.args = append(p.args, value)
	return fmt.Sprintf("$%d::text::%s", len(p.args), p.rel.typeOf(column))
}

// conditions are those of the filter.
func (p *page) conditions() (all []string) {
	for _, c := range p.query.Filter {
		name := db.Ident(c.Column)
		switch c.Op {
		case "null", "notnull":
			all = append(all, fmt.Sprintf(operators[c.Op], name))
		case "like":
			value := strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(c.Value)
			p.args = append(p.args, value)
			all = append(all, fmt.Sprintf(operators[c.Op], name, fmt.Sprintf("$%d::text", len(p.args))))
		default:
			all = append(all, fmt.Sprintf(operators[c.Op], name, p.param(c.Column, &c.Value)))
		}
	}
	return all
}

// sql is the statement of the page: one more row than it shows, to know whether there is a
// next. Its first columns are those of order, then all of the relation.
func (p *page) sql() string {
	var columns, by []string
	for _, o := range p.order {
		columns = append(columns, db.Ident(o.Column)+"::text")
		direction := ""
		if o.Desc {
			direction = " desc"
		}
		by = append(by, "t."+db.Ident(o.Column)+direction) // not the column of the result
	}
	for _, c := range p.rel.Columns {
		columns = append(columns, db.Ident(c.Name))
	}
	head := "select " + strings.Join(columns, ", ") + " from " + p.rel.sqlName() + " as t"
	filter := p.conditions()
	one := func(more ...string) string {
		sql := head
		if where := append(slices.Clone(filter), more...); len(where) > 0 {
			sql += " where " + strings.Join(where, " and ")
		}
		if len(by) > 0 {
			sql += " order by " + strings.Join(by, ", ")
		}
		return sql + fmt.Sprintf(" limit %d", p.query.Limit+1)
	}
	if p.query.After == nil {
		sql := one()
		if p.query.Offset > 0 {
			sql += fmt.Sprintf(" offset %d", p.query.Offset)
		}
		return sql
	}
	parts := p.after()
	switch len(parts) {
	case 0:
		return one("false")
	case 1:
		return one(parts[0])
	}
	// PostgreSQL reads the first part alone while that has enough rows.
	for i, part := range parts {
		parts[i] = "(" + one(part) + ")"
	}
	return strings.Join(parts, " union all ") + fmt.Sprintf(" limit %d", p.query.Limit+1)
}

// after are conditions for the rows that follow the last one, in order: those before and after
// the nulls of the first column are read apart, so that an index on it can be used.
func (p *page) after() []string {
	first, value := p.order[0], p.query.After[0]
	name := db.Ident(first.Column)
	if c := p.rel.column(first.Column); c != nil && !c.Required {
		switch {
		case value == nil && first.Desc: // nulls come first
			return append(p.and(name+" is null", p.later(1)), name+" is not null")
		case value == nil:
			return p.and(name+" is null", p.later(1))
		case !first.Desc:
			return []string{p.bound() + " and " + p.later(0), name + " is null"}
		}
	}
	return []string{p.bound() + " and " + p.later(0)}
}

func (p *page) and(known, later string) []string {
	if later == "" {
		return nil // no row equals the last one
	}
	return []string{known + " and " + later}
}

// bound is where an index on the first column begins.
func (p *page) bound() string {
	op := ">="
	if p.order[0].Desc {
		op = "<="
	}
	return db.Ident(p.order[0].Column) + " " + op + " " + p.param(p.order[0].Column, p.query.After[0])
}

// later compares the columns from i on with those of the last row: greater in the first in which
// they differ. "" where no column is left.
func (p *page) later(i int) string {
	if i == len(p.order) {
		return ""
	}
	o, value := p.order[i], p.query.After[i]
	name := db.Ident(o.Column)
	nullable := false
	if c := p.rel.column(o.Column); c != nil {
		nullable = !c.Required
	}
	var greater, equal string
	switch {
	case value == nil && o.Desc:
		greater, equal = name+" is not null", name+" is null"
	case value == nil:
		equal = name + " is null"
	default:
		op := ">"
		if o.Desc {
			op = "<"
		}
		param := p.param(o.Column, value)
		greater, equal = name+" "+op+" "+param, name+" = "+param
		if nullable && !o.Desc {
			greater = "(" + greater + " or " + name + " is null)"
		}
	}
	rest := p.later(i + 1)
	switch {
	case rest == "" && greater == "":
		return "false"
	case rest == "":
		return greater
	case greater == "":
		return "(" + equal + " and " + rest + ")"
	}
	return "(" + greater + " or " + equal + " and " + rest + ")"
}
