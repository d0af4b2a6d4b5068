package auth

import (
	"errors"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

func TestCreateUserThenIsAllOrNothing(t *testing.T) {
	t.Parallel()
	f := setup(t)
	stop := errors.New("stop")
	_, err := f.CreateUserThen(t.Context(), ann, annPass, func(tx db.Tx, id string) error {
		var found int
		if err := tx.QueryRow(t.Context(), `select count(*) from auth.users where id = $1`, id).Scan(&found); err != nil || found != 1 {
			t.Errorf("inside: %d users %v, want 1", found, err)
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Errorf("error = %v, want the one of the second step", err)
	}
	if n := f.count(`select count(*) from auth.users`) + f.count(`select count(*) from auth.audit_log_entries`); n != 0 {
		t.Errorf("%d rows left behind", n)
	}
	id, err := f.CreateUserThen(t.Context(), ann, annPass, func(db.Tx, string) error { return nil })
	if err != nil || uuid.Validate(id) != nil {
		t.Fatalf("got %q %v", id, err)
	}
	f.login(ann)
	if _, err := f.CreateUserThen(t.Context(), "ANN@example.test", annPass, nil); fault.As(err).Code != fault.AuthEmailExists {
		t.Errorf("error = %v, want email_exists", err)
	}
	if _, err := f.CreateUserThen(t.Context(), "bob@example.test", "1", nil); fault.As(err).Code != fault.AuthWeakPassword {
		t.Errorf("error = %v, want weak_password", err)
	}
}

func TestSetPassword(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	before := f.login(ann).str("refresh_token")
	if err := f.SetPassword(t.Context(), " ANN@example.test", "secret456"); err != nil {
		t.Fatal(err)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"secret456"}`))
	f.refused(f.refreshWith(before), 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	for email, c := range map[string][2]string{"nobody@example.test": {"secret456", fault.AuthUserNotFound}, ann: {"1", fault.AuthWeakPassword}} {
		if err := f.SetPassword(t.Context(), email, c[0]); fault.As(err).Code != c[1] {
			t.Errorf("%s: error = %v, want %s", email, err, c[1])
		}
	}
}

func TestBanAndDeleteUser(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	in := func(fn func(db.Tx) error) error { return f.inTx(t.Context(), fn) }
	if err := in(func(tx db.Tx) error { return f.BanUser(t.Context(), tx, id, f.clock.now().Add(time.Hour)) }); err != nil {
		t.Fatal(err)
	}
	f.refused(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"secret123"}`), 400, "user_banned", "User is banned")
	if err := in(func(tx db.Tx) error { return f.BanUser(t.Context(), tx, id, time.Time{}) }); err != nil {
		t.Fatal(err)
	}
	f.login(ann)
	if err := in(func(tx db.Tx) error { return f.DeleteUser(t.Context(), tx, id) }); err != nil {
		t.Fatal(err)
	}
	if n := f.count(`select count(*) from auth.users`) + f.count(`select count(*) from auth.sessions`); n != 0 {
		t.Errorf("%d rows left", n)
	}
	for name, act := range map[string]func(db.Tx) error{
		"delete": func(tx db.Tx) error { return f.DeleteUser(t.Context(), tx, id) },
		"ban":    func(tx db.Tx) error { return f.BanUser(t.Context(), tx, id, time.Time{}) },
	} {
		if err := in(act); fault.As(err).Code != fault.AuthUserNotFound {
			t.Errorf("%s of nobody: %v, want user_not_found", name, err)
		}
	}
}

// What a request costs in round trips to PostgreSQL. GoTrue sends 5, 27 and 15
// statements.
func TestRoundTrips(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	session := f.login(ann)
	for _, c := range []struct {
		name string
		want int64
		act  func()
	}{
		{"GET /user", 1, func() { f.ok(f.call("GET", "/user", session.str("access_token"), "")) }},
		{"refresh", 2, func() { session = f.ok(f.refreshWith(session.str("refresh_token"))) }},
		{"password", 2, func() { session = f.login(ann) }},
	} {
		least := int64(1 << 62)
		for range 6 { // the first prepare statements; any may ping a connection that idled for a second
			before := f.sent.Load()
			c.act()
			least = min(least, f.sent.Load()-before)
		}
		if least != c.want {
			t.Errorf("%s: %d round trips, want %d", c.name, least, c.want)
		}
	}
}

func BenchmarkRequests(b *testing.B) {
	f := setup(b)
	f.user(ann)
	session := f.login(ann)
	b.Run("GET user", func(b *testing.B) {
		for b.Loop() {
			f.ok(f.call("GET", "/user", session.str("access_token"), ""))
		}
	})
	b.Run("refresh", func(b *testing.B) {
		for b.Loop() {
			session = f.ok(f.refreshWith(session.str("refresh_token")))
		}
	})
	b.Run("password", func(b *testing.B) {
		for b.Loop() {
			session = f.login(ann)
		}
	})
}
