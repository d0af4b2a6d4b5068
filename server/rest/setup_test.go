package rest_test

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

//go:embed testdata/fixture.sql
var fixture string

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// api is the table API over a database of the test's own.
type api struct {
	t          testing.TB
	db         *pgtest.DB
	handler    http.Handler
	roundTrips *atomic.Int64
}

// setup serves the fixture's schema; change may alter the options.
func setup(t testing.TB, change ...func(*rest.Options)) *api {
	t.Helper()
	a := &api{t: t, db: pgtest.Empty(t), roundTrips: &atomic.Int64{}}
	login := a.db.LoginURL("authenticator")
	if _, err := a.db.Admin.Exec(t.Context(), fixture); err != nil {
		t.Fatalf("load the fixture: %v", err)
	}
	// A read is executed once, however busy the machine is: a slow one would run again by itself.
	pool, err := db.Open(t.Context(), login, db.Options{MaxConns: 2, Slow: time.Minute, Wait: time.Minute, Dial: a.dial})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	pgtest.ConnectBoth(t, pool)
	o := rest.Options{Pool: pool, Verify: verify, Schemas: []string{"api"}}
	for _, change := range change {
		change(&o)
	}
	snapshot := load(t, pool, o.Schemas)
	o.Catalog = func() *catalog.Snapshot { return snapshot }
	a.handler = rest.New(o)
	return a
}

func load(t testing.TB, pool *db.Pool, schemas []string) (snapshot *catalog.Snapshot) {
	t.Helper()
	err := pool.Conn(t.Context(), func(conn *pgx.Conn) (err error) {
		snapshot, err = catalog.Load(t.Context(), conn, schemas)
		return err
	})
	if err != nil {
		t.Fatalf("load the catalog: %v", err)
	}
	return snapshot
}

// verify takes any token for the name of a user that it signs in; "bad" it
// refuses.
func verify(bearer string) (token.Claims, error) {
	if bearer == "bad" {
		return token.Claims{}, fault.New(fault.RestBadToken, "Expected 3 parts in JWT; got 1")
	}
	if role, ok := strings.CutPrefix(bearer, "role:"); ok {
		return token.Claims{Role: role, JSON: []byte(`{"role":"` + role + `"}`)}, nil
	}
	return token.Claims{Role: token.Authenticated, Subject: bearer, JSON: []byte(`{"role":"authenticated","sub":"` + bearer + `"}`)}, nil
}

// dial counts how often the connection turns from writing to reading: the round
// trips.
func (a *api) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	return &countingConn{Conn: conn, roundTrips: a.roundTrips}, err
}

type countingConn struct {
	net.Conn
	roundTrips *atomic.Int64
	wrote      atomic.Bool
}

func (c *countingConn) Write(b []byte) (int, error) {
	if !bytes.Contains(b, []byte("-- ping")) { // pgx asks so where a connection idled for a second
		c.wrote.Store(true)
	}
	return c.Conn.Write(b)
}

func (c *countingConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	if n > 0 && c.wrote.Swap(false) {
		c.roundTrips.Add(1)
	}
	return n, err
}

// answer is a response.
type answer struct {
	*http.Response
	body string
}

// do sends "METHOD /path"; as is a user's name or "" for a visitor.
func (a *api) do(as, line, body string, headers ...string) answer {
	a.t.Helper()
	method, target, _ := strings.Cut(line, " ")
	ctx := a.t.Context()
	if as != "" {
		ctx = token.WithBearer(ctx, as)
	}
	r := httptest.NewRequestWithContext(ctx, method, strings.ReplaceAll(target, " ", "%20"), strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	a.handler.ServeHTTP(w, r)
	return answer{w.Result(), w.Body.String()}
}

// testCase is one request and what must come back.
type testCase struct {
	name, as, line, body string
	headers              []string // name, value, …
	status               int
	want                 string   // the body: JSON by value, other text as it is
	header               []string // name, value, … of headers; "" for one that must be absent
}

// run sends each request of a table; each is independent of the others.
func (a *api) run(exchanges []testCase) {
	a.t.Helper()
	for _, e := range exchanges {
		got := a.do(e.as, e.line, e.body, e.headers...)
		if got.StatusCode != e.status || !sameJSON(got.body, e.want) {
			a.t.Errorf("%s: %s\n got %d %s\nwant %d %s", e.name, e.line, got.StatusCode, got.body, e.status, e.want)
		}
		for i := 0; i < len(e.header); i += 2 {
			if value := got.Header.Get(e.header[i]); value != e.header[i+1] {
				a.t.Errorf("%s: %s: got %q, want %q", e.name, e.header[i], value, e.header[i+1])
			}
		}
	}
}

func sameJSON(got, want string) bool {
	var g, w any
	if json.Unmarshal([]byte(want), &w) != nil || json.Unmarshal([]byte(got), &g) != nil {
		return got == want
	}
	return cmp.Equal(g, w)
}

// rows counts what the database has, as superuser.
func (a *api) rows(sql string) (n int) {
	a.t.Helper()
	if err := a.db.Admin.QueryRow(a.t.Context(), sql).Scan(&n); err != nil {
		a.t.Fatalf("%s: %v", sql, err)
	}
	return n
}
