package catalog

import (
	"context"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Load reads what exists in schemas, the first of which is the default one. It
// costs three round trips: begin, search path, and all queries together. What
// the login role of conn may become decides RoleSettings.
func Load(ctx context.Context, conn *pgx.Conn, schemas []string) (*Snapshot, error) {
	read, err := read(ctx, conn, schemas)
	if err != nil {
		return nil, err
	}
	return build(read, schemas), nil
}

// builder turns rows into a Snapshot. Its maps are by object id.
type builder struct {
	*rows
	snapshot *Snapshot
	names    map[uint32]Name             // of all relations
	tables   map[uint32]*Table           // of the exposed ones
	columns  map[uint32]map[int16]string // of the exposed ones, by number
	rowTypes map[uint32]uint32           // row type to exposed relation
	typed    map[typeKey]*typeRow
}

func build(read *rows, schemas []string) *Snapshot {
	b := &builder{
		rows:     read,
		snapshot: &Snapshot{Schemas: schemas},
		names:    map[uint32]Name{},
		tables:   map[uint32]*Table{},
		columns:  map[uint32]map[int16]string{},
		rowTypes: map[uint32]uint32{},
		typed:    map[typeKey]*typeRow{},
	}
	for i := range b.types {
		row := &b.types[i]
		b.typed[typeKey{row.OID, row.Modifier}] = row
	}
	b.addRelations()
	b.addColumns()
	origins := b.origins()
	b.addPrimaryKeys(origins)
	b.addRelationships(origins)
	b.addFunctions()
	b.addHandlers()
	b.addRoles()
	b.addSchemas()
	return b.snapshot
}

func (b *builder) addRelations() {
	b.snapshot.Tables = map[Name]*Table{}
	b.snapshot.Composites = map[Name]*Table{}
	for _, row := range b.relations {
		name := Name{row.Schema, row.Name}
		b.names[row.OID] = name
		b.snapshot.Distributed = b.snapshot.Distributed || row.Distributed
		if !row.Exposed {
			continue
		}
		table := &Table{
			Name: name, Kind: TableKind(row.Kind[0]), Comment: row.Comment,
			Updatable: row.Events&4 != 0, Insertable: row.Events&8 != 0, Deletable: row.Events&16 != 0,
			Distributed: row.Distributed,
		}
		b.tables[row.OID] = table
		b.columns[row.OID] = map[int16]string{}
		if table.Kind == Composite {
			b.snapshot.Composites[name] = table
			continue
		}
		b.snapshot.Tables[name] = table
		b.rowTypes[row.RowType] = row.OID
	}
}

// addColumns goes from relation to relation: rows of one follow each other, so
// that each table's columns are made at their size.
func (b *builder) addColumns() {
	// Columns without what is their own: all of one type share its texts, since
	// 50,000 columns have few types.
	enums, allowed := b.labels(), b.checkValues()
	types := make(map[typeKey]Column, len(b.typed))
	for key, t := range b.typed {
		types[key] = t.column(enums)
	}
	for rows := b.rows.columns; len(rows) > 0; {
		n := slices.IndexFunc(rows, func(row columnRow) bool { return row.Relation != rows[0].Relation })
		if n < 0 {
			n = len(rows)
		}
		if table := b.tables[rows[0].Relation]; table != nil {
			table.Columns = make([]Column, n)
			for i, row := range rows[:n] {
				table.Columns[i] = row.column(types[typeKey{row.Type, row.Modifier}], allowed)
				b.columns[row.Relation][row.Number] = row.Name
			}
		}
		rows = rows[n:]
	}
}

// column is a column of a type.
func (cr *columnRow) column(c Column, allowed map[checkTarget][]string) Column {
	c.Name, c.Comment, c.TypeOID = cr.Name, cr.Comment, cr.Type
	c.Identity, c.Generated = first(cr.Identity), first(cr.Generated)
	c.Nullable = c.Nullable && !cr.Required
	if cr.Default != "" || c.Generated != 0 {
		c.Default, c.DefaultOID = cr.Default, cr.DefaultOID
	}
	c.Allowed = allowed[checkTarget{relation: cr.Relation, column: cr.Number}]
	if c.Allowed == nil {
		c.Allowed = allowed[checkTarget{domain: cr.Type}]
	}
	return c
}

// labels gives the labels of every enumeration, and publishes the exposed ones.
func (b *builder) labels() map[uint32][]string {
	b.snapshot.Enums = map[Name][]string{}
	labels := make(map[uint32][]string, len(b.enums))
	for _, row := range b.enums {
		labels[row.OID] = row.Labels
		if slices.Contains(b.snapshot.Schemas, row.Schema) {
			b.snapshot.Enums[Name{row.Schema, row.Name}] = row.Labels
		}
	}
	return labels
}

// addFunctions sorts the functions into those that a request may call by name,
// computed columns, and computed relationships. One may be all of it.
func (b *builder) addFunctions() {
	b.snapshot.Functions = map[Name][]*Function{}
	b.snapshot.ComputedColumns = map[Name]map[string]*ComputedColumn{}
	for i := range b.functions {
		row := &b.functions[i]
		f := b.function(row)
		unnamed := slices.ContainsFunc(f.Args, func(arg Arg) bool { return arg.Name == "" })
		if _, single := f.Single(); single || !unnamed { // else a request cannot give every argument
			b.snapshot.Functions[f.Name] = append(b.snapshot.Functions[f.Name], f)
		}
		if on, ok := b.rowTypes[row.RowType]; ok && len(row.ArgTypes) == 1 {
			b.addComputed(b.names[on], row)
		}
	}
}

// addHandlers keeps the last by name of those that serve the same.
func (b *builder) addHandlers() {
	b.snapshot.Handlers = make(map[Handled]Handler, len(b.handlers))
	for _, row := range b.handlers {
		serves := Handled{Table: Name{row.TableSchema, row.TableName}, Media: strings.ToLower(row.Media)}
		b.snapshot.Handlers[serves] = Handler{
			Function: Name{row.Schema, row.Name}, Media: row.Media, Binary: row.Binary,
		}
	}
}

func (b *builder) addRoles() {
	s := b.snapshot
	s.RoleSettings, s.RoleIsolation = map[string][]Setting{}, map[string]string{}
	for _, row := range b.roles {
		if row.Name == isolationSetting {
			s.RoleIsolation[row.Role] = strings.ToLower(row.Value)
			continue
		}
		s.RoleSettings[row.Role] = override(s.RoleSettings[row.Role], Setting{row.Name, row.Value})
	}
	s.Representations = map[Cast]Name{}
	for _, row := range b.casts {
		s.Representations[Cast{row.From, row.To}] = Name{row.Schema, row.Name}
	}
}

func (b *builder) addSchemas() {
	s := b.snapshot
	s.SchemaComments, s.MissingSchemas = map[string]string{}, slices.Clone(s.Schemas)
	for _, row := range b.schemas {
		s.MissingSchemas = slices.DeleteFunc(s.MissingSchemas, func(schema string) bool { return schema == row.Name })
		if row.Comment != "" {
			s.SchemaComments[row.Name] = row.Comment
		}
	}
}

// isolationSetting is not among the settings that are set for a transaction:
// it has to be said when the transaction begins.
const isolationSetting = "default_transaction_isolation"

// override adds a setting, in the place of one with the same name.
func override(settings []Setting, with Setting) []Setting {
	for i := range settings {
		if settings[i].Name == with.Name {
			settings[i] = with
			return settings
		}
	}
	return append(settings, with)
}

// first is the first byte of a "char" value, 0 for an empty one.
func first(s string) byte {
	if s == "" {
		return 0
	}
	return s[0]
}
