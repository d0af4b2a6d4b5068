package plan

import (
	"slices"
	"strconv"

	"github.com/toubkal/toubkal/server/fault"
)

// Output is a column that a spread gives its parent.
type Output struct {
	Column string // of the joined rows
	As     string
	JSON   bool // it is an embed's
	Key    bool // the parent's rows shall differ in it
	Aggregate
}

// group decides whether the rows of a node are grouped or distinct: by a column
// of its own, or by one that a spread has handed up. Then no column may stay
// unnamed, since SQL calls them by their positions.
func (n *Node) group() {
	n.Grouped = slices.ContainsFunc(n.Columns, func(c Column) bool { return c.Function != "" })
	n.Distinct = slices.ContainsFunc(n.Columns, func(c Column) bool { return c.Key })
	for _, embed := range n.Embeds {
		n.Grouped = n.Grouped || slices.ContainsFunc(embed.Outputs, func(o Output) bool { return o.Function != "" })
		n.Distinct = n.Distinct || slices.ContainsFunc(embed.Outputs, func(o Output) bool { return o.Key })
	}
	if n.Grouped || n.Distinct {
		n.expand()
	}
}

// expand writes out what "*" stands for, where that is known.
func (n *Node) expand() {
	var columns []Column
	for _, column := range n.Columns {
		if column.Field.Column != "*" || column.Function != "" || n.origin.columns == nil {
			columns = append(columns, column)
			continue
		}
		for _, known := range n.origin.columns {
			columns = append(columns, Column{Field: Field{Column: known.Name}, Key: column.Key})
		}
	}
	n.Columns = columns
}

// spread lists what a spread gives its parent. Aggregates are handed up to the
// first node that is not spread, since they mean its rows, not the one row of
// each join: the spread itself selects what they are of, under a name that no
// column has. Keys are handed up likewise: one row has nothing to differ from.
func (t *treePlanner) spread(e *Embed) error {
	e.expand()
	for i := range e.Node.Columns {
		column := &e.Node.Columns[i]
		output := Output{Column: column.name(), As: column.name(), Key: column.Key && e.ToOne}
		column.Key = column.Key && !e.ToOne
		if column.Function != "" {
			t.aggregates++
			output = Output{Column: "pgrst_aggregate_" + strconv.Itoa(t.aggregates), As: column.As, Aggregate: column.Aggregate}
			column.As, column.Aggregate = output.Column, Aggregate{}
		}
		e.Outputs = append(e.Outputs, output)
	}
	for _, inner := range e.Embeds {
		e.Outputs = append(e.Outputs, inner.propagate()...)
	}
	e.Grouped, e.Distinct = false, e.Distinct && !e.ToOne
	if !e.ToOne && slices.ContainsFunc(e.Outputs, func(o Output) bool { return o.Function != "" }) {
		return fault.New(fault.RestNotImplemented, "Feature not implemented").
			WithDetails("Aggregates are not implemented for one-to-many or many-to-many spreads.")
	}
	return nil
}

// propagate gives the columns that an embed inside a spread adds to the spread's outputs.
func (e *Embed) propagate() []Output {
	switch {
	case e.Hidden:
		return nil
	case !e.Spread:
		return []Output{{Column: e.Name, As: e.Name, JSON: true}}
	}
	outputs := make([]Output, len(e.Outputs))
	for i := range e.Outputs {
		inner := &e.Outputs[i]
		outputs[i] = Output{Column: inner.As, As: inner.As, JSON: inner.JSON, Key: inner.Key && e.ToOne}
		inner.Key = inner.Key && !e.ToOne
		if inner.Function != "" {
			outputs[i] = Output{Column: inner.Column, As: inner.As, Aggregate: inner.Aggregate}
			inner.As, inner.Aggregate = inner.Column, Aggregate{}
		}
	}
	return outputs
}

// name is the column's key in the response.
func (c Column) name() string {
	if c.As != "" {
		return c.As
	}
	return c.Field.Column
}
