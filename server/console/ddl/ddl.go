// Package ddl writes the SQL of forms that change the structure of a database: tables, columns,
// keys, indexes and policies, as a developer would write it in a migration or a policy file. It
// is pure: it refuses what is not complete, and leaves all else to PostgreSQL.
package ddl

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Name is a table, unquoted.
type Name struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
}

// SQL is the name as it is written in files: quoted where it has to be.
func (n Name) SQL() string { return Ident(n.Schema) + "." + Ident(n.Name) }

// Column is a column of a form.
type Column struct {
	Name string `json:"name"`
	// Type as SQL writes it, such as text, numeric(10, 2) or uuid[].
	Type     string `json:"type"`
	Required bool   `json:"required"`
	Unique   bool   `json:"unique"`
	// Key says that the column is part of the primary key.
	Key bool `json:"key"`
	// Identity says that PostgreSQL counts it: generated always as identity.
	Identity bool `json:"identity"`
	// Default is an expression; "" is none.
	Default string `json:"default"`
	// Check is a condition on the value; "" is none.
	Check      string     `json:"check"`
	References *Reference `json:"references"`
	Comment    string     `json:"comment"`
}

// Reference is the other end of a foreign key of one column.
type Reference struct {
	Table  Name   `json:"table"`
	Column string `json:"column"` // "" is the primary key
	// OnDelete is cascade, restrict, set null or no action. "" is no action.
	OnDelete string `json:"onDelete"`
}

// Change is one change of the structure. Kind says which of the fields matter.
type Change struct {
	Kind  string `json:"kind"`
	Table Name   `json:"table"`
	// Columns of create_table and add_columns.
	Columns []Column `json:"columns"`
	// Column of rename_column, drop_column and alter_column.
	Column string `json:"column"`
	// To is the new name of rename_table and rename_column.
	To string `json:"to"`
	// Set of alter_column: what is not nil changes.
	Set Alteration `json:"set"`
	// On are the columns of create_index and add_key.
	On []string `json:"on"`
	// Unique and Where are properties of create_index.
	Unique bool   `json:"unique"`
	Where  string `json:"where"`
	// Key of add_key.
	Key Key `json:"key"`
	// Object is the constraint of drop_constraint, or the index of drop_index.
	Object string `json:"object"`
	// Function of create_function. It needs no Table.
	Function Function `json:"function"`
	// Comment of create_table and comment_table.
	Comment string `json:"comment"`
	// Text is the SQL of custom.
	Text string `json:"text"`
}

// Alteration is what alter_column changes.
type Alteration struct {
	Type     *string `json:"type"`
	Required *bool   `json:"required"`
	// Default "" drops it.
	Default *string `json:"default"`
	Comment *string `json:"comment"`
}

var (
	errNoName    = errors.New("give every table and column a name")
	errNoColumns = errors.New("a table has columns: name one")
)

// SQL is the text of a migration with the change, and a name for it.
func (c *Change) SQL() (name, text string, err error) {
	if c.Kind != "custom" && c.Kind != "create_function" && (c.Table.Schema == "" || c.Table.Name == "") {
		return "", "", errNoName
	}
	table := c.Table.SQL()
	switch c.Kind {
	case "create_table":
		text, err = c.createTable()
		return "create_" + c.Table.Name, text, err
	case "drop_table":
		return "drop_" + c.Table.Name, "drop table " + table + ";\n", nil
	case "rename_table":
		return "rename_" + c.Table.Name, fmt.Sprintf("alter table %s rename to %s;\n", table, Ident(c.To)), needs(c.To)
	case "comment_table":
		return "comment_" + c.Table.Name, comment("table", table, c.Comment), nil
	case "add_columns":
		text, err = c.addColumns()
		return "add_to_" + c.Table.Name, text, err
	case "drop_column":
		return "drop_" + c.Table.Name + "_" + c.Column, fmt.Sprintf("alter table %s drop column %s;\n", table, Ident(c.Column)), needs(c.Column)
	case "rename_column":
		return "rename_" + c.Table.Name + "_" + c.Column, fmt.Sprintf("alter table %s rename column %s to %s;\n", table, Ident(c.Column), Ident(c.To)), needs(c.Column, c.To)
	case "alter_column":
		text, err = c.alterColumn()
		return "alter_" + c.Table.Name + "_" + c.Column, text, err
	case "add_key":
		text, err = c.addKey()
		return "key_" + c.Table.Name, text, err
	case "drop_constraint":
		return "drop_" + c.Object, fmt.Sprintf("alter table %s drop constraint %s;\n", table, Ident(c.Object)), needs(c.Object)
	case "drop_index":
		return "drop_" + c.Object, "drop index " + Name{c.Table.Schema, c.Object}.SQL() + ";\n", needs(c.Object)
	case "create_function":
		text, err = c.Function.sql()
		return "function_" + c.Function.Name.Name, text, err
	case "create_index":
		if len(c.On) == 0 {
			return "", "", errNoName
		}
		return "index_" + c.Table.Name, c.index(c.On, c.Unique, c.Where), needs(c.On...)
	case "custom":
		if strings.TrimSpace(c.Text) == "" {
			return "", "", errors.New("write the SQL of the migration")
		}
		return firstWords(c.Text), strings.TrimSpace(c.Text) + "\n", nil
	}
	return "", "", fmt.Errorf("there is no change %q", c.Kind)
}

