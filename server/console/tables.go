package console

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"

	"github.com/toubkal/toubkal/server/console/inspect"
	"github.com/toubkal/toubkal/server/db"
)

//go:embed sql/diagram.sql
var diagramSQL string

// tables answers what tables there are, and what each is made of.
type tables struct{ *core }

func (t tables) routes() map[string]action {
	return map[string]action{
		"GET /tables":                 t.list,
		"GET /tables/{schema}/{name}": t.show,
		"GET /diagram":                t.diagram,
	}
}

func (t tables) list(r *call) (all any, err error) {
	err = t.Owner.Conn(r.Context(), func(conn *db.Conn) error {
		all, err = inspect.Tables(r.Context(), conn)
		return err
	})
	return all, err
}

// relation is a table or view with all that forms and the grid need to know of it.
type relation struct {
	Schema       string              `json:"schema"`
	Name         string              `json:"name"`
	Kind         string              `json:"kind"` // pg_class.relkind
	Comment      string              `json:"comment"`
	RowSecurity  bool                `json:"rowSecurity"`
	Forced       bool                `json:"forced"`
	Rows         int64               `json:"rows"`       // an estimate; 0 where there is none
	Definition   string              `json:"definition"` // of a view
	Updatable    int                 `json:"updatable"`  // bits of pg_relation_is_updatable
	Columns      []column            `json:"columns"`
	Key          []string            `json:"key"` // of the primary key, in its order
	References   []reference         `json:"references"`
	ReferencedBy []reference         `json:"referencedBy"`
	Constraints  []definition        `json:"constraints"`
	Indexes      []definition        `json:"indexes"`
	Triggers     []definition        `json:"triggers"`
	Policies     []rowPolicy         `json:"policies"`
	Grants       map[string][]string `json:"grants"` // verbs, by role
}

type column struct {
	Name      string   `json:"name"`
	Type      string   `json:"type"`     // as SQL writes it
	Category  string   `json:"category"` // pg_type.typcategory; E is an enumeration
	Required  bool     `json:"required"`
	Default   *string  `json:"default"`
	Identity  string   `json:"identity"`  // a (always), d (by default) or ""
	Generated string   `json:"generated"` // s (stored), v (virtual) or ""
	Comment   string   `json:"comment"`
	Labels    []string `json:"labels"`
}

// reference is a foreign key, from the columns of one table to those of the other.
type reference struct {
	Name       string   `json:"name"`
	Schema     string   `json:"schema"`
	Table      string   `json:"table"` // at the other end
	Columns    []string `json:"columns"`
	To         []string `json:"to"`
	OnDelete   string   `json:"onDelete,omitempty"` // pg_constraint.confdeltype
	Definition string   `json:"definition,omitempty"`
}

type definition struct {
	Name       string `json:"name"`
	Definition string `json:"definition"`
	Unique     bool   `json:"unique,omitempty"`
	Bytes      int64  `json:"bytes,omitempty"`
	// First is the first column of an index on all rows that keeps an order.
	First string `json:"first,omitempty"`
}

type rowPolicy struct {
	Name       string   `json:"name"`
	Permissive bool     `json:"permissive"`
	Verb       string   `json:"verb"`
	Roles      []string `json:"roles"`
	Using      string   `json:"using"`
	Check      string   `json:"check"`
	Comment    string   `json:"comment"`
}

func (rel *relation) column(name string) *column {
	i := slices.IndexFunc(rel.Columns, func(c column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &rel.Columns[i]
}

// relation reads what the catalog says of a table: names in SQL come from there, whatever the
// request says.
func (c *core) relation(ctx context.Context, schema, name string) (*relation, error) {
	var text []byte
	err := c.Owner.Conn(ctx, func(conn *db.Conn) (err error) {
		text, err = inspect.Relation(ctx, conn, schema, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	rel := &relation{}
	return rel, json.Unmarshal(text, rel)
}

func (c *core) relationOf(r *call) (*relation, error) {
	return c.relation(r.Context(), r.PathValue("schema"), r.PathValue("name"))
}

func (t tables) show(r *call) (any, error) { return t.relationOf(r) }

// diagram answers all tables with their foreign keys.
func (t tables) diagram(r *call) (any, error) {
	var text []byte
	err := t.Owner.Conn(r.Context(), func(conn *db.Conn) error { return conn.QueryRow(r.Context(), diagramSQL).Scan(&text) })
	return json.RawMessage(text), err
}
