package console

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/console/result"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// meta is /pg/: the paths of postgres-meta (github.com/supabase/postgres-meta) that tools ask
// for, for the service key. It only reads, but for /pg/query. Answers are those of version 0.99.
type meta struct{ *core }

// metaList is a list of postgres-meta, whose rows sql/meta_NAME.sql selects.
type metaList struct {
	missing string // what cannot be found, before its id
	order   string
	schema  string // the column that is filtered by schema; "" for none
	system  string // the rows that are left out unless a parameter includes them
	include string // that parameter; defaults to include_system_schemas
	id      string // the column that identifies a row; "" where none can be asked for
	// columns says whether each row has its columns without include_columns; nil where it has none.
	columns *bool
}

// metaLists are the lists by their names.
var metaLists = map[string]metaList{
	"tables":             {missing: "a table with ID", order: "schema, name", schema: "schema", system: systemSchema, id: "id", columns: new(true)},
	"views":              {missing: "a view with ID", order: "schema, name", schema: "schema", system: systemSchema, id: "id", columns: new(true)},
	"materialized-views": {missing: "a materialized view with ID", order: "schema, name", schema: "schema", system: "false", id: "id", columns: new(false)},
	"foreign-tables":     {missing: "a foreign table with ID", order: "schema, name", schema: "schema", system: "false", id: "id", columns: new(true)},
	"columns":            {missing: "a column with ID", order: `schema, "table", ordinal_position`, schema: "schema", system: systemSchema, id: "id"},
	"policies":           {missing: "a policy with ID", order: `schema, "table", name`, schema: "schema", system: systemSchema, id: "id"},
	"indexes":            {missing: "a index with ID", order: "schema, id", schema: "schema", system: systemSchema, id: "id"},
	"triggers":           {missing: "a trigger with ID", order: `schema, "table", name`, schema: "schema", system: systemSchema, id: "id"},
	"functions":          {missing: "a function with ID", order: "schema, name, id", schema: "schema", system: systemSchema, id: "id"},
	"types":              {order: "schema, name", schema: "schema", system: systemSchema},
	"table-privileges":   {order: "schema, name", schema: "schema", system: systemSchema},
	"column-privileges":  {order: "relation_schema, relation_name, column_id", schema: "relation_schema", system: "relation_schema in ('information_schema', 'pg_catalog', 'pg_toast')"},
	"schemas":            {missing: "a schema with ID", order: "name", system: "name = 'information_schema' or name ^@ 'pg_'", id: "id"},
	"roles":              {missing: "a role with ID", order: "name", system: "name ^@ 'pg_'", include: "include_default_roles", id: "id"},
	"extensions":         {missing: "an extension named", order: "name", system: "false", id: "name"},
	"publications":       {missing: "a publication with ID", order: "name", system: "false", id: "id"},
}

const systemSchema = "schema in ('information_schema', 'pg_catalog', 'pg_toast')"

//go:embed sql/meta_*.sql
var metaSQL embed.FS

// rows is the query of the rows of a list.
func (metaList) rows(name string) (string, error) {
	text, err := metaSQL.ReadFile("sql/meta_" + strings.ReplaceAll(name, "-", "_") + ".sql")
	return string(text), err
}

func (m meta) handler() http.Handler {
	mux, verifier := http.NewServeMux(), m.Keys.WithRules(token.Rules{Now: m.Now})
	add := func(pattern string, act action) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			// the edge has resolved an opaque key to its token
			if !verifier.IsServiceKey(token.Bearer(r.Context())) {
				edge.Refuse(w, fault.New(fault.ConsoleForbidden, "These paths are for the service key.").WithStatus(http.StatusUnauthorized))
				return
			}
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			answer, err := act(&call{Request: r, who: session{Operator: "service key"}, as: actor{role: owner}})
			if err != nil {
				m.refuse(w, r, err)
				return
			}
			reply(w, answer)
		})
	}
	add("GET /{list}", m.list)
	add("GET /{list}/{id}", m.one)
	add("POST /query", m.query)
	add("/", func(*call) (any, error) { return nil, fault.New(fault.NotFound, "Not found") })
	return edge.NoStore(mux)
}