func needs(names ...string) error {
	if slices.Contains(names, "") {
		return errNoName
	}
	return nil
}

func (c *Change) createTable() (string, error) {
	if len(c.Columns) == 0 {
		return "", errNoColumns
	}
	var lines, keys, comments, indexes []string
	for _, column := range c.Columns {
		if column.Key {
			keys = append(keys, column.Name)
		}
	}
	for _, column := range c.Columns {
		line, err := column.definition(len(keys) == 1)
		if err != nil {
			return "", err
		}
		lines = append(lines, "  "+line)
		if column.Comment != "" {
			comments = append(comments, comment("column", c.Table.SQL()+"."+Ident(column.Name), column.Comment))
		}
		if column.References != nil && !column.Key && !column.Unique {
			indexes = append(indexes, c.index([]string{column.Name}, false, ""))
		}
	}
	if len(keys) > 1 {
		lines = append(lines, "  primary key ("+idents(keys)+")")
	}
	text := "create table " + c.Table.SQL() + " (\n" + strings.Join(lines, ",\n") + "\n);\n"
	if c.Comment != "" {
		text += comment("table", c.Table.SQL(), c.Comment)
	}
	// Without row security, a grant would open all rows.
	text += "alter table " + c.Table.SQL() + " enable row level security;\n"
	return text + strings.Join(comments, "") + strings.Join(indexes, ""), nil
}

// definition is a column as create and alter table take it. alone says that it is the whole
// primary key where it is a part of one.
func (c *Column) definition(alone bool) (string, error) {
	if c.Name == "" {
		return "", errNoName
	}
	if err := checkType(c.Type); err != nil {
		return "", fmt.Errorf("column %s: %w", c.Name, err)
	}
	parts := []string{Ident(c.Name), strings.TrimSpace(c.Type)}
	switch {
	case c.Key && alone:
	case c.Required && !c.Key:
		parts = append(parts, "not null")
	}
	if c.Identity {
		parts = append(parts, "generated always as identity")
	}
	if c.Key && alone {
		parts = append(parts, "primary key")
	}
	if c.Unique && !(c.Key && alone) {
		parts = append(parts, "unique")
	}
	if c.Default != "" && !c.Identity {
		parts = append(parts, "default "+strings.TrimSpace(c.Default))
	}
	if c.Check != "" {
		parts = append(parts, "check ("+strings.TrimSpace(c.Check)+")")
	}
	if c.References != nil {
		to, err := c.References.sql()
		if err != nil {
			return "", fmt.Errorf("column %s: %w", c.Name, err)
		}
		parts = append(parts, to)
	}
	return strings.Join(parts, " "), nil
}

var onDelete = []string{"", "no action", "restrict", "cascade", "set null", "set default"}

func (r *Reference) sql() (string, error) {
	if r.Table.Name == "" || r.Table.Schema == "" {
		return "", errNoName
	}
	if !slices.Contains(onDelete, r.OnDelete) {
		return "", fmt.Errorf("on delete is one of %s", strings.Join(onDelete[1:], ", "))
	}
	text := "references " + r.Table.SQL()
	if r.Column != "" {
		text += " (" + Ident(r.Column) + ")"
	}
	if r.OnDelete != "" {
		text += " on delete " + r.OnDelete
	}
	return text, nil
}

