package rls_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/realtime/row"
	"github.com/toubkal/toubkal/server/token"
)

var (
	differFor  = flag.Duration("differ", 0, "how long to compare the guard with plain SQL, beyond the rounds of every test")
	differFrom = flag.Int64("differ.seed", 1, "the seed to begin with")
)

// differRounds are enough for each outcome and class, however long they take.
const differRounds = 60

// What the guard lets through is what plain SQL shows the same caller: random
// tables, policies, rows and claims; it may lose nothing and must leak nothing.
//
//	go test ./server/realtime/visible -run Differ -differ 10m
//	go test ./server/realtime/visible -run Differ -differ.seed 4711 -failfast -v
func TestDifferential(t *testing.T) {
	d := newDiffer(t)
	begun := time.Now()
	seed := *differFrom
	for ; seed < *differFrom+differRounds || time.Since(begun) < *differFor; seed++ {
		d.round(t, seed)
		if t.Failed() {
			return
		}
	}
	t.Logf("%d rounds; pairs of change and caller: %s", seed-*differFrom, d.count)
	if !d.count.rich() {
		t.Errorf("the rounds compare too little: %s", d.count)
	}
}

// FuzzDifferential is the same for `go test -fuzz`.
func FuzzDifferential(f *testing.F) {
	f.Add(int64(1))
	d := newDiffer(f)
	f.Fuzz(func(t *testing.T, seed int64) { d.round(t, seed) })
}

// count is the number of compared pairs of each kind.
type count struct {
	rounds, seen, unseen, spared, failed, deletes int
	classes                                       [5]int
}

func (c count) String() string {
	text := fmt.Sprintf("%d seen, %d not seen, %d spared, %d failed, %d deleted; tables and roles:", c.seen, c.unseen, c.spared, c.failed, c.deletes)
	for class, n := range c.classes {
		text += fmt.Sprintf(" %d %s", n, rls.Strategy(class))
	}
	return text
}

// rich tells that each outcome and class has come often enough to mean something.
func (c count) rich() bool {
	for _, n := range c.classes {
		if n == 0 {
			return false
		}
	}
	return c.seen > 100 && c.unseen > 100 && c.spared > 5 && c.deletes > 50
}

// differ is the database of the differential test.
type differ struct {
	*harness
	plain *pgx.Conn // plain SQL, as whoever it becomes
	group string    // a role that member is in
	count count
}

func newDiffer(t testing.TB) *differ {
	d := &differ{harness: setup(t, `
		create type public.letter as enum ('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
		create type public.status as enum ('open', 'closed');
		create domain public.ident as uuid;
		create schema other;
		grant usage on schema other to anon, authenticated, service_role;
		create table public.members (team int, uid uuid);
		insert into public.members values (1, '`+ada+`'), (2, '`+bob+`'), (2, '`+ada+`');
		grant select on public.members to anon, authenticated, service_role;
		create function other.uid() returns uuid language sql stable
			as $$ select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'alt')::uuid $$;
		create function other."Uid"() returns uuid language sql stable as $$ select '`+bob+`'::uuid $$;
		create function public.org() returns text language sql stable as $$ select auth.jwt() -> 'app_metadata' ->> 'org' $$;
		create function public.me() returns uuid language plpgsql stable as $$ begin return (select m.uid from members m where m.uid = auth.uid() limit 1); end $$;
		create function public.is_member(asked int) returns boolean language sql stable security definer
			as $$ select exists (select from public.members m where m.team = asked and m.uid = auth.uid()) $$;
		create function public.same(a uuid, b uuid) returns boolean language plpgsql stable as $$ begin return a = b; end $$;
		create operator public.=== (leftarg = uuid, rightarg = uuid, function = public.same);
		create function public.exp() returns bigint language sql stable as $$ select (auth.jwt() ->> 'exp')::bigint $$;
		grant execute on all functions in schema public, other to anon, authenticated, service_role`)}
	d.roles()
	for _, key := range keys {
		d.do(`create table public.`+key.name+` (`+key.columns+`, owner uuid, second uuid, "Owner" text, org text, org_v varchar(20), team int, big bigint,
			small smallint, published boolean, status text, state public.status, c char(8), created timestamptz, arr text[], meta jsonb, dom public.ident,
			ncoll text collate "C")`,
			`alter table public.`+key.name+` enable row level security`)
	}
	d.plain = d.connect(d.LoginURL("authenticator"))
	d.inserts(d.table("by_int"), "id") // connects
	return d
}

