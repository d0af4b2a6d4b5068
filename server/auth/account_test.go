package auth

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

func TestCreateUserTxIsAllOrNothing(t *testing.T) {
	t.Parallel()
	f := setup(t)
	stop := errors.New("stop")
	_, err := f.CreateUserTx(t.Context(), ann, annPass, func(tx db.Tx, id string) error {
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
	id, err := f.CreateUserTx(t.Context(), ann, annPass, func(db.Tx, string) error { return nil })
	if err != nil || uuid.Validate(id) != nil {
		t.Fatalf("got %q %v", id, err)
	}
	f.login(ann)
	if _, err := f.CreateUserTx(t.Context(), "ANN@example.test", annPass, nil); fault.As(err).Code != fault.AuthEmailExists {
		t.Errorf("error = %v, want email_exists", err)
	}
	if _, err := f.CreateUserTx(t.Context(), "bob@example.test", "1", nil); fault.As(err).Code != fault.AuthWeakPassword {
		t.Errorf("error = %v, want weak_password", err)
	}
}

// An account that somebody made by signing up is not taken over: whoever made it knows its password.
func TestInviteUserTx(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Flows.SignUp = SignUpOpen })
	f.user(ann)
	stop := errors.New("stop")
	then := func(db.Tx, string) error { return nil }
	invite := func(email string, then func(db.Tx, string) error) (string, error) {
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/", http.NoBody)
		return f.InviteUserTx(r, email, "https://elsewhere.test/", map[string]json.RawMessage{"language": json.RawMessage(`"fr"`)}, then)
	}
	if _, err := invite(bob, func(db.Tx, string) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("error = %v, want the one of the second step", err)
	}
	if n := f.count(`select count(*) from auth.users where email = $1`, bob); n != 0 {
		t.Error("the account is left behind")
	}
	f.mails.take()
	id, err := invite(bob, then)
	if err != nil {
		t.Fatal(err)
	}
	first := f.oneMail()
	if first.kind != "invite" || first.to != bob || first.languages[0] != "fr" || first.data.RedirectTo == "https://elsewhere.test/" {
		t.Errorf("mail %+v", first)
	}
	if again, err := invite(" BOB@example.test ", then); again != id || err != nil {
		t.Errorf("again: %q %v, want %q", again, err, id)
	}
	if second := f.oneMail(); second.hash() == first.hash() {
		t.Error("the second link is the first one")
	}
	f.ok(f.call("POST", "/signup", "", `{"email":"carl@example.test","password":"correct horse"}`))
	for _, email := range []string{ann, "carl@example.test"} {
		if _, err := invite(email, then); fault.As(err).Code != fault.AuthEmailExists {
			t.Errorf("%s: error = %v, want email_exists", email, err)
		}
	}
}

func TestReopen(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	before := f.login(ann).str("refresh_token")
	reopen := func(email string) (got string, err error) {
		n, err := f.accounts.Prepare(t.Context(), account.NewUser{
			Email: email, Password: "secret456", UserMetadata: map[string]json.RawMessage{"fresh": json.RawMessage("true")},
		})
		if err != nil {
			return "", err
		}
		err = f.pool.LoginTx(t.Context(), func(tx db.Tx) error {
			got, err = f.accounts.Reset(t.Context(), tx, n)
			return err
		})
		return got, err
	}
	if got, err := reopen(" ANN@example.test"); got != id || err != nil {
		t.Fatalf("reopened %q %v, want %q", got, err, id)
	}
	f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"secret456"}`))
	f.refused(f.refreshWith(before), 400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	if n := f.count(`select count(*) from auth.users where raw_user_meta_data -> 'fresh' = 'true' and raw_user_meta_data ? 'email_verified'`); n != 1 {
		t.Errorf("%d users have both the new and the old metadata, want 1", n)
	}
	if got, err := reopen("nobody@example.test"); got != "" || err != nil {
		t.Errorf("reopened nobody: %q %v", got, err)
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
