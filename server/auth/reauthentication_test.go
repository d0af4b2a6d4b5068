package auth

import (
	"net/http"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/auth/throttle"
)

// A token alone does not change the password: it takes a recent sign-in, or the old one.
func TestReauthentication(t *testing.T) {
	t.Parallel()
	const (
		needed   = "reauthentication_needed"
		required = "current_password_required"
		invalid  = "current_password_invalid"
	)
	off := Reauthentication{Window: reauthenticationWindow}
	on := Reauthentication{Required: true, Window: reauthenticationWindow}
	always := Reauthentication{CurrentPassword: true, Window: reauthenticationWindow}
	tests := []struct {
		name    string
		rule    Reauthentication
		later   time.Duration // after the sign-in
		current string
		code    string // "" where the password is changed
	}{
		{"at once", on, 0, "", ""},
		{"in time", on, reauthenticationWindow - time.Second, "", ""},
		{"too late", on, reauthenticationWindow, "", needed},
		{"too late, with the old one", on, 30 * time.Minute, annPass, ""},
		{"too late, with another", on, 30 * time.Minute, "wrong one", invalid},
		{"in time, with another", on, 0, "wrong one", invalid},
		{"switched off", off, 30 * time.Minute, "", ""},
		{"switched off, with another", off, 30 * time.Minute, "wrong one", ""},
		{"always, without", always, 0, "", required},
		{"always, with the old one", always, 30 * time.Minute, annPass, ""},
		{"always, with another", always, 0, "wrong one", invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.configure(func(o *Options) { o.Reauthentication = tt.rule })
			f.user(ann)
			bearer := f.login(ann).str("access_token")
			f.clock.advance(tt.later)
			body := `{"password":"a sound one","current_password":"` + tt.current + `"}`
			a := f.call("PUT", "/user", bearer, body)
			if a.str("error_code") != tt.code || (a.status == http.StatusOK) != (tt.code == "") || tt.code != "" && a.status != http.StatusBadRequest {
				t.Errorf("got %d %s, want %q", a.status, a.text, tt.code)
			}
			if a := f.call("PUT", "/user", bearer, `{"data":{"a":1}}`); a.status != http.StatusOK {
				t.Errorf("another change: got %d %s", a.status, a.text)
			}
			want := annPass
			if tt.code == "" {
				want = "a sound one"
			}
			f.ok(f.call("POST", "/token?grant_type=password", "", `{"email":"ann@example.test","password":"`+want+`"}`))
		})
	}
}

// A token without a session says nothing of a recent sign-in.
func TestReauthenticationWithoutASession(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	bearer := f.sign(jwt.MapClaims{"sub": id, "role": "authenticated"})
	f.refused(f.call("PUT", "/user", bearer, `{"password":"a sound one"}`), 400, "reauthentication_needed", "Password update requires reauthentication")
	f.ok(f.call("PUT", "/user", bearer, `{"password":"a sound one","current_password":"secret123"}`))
}

// A stolen token does not serve to guess the password: neither by the old one, nor by
// what a new one is compared with.
func TestGuessingTheCurrentPassword(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	f.clock.advance(30 * time.Minute)
	f.refused(f.call("PUT", "/user", bearer, `{"password":"secret123"}`), 400, "reauthentication_needed", "Password update requires reauthentication")
	for range throttle.FreeOfAccount {
		f.refused(f.call("PUT", "/user", bearer, `{"password":"a sound one","current_password":"wrong"}`), 400, "current_password_invalid", "The current password is wrong.")
	}
	a := f.call("PUT", "/user", bearer, `{"password":"a sound one","current_password":"secret123"}`)
	f.refused(a, http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")
	f.clock.advance(time.Second)
	f.ok(f.call("PUT", "/user", bearer, `{"password":"a sound one","current_password":"secret123"}`))
	if n := f.count(`select count(*) from auth.audit_log_entries where payload -> 'traits' ->> 'reason' = 'wrong_current_password'`); n != 1 {
		t.Errorf("%d audit entries, want 1 for the first of the minute", n)
	}
}

// As in GoTrue: who came by a code does not know the password. Others have to give it.
func TestCurrentPasswordAfterRecovery(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.Reauthentication = Reauthentication{CurrentPassword: true} })
	f.user(ann)
	signedIn := f.login(ann).str("access_token")
	f.refused(f.call("PUT", "/user", signedIn, `{"password":"another horse"}`), 400, "current_password_required", "Current password required when setting new password.")
	f.refused(f.call("PUT", "/user", signedIn, `{"password":"another horse","current_password":"wrong"}`), 400, "current_password_invalid", "The current password is wrong.")
	f.ok(f.call("POST", "/recover", "", `{"email":"`+ann+`"}`))
	recovered := f.ok(f.call("POST", "/verify", "", `{"type":"recovery","token_hash":"`+f.oneMail().hash()+`"}`)).str("access_token")
	f.clock.advance(time.Hour / 2)
	f.ok(f.call("PUT", "/user", recovered, `{"password":"another horse"}`))
}
