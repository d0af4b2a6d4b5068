package fanout

import (
	"os"
	"sync/atomic"
	"testing"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/pgtest"
	"github.com/toubkal/toubkal/server/realtime/row"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// filterDB is a database that evaluates filters.
type filterDB struct {
	*pgtest.DB
	filterSQL
	t testing.TB
}

// newFilterDB gives a database of the test's own, after sql.
func newFilterDB(t testing.TB, sql ...string) *filterDB {
	t.Helper()
	base := pgtest.New(t)
	pool, err := db.Open(t.Context(), base.LoginURL("authenticator"), db.Options{MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	h := &filterDB{DB: base, filterSQL: filterSQL{pool, new(atomic.Int64)}, t: t}
	h.do(sql...)
	return h
}

func (f *filterDB) do(sql ...string) {
	f.t.Helper()
	for _, sql := range sql {
		if _, err := f.Admin.Exec(f.t.Context(), sql); err != nil {
			f.t.Fatalf("%s: %v", sql, err)
		}
	}
}

// table describes a table without arrays or composites as replication does.
func (f *filterDB) table(name string) *row.Table {
	f.t.Helper()
	t := &row.Table{Schema: "public", Name: name}
	rows, err := f.Admin.Query(f.t.Context(), `
		select attname, attnum, y.oid, typname, coalesce(nullif(typbasetype, 0), y.oid), typtype = 'e'
		from pg_attribute join pg_type y on y.oid = atttypid
		where attrelid = ('public.' || $1)::regclass and attnum > 0 order by attnum`, name)
	if err != nil {
		f.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		c := row.Column{Type: &row.Type{Kind: row.Scalar}}
		if err := rows.Scan(&c.Name, &c.Number, &c.Type.OID, &c.Type.Name, &c.Type.Base, &c.Type.Enum); err != nil {
			f.t.Fatal(err)
		}
		t.Columns = append(t.Columns, c)
	}
	if rows.Err() != nil || len(t.Columns) == 0 {
		f.t.Fatalf("table %s: %v, %d columns", name, rows.Err(), len(t.Columns))
	}
	return t
}
