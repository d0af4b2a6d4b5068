package catalog

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// typescript writes lines as prettier would leave them.
type typescript struct {
	snapshot *Snapshot
	out      strings.Builder
	depth    int
}

// width is where prettier breaks a line, by the client's .prettierrc.
const width = 100

func (w *typescript) line(text string) {
	if text != "" {
		w.out.WriteString(strings.Repeat("  ", w.depth) + text)
	}
	w.out.WriteByte('\n')
}

func (w *typescript) open(text string) {
	w.line(text)
	w.depth++
}

func (w *typescript) close(text string) {
	w.depth--
	w.line(text)
}

func (w *typescript) fits(text string) bool {
	return 2*w.depth+utf8.RuneCountInString(text) <= width
}

// union writes `before a | b;`, or one alternative a line where that is too long.
func (w *typescript) union(before string, alternatives []string) {
	whole := before + strings.Join(alternatives, " | ") + ";"
	if len(alternatives) == 1 || w.fits(whole) {
		w.line(whole)
		return
	}
	w.open(strings.TrimRight(before, " "))
	for i, alternative := range alternatives {
		if i == len(alternatives)-1 {
			alternative += ";"
		}
		w.line("| " + alternative)
	}
	w.depth--
}

// tuple writes `before[a, b];`, or one item a line where that is too long.
func (w *typescript) tuple(before string, items []string) {
	whole := before + "[" + strings.Join(items, ", ") + "];"
	if w.fits(whole) {
		w.line(whole)
		return
	}
	w.open(before + "[")
	for _, item := range items {
		w.line(item + ",")
	}
	w.close("];")
}

// column gives the alternatives of a column's type.
func (w *typescript) column(c *Column) []string {
	alternatives := []string{w.named(c.TypeName, c.Array)}
	switch {
	case len(c.Allowed) > 0:
		alternatives = quoted(c.Allowed)
	case len(c.Enum) > 0 && w.snapshot.Enums[c.TypeName] == nil:
		alternatives = quoted(c.Enum) // of a schema that is not exposed
	}
	if c.Nullable {
		alternatives = append(alternatives, "null")
	}
	return alternatives
}

// named gives the TypeScript type of a type, or of an array of it: what
// PostgreSQL's JSON makes of it.
func (w *typescript) named(name Name, array bool) string {
	text := w.single(name)
	if array {
		text += "[]"
	}
	return text
}

func (w *typescript) single(name Name) string {
	for group, there := range map[string]bool{
		"['Enums']":          w.snapshot.Enums[name] != nil,
		"['CompositeTypes']": w.snapshot.Composites[name] != nil,
	} {
		if there {
			return reference(name, group)
		}
	}
	if t := w.snapshot.Tables[name]; t != nil {
		return reference(name, map[bool]string{true: "['Views']", false: "['Tables']"}[t.IsView()]) + "['Row']"
	}
	return scalar(name.Name)
}

func reference(name Name, group string) string {
	return "Database[" + literal(name.Schema) + "]" + group + "[" + literal(name.Name) + "]"
}

func scalar(name string) string {
	switch name {
	case "bool":
		return "boolean"
	case "int2", "int4", "int8", "float4", "float8", "numeric":
		return "number"
	case "json", "jsonb":
		return "Json"
	case "void":
		return "undefined"
	case "record":
		return "Record<string, unknown>"
	case "text", "varchar", "bpchar", "name", "citext", "uuid", "bytea", "date", "time", "timetz",
		"timestamp", "timestamptz", "interval", "vector":
		return "string"
	}
	return "unknown"
}

var plainKey = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$]*$`)

// key writes a property name, quoted only where it must be.
func key(name string) string {
	if plainKey.MatchString(name) {
		return name
	}
	return literal(name)
}

var escapes = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\u2028", `\u2028`, "\u2029", `\u2029`)

// literal writes a string in single quotes, unless double ones escape less.
func literal(text string) string {
	quote := `'`
	if strings.Count(text, `'`) > strings.Count(text, `"`) {
		quote = `"`
	}
	return quote + strings.ReplaceAll(escapes.Replace(text), quote, `\`+quote) + quote
}

func quoted(texts []string) []string {
	literals := make([]string, len(texts))
	for i, text := range texts {
		literals[i] = literal(text)
	}
	return literals
}
