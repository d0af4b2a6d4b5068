package query

import (
	"strings"

	sq "github.com/Masterminds/squirrel"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// Rows makes the statement that answers with the rows of a read themselves, for
// the encoder to make the body of. What it cannot write is JSON already.
func Rows(r plan.Read) (SQL, error) {
	return finish(&selection{
		columns: []sq.Sqlizer{shown(r.Row)},
		from:    []sq.Sqlizer{wrapped{"(", nodeSelect(r.Tree), `) as "_t"`}},
	})
}

// shown are the columns of an answer's rows.
type shown []plan.Value

// ToSql writes them as a list.
func (s shown) ToSql() (string, []any, error) { return render(s) }

func (s shown) write(w *writer) {
	for i, value := range s {
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
