package auth

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/auth/session"
)

func (f *fixture) refreshWith(refreshToken string) answer {
	f.t.Helper()
	return f.call("POST", "/token?grant_type=refresh_token", "", `{"refresh_token":"`+refreshToken+`"}`)
}

func TestRefreshRotates(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	first := f.login(ann)
	f.clock.advance(time.Hour)
	second := f.ok(f.refreshWith(first.str("refresh_token")))
	if second.str("refresh_token") == first.str("refresh_token") || second.header.Get("sb-auth-refresh-token-counter") != "1" ||
		second.header.Get("sb-auth-refresh-token-reuse") != "false" {
		t.Errorf("second = %s %v", second.text, second.header)
	}
	if _, has := second.body["weak_password"]; has {
		t.Error("weak_password belongs to the password grant alone")
	}
	claims, err := f.keys.Verify(second.str("access_token"))
	if err != nil || claims.SessionID != first.header.Get("sb-auth-session-id") {
		t.Errorf("claims = %+v %v, want the same session", claims, err)
	}
	if n := f.count(`select count(*) from auth.sessions where refresh_token_counter = 1 and refreshed_at = '2026-11-21 13:00:00'`); n != 1 {
		t.Error("the session does not tell when it was refreshed")
	}
	if n := f.count(`select count(*) from auth.refresh_tokens`); n != 0 {
		t.Errorf("%d token rows, want none", n)
	}
}

// The answer to a rotation got lost: the one behind gets the same successor, however often and
// however late, until that is used. After that the session ends.
func TestRefreshOneBehind(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	first := f.login(ann)
	refreshed, second := f.clock.now(), f.ok(f.refreshWith(first.str("refresh_token")))
	for later, cause := range map[time.Duration]string{0: "concurrent-refresh,fail-to-save", reuseInterval - time.Second: "concurrent-refresh,fail-to-save", reuseInterval: "fail-to-save", 24 * time.Hour: "fail-to-save"} {
		f.clock.set(refreshed.Add(later))
		again := f.ok(f.refreshWith(first.str("refresh_token")))
		if again.str("refresh_token") != second.str("refresh_token") {
			t.Errorf("%v later: another token than the current one", later)
		}
		if got := again.header.Get("sb-auth-refresh-token-reuse-cause"); got != cause {
			t.Errorf("%v later: cause %q", later, got)
		}
	}
	third := f.ok(f.refreshWith(second.str("refresh_token")))
	f.clock.advance(reuseInterval)
	f.refused(f.refreshWith(first.str("refresh_token")), http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
	f.refused(f.refreshWith(third.str("refresh_token")), http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
}

// An interval of 0 is about clients that race; an answer that got lost is another matter.
func TestRefreshWithoutReuse(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.ReuseInterval = 0 })
	f.user(ann)
	first := f.login(ann).str("refresh_token")
	second := f.ok(f.refreshWith(first)).str("refresh_token")
	if again := f.ok(f.refreshWith(first)).str("refresh_token"); again != second {
		t.Errorf("got %s, want %s", again, second)
	}
	f.ok(f.refreshWith(second))
	f.refused(f.refreshWith(first), http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
}

// A session ends so long after the sign-in, or without use, and its access tokens no
// later than that.
func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name                string
		timebox, inactivity time.Duration
		every               time.Duration // between refreshes
		last                int           // the refresh that is refused
	}{
		{"no end", 0, 0, 1000 * time.Hour, 0},
		{"timebox", 10 * time.Hour, 0, 4 * time.Hour, 3},
		{"timebox, at its end", 8 * time.Hour, 0, 4 * time.Hour, 2},
		{"inactivity, in use", 0, 5 * time.Hour, 4 * time.Hour, 0},
		{"inactivity, at its end", 0, 4 * time.Hour, 4 * time.Hour, 1},
		{"both", 10 * time.Hour, 5 * time.Hour, 4 * time.Hour, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.configure(func(o *Options) { o.SessionTimebox, o.SessionInactivity = tt.timebox, tt.inactivity })
			f.user(ann)
			opened, current := f.clock.now(), f.login(ann)
			for i := 1; i <= 5; i++ {
				f.clock.advance(tt.every)
				a := f.refreshWith(current.str("refresh_token"))
				if i == tt.last {
					f.refused(a, http.StatusBadRequest, "session_expired", "Invalid Refresh Token: Session Expired")
					return
				}
				current = f.ok(a)
				exp := f.clock.now().Add(time.Hour)
				if end := opened.Add(tt.timebox); tt.timebox > 0 && end.Before(exp) {
					exp = end
				}
				claims, err := f.keys.Verify(current.str("access_token"))
				if err != nil || !claims.Expires.Equal(exp) || current.body["expires_at"] != float64(exp.Unix()) ||
					current.body["expires_in"] != exp.Sub(f.clock.now()).Seconds() {
					t.Errorf("refresh %d: %v, exp %s and %v s, want %s", i, err, claims.Expires, current.body["expires_in"], exp)
				}
			}
		})
	}
}

