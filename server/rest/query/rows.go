package query

import (
	"strings"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Rows makes the statement that answers with the rows of a read themselves, for
// the encoder to make the body of. What it cannot write is JSON already.
func Rows(p plan.Plan) (SQL, error) {
	r := p.Action.(plan.Read)
	return finish(&rows{r.Row, nodeSelect(r.Tree), assumptions(p.Assumptions)})
}

// rows are the values of an answer's rows, of those that are selected.
type rows struct {
	shown []plan.Value
	of    *selection
	holds assumptions
}

// ToSql writes the whole statement.
func (r *rows) ToSql() (string, []any, error) { return render(r) }

func (r *rows) write(w *writer) {
	w.WriteString("select ")
	for i, value := range r.shown {
		if i > 0 {
			w.WriteString(", ")
		}
		if value.Plain {
			w.WriteString(`"_t".`)
			w.name(value.Name)
			continue
		}
		w.WriteString(`to_json("_t".`)
		w.name(value.Name)
		w.WriteString(") as ")
		w.name(value.Name)
	}
	w.WriteString(" from (")
	r.of.write(w)
	w.WriteString(`) as "_t"`)
	if len(r.holds) > 0 {
		w.WriteString(" where ")
		r.holds.write(w)
	}
}

// table writes a table as the function of its name does.
func (w *writer) table(name plan.Name) {
	if name == (plan.Name{}) {
		w.WriteString(source)
		return
	}
	w.name(name.Schema)
	w.WriteByte('.')
	w.name(name.Name)
}

// name writes a name as quote does, without a copy of one that is plain.
func (w *writer) name(name string) {
	if strings.ContainsAny(name, forbiddenInNames) {
		w.WriteString(quote(name))
		return
	}
	w.WriteByte('"')
	w.WriteString(name)
	w.WriteByte('"')
}
