package plan

import (
	"slices"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/parse"
)

// filter puts conditions on the nodes they are for. Those on the rows to change
// are the write's; see where.
func (t *treePlanner) filter(node *Node) error {
	for _, filter := range t.Filters {
		if len(filter.Path) == 0 && t.changes() {
			continue
		}
		target, err := t.at(node, filter.Path)
		if err != nil {
			return err
		}
		target.Where = append(target.Where, t.condition(target, filter))
	}
	for _, logic := range t.Logic {
		if len(logic.Path) == 0 && t.changes() {
			continue
		}
		target, err := t.at(node, logic.Path)
		if err != nil {
			return err
		}
		target.Where = append(target.Where, t.group(target, logic))
	}
	return nil
}

// changes reports whether the request writes to a table: then the conditions on
// the root choose the rows to change, not those to show.
func (t *treePlanner) changes() bool { return t.Function == "" && !t.Reads() }

// where are the conditions on the rows to change.
func (t *treePlanner) where(of root) []Condition {
	node := &Node{origin: of}
	var conditions []Condition
	for _, filter := range t.Filters {
		if len(filter.Path) == 0 {
			conditions = append(conditions, t.condition(node, filter))
		}
	}
	for _, logic := range t.Logic {
		if len(logic.Path) == 0 {
			conditions = append(conditions, t.group(node, logic))
		}
	}
	return conditions
}

// condition resolves one filter. A test for null on an embed's name asks
// whether it has a match.
func (t *treePlanner) condition(node *Node, filter parse.Filter) Condition {
	if embed := node.embedNamed(filter.Field.Name); embed != nil && filter.Test.Op == "is" && len(filter.Field.Path) == 0 {
		switch filter.Test.Value {
		case "null":
			return Condition{Embed: embed, Not: !filter.Test.Not}
		case "not_null":
			return Condition{Embed: embed, Not: filter.Test.Not}
		}
	}
	field, declared, base := t.field(node.origin, filter.Field)
	if filter.Test.Op != "is" {
		t.assumeCompared(node.origin, filter.Field.Name)
	}
	condition := Condition{Field: field, Test: filter.Test}
	if len(field.Path) == 0 {
		condition.Read = t.represent("text", declared)
	}
	switch filter.Test.Op {
	case "fts", "plfts", "phfts", "wfts":
		condition.ToVector = toVector(field, base)
	}
	return condition
}

func (t *treePlanner) group(node *Node, logic parse.Logic) Condition {
	if logic.Filter != nil {
		return t.condition(node, *logic.Filter)
	}
	group := Condition{Group: true, Not: logic.Not, Or: logic.Or}
	for _, branch := range logic.Of {
		group.Of = append(group.Of, t.group(node, branch))
	}
	return group
}

// order puts order= on the nodes it is for. Of two for one node the first
// counts.
func (t *treePlanner) order(node *Node) error {
	for _, order := range slices.Backward(t.Order) {
		target, err := t.at(node, order.Path)
		if err != nil {
			return err
		}
		target.Order = nil
		for _, term := range order.Terms {
			resolved, err := t.term(target, term)
			if err != nil {
				return err
			}
			target.Order = append(target.Order, resolved)
		}
		t.breakTies(target)
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
func (t *treePlanner) breakTies(node *Node) {
	ranked := slices.ContainsFunc(node.Order, func(o Order) bool { return o.Rank != nil })
	table := t.catalog.Table(node.origin.name.Schema, node.origin.name.Name)
	if !ranked || node.Grouped || node.Distinct || table == nil {
		return
	}
	for _, column := range table.PrimaryKey {
		node.Order = append(node.Order, Order{Field: Field{Column: column}})
	}
}

func (t *treePlanner) term(node *Node, term parse.OrderTerm) (Order, error) {
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
	order.Field, _, base = t.field(of, term.Field)
	if order.Embed != nil {
		var ok bool
		if order.Field, ok = order.Embed.joined(order.Field); !ok {
			return Order{}, fault.New(fault.RestRelatedOrder, "A related order on '"+term.Relation+"' is not possible").
				WithDetails("'" + term.Field.Name + "' is not among the columns that are selected of '" + term.Relation + "'").
				WithHint("Add it to them, as in select=*," + term.Relation + "(" + term.Field.Name + ")")
		}
	}
	if term.Rank != nil {
		t.assume(of, term.Field.Name)
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
func (t *treePlanner) limit(node *Node) error {
	if t.changes() {
		return nil
	}
	node.Rows = t.Rows
	for _, limits := range t.Limits {
		target, err := t.at(node, limits.Path)
		if err != nil {
			return err
		}
		target.Rows = limits.Rows
	}
	node.MaxRows = t.options.MaxRows
	t.restrict(node)
	return nil
}

// restrict applies the operator's bound, to embeds too.
func (t *treePlanner) restrict(node *Node) {
	if limit := t.options.MaxRows; limit > 0 && (!node.Rows.Limited || node.Rows.Limit > limit) {
		node.Rows.Limited, node.Rows.Limit = true, limit
	}
	for _, embed := range node.Embeds {
		t.restrict(&embed.Node)
	}
}