func TestTokensOfALastHourAreShorter(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.configure(func(o *Options) { o.SessionTimebox = 90 * time.Minute })
	f.user(ann)
	first := f.login(ann)
	f.clock.advance(time.Hour)
	second := f.ok(f.refreshWith(first.str("refresh_token")))
	if first.body["expires_in"] != 3600.0 || second.body["expires_in"] != 1800.0 {
		t.Errorf("tokens of %v and %v s, want 3600 and 1800", first.body["expires_in"], second.body["expires_in"])
	}
}

func TestRefreshReplayEndsTheSession(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	first := f.login(ann)
	second := f.ok(f.refreshWith(first.str("refresh_token")))
	third := f.ok(f.refreshWith(second.str("refresh_token")))

	f.clock.advance(reuseInterval - time.Second)
	within := f.ok(f.refreshWith(first.str("refresh_token")))
	if within.str("refresh_token") != third.str("refresh_token") || within.header.Get("sb-auth-refresh-token-reuse-cause") != "concurrent-refresh" {
		t.Errorf("two behind, within the interval: %s %v", within.text, within.header)
	}
	f.clock.advance(time.Second)
	replay := f.refreshWith(first.str("refresh_token"))
	f.refused(replay, http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
	if replay.header.Get("sb-auth-refresh-token-rotated") != "true" {
		t.Errorf("headers = %v", replay.header)
	}
	f.refused(f.refreshWith(third.str("refresh_token")), http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
	f.refused(f.call("GET", "/user", third.str("access_token"), ""), http.StatusForbidden, "session_not_found", "Session from session_id claim in JWT does not exist")
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'token_revoked'`); n != 1 {
		t.Errorf("%d audit entries of the revocation, want 1", n)
	}
}

// Twenty at once with one token: all go on, in one session, with one token.
func TestConcurrentRefresh(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	first := f.login(ann).str("refresh_token")
	answers := make([]answer, 20)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			<-start
			answers[i] = f.refreshWith(first)
		})
	}
	close(start)
	wg.Wait()
	given := map[string]bool{}
	for _, a := range answers {
		f.ok(a)
		given[a.str("refresh_token")] = true
	}
	if len(given) != 1 || given[first] {
		t.Errorf("%d tokens given, want one new one", len(given))
	}
	if n := f.count(`select refresh_token_counter from auth.sessions`); n != 1 {
		t.Errorf("counter = %d, want 1", n)
	}
	for last := range given {
		f.ok(f.refreshWith(last))
	}
}

func TestRefreshRefuses(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	good := f.login(ann).str("refresh_token")
	parsed, _ := session.ParseRefreshToken(good)
	forged := session.NewRefreshToken(parsed.Session, 0, []byte("another key"))
	const notValid, notFound = "Refresh token is not valid", "Invalid Refresh Token: Refresh Token Not Found"
	for body, want := range map[string][2]string{
		`{}`:                                 {"validation_failed", notValid},
		`{"refresh_token":"short"}`:          {"validation_failed", notValid},
		`{"refresh_token":"abcdefghij12"}`:   {"refresh_token_not_found", notFound},
		`{"refresh_token":"` + forged + `"}`: {"refresh_token_not_found", notFound},
		`{"refresh_token":5}`:                {"bad_json", "Could not parse request body as JSON: unexpected number in \"refresh_token\""},
	} {
		f.refused(f.call("POST", "/token?grant_type=refresh_token", "", body), http.StatusBadRequest, want[0], want[1])
	}
	f.ok(f.refreshWith(good)) // a forged token has harmed nobody
}

func TestRefreshOfAheadEndedAndBanned(t *testing.T) {
	t.Parallel()
	f := setup(t)
	id := f.user(ann)
	first := f.login(ann).str("refresh_token")
	second := f.ok(f.refreshWith(first)).str("refresh_token")
	for _, c := range []struct{ sql, code, message string }{
		{`update auth.sessions set refresh_token_counter = 0`, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"},
		{`update auth.sessions set refresh_token_counter = 1, not_after = '2026-11-21 12:00:00Z'`, "session_expired", "Invalid Refresh Token: Session Expired"},
		{`update auth.users set banned_until = 'infinity'`, "user_banned", "Invalid Refresh Token: User Banned"},
	} {
		if _, err := f.db.Admin.Exec(t.Context(), c.sql); err != nil {
			t.Fatal(err)
		}
		a := f.refreshWith(second)
		f.refused(a, http.StatusBadRequest, c.code, c.message)
		if c.code == "user_banned" && a.header.Get("sb-auth-user-id") != id {
			t.Errorf("headers = %v", a.header)
		}
	}
}
