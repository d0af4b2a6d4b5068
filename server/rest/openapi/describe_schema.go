package openapi

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/catalog"
)

// schemas has three shapes of each table: a row as it is read, as it is
// inserted and as it is changed. There are only those that the caller may use.
func (d describer) schemas(tables []*catalog.Table) object {
	schemas := object{{"api.error", failure}}
	for _, table := range tables {
		rights, name := d.Rights.in(table), slug(table.Name.Name)
		if rights.Select != nil {
			schemas = schemas.with(name, d.read(table, rights.Select))
		}
		if rights.Insert != nil {
			schemas = schemas.with(name+".insert", d.written(table, rights.Insert, "A new row of "+table.Name.Name+".", true))
		}
		if rights.Update != nil {
			schemas = schemas.with(name+".update", d.written(table, rights.Update, "A change to rows of "+table.Name.Name+".", false))
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(d.Catalog.Composites), func(a, b catalog.Name) int { return strings.Compare(a.Name, b.Name) }) {
		if name.Schema == d.Schema {
			schemas = schemas.with(slug(name.Name)+".type", d.read(d.Catalog.Composites[name], every))
		}
	}
	return schemas
}

// read is a row with all of its columns. What select= may add, computed columns
// and embeds, need not be there.
func (d describer) read(t *catalog.Table, columns []string) object {
	var properties object
	var required []string
	for i := range t.Columns {
		if column := &t.Columns[i]; covers(columns, column.Name) {
			properties = properties.with(column.Name, d.column(t, column, false))
			required = append(required, column.Name)
		}
	}
	properties = append(properties, d.computed(t)...)
	properties = append(properties, d.embedded(t)...)
	return object{{"type", "object"}}.text("description", t.Comment).part("properties", properties).list("required", required)
}

// written is the schema of a request body. Only a new row must have anything: what may
// not be null and has no default.
func (d describer) written(t *catalog.Table, columns []string, description string, fresh bool) object {
	var properties object
	var required []string
	for i := range t.Columns {
		column := &t.Columns[i]
		if !covers(columns, column.Name) || column.Generated != 0 || column.Identity == 'a' {
			continue
		}
		properties = properties.with(column.Name, d.column(t, column, fresh))
		if fresh && !column.Nullable && !column.HasDefault() {
			required = append(required, column.Name)
		}
	}
	return object{{"type", "object"}, {"description", description}}.part("properties", properties).list("required", required)
}

// column describes one column; its default matters to new rows only.
func (d describer) column(t *catalog.Table, c *catalog.Column, fresh bool) object {
	schema := d.ofColumn(c)
	if c.Nullable {
		schema = orNull(schema)
	}
	schema = slices.Clip(schema)
	expression := ""
	if fresh {
		var value json.RawMessage
		if value, expression = plain(c); value != nil {
			schema = schema.with("default", value)
		}
	}
	if c.Generated != 0 || c.Identity == 'a' {
		schema = schema.with("readOnly", true)
	}
	return schema.text("description", d.note(t, c, expression)).text("x-postgresql-type", c.Type)
}

// note is a column's comment, and a text for what a schema cannot express.
func (d describer) note(t *catalog.Table, c *catalog.Column, expression string) string {
	var notes []string
	if c.Comment != "" {
		notes = append(notes, c.Comment)
	}
	if slices.Contains(t.PrimaryKey, c.Name) {
		notes = append(notes, "Primary key.")
	}
	if to, key := target(d.Subject, t, c.Name); to != "" {
		notes = append(notes, "Refers to `"+to+"."+key+"`.")
	}
	if expression != "" {
		notes = append(notes, "Defaults to `"+expression+"`.")
	}
	return strings.Join(notes, "\n\n")
}

// plain reads a default that is a value; any other is left as an expression.
func plain(c *catalog.Column) (value json.RawMessage, expression string) {
	text, _, _ := strings.Cut(c.Default, "::")
	if literal, ok := strings.CutPrefix(text, "'"); ok && strings.HasSuffix(literal, "'") && isText(c) {
		return appendText(nil, strings.ReplaceAll(strings.TrimSuffix(literal, "'"), "''", "'")), ""
	}
	if text == c.Default && text != "null" && !isText(c) && json.Valid([]byte(text)) {
		return json.RawMessage(text), ""
	}
	return nil, c.Default
}

// isText reports whether JSON shows a column as text.
func isText(c *catalog.Column) bool {
	_, other := formats[c.TypeName.Name]
	return !c.Array && !c.Composite && !other
}

// computed are the functions of a row that select= may name like columns.
func (d describer) computed(t *catalog.Table) object {
	var properties object
	columns := d.Catalog.ComputedColumns[t.Name]
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		if t.Column(name) != nil {
			continue
		}
		column := columns[name]
		schema := slices.Clip(orNull(d.value(column.TypeName, column.Array)))
		note := strings.TrimSpace(column.Comment + "\n\nComputed: only where `select` names it.")
		properties = properties.with(name, schema.with("readOnly", true).with("description", note))
	}
	return properties
}

// embedded are the rows of other tables that select= may bring along. Where two
// relationships lead to the same table the client has to name its own.
func (d describer) embedded(t *catalog.Table) object {
	var properties object
	leads := map[string]int{}
	relationships := d.Catalog.From(t.Schema, t.Name.Name)
	for _, rel := range relationships {
		leads[embed(rel)]++
	}
	for _, rel := range relationships {
		name := embed(rel)
		taken := leads[name] > 1 || t.Column(name) != nil || d.Catalog.Computed(t.Schema, t.Name.Name, name) != nil
		if taken || rel.To.Schema != d.Schema || !d.readable[rel.To.Name] {
			continue
		}
		schema := ref("schemas", slug(rel.To.Name))
		if rel.ToOne() {
			schema = orNull(schema)
		} else {
			schema = object{{"type", "array"}, {"items", schema}}
		}
		note := "Embedded: only where `select` asks for it, as in `select=*," + quoted(name) + "(*)`."
		properties = properties.with(name, schema.with("readOnly", true).with("description", note))
	}
	return properties
}

// embed is the name by which select= knows a relationship.
func embed(rel *catalog.Relationship) string {
	if rel.Computed() {
		return rel.Function.Name
	}
	return rel.To.Name
}

// quoted is a name as it stands in a query: between quotes where it has what
// means something there.
func quoted(name string) string {
	if strings.ContainsAny(name, `.,:()!"* ;&`) {
		return `"` + strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), `"`, `\"`) + `"`
	}
	return name
}
