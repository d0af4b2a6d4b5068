package rls_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

const (
	ada = "00000000-0000-4000-8000-00000000000a"
	bob = "00000000-0000-4000-8000-00000000000b"
)

const notes = `
	create table public.notes (id int primary key, owner uuid, shared boolean not null default false, body text);
	alter table public.notes enable row level security;
	grant select on public.notes to anon, authenticated, service_role;
	insert into public.notes values (0, '` + ada + `', false, 'a'), (1, '` + bob + `', false, 'b'), (2, '` + ada + `', true, 'c'), (3, null, false, 'd')`

func TestVisibleRowsOfEachCaller(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, policy string
		class        rls.Strategy
		want         []string // of ada, bob, a user without a sub
	}{
		{"no policy", "", rls.NoRows, []string{"", "", ""}},
		{"everything", "create policy p on public.notes for select using (true)", rls.PerRole, []string{"0123", "0123", "0123"}},
		{"a column", "create policy p on public.notes for select using (shared)", rls.PerRole, []string{"2", "2", "2"}},
		{"an owner", "create policy p on public.notes for select using ((select auth.uid()) = owner)", rls.ByOwner, []string{"02", "1", ""}},
		{"a function", "create policy p on public.notes for select using (shared or coalesce(auth.uid() = owner, false))", rls.PerCaller, []string{"02", "12", "2"}},
		{"another role's", "create policy p on public.notes for select to anon using (true)", rls.NoRows, []string{"", "", ""}},
		{"another verb's", "create policy p on public.notes for update using (true)", rls.NoRows, []string{"", "", ""}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, notes, c.policy)
			table := h.table("notes")
			changes := h.inserts(table, "id")
			got := h.sees(table, changes, user(ada), user(bob), claims(token.Authenticated, nil))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if class := h.rights(table, token.Authenticated).Strategy; class != c.class {
				t.Errorf("the class is %s, want %s", class, c.class)
			}
		})
	}
}

