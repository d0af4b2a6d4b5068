package console

import (
	"context"
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// meta is /pg/: the paths of postgres-meta (github.com/supabase/postgres-meta) that tools ask
// for, for the service key. It only reads, but for /pg/query.
type meta struct{ *core }

// metaSQL are the lists, each one JSON document; $1 are the schemas, null for those of the project.
var metaSQL = map[string]string{
	"tables": metaTablesSQL, "columns": metaColumnsSQL, "policies": metaPoliciesSQL,
	"roles": metaRolesSQL, "schemas": metaSchemasSQL, "extensions": metaExtensionsSQL,
}

//go:embed sql/meta_tables.sql
var metaTablesSQL string

//go:embed sql/meta_columns.sql
var metaColumnsSQL string

//go:embed sql/meta_policies.sql
var metaPoliciesSQL string

//go:embed sql/meta_roles.sql
var metaRolesSQL string

//go:embed sql/meta_schemas.sql
var metaSchemasSQL string

//go:embed sql/meta_extensions.sql
var metaExtensionsSQL string

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
	return edge.NoStore(mux)
}

// read reads a list. postgres-meta has parameters of that name, lists separated by commas.
func (m meta) read(r *call) ([]map[string]any, error) {
	sql, ok := metaSQL[r.PathValue("list")]
	if !ok {
		return nil, fault.New(fault.NotFound, "There is no such list: "+r.PathValue("list")+".")
	}
	q := r.URL.Query()
	var schemas []string
	if included := q.Get("included_schemas"); included != "" {
		schemas = strings.Split(included, ",")
	}
	var text []byte
	ctx := r.Context()
	err := m.Owner.Conn(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, sql, schemas).Scan(&text) })
	if err != nil {
		return nil, err
	}
	var all []map[string]any
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, err
	}
	if excluded := strings.Split(q.Get("excluded_schemas"), ","); excluded[0] != "" {
		all = slices.DeleteFunc(all, func(one map[string]any) bool {
			name, _ := one["schema"].(string)
			return slices.Contains(excluded, name)
		})
	}
	if r.PathValue("list") == "tables" && q.Get("include_columns") != "false" {
		return m.withColumns(ctx, all, schemas)
	}
	return all, nil
}

func (m meta) withColumns(ctx context.Context, tables []map[string]any, schemas []string) ([]map[string]any, error) {
	var text []byte
	err := m.Owner.Conn(ctx, func(conn *db.Conn) error { return conn.QueryRow(ctx, metaColumnsSQL, schemas).Scan(&text) })
	if err != nil {
		return nil, err
	}
	var columns []map[string]any
	if err := json.Unmarshal(text, &columns); err != nil {
		return nil, err
	}
	of := map[any][]map[string]any{}
	for _, c := range columns {
		of[c["table_id"]] = append(of[c["table_id"]], c)
	}
	for _, t := range tables {
		t["columns"] = of[t["id"]]
	}
	return tables, nil
}

func (m meta) list(r *call) (any, error) {
	all, err := m.read(r)
	if err != nil {
		return nil, err
	}
	q := r.URL.Query()
	offset, _ := strconv.Atoi(q.Get("offset"))
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil {
		limit = len(all)
	}
	offset = min(max(offset, 0), len(all))
	return all[offset:min(offset+max(limit, 0), len(all))], nil
}

func (m meta) one(r *call) (any, error) {
	all, err := m.read(r)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		id := one["id"]
		if number, ok := id.(float64); ok {
			id = strconv.FormatInt(int64(number), 10)
		}
		if id == r.PathValue("id") || one["id"] == nil && one["name"] == r.PathValue("id") {
			return one, nil
		}
	}
	return nil, fault.New(fault.NotFound, "Cannot find an entry with this id.")
}

// query executes statements as the owner, and answers the rows of the last one as objects.
func (m meta) query(r *call) (any, error) {
	var given struct {
		Query      string `json:"query"`
		Parameters any    `json:"parameters"` // not supported
	}
	if err := json.NewDecoder(r.Body).Decode(&given); err != nil {
		return nil, invalid("The body is not the JSON that is expected: " + fault.JSONProblem(err))
	}
	if given.Parameters != nil {
		return nil, invalid("Parameters are not supported.")
	}
	s := script{Text: given.Query, Rows: mostRows}
	answer, err := editor(m).runScript(r, &s)
	if err != nil {
		return nil, err
	}
	if e := answer.Error; e != nil {
		return nil, fault.New(e.Code, e.Message).WithHint(e.Hint).WithStatus(http.StatusBadRequest)
	}
	rows := []map[string]any{}
	if len(answer.Results) == 0 {
		return rows, nil
	}
	last := answer.Results[len(answer.Results)-1]
	for _, row := range last.Rows {
		one := map[string]any{}
		for i, c := range last.Columns {
			one[c.Name] = typed(c.Type, row[i])
		}
		rows = append(rows, one)
	}
	return rows, nil
}

// typed is a value as postgres-meta's driver reads it.
func typed(name string, value *string) any {
	if value == nil {
		return nil
	}
	switch name {
	case "boolean":
		return *value == "t"
	case "smallint", "integer", "bigint", "real", "double precision", "oid":
		if json.Valid([]byte(*value)) {
			return json.Number(*value)
		}
	case "json", "jsonb":
		return json.RawMessage(*value)
	}
	return *value
}
