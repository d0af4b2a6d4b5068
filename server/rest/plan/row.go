package plan

import (
	"strings"

	"github.com/toubkal/toubkal/server/rest/encode"
)

// Value is one value of each row of an answer.
type Value struct {
	Name string
	// Plain says that its JSON is made of its text, as the encoder does; of any
	// other only PostgreSQL knows the JSON. Where a type has changed since the
	// catalog was read this is wrong, which the encoder sees.
	Plain bool
}

// values are the values of a node and those that its embeds give it. They are not known
// where the node's columns are not.
func (t *treePlanner) values(n *Node) (values []Value, ok bool) {
	values = make([]Value, 0, len(n.Columns)+len(n.Embeds)+len(n.origin.columns))
	for _, column := range n.Columns {
		if column.Field.Column != "*" || column.Function != "" {
			values = append(values, Value{Name: column.name(), Plain: t.plain(n.origin, column)})
			continue
		}
		if n.origin.columns == nil {
			return nil, false
		}
		for i := range n.origin.columns {
			of := &n.origin.columns[i]
			values = append(values, Value{Name: of.Name, Plain: encode.Plain(of.Base)})
		}
	}
	for _, embed := range n.Embeds {
		values = append(values, embed.values()...)
	}
	return values, true
}

// values are the columns that an embed gives its parent: JSON, but for the columns of the
// one row of a spread.
func (e *Embed) values() []Value {
	switch {
	case e.Hidden:
		return nil
	case !e.Spread:
		return []Value{{Name: e.Name, Plain: true}}
	}
	values := make([]Value, len(e.Outputs))
	for i, output := range e.Outputs {
		values[i] = Value{Name: output.As, Plain: output.JSON || !e.ToOne}
	}
	return values
}

// plain reports whether the encoder knows the type of a column.
func (t *treePlanner) plain(of root, c Column) bool {
	switch {
	case c.Function != "":
		return c.Function == "count" && c.Aggregate.Cast == ""
	case c.Cast != "":
		return encode.Plain(strings.ToLower(c.Cast))
	case len(c.Field.Path) > 0 || c.Field.Show != (Name{}):
		return true // text of ->>, or JSON
	}
	_, base := t.column(of, c.Field.Column)
	return encode.Plain(base)
}

// distinct reports whether each name is there once.
func distinct(values []Value) bool {
	seen := make(map[string]bool, len(values))
	for _, value := range values {
		if seen[value.Name] {
			return false
		}
		seen[value.Name] = true
	}
	return true
}
