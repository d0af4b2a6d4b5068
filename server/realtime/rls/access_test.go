package rls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/test/pgtest/fixture"
	"github.com/toubkal/toubkal/server/token"
)

func TestAccess(t *testing.T) {
	t.Parallel()
	h := setup(t,
		"create table public.open (id int primary key, secret text); grant select (id) on public.open to anon; grant select on public.open to authenticated, service_role",
		"create table public.keyless (id int, owner uuid); grant select on public.keyless to anon; alter table public.keyless enable row level security; create policy p on public.keyless using (true)",
		"create table public.keyless_open (id int); grant select on public.keyless_open to anon",
		"create table public.hidden_key (id int primary key, name text); grant select (name) on public.hidden_key to anon",
		"create table public.closed (id int primary key)",
		"create schema elsewhere; create table elsewhere.t (id int primary key); grant select on elsewhere.t to anon",
		notes, "create policy p on public.notes using (true)",
	)
	for _, c := range []struct {
		table, role, want string
	}{
		{"open", "anon", "no_rls [true false] key rls:false "},
		{"open", "authenticated", "no_rls [true true] key rls:false "},
		{"open", "toubkal_owner", "no_rows [false false] rls:false Error 401: Unauthorized"}, // which the login may not become
		{"open", "postgres", "no_rows [false false] rls:false Error 401: Unauthorized"},
		{"open", "nobody at all", "no_rows [false false] rls:false Error 401: Unauthorized"},
		{"keyless", "anon", "no_rows [true true] rls:true Error 400: Bad Request, no primary key"},
		{"keyless_open", "anon", "no_rls [true] rls:false "},
		{"hidden_key", "anon", "no_rows [false true] rls:false Error 401: Unauthorized"},
		{"closed", "anon", "no_rows [false] rls:false Error 401: Unauthorized"},
		{"notes", "anon", "per_role [true true true true] key rls:true "},
		{"notes", "service_role", "no_rls [true true true true] key rls:false "},
	} {
		r := h.rights(h.table(c.table), c.role)
		key := ""
		if r.Key {
			key = " key"
		}
		got := fmt.Sprintf("%s %v%s rls:%t %s", r.Strategy, r.Columns, key, r.RLS, r.Refusal())
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s as %s (-want +got):\n%s", c.table, c.role, diff)
		}
	}
}

func TestAccessIsCached(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes using (auth.uid() = owner)", "create table public.other (id int primary key)")
	table := h.table("notes")
	before := h.rights(table, token.Authenticated)
	h.do("create table public.unrelated ()")
	h.Invalidate()
	if h.rights(h.table("notes"), token.Authenticated) != before {
		t.Error("rights are others, though nothing has changed")
	}
	h.do("alter policy p on public.notes using (true)")
	if h.rights(table, token.Authenticated) != before {
		t.Error("rights were asked for again, though nothing was forgotten")
	}
	h.Invalidate()
	if after := h.rights(table, token.Authenticated); after == before || after.Strategy != rls.PerRole {
		t.Errorf("after the policy changed, the class is %s", after.Strategy)
	}
}