// One subscriber's claims make the policy fail: that is no other's loss.
func TestFailureAffectsOneGroup(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes for select using (id = (auth.jwt() ->> 'note')::int or owner = auth.uid())")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	of := func(sub string, note any) token.Claims {
		return claims(token.Authenticated, map[string]any{"sub": sub, "note": note})
	}
	got := h.sees(table, changes, of(ada, 1), of(ada, "x"), of(bob, 0), of("nonsense", 0), of(bob, nil))
	if diff := cmp.Diff([]string{"012", "!", "01", "!", "1"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What is asked of a few keys and what is asked of the same many are planned
// differently, and answered alike.
func TestQueriesOfManyKinds(t *testing.T) {
	t.Parallel()
	for key, typ := range map[string]string{"id int primary key": "int", "id numeric primary key": "numeric", "id text, n int default 1, primary key (n, id)": "text"} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			h := setup(t, "create table public.t ("+key+", owner uuid)", "alter table public.t enable row level security", "grant select on public.t to authenticated",
				"create policy p on public.t using (owner = auth.uid())",
				"insert into public.t (id, owner) select n::text::"+typ+", case when n % 2 = 0 then '"+ada+"'::uuid else '"+bob+"' end from generate_series(0, 9) n")
			table := h.table("t")
			changes := h.inserts(table, "id")
			r := h.rights(table, token.Authenticated)
			a, b := h.group(r, user(ada)), h.group(r, user(bob))
			looks := []rls.Query{
				{Group: a, Changes: all(changes)},
				{Group: b, Changes: []int32{3}},
				{Group: b, Changes: all(changes)},
				{Group: a, Changes: []int32{3, 4, 4, 0}},
				{Group: a, Changes: nil},
				{Group: a, Changes: all(changes)},
				{Group: a, Changes: []int32{3}},
			}
			answer, err := h.Check(t.Context(), table, r.Role, changes, looks)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"02468", "3", "13579", "440", "", "02468", ""}, canonicalConditions(t, answer, looks)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What a group is shown is computed for it alone, whatever the policy keeps.
func TestNothingIsSharedBetweenGroups(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes for select using (owner = (select (select auth.uid())))")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	var callers []token.Claims
	var want []string
	for range 100 {
		callers = append(callers, user(ada), user(bob), claims(token.Authenticated, nil))
		want = append(want, "02", "1", "")
	}
	for i := range callers { // each in a group of its own
		callers[i].JSON = []byte(strings.Replace(string(callers[i].JSON), "{", fmt.Sprintf(`{"n":%d,`, i), 1))
	}
	if diff := cmp.Diff(want, h.sees(table, changes, callers...)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEqualCallersAreOneGroup(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes for select using (owner = auth.uid())")
	of := func(more map[string]any) *rls.CallerGroup {
		more["sub"] = ada
		return h.group(h.rights(h.table("notes"), token.Authenticated), claims(token.Authenticated, more))
	}
	one := of(map[string]any{"exp": 1, "iat": 2, "session_id": "a"})
	if of(map[string]any{"exp": 3, "session_id": "b"}) != one {
		t.Error("two tokens of a user are two groups")
	}
	if of(map[string]any{"exp": 1, "org": "x"}) == one {
		t.Error("different claims are one group")
	}
	h.do("alter policy p on public.notes using (owner = auth.uid() and (auth.jwt() ->> 'exp')::int > 1)")
	h.Invalidate()
	if of(map[string]any{"exp": 1}) == of(map[string]any{"exp": 3}) {
		t.Error("claims that the policy looks at do not tell groups apart")
	}
}

// The stream is faster than the end of COMMIT: the guard waits until the
// transaction can be seen.
func TestCheckWaitsForTheTransaction(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes for select using (true)")
	table := h.table("notes")
	tx, err := h.Admin.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var xid uint32
	if err := tx.QueryRow(t.Context(), "insert into public.notes values (9) returning pg_current_xact_id()::xid").Scan(&xid); err != nil {
		t.Fatal(err)
	}
	key := []byte("9")
	change := &row.Change{Table: table, Kind: row.Insert, XID: xid, New: values([][]byte{key, nil, []byte("f"), nil})}
	looks := []rls.Query{{Group: h.group(h.rights(table, token.Anon), token.AnonClaims()), Changes: []int32{0}}}
	done := make(chan *rls.Result, 1)
	go func() {
		answer, err := h.Check(t.Context(), table, token.Anon, []*row.Change{change}, looks)
		if err != nil {
			t.Error(err)
		}
		done <- answer
	}()
	h.until("select exists (select from pg_stat_activity where datname = current_database() and query like '%rls_check%' and usename = 'authenticator' and state = 'active')")
	select {
	case <-done:
		t.Error("an answer came before the end of the transaction")
	default:
	}
	if err := tx.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if answer := <-done; answer == nil || !answer.Visible(0, 0) {
		t.Error("the row is not seen")
	}
}

// A policy that takes too long is given up, and leaves nothing behind.
func TestATimeoutLeavesNothingBehind(t *testing.T) {
	t.Parallel()
	h := setupWith(t, rls.Options{}, notes,
		"create function public.slow() returns boolean language plpgsql stable as $$ begin perform pg_sleep(30) where current_setting('request.jwt.claims')::json ->> 'sub' = '"+bob+"'; return true; end $$",
		"grant execute on function public.slow() to authenticated",
		"create policy p on public.notes for select using (public.slow())")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	r := h.rights(table, token.Authenticated)
	looks := []rls.Query{{Group: h.group(r, user(bob)), Changes: all(changes)}}
	impatient := rls.New(h.callers, rls.Options{Timeout: time.Second})
	for range 2 {
		if _, err := impatient.Check(t.Context(), table, r.Role, changes, looks); err == nil {
			t.Error("there was an answer")
		}
	}
	for range 4 {
		if diff := cmp.Diff([]string{"0123"}, h.sees(table, changes, user(ada))); diff != "" {
			t.Errorf("afterwards (-want +got):\n%s", diff)
		}
	}
}

// Rows that are gone, and rows that are others by now.
func TestRowsThatChangedSince(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "create policy p on public.notes for select using (owner = auth.uid())")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	h.do("delete from public.notes where id = 0", "update public.notes set owner = '"+ada+"' where id = 1", "update public.notes set owner = '"+bob+"' where id = 2")
	if diff := cmp.Diff([]string{"1", "2"}, h.sees(table, changes, user(ada), user(bob))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Columns that the stream left out are fetched as who sees the row, and written as
// the stream writes them, whatever the settings under which the policies run.
func TestColumnsThatTheStreamLeftOut(t *testing.T) {
	t.Parallel()
	h := setup(t, notes, "alter table public.notes add column times timestamptz[], add column hidden text, add column raw bytea",
		`update public.notes set body = E'a "b", (c) \\ d\ne' || id, times = '{2026-01-01 00:00+01,NULL}', hidden = 'h', raw = '\x00ff'`,
		"update public.notes set body = null where id = 1", "update public.notes set body = '' where id = 2",
		"revoke select on public.notes from authenticated", "grant select (id, owner, shared, body, times, raw) on public.notes to authenticated",
		"create policy p on public.notes for select using (owner = auth.uid() and current_setting('timezone') = 'Africa/Casablanca')",
		"do $$ begin execute format('alter database %I set timezone = %L', current_database(), 'Africa/Casablanca'); end $$")
	table := h.table("notes")
	changes := h.inserts(table, "id")
	for _, c := range changes {
		c.Kind = row.Update
		for place := 3; place < len(c.New); place++ {
			c.New[place] = row.Value{} // body, times, hidden, raw
		}
	}
	changes[3].New[3] = row.Value{State: row.Known, Text: []byte("it came")}
	r := h.rights(table, token.Authenticated)
	looks := []rls.Query{{Group: h.group(r, user(ada)), Changes: all(changes)}, {Group: h.group(r, user(bob)), Changes: all(changes)}}
	answer, err := h.Check(t.Context(), table, r.Role, changes, looks)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"02", "1"}, canonicalConditions(t, answer, looks)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for change, want := range []string{"a \"b\", (c) \\ d\ne0", "null", "", "nobody"} {
		got := answer.Row(change)
		switch {
		case want == "nobody":
			if got != nil {
				t.Errorf("change %d, which nobody sees, has the row %v", change, got)
			}
			continue
		case got == nil:
			t.Errorf("change %d has no row", change)
			continue
		case want == "null":
			want, got[3].Text = "", append(got[3].Text, map[row.ValueState]string{row.Null: "", row.Known: "known"}[got[3].State]...)
		}
		texts := []string{string(got[3].Text), string(got[4].Text), string(got[6].Text)}
		if diff := cmp.Diff([]string{want, `{"2025-12-31 23:00:00+00",NULL}`, `\x00ff`}, texts); diff != "" {
			t.Errorf("change %d (-want +got):\n%s", change, diff)
		}
		if got[5].State != row.Absent {
			t.Errorf("change %d: a column that the role may not read was fetched", change)
		}
	}
}

// Only the login role of the table API may run RLS queries.
func TestNobodyElseMayAsk(t *testing.T) {
	t.Parallel()
	h := setup(t)
	for _, role := range []string{"anon", "authenticated", "service_role"} {
		for _, sql := range []string{
			"select * from realtime.rls_check(0, '{}', 'postgres', '', 'select 1', 0, '{}', '{}', '{}', false)",
			"select realtime.wait_for_transactions('{}')", "select realtime.policy_version(0)",
		} {
			_, err := h.Admin.Exec(t.Context(), "begin; set local role "+role+"; "+sql+"; commit")
			if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "42501" {
				t.Errorf("%s: %s: %v", role, sql, err)
			}
		}
	}
	// and that login can set only roles that it is a member of
	pool, err := pgx.Connect(t.Context(), h.LoginURL("authenticator"))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close(t.Context())
	_, err = pool.Exec(t.Context(), "select * from realtime.rls_check(0, '{}', 'toubkal_owner', 'public', 'select null::text[] as marks, null::record[] as stored', 0, '{}', '{1}', '{x}', false)")
	if refused, ok := errors.AsType[*pgconn.PgError](err); !ok || refused.Code != "42501" {
		t.Errorf("as toubkal_owner: %v", err)
	}
}

// Functions that are declared immutable, and those that remember, would show one
// group what was found for another.
func TestMislabelledFunctions(t *testing.T) {
	t.Parallel()
	for name, sql := range map[string]string{
		"immutable":         "create function public.mine() returns uuid language sql immutable as $$ select (current_setting('request.jwt.claims')::json ->> 'sub')::uuid $$",
		"immutable, inside": "create function public.within() returns uuid language sql immutable as $$ select (current_setting('request.jwt.claims')::json ->> 'sub')::uuid $$; create function public.mine() returns uuid language plpgsql stable as $$ begin return (select within()); end $$",
		"remembering": `create function public.mine() returns uuid language plpgsql volatile as $$ begin
			if coalesce(current_setting('app.me', true), '') = '' then perform set_config('app.me', auth.uid()::text, true); end if;
			return current_setting('app.me')::uuid; end $$`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := setup(t, notes, sql, "grant execute on all functions in schema public to authenticated", "create policy p on public.notes for select using (owner = (select public.mine()))")
			table := h.table("notes")
			changes := h.inserts(table, "id")
			callers, want := []token.Claims{}, []string{}
			for range 5 {
				callers, want = append(callers, user(ada), user(bob)), append(want, "02", "1")
			}
			for i := range callers {
				callers[i].JSON = []byte(strings.Replace(string(callers[i].JSON), "{", fmt.Sprintf(`{"n":%d,`, i), 1))
			}
			for range 2 {
				if diff := cmp.Diff(want, h.sees(table, changes, callers...)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}
