package plan

import (
	"slices"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// filter puts conditions on the nodes they are for. Those on the rows to change
// are the write's; see where.
func (m *planner) filter(node *Node) error {
	for _, filter := range m.Filters {
		if len(filter.Path) == 0 && m.changes() {
			continue
		}
		target, err := m.at(node, filter.Path)
		if err != nil {
			return err
		}
		target.Where = append(target.Where, m.condition(target, filter))
	}
	for _, logic := range m.Logic {
		if len(logic.Path) == 0 && m.changes() {
			continue
		}
		target, err := m.at(node, logic.Path)
		if err != nil {
			return err
		}
		target.Where = append(target.Where, m.group(target, logic))
	}
	return nil
}

// changes reports whether the request writes to a table: then the conditions on
// the root choose the rows to change, not those to show.
func (m *planner) changes() bool { return m.Function == "" && !m.Reads() }

// where are the conditions on the rows to change.
func (m *planner) where(of root) []Condition {
	node := &Node{origin: of}
	var conditions []Condition
	for _, filter := range m.Filters {
		if len(filter.Path) == 0 {
			conditions = append(conditions, m.condition(node, filter))
		}
	}
	for _, logic := range m.Logic {
		if len(logic.Path) == 0 {
			conditions = append(conditions, m.group(node, logic))
		}
	}
	return conditions
}

// condition resolves one filter. A test for null on an embed's name asks
// whether it has a match.
func (m *planner) condition(node *Node, filter parse.Filter) Condition {
	if embed := node.embedNamed(filter.Field.Name); embed != nil && filter.Test.Op == "is" && len(filter.Field.Path) == 0 {
		switch filter.Test.Value {
		case "null":
			return Condition{Embed: embed, Not: !filter.Test.Not}
		case "not_null":
			return Condition{Embed: embed, Not: filter.Test.Not}
		}
	}
	field, declared, base := m.field(node.origin, filter.Field)
	if filter.Test.Op != "is" {
		m.assume(node.origin, filter.Field.Name)
	}
	condition := Condition{Field: field, Test: filter.Test}
	if len(field.Path) == 0 {
		condition.Read = m.represent("text", declared)
	}
	switch filter.Test.Op {
	case "fts", "plfts", "phfts", "wfts":
		condition.ToVector = toVector(field, base)
	}
	return condition
}

func (m *planner) group(node *Node, logic parse.Logic) Condition {
	if logic.Filter != nil {
		return m.condition(node, *logic.Filter)
	}
	group := Condition{Group: true, Not: logic.Not, Or: logic.Or}
	for _, branch := range logic.Of {
		group.Of = append(group.Of, m.group(node, branch))
	}
	return group
}

// order puts order= on the nodes it is for. Of two for one node the first
// counts.
func (m *planner) order(node *Node) error {
	for _, order := range slices.Backward(m.Order) {
		target, err := m.at(node, order.Path)
		if err != nil {
			return err
		}
		target.Order = nil
		for _, term := range order.Terms {
			resolved, err := m.term(target, term)
			if err != nil {
				return err
			}
			target.Order = append(target.Order, resolved)
		}
		m.breakTies(target)
	}
	return nil
}

// toVector reports whether a text search must make a tsvector of a field. One of a
// type that is not declared, as in a record, is left to PostgreSQL.
func toVector(f Field, base string) bool {
	return base != "" && base != "tsvector" || len(f.Path) > 0
}

// breakTies lets the key decide between rows of one rank, which are many: else
// a row could be on two pages of an answer, and another on none.
func (m *planner) breakTies(node *Node) {
	ranked := slices.ContainsFunc(node.Order, func(o Order) bool { return o.Rank != nil })
	table := m.catalog.Table(node.origin.name.Schema, node.origin.name.Name)
	if !ranked || node.Grouped || node.Distinct || table == nil {
		return
	}
	for _, column := range table.PrimaryKey {
		node.Order = append(node.Order, Order{Field: Field{Column: column}})
	}
}

func (m *planner) term(node *Node, term parse.OrderTerm) (Order, error) {
	order := Order{Directed: term.Directed, Descending: term.Descending, Nulls: term.Nulls}
	of := node.origin
	if term.Relation != "" {
		embed := node.embedNamed(term.Relation)
		if embed == nil {
			return Order{}, notEmbedded(term.Relation)
		}
		if !embed.ToOne {
			return Order{}, fault.New(fault.RestRelatedOrder, "A related order on '"+term.Relation+"' is not possible").
				WithDetails("'" + of.name.Name + "' and '" + term.Relation + "' do not form a many-to-one or one-to-one relationship")
		}
		order.Embed, of = embed, embed.origin
	}
	var base string
	order.Field, _, base = m.field(of, term.Field)
	if order.Embed != nil {
		var ok bool
		if order.Field, ok = order.Embed.joined(order.Field); !ok {
			return Order{}, fault.New(fault.RestRelatedOrder, "A related order on '"+term.Relation+"' is not possible").
				WithDetails("'" + term.Field.Name + "' is not among the columns that are selected of '" + term.Relation + "'").
				WithHint("Add it to them, as in select=*," + term.Relation + "(" + term.Field.Name + ")")
		}
	}
	if term.Rank != nil {
		m.assume(of, term.Field.Name)
		order.rank(*term.Rank, base)
	}
	return order, nil
}

// joined is a field of an embed as the rows that it joins have it, if they do: by the name that
// it has there, or by its own.
func (e *Embed) joined(f Field) (Field, bool) {
	if slices.ContainsFunc(e.Columns, func(c Column) bool { return c.name() == f.Column }) ||
		slices.ContainsFunc(e.Outputs, func(o Output) bool { return o.As == f.Column }) {
		return f, true
	}
	for _, column := range e.Columns {
		switch of := column.Field; {
		case of.Column == f.Column && len(of.Path) > 0 && slices.Equal(of.Path, f.Path):
			return Field{Column: column.name()}, true
		case of.Column == f.Column && len(of.Path) == 0:
			f.Column = column.name()
			return f, true
		case of.Column == "*" && column.Function == "":
			return f, true
		}
	}
	return f, false
}

// rank orders by a text search: the best first, and what has no text last.
func (o *Order) rank(search Test, base string) {
	o.Rank = &Search{Test: search, ToVector: toVector(o.Field, base)}
	if !o.Directed {
		o.Directed, o.Descending = true, true
	}
	if o.Nulls == "" {
		o.Nulls = "last"
	}
}

// limit puts limits on the nodes they are for. What a write answers with is not
// limited: it is what was written.
func (m *planner) limit(node *Node) error {
	if m.changes() {
		return nil
	}
	node.Rows = m.Rows
	for _, limits := range m.Limits {
		target, err := m.at(node, limits.Path)
		if err != nil {
			return err
		}
		target.Rows = limits.Rows
	}
	node.MaxRows = m.options.MaxRows
	m.restrict(node)
	return nil
}

// restrict applies the operator's bound, to embeds too.
func (m *planner) restrict(node *Node) {
	if limit := m.options.MaxRows; limit > 0 && (!node.Rows.Limited || node.Rows.Limit > limit) {
		node.Rows.Limited, node.Rows.Limit = true, limit
	}
	for _, embed := range node.Embeds {
		m.restrict(&embed.Node)
	}
}