// roles makes a role that is a member of another, for this test alone.
func (d *differ) roles() {
	d.group = strings.ToLower(d.Name) + "_group"
	d.do("create role "+d.group, "create role "+d.member()+" in role "+d.group, "grant "+d.member()+" to authenticator",
		"grant usage on schema public, other, auth to "+d.group, "grant select on public.members to "+d.group,
		"grant execute on all functions in schema public, other, auth to "+d.group)
	t := d.t
	t.Cleanup(func() {
		ctx := context.Background()
		conn, err := pgx.Connect(ctx, d.URL)
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close(ctx)
		if _, err := conn.Exec(ctx, "drop owned by "+d.group+", "+d.member()+"; drop role "+d.group+", "+d.member()); err != nil {
			t.Error(err)
		}
	})
}

func (d *differ) member() string { return strings.ToLower(d.Name) + "_member" }

func (d *differ) connect(url string) *pgx.Conn {
	conn, err := pgx.Connect(d.t.Context(), url)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { conn.Close(context.Background()) })
	return conn
}

// round generates a scenario, and compares.
func (d *differ) round(t *testing.T, seed int64) {
	t.Helper()
	d.t = t
	w := d.newScenario(rand.New(rand.NewPCG(uint64(seed), 1)))
	w.seed = seed
	d.count.rounds++
	byRole := map[string][]int{}
	for i, caller := range w.callers {
		byRole[caller.Role] = append(byRole[caller.Role], i)
	}
	d.Invalidate()
	for role, callers := range byRole {
		d.compare(t, w, role, callers)
	}
	d.deletes(t, w, byRole)
}

// deletes deletes all rows, and compares what the guard says of them with what plain
// SQL showed before.
func (d *differ) deletes(t *testing.T, w *scenario, byRole map[string][]int) {
	t.Helper()
	shown, refused := make([]map[int]bool, len(w.callers)), make([]error, len(w.callers))
	for i, caller := range w.callers {
		shown[i], refused[i] = d.shows(t, w, caller, "")
	}
	d.do("delete from public." + w.table.Name)
	for i, c := range w.changes {
		old := slices.Clone(c.New)
		for place := range old {
			if !w.table.ReplicaIdentityFull && !slices.Contains(w.table.Key, place) {
				old[place] = row.Value{}
			}
		}
		w.changes[i] = &row.Change{Table: w.table, Kind: row.Delete, Old: old}
	}
	for role, callers := range byRole {
		rights := d.rights(w.table, role)
		if !rights.Deletes {
			continue
		}
		looks, spared := d.looks(t, w, rights, callers)
		answer, err := d.Check(t.Context(), w.table, role, w.changes, looks)
		if err != nil {
			t.Errorf("%v\n%s", err, w)
			return
		}
		for n, caller := range callers {
			through := map[int]bool{}
			for i, change := range looks[n].Changes {
				through[int(change)] = answer.Visible(n, i)
			}
			for i := range w.changes {
				if refused[caller] == nil && answer.Err(n) == nil {
					d.count.deletes++
					if through[i] != shown[caller][i] {
						t.Errorf("caller %d (%s, full %t): deleted row %d is told %t, and plain SQL showed it %t (%d spared)\n%s", caller, rights.Strategy, w.table.ReplicaIdentityFull, i, through[i], shown[caller][i], spared[n], w)
					}
				}
			}
		}
	}
}

// compare asks the guard and plain SQL for the callers of one role.
func (d *differ) compare(t *testing.T, w *scenario, role string, callers []int) {
	t.Helper()
	rights, err := d.Access(t.Context(), w.table, role)
	if err != nil {
		t.Errorf("%v\n%s", err, w)
		return
	}
	d.count.classes[rights.Strategy]++
	looks, spared := d.looks(t, w, rights, callers)
	if w.meanwhile != "" {
		d.do(w.meanwhile)
	}
	answer, err := d.Check(t.Context(), w.table, role, w.changes, looks)
	if err != nil {
		t.Errorf("%v\n%s", err, w)
		return
	}
	for n, caller := range callers {
		through := map[int]bool{}
		for i, change := range looks[n].Changes {
			// without RLS there is no query
			through[int(change)] = answer.Visible(n, i) || rights.Strategy == rls.NoRLS
		}
		d.judge(t, w, caller, rights.Strategy, through, spared[n], answer.Err(n))
	}
}