// list answers a list, with postgres-meta's parameters: lists of schemas are separated by commas.
func (m meta) list(r *call) (any, error) {
	name := r.PathValue("list")
	list, ok := metaLists[name]
	if !ok {
		return nil, fault.New(fault.NotFound, "Not found")
	}
	q := r.URL.Query()
	bound, err := limits(q)
	if err != nil {
		return nil, err
	}
	where, schemas := list.filter(q)
	columns := list.columns != nil && (*list.columns || q.Get("include_columns") == "true") && q.Get("include_columns") != "false"
	return m.read(r.Context(), name, list, columns, where, where, bound, schemas...)
}

// filter is the condition of a list, with its parameter if it has one.
func (l metaList) filter(q url.Values) (where string, args []any) {
	if included := q.Get("included_schemas"); included != "" && l.schema != "" {
		return l.schema + " = any ($1)", []any{strings.Split(included, ",")}
	}
	where = "true"
	if q.Get(cmp.Or(l.include, "include_system_schemas")) != "true" {
		where = "not (" + l.system + ")"
	}
	if excluded := q.Get("excluded_schemas"); excluded != "" && l.schema != "" {
		return where + " and " + l.schema + " <> all ($1)", []any{strings.Split(excluded, ",")}
	}
	return where, nil
}

// limits are ?limit= and ?offset= as SQL. 0 is no limit.
func limits(q url.Values) (sql string, err error) {
	for _, name := range []string{"limit", "offset"} {
		text := q.Get(name)
		if text == "" {
			continue
		}
		n, err := strconv.ParseUint(text, 10, 31)
		if err != nil {
			return "", invalid("querystring/" + name + " must be integer")
		}
		if n > 0 {
			sql += fmt.Sprintf(" %s %d", name, n)
		}
	}
	return sql, nil
}

// one answers one row of a list.
func (m meta) one(r *call) (any, error) {
	name, id := r.PathValue("list"), r.PathValue("id")
	list, ok := metaLists[name]
	if !ok || list.id == "" {
		return nil, fault.New(fault.NotFound, "Not found")
	}
	found, err := m.read(r.Context(), name, list, list.columns != nil, list.id+"::text = $1", "table_id::text = $1", "", id)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(found, &rows); err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault.New(fault.NotFound, "Cannot find "+list.missing+" "+id)
	}
	return rows[0], nil
}

// read reads rows, with their columns if they shall have them, as one JSON document.
func (m meta) read(ctx context.Context, name string, list metaList, columns bool, where, ofColumns, bound string, args ...any) (json.RawMessage, error) {
	rows, err := list.rows(name)
	if err != nil {
		return nil, err
	}
	sql := "select coalesce(json_agg(t), '[]') from (select * from (" + rows + ") t where " + where + " order by " + list.order + bound + ") t"
	if columns {
		all, err := list.rows("columns")
		if err != nil {
			return nil, err
		}
		sql = "with c as (select table_id, json_agg(c order by ordinal_position) as columns from (" + all + ") c where " + ofColumns + " group by table_id) " +
			strings.Replace(sql, "(select *", "(select *, coalesce((select c.columns from c where c.table_id = t.id), '[]') as columns", 1)
	}
	var text []byte
	err = m.Owner.Conn(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, sql, args...).Scan(&text) })
	return text, err
}

// refuse answers as postgres-meta does: error is the message, or PostgreSQL's with the place in
// the text; the other fields are those of its driver.
func (m meta) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := db.Fault(err, false)
	body := map[string]any{"error": f.Message, "message": f.Message, "code": f.Code}
	if failed := db.Refused(err); failed != nil {
		of, _ := errors.AsType[*queryError](err)
		f.Status, body = http.StatusBadRequest, result.DriverError(failed, of.text())
	}
	m.warn(r, f.Status, err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(cmp.Or(f.Status, http.StatusInternalServerError))
	_ = json.NewEncoder(w).Encode(body)
}