func (c *Change) addColumns() (string, error) {
	if len(c.Columns) == 0 {
		return "", errNoColumns
	}
	text, after := "", ""
	for _, column := range c.Columns {
		line, err := column.definition(true)
		if err != nil {
			return "", err
		}
		text += "alter table " + c.Table.SQL() + " add column " + line + ";\n"
		if column.Comment != "" {
			after += comment("column", c.Table.SQL()+"."+Ident(column.Name), column.Comment)
		}
		if column.References != nil && !column.Unique {
			after += c.index([]string{column.Name}, false, "")
		}
	}
	return text + after, nil
}

func (c *Change) alterColumn() (string, error) {
	if c.Column == "" {
		return "", errNoName
	}
	head, text := "alter table "+c.Table.SQL()+" alter column "+Ident(c.Column), ""
	if c.Set.Type != nil {
		if err := checkType(*c.Set.Type); err != nil {
			return "", err
		}
		text += fmt.Sprintf("%s type %s using %s::%s;\n", head, *c.Set.Type, Ident(c.Column), *c.Set.Type)
	}
	if c.Set.Default != nil {
		if *c.Set.Default == "" {
			text += head + " drop default;\n"
		} else {
			text += head + " set default " + *c.Set.Default + ";\n"
		}
	}
	if c.Set.Required != nil {
		verb := "drop"
		if *c.Set.Required {
			verb = "set"
		}
		text += head + " " + verb + " not null;\n"
	}
	if c.Set.Comment != nil {
		text += comment("column", c.Table.SQL()+"."+Ident(c.Column), *c.Set.Comment)
	}
	if text == "" {
		return "", errors.New("nothing changes")
	}
	return text, nil
}

// index names an index as PostgreSQL would.
func (c *Change) index(on []string, unique bool, where string) string {
	kind := "index"
	if unique {
		kind = "unique index"
	}
	text := fmt.Sprintf("create %s %s on %s (%s)", kind, Ident(shorten(c.Table.Name+"_"+strings.Join(on, "_"), "_idx")), c.Table.SQL(), idents(on))
	if where != "" {
		text += " where " + where
	}
	return text + ";\n"
}

// maxName is the length of a name in bytes.
const maxName = 63

func shorten(name, suffix string) string {
	for len(name)+len(suffix) > maxName {
		name = string([]rune(name)[:len([]rune(name))-1])
	}
	return name + suffix
}

func comment(kind, name, text string) string {
	return fmt.Sprintf("comment on %s %s is %s;\n", kind, name, Literal(text))
}

// typeFormat is what a type can be written as: words, a length, brackets; nothing that ends the
// statement.
var typeFormat = regexp.MustCompile(`^[\pL_"][\pL\pN_ ."]*(\([0-9, ]+\))?[\pL_ ]*(\[[0-9]*\])*$`)

func checkType(name string) error {
	if !typeFormat.MatchString(strings.TrimSpace(name)) {
		return fmt.Errorf("%q is no type, such as text, uuid, numeric(10, 2) or text[]", name)
	}
	return nil
}

var plainName = regexp.MustCompile(`^[a-z_][a-z0-9_]*$`)

// Ident is a name as it is written in a file: in quotes only where it needs them.
func Ident(name string) string {
	if plainName.MatchString(name) && !reserved[name] {
		return name
	}
	return `"` + strings.ReplaceAll(strings.ReplaceAll(name, "\x00", ""), `"`, `""`) + `"`
}

// Literal is a text as SQL writes it.
func Literal(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\x00", ""), "'", "''")
	if strings.Contains(text, `\`) {
		return "E'" + strings.ReplaceAll(text, `\`, `\\`) + "'"
	}
	return "'" + text + "'"
}

var words = regexp.MustCompile(`[\pL\pN]+`)

// firstWords name a migration after its first statement.
func firstWords(text string) string {
	found := words.FindAllString(strings.ToLower(text), 6)
	return strings.Join(found, "_")
}

// reserved are the words that PostgreSQL takes for no name of a table or column without quotes
// (pg_get_keywords, catcode R and T, of PostgreSQL 18).
var reserved = wordSet(`all analyse analyze and any array as asc asymmetric authorization binary both case cast check
	collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema
	current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign
	freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
	localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references
	returning right select session_user similar some symmetric system_user table tablesample then to trailing true union
	unique user using variadic verbose when where window with`)

func wordSet(text string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		all[word] = true
	}
	return all
}