// looks asks about those changes that the pre-filter does not spare.
func (d *differ) looks(t *testing.T, w *scenario, rights *rls.Access, callers []int) (looks []rls.Query, spared []int) {
	t.Helper()
	for _, caller := range callers {
		group, err := d.Group(t.Context(), rights, w.callers[caller])
		if err != nil {
			t.Fatalf("%v\n%s", err, w)
		}
		look := rls.Query{Group: group}
		for i, change := range w.changes {
			if rights.Precheck(change).CanSee(group) {
				look.Changes = append(look.Changes, int32(i))
			}
		}
		looks, spared = append(looks, look), append(spared, len(w.changes)-len(look.Changes))
	}
	return looks, spared
}

// judge compares what a caller was let see with what plain SQL shows. A policy that
// fails on some row may fail or not, as the rows are asked for: then only what plain
// SQL shows of each row alone may be let through, and the guard may fail where plain
// SQL shows nothing.
func (d *differ) judge(t *testing.T, w *scenario, caller int, class rls.Strategy, through map[int]bool, spared int, failed error) {
	t.Helper()
	shown, refused := d.shows(t, w, w.callers[caller], "")
	if failed != nil && refused == nil && len(shown) > 0 {
		t.Errorf("caller %d (%s): the guard fails with %v, plain SQL does not\n%s", caller, class, failed, w)
	}
	d.count.spared += spared
	for i := range w.changes {
		switch {
		case refused != nil && through[i]:
			alone, err := d.shows(t, w, w.callers[caller], fmt.Sprintf("where ctid = '(0,%d)'", i+1))
			if d.count.failed++; (err != nil || !alone[i]) && d.plans(t, w, w.callers[caller]) {
				t.Errorf("caller %d (%s) LEAK: row %d is let through, where plain SQL fails with %v and shows it not\n%s", caller, class, i, refused, w)
			}
		case refused != nil:
		case through[i] && !shown[i]:
			t.Errorf("caller %d (%s) LEAK: row %d is let through, and plain SQL does not show it\n%s", caller, class, i, w)
		case !through[i] && shown[i]:
			t.Errorf("caller %d (%s) LOSS: row %d is not let through, and plain SQL shows it\n%s", caller, class, i, w)
		case shown[i]:
			d.count.seen++
		default:
			d.count.unseen++
		}
	}
}

// shows is plain SQL, as the table API would run it for the caller.
func (d *differ) shows(t *testing.T, w *scenario, caller token.Claims, where string) (map[int]bool, error) {
	t.Helper()
	tx := d.become(t, caller)
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	shown := map[int]bool{}
	rows, err := tx.Query(t.Context(), "select ctid::text, "+w.key+" from public."+w.table.Name+" "+where)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var block, item int
		if _, err := fmt.Sscanf(string(rows.RawValues()[0]), "(%d,%d)", &block, &item); err != nil || block != 0 {
			t.Fatalf("row %s: %v", rows.RawValues()[0], err)
		}
		shown[item-1] = true
	}
	return shown, rows.Err()
}

// plans tells whether plain SQL gets as far as to look at a row: PostgreSQL computes
// what it can to guess how many there are, and may fail at that, where no row would
// have.
func (d *differ) plans(t *testing.T, w *scenario, caller token.Claims) bool {
	t.Helper()
	tx := d.become(t, caller)
	defer func() { _ = tx.Rollback(context.WithoutCancel(t.Context())) }()
	_, err := tx.Exec(t.Context(), "explain select "+w.key+" from public."+w.table.Name)
	return err == nil
}

// become begins a transaction as the table API would for the caller.
func (d *differ) become(t *testing.T, caller token.Claims) pgx.Tx {
	t.Helper()
	tx, err := d.plain.Begin(t.Context())
	if err == nil {
		err = db.Become(t.Context(), tx, db.Session{
			Claims: caller, ReadOnly: true, Settings: []db.Setting{{Name: "search_path", Value: "public, public"}},
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return tx
}
