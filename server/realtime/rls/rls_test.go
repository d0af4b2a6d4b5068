package rls_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

func TestMain(m *testing.M) { os.Exit(pgtest.MainWith(m, pgtest.Project{})) }

// harness is a database of one test, with a Checker.
type harness struct {
	*pgtest.DB
	*rls.Checker
	callers *db.Pool
	t       testing.TB
	stream  *pgx.Conn // superuser, under the settings of the stream of changes
}

func setup(t testing.TB, sql ...string) *harness {
	t.Helper()
	return setupWith(t, rls.Options{SearchPath: []string{"public"}}, sql...)
}

func setupWith(t testing.TB, o rls.Options, sql ...string) *harness {
	t.Helper()
	base := pgtest.New(t)
	pool, err := db.Open(t.Context(), base.LoginURL("authenticator"), db.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	o.Timeout = time.Minute // however busy the machine is
	h := &harness{DB: base, Checker: rls.New(pool, o), callers: pool, t: t}
	h.do(sql...)
	return h
}

func (h *harness) do(sql ...string) {
	h.t.Helper()
	for _, sql := range sql {
		if _, err := h.Admin.Exec(h.t.Context(), sql); err != nil {
			h.t.Fatalf("%s: %v", sql, err)
		}
	}
}

// table describes a table as the stream does.
func (h *harness) table(name string) *row.Table {
	h.t.Helper()
	t := &row.Table{Schema: "public", Name: name}
	rows, err := h.Admin.Query(h.t.Context(), `
		select c.oid, a.attname, a.attnum, y.oid, y.typname, coalesce(nullif(y.typbasetype, 0), y.oid), y.typtype = 'e',
			coalesce((select case when collname in ('C', 'POSIX') then '' else collname end from pg_collation where oid = a.attcollation), ''),
			coalesce(a.attnum = any (i.indkey), false)
		from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped join pg_type y on y.oid = a.atttypid
		left join pg_index i on i.indrelid = c.oid and i.indisprimary
		where c.oid = ('public.' || quote_ident($1))::regclass order by a.attnum`, name)
	if err != nil {
		h.t.Fatal(err)
	}
	for rows.Next() {
		c, y, key := row.Column{}, &row.Type{Kind: row.Scalar}, false
		if err := rows.Scan(&t.OID, &c.Name, &c.Number, &y.OID, &y.Name, &y.Base, &y.Enum, &c.Collation, &key); err != nil {
			h.t.Fatal(err)
		}
		if key {
			t.Key = append(t.Key, len(t.Columns))
		}
		c.Type = y
		t.Columns = append(t.Columns, c)
	}
	if rows.Err() != nil || len(t.Columns) == 0 {
		h.t.Fatalf("table %s: %v, %d columns", name, rows.Err(), len(t.Columns))
	}
	return t
}

// inserts are changes that have put the table's rows there, in an order.
func (h *harness) inserts(t *row.Table, order string) []*row.Change {
	h.t.Helper()
	if h.stream == nil {
		var err error
		if h.stream, err = pgx.Connect(h.t.Context(), h.URL); err != nil {
			h.t.Fatal(err)
		}
		h.t.Cleanup(func() { h.stream.Close(context.Background()) })
		if _, err := h.stream.Exec(h.t.Context(), "set timezone = 'UTC'"); err != nil {
			h.t.Fatal(err)
		}
	}
	rows, err := h.stream.Query(h.t.Context(), "select * from public."+strconv.Quote(t.Name)+" order by "+order, pgx.QueryExecModeSimpleProtocol)
	var changes []*row.Change
	for err == nil && rows.Next() {
		changes = append(changes, &row.Change{Table: t, Kind: row.Insert, New: values(rows.RawValues())})
	}
	if err == nil {
		err = rows.Err()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return changes
}

// values are texts as the stream has them.
func values(texts [][]byte) []row.Value {
	values := make([]row.Value, len(texts))
	for i, text := range texts {
		values[i] = row.Value{State: row.Null}
		if text != nil {
			values[i] = row.Value{State: row.Known, Text: bytes.Clone(text)}
		}
	}
	return values
}

func claims(role string, more map[string]any) token.Claims {
	set := map[string]any{"role": role}
	for name, value := range more {
		set[name] = value
	}
	text, err := json.Marshal(set)
	if err != nil {
		panic(err)
	}
	return token.Claims{Role: role, JSON: text}
}

func user(sub string) token.Claims { return claims(token.Authenticated, map[string]any{"sub": sub}) }

func (h *harness) rights(t *row.Table, role string) *rls.Access {
	h.t.Helper()
	r, err := h.Access(h.t.Context(), t, role)
	if err != nil {
		h.t.Fatal(err)
	}
	return r
}

func (h *harness) group(r *rls.Access, c token.Claims) *rls.CallerGroup {
	h.t.Helper()
	group, err := h.Group(h.t.Context(), r, c)
	if err != nil {
		h.t.Fatal(err)
	}
	return group
}

// sees asks for callers of one role, and writes down for each which of the changes
// it sees: "013".
func (h *harness) sees(t *row.Table, changes []*row.Change, callers ...token.Claims) []string {
	h.t.Helper()
	r := h.rights(t, callers[0].Role)
	looks := make([]rls.Query, len(callers))
	for i, caller := range callers {
		looks[i] = rls.Query{Group: h.group(r, caller), Changes: all(changes)}
	}
	a, err := h.Check(h.t.Context(), t, r.Role, changes, looks)
	if err != nil {
		h.t.Fatal(err)
	}
	return canonicalConditions(h.t, a, looks)
}

func all(changes []*row.Change) []int32 {
	places := make([]int32, len(changes))
	for i := range places {
		places[i] = int32(i)
	}
	return places
}

func canonicalConditions(t testing.TB, a *rls.Result, looks []rls.Query) []string {
	t.Helper()
	got := make([]string, len(looks))
	for l, look := range looks {
		if err := a.Err(l); err != nil {
			got[l] = "!"
			t.Logf("look %d: %v", l, err)
		}
		for i, change := range look.Changes {
			if a.Visible(l, i) {
				got[l] += strconv.Itoa(int(change))
			}
		}
	}
	return got
}

// dropRole ends a role of the cluster.
func (h *harness) dropRole(name string) {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, h.URL)
	if err != nil {
		h.t.Error(err)
		return
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "drop owned by "+name+"; drop role "+name); err != nil {
		h.t.Error(err)
	}
}

// until asks a question until its answer is yes.
func (h *harness) until(question string) {
	h.t.Helper()
	for yes := false; !yes; {
		if err := h.Admin.QueryRow(h.t.Context(), question).Scan(&yes); err != nil {
			h.t.Fatal(err)
		}
	}
}