// TestOneQueryForAllWhoWait: what 20 channels need of the catalog after a change costs as
// much as what one needs.
func TestOneQueryForAllWhoWait(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes using (auth.uid() = owner)")
	var writes atomic.Int64
	pool, err := db.Open(t.Context(), h.LoginURL("authenticator"), db.Options{
		MaxConns: 1,
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			return &countingConn{conn, &writes}, err
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	checker, table := rls.New(pool, rls.Options{}), h.table("notes")
	access := func() {
		if _, err := checker.Access(t.Context(), table, token.Authenticated); err != nil {
			t.Error(err)
		}
	}
	access() // connects and prepares
	checker.Invalidate()
	before := writes.Load()
	access()
	one := writes.Load() - before
	checker.Invalidate()
	before = writes.Load()
	var crowd sync.WaitGroup
	err = pool.Conn(t.Context(), func(*db.Conn) error { // so that all of them wait
		for range 20 {
			crowd.Go(access)
		}
		for pool.Stat().Waiting == 0 {
			runtime.Gosched()
		}
		return nil
	})
	crowd.Wait()
	if got := writes.Load() - before; err != nil || got != one {
		t.Errorf("20 callers made %d writes to PostgreSQL, %v; one makes %d", got, err, one)
	}
}

// countingConn counts writes but for the pings of connections that have idled.
type countingConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c *countingConn) Write(b []byte) (int, error) {
	if !bytes.Contains(b, []byte("-- ping")) {
		c.writes.Add(1)
	}
	return c.Conn.Write(b)
}

func TestStale(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes using (true)")
	role := "r_" + h.Name
	stale := func(what string, want bool) {
		t.Helper()
		got, err := h.Stale(t.Context())
		for n := 0; got && !want && n < 50; n++ { // roles are the cluster's, and a neighbour may make one
			got, err = h.Stale(t.Context())
		}
		if err != nil || got != want {
			t.Errorf("%s: stale %t, %v; want %t", what, got, err, want)
		}
		h.Invalidate()
		h.rights(h.table("notes"), token.Anon)
	}
	h.rights(h.table("notes"), token.Anon)
	stale("nothing", false)
	h.do("create role " + role)
	t.Cleanup(func() { h.dropRole(role) })
	stale("a role", true)
	h.do("grant anon to " + role)
	stale("a membership", true)
	h.do("alter role " + role + " bypassrls")
	stale("an attribute", true)
	h.do("grant select (id) on public.notes to " + role)
	stale("a right on a column", true)
	h.do("revoke select (id) on public.notes from " + role)
	stale("its end", true)
	h.do("create policy q on public.notes using (true)")
	stale("a policy", true)
	h.do("alter table public.notes disable row level security")
	stale("a switch", true)
	h.do("create table public.unrelated (id int)")
	stale("another table", false)
	h.do("drop table public.notes")
	if got, err := h.Stale(t.Context()); err != nil || !got {
		t.Errorf("a table's end: stale %t, %v", got, err)
	}
}

// Another table takes the name between the rights and the question: its policies
// would answer for rows that are not its own.
func TestAnotherTableOfTheNameAnswersNothing(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes using (shared)",
		"create table public.others (like public.notes including all); insert into public.others select * from public.notes",
		"alter table public.others enable row level security; create policy p on public.others using (true)",
		"grant select on public.others to authenticated")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	r := h.rights(table, token.Authenticated)
	looks := []rls.Query{{Group: h.group(r, user(ada)), Changes: all(changes)}}
	h.do("alter table public.notes rename to notes_old; alter table public.others rename to notes")
	if a, err := h.Check(t.Context(), table, r.Role, changes, looks); !errors.Is(err, rls.ErrChanged) || a != nil {
		t.Errorf("after the swap: %v, %v; want ErrChanged", a, err)
	}
}

// A policy changes between the rights and the question: for a group that stands
// for everybody, the answer would be of another question.
func TestChangedPoliciesAnswerNothing(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"a policy":         "alter policy p on public.notes using (shared or auth.uid() is null)",
		"another policy":   "create policy q on public.notes as restrictive using (shared)",
		"none":             "alter table public.notes disable row level security",
		"another key":      "begin; alter table public.notes rename id to was; alter table public.notes rename n to id; commit",
		"no key":           "alter table public.notes rename id to was",
		"another table":    "begin; alter table public.notes rename to old_notes; create table public.notes (like public.old_notes including all); grant select on public.notes to authenticated; commit",
		"no table":         "drop table public.notes",
		"another schema's": "create schema elsewhere; alter table public.notes set schema elsewhere",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, notes, "alter table public.notes add column n int default 0", "create policy p on public.notes using (shared)")
			table := h.table("notes")
			changes := h.inserts(table, "id")
			r := h.rights(table, token.Authenticated)
			looks := []rls.Query{{Group: h.group(r, user(ada)), Changes: all(changes)}}
			h.do(sql)
			if a, err := h.Check(t.Context(), table, r.Role, changes, looks); !errors.Is(err, rls.ErrChanged) || a != nil {
				t.Errorf("%v, %v", a, err)
			}
		})
	}
}

// Policies as a project writes them are asked for all subscribers at once.
func TestUsualPoliciesAreSafe(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	h := setupWith(t, rls.Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	for _, files := range []fs.FS{fixture.Schema, fixture.Policies} {
		names, err := fs.Glob(files, "*.sql")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			sql, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			h.do(string(sql))
		}
	}
	for _, table := range []string{"teams", "members", "todos", "notes"} {
		h.rights(h.table(table), token.Authenticated)
	}
	if said.Len() > 0 {
		t.Error(said.String())
	}
}
