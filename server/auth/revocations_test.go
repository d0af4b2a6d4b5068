package auth

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/token"
)

// node is another program on the fixture's database, with the same secret.
type node struct {
	*Service
	t        *testing.T
	verifier *token.Verifier
	changed  chan struct{}
	stop     func()
}

// node starts one that follows the revocations, and waits until it has read them.
func (f *fixture) node() *node {
	f.t.Helper()
	t := f.t.(*testing.T)
	keys, err := token.New(token.Options{Secret: testSecret, Now: f.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	n := &node{t: t, changed: make(chan struct{}, 1)}
	n.Service, err = New(Options{Pool: f.pool, Keys: keys, Now: f.clock.now, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		t.Fatal(err)
	}
	n.verifier = keys.WithRules(token.Rules{Now: f.clock.now})
	keys.Revocations.Watch(func() {
		select {
		case n.changed <- struct{}{}:
		default:
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { n.Follow(ctx, db.Link{URL: f.db.LoginURL("supabase_auth_admin")}) })
	n.stop = func() {
		cancel()
		running.Wait()
	}
	t.Cleanup(n.stop)
	<-n.changed // bans are replaced by those of the first reading
	return n
}

// until waits for the node's opinion on a token to be this.
func (n *node) until(bearer string, accepted bool) {
	n.t.Helper()
	for {
		if _, err := n.verifier.Verify(bearer); (err == nil) == accepted {
			return
		}
		select {
		case <-n.changed:
		case <-n.t.Context().Done():
			n.t.Fatal("the node was not told")
		}
	}
}

// As with Supabase, where it is asked for: a token of an ended session is refused by this service
// alone.
func TestTokensOutliveSessions(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.TokensOutliveSessions = true })
	f.clock.advance(time.Since(f.clock.now()))
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	for _, end := range []func() answer{
		func() answer { return f.call("POST", "/logout", bearer, "") },
		func() answer { return f.admin("PUT", "/admin/users/"+id, `{"ban_duration":"100h"}`) },
	} {
		if a := end(); a.status >= 300 {
			t.Fatalf("got %d %s", a.status, a.text)
		}
		if err := f.revocations.Apply(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		if _, err := f.keys.WithRules(token.Rules{Now: f.clock.now}).Verify(bearer); err != nil {
			t.Errorf("the other services refuse the token: %v", err)
		}
	}
	if a := f.call("GET", "/user", bearer, ""); a.status != 403 {
		t.Errorf("got %d %s", a.status, a.text)
	}
	if n := f.keys.Revocations.Len(); n != 0 {
		t.Errorf("%d revocations", n)
	}
}

// Whatever ends a session or bans a user ends the access tokens of all services: on the
// node itself before it answers, and then on the others; no other user's.
func TestAccessTokensEndAtOnce(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		do          func(f *fixture, id string, here answer) answer
		here, there bool // which of the user's tokens stay
	}{
		{"global sign-out", func(f *fixture, _ string, here answer) answer {
			return f.call("POST", "/logout", here.str("access_token"), "")
		}, false, false},
		{"local sign-out", func(f *fixture, _ string, here answer) answer {
			return f.call("POST", "/logout?scope=local", here.str("access_token"), "")
		}, false, true},
		{"sign-out of others", func(f *fixture, _ string, here answer) answer {
			return f.call("POST", "/logout?scope=others", here.str("access_token"), "")
		}, true, false},
		{"new password", func(f *fixture, _ string, here answer) answer {
			return f.call("PUT", "/user", here.str("access_token"), `{"password":"a sound one"}`)
		}, true, false},
		{"new password by an admin", func(f *fixture, id string, _ answer) answer {
			return f.call("PUT", "/admin/users/"+id, f.service(), `{"password":"a sound one"}`)
		}, false, false},
		{"ban", func(f *fixture, id string, _ answer) answer {
			return f.call("PUT", "/admin/users/"+id, f.service(), `{"ban_duration":"100h"}`)
		}, false, false},
		{"deletion", func(f *fixture, id string, _ answer) answer {
			return f.call("DELETE", "/admin/users/"+id, f.service(), "")
		}, false, false},
		{"soft deletion", func(f *fixture, id string, _ answer) answer {
			return f.call("DELETE", "/admin/users/"+id, f.service(), `{"should_soft_delete":true}`)
		}, false, false},
		{"replay of a refresh token", func(f *fixture, _ string, here answer) answer {
			f.ok(f.refreshWith(f.ok(f.refreshWith(here.str("refresh_token"))).str("refresh_token")))
			f.clock.advance(reuseInterval)
			return f.refreshWith(here.str("refresh_token"))
		}, false, true},
		{"change of metadata", func(f *fixture, _ string, here answer) answer {
			return f.call("PUT", "/user", here.str("access_token"), `{"data":{"a":1}}`)
		}, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			// A ban's end is compared with the time of the database.
			f.clock.advance(time.Since(f.clock.now()))
			id := f.user(ann)
			f.user("bob@example.test")
			own, other := f.keys.WithRules(token.Rules{Now: f.clock.now}), f.node()
			here, there, bob := f.login(ann), f.login(ann), f.login("bob@example.test")
			noSession := f.sign(jwt.MapClaims{"sub": id, "role": "authenticated"})
			if a := tt.do(f, id, here); a.status >= 500 {
				t.Fatalf("got %d %s", a.status, a.text)
			}
			for _, c := range []struct {
				whose, bearer string
				want          bool
			}{
				{"this session's", here.str("access_token"), tt.here},
				{"the other session's", there.str("access_token"), tt.there},
				{"another user's", bob.str("access_token"), true},
				{"one without a session", noSession, true},
			} {
				if _, err := own.Verify(c.bearer); (err == nil) != c.want {
					t.Errorf("%s token: %v, want accepted %t", c.whose, err, c.want)
				}
				other.until(c.bearer, c.want)
			}
			later := f.node() // one that starts only now
			for bearer, want := range map[string]bool{here.str("access_token"): tt.here, there.str("access_token"): tt.there} {
				if _, err := later.verifier.Verify(bearer); (err == nil) != want {
					t.Errorf("a node that started later: %v, want accepted %t", err, want)
				}
			}
		})
	}
}

func TestALiftedBanGivesTheTokensBack(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.clock.advance(time.Since(f.clock.now()))
	id := f.user(ann)
	other := f.node()
	bearer := f.login(ann).str("access_token")
	f.ok(f.call("PUT", "/admin/users/"+id, f.service(), `{"ban_duration":"1h"}`))
	other.until(bearer, false)
	f.ok(f.call("PUT", "/admin/users/"+id, f.service(), `{"ban_duration":"none"}`))
	other.until(bearer, true)
}

// Plain SQL, of an operator or of a function, counts as the API does. More rows than are
// notified one by one are read.
func TestSessionsThatSQLDeletes(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	other := f.node()
	if _, err := f.db.Admin.Exec(t.Context(), `insert into auth.sessions (user_id) select $1 from generate_series(1, 200)`, id); err != nil {
		t.Fatal(err)
	}
	if _, err := f.db.Admin.Exec(t.Context(), `delete from auth.sessions`); err != nil {
		t.Fatal(err)
	}
	other.until(bearer, false)
	if n := other.keys.Revocations.Len(); n != 201 {
		t.Errorf("%d entries, want 201", n)
	}
}

// A node that loses its connection reads what it has missed.
func TestRevocationsAfterALostConnection(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	here, there := f.login(ann), f.login(ann)
	other := f.node()
	f.call("POST", "/logout?scope=local", here.str("access_token"), "")
	other.until(here.str("access_token"), false)
	var ended int
	// A connection that was idle for long has notified itself.
	err := f.db.Admin.QueryRow(t.Context(), `with gone as (delete from auth.sessions returning id)
		select count(pg_terminate_backend(pid)) from pg_stat_activity, (select count(*) from gone) as g
		where datname = current_database() and query ~* '^(listen|notify)'`).Scan(&ended)
	if err != nil || ended != 1 {
		t.Fatalf("%d listeners ended, %v", ended, err)
	}
	other.until(there.str("access_token"), false)
}

// Memory and table keep a revocation as long as a token lives.
func TestRevocationsExpire(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.call("POST", "/logout", f.login(ann).str("access_token"), "")
	bearer := f.login(ann).str("access_token")
	f.call("POST", "/logout", bearer, "")
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.revocations set revoked_at = revoked_at - interval '61 minutes'
		where id = (select id from auth.revocations limit 1)`); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		advance     time.Duration
		memory, row int
	}{{0, 2, 2}, {time.Hour, 2, 2}, {session.ClockTolerance, 0, 2}} {
		f.clock.advance(want.advance)
		if err := f.maintain(t.Context()); err != nil {
			t.Fatal(err)
		}
		if memory, row := f.keys.Revocations.Len(), f.count(`select count(*) from auth.revocations`); memory != want.memory || row != want.row {
			t.Errorf("after %s more: %d in memory and %d rows, want %d and %d", want.advance, memory, row, want.memory, want.row)
		}
	}
	if _, err := f.db.Admin.Exec(t.Context(), `update auth.revocations set revoked_at = revoked_at - interval '62 minutes'`); err != nil {
		t.Fatal(err)
	}
	if err := f.maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`select count(*) from auth.revocations`); n != 0 {
		t.Errorf("%d rows, want none", n)
	}
}

// Anybody may notify the channel; what cannot be meant is ignored.
func TestNotificationsOfStrangers(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	bearer := f.login(ann).str("access_token")
	verifier := f.keys.WithRules(token.Rules{Now: f.clock.now})
	for _, payload := range []string{"x", "session", "session x", "user ' or true", "user " + id, "other " + id} {
		if err := f.revocations.Apply(t.Context(), payload); err != nil {
			t.Errorf("%q: %v", payload, err)
		}
		if _, err := verifier.Verify(bearer); err != nil {
			t.Errorf("after %q: %v", payload, err)
		}
	}
}

// The tables of sessions are written to by roles that have no right on auth.revocations.
func TestRevocationsOfARoleWithFewRights(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.login(ann)
	err := f.pool.LoginTx(t.Context(), func(tx db.Tx) error {
		_, err := tx.Exec(t.Context(), `grant select, delete on auth.sessions to toubkal_owner`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.db.Admin.Exec(t.Context(), `set role toubkal_owner; delete from auth.sessions; reset role`); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`select count(*) from auth.revocations`); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
}
