package auth

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/session"
)

const oldSession = "00000000-0000-4000-8000-0000000000aa"

// version1Session makes a session as GoTrue leaves it after two refreshes: of first and
// second, which are revoked, and third. The last refresh was ago.
func (f *fixture) version1Session(ago time.Duration) (first, second, third string) {
	f.t.Helper()
	id, now := f.user(ann), f.clock.now()
	first, second, third = "aaaaaaaaaaa1", "aaaaaaaaaaa2", "aaaaaaaaaaa3"
	f.exec(`insert into auth.sessions (id, user_id, created_at, updated_at, aal, refreshed_at) values ($1, $2, $3, $4, 'aal1', $4::timestamptz at time zone 'UTC')`,
		oldSession, id, now.Add(-time.Hour-ago), now.Add(-ago))
	f.exec(`insert into auth.refresh_tokens (instance_id, token, user_id, revoked, parent, session_id, created_at, updated_at) values
		(null, 'aaaaaaaaaaa1', $1, true, null, $2, $3, $3::timestamptz - interval '1 hour'),
		(null, 'aaaaaaaaaaa2', $1, true, 'aaaaaaaaaaa1', $2, $3, $3),
		(null, 'aaaaaaaaaaa3', $1, false, 'aaaaaaaaaaa2', $2, $3, $3)`, id, oldSession, now.Add(-ago))
	return first, second, third
}

func TestVersion1TokenIsExchangedOnce(t *testing.T) {
	t.Parallel()
	f := setup(t)
	_, _, current := f.version1Session(24 * time.Hour)
	a := f.ok(f.refreshWith(current))
	counted, ok := session.ParseRefreshToken(a.str("refresh_token"))
	if !ok || counted.Session != uuid.MustParse(oldSession) || counted.Counter != 0 || a.header.Get("sb-auth-refresh-token-reuse") != "false" {
		t.Errorf("got %s %v", a.text, a.header)
	}
	if n := f.count(`select count(*) from auth.refresh_tokens where not revoked`); n != 0 {
		t.Errorf("%d tokens are not revoked, want none", n)
	}
	claims, err := f.keys.Verify(a.str("access_token"))
	if err != nil || claims.SessionID != oldSession {
		t.Errorf("claims = %+v %v, want the same session", claims, err)
	}
	// The answer got lost: the old token gets the same again until that is used.
	f.clock.advance(reuseInterval)
	again := f.ok(f.refreshWith(current))
	if again.str("refresh_token") != a.str("refresh_token") || again.header.Get("sb-auth-refresh-token-reuse-cause") != "concurrent-refresh" {
		t.Errorf("again: %s %v", again.text, again.header)
	}
	f.ok(f.refreshWith(a.str("refresh_token")))
	f.clock.advance(reuseInterval)
	f.refused(f.refreshWith(current), http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
	if n := f.count(`select count(*) from auth.sessions`) + f.count(`select count(*) from auth.refresh_tokens`); n != 0 {
		t.Errorf("%d rows are left of the session, want none", n)
	}
}

func TestVersion1RoundTrips(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	least := int64(1 << 62)
	for i := range 6 { // the first prepare statements; any may ping a connection that idled for a second
		token := fmt.Sprintf("bbbbbbbbbbb%d", i)
		f.exec(`with s as (insert into auth.sessions (user_id) select id from auth.users returning id)
			insert into auth.refresh_tokens (token, revoked, session_id) select $1, false, id from s`, token)
		before := f.sent.Load()
		f.ok(f.refreshWith(token))
		least = min(least, f.sent.Load()-before)
	}
	if least != 2 {
		t.Errorf("%d round trips, want 2", least)
	}
}

func TestVersion1TokenThatWasReplaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		ago   time.Duration
		token func(first, second, third string) string
		sql   string
		ends  bool
	}{
		{"the parent, within the interval", reuseInterval - time.Second, func(_, second, _ string) string { return second }, "", false},
		{"the parent, later", 24 * time.Hour, func(_, second, _ string) string { return second }, "", false},
		{"the one before", reuseInterval - time.Second, func(first, _, _ string) string { return first }, "", true},
		{"the last one after GoTrue found a replay", time.Second, func(_, _, third string) string { return third }, "update auth.refresh_tokens set revoked = true", true},
		{"the last one of a session that is counted", time.Hour, func(_, _, third string) string { return third }, "update auth.sessions set refresh_token_hmac_key = 'AAAA', refresh_token_counter = 5", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			first, second, third := f.version1Session(c.ago)
			if c.sql != "" {
				f.exec(c.sql)
			}
			a := f.refreshWith(c.token(first, second, third))
			if c.ends {
				f.refused(a, http.StatusBadRequest, "refresh_token_already_used", "Invalid Refresh Token: Already Used")
				f.refused(f.refreshWith(third), http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
				return
			}
			got := f.ok(a).str("refresh_token")
			if third := f.ok(f.refreshWith(third)).str("refresh_token"); third != got {
				t.Errorf("the last one gets %s, want %s", third, got)
			}
		})
	}
}

func TestVersion1Concurrently(t *testing.T) {
	t.Parallel()
	f := setup(t)
	_, _, current := f.version1Session(time.Hour)
	answers := make([]answer, 20)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			<-start
			answers[i] = f.refreshWith(current)
		})
	}
	close(start)
	wg.Wait()
	given := map[string]bool{}
	for _, a := range answers {
		given[f.ok(a).str("refresh_token")] = true
	}
	if len(given) != 1 {
		t.Errorf("%d tokens given, want one", len(given))
	}
}

func TestVersion1Refuses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, sql, code, message string }{
		{"banned", `update auth.users set banned_until = 'infinity'`, "user_banned", "Invalid Refresh Token: User Banned"},
		{"ended", `update auth.sessions set not_after = '2026-11-21 12:00:00Z'`, "session_expired", "Invalid Refresh Token: Session Expired"},
		{"signed out", `delete from auth.sessions`, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"},
		{"of no session", `update auth.refresh_tokens set session_id = null`, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			_, _, current := f.version1Session(time.Hour)
			f.exec(c.sql)
			f.refused(f.refreshWith(current), http.StatusBadRequest, c.code, c.message)
		})
	}
}

// A session of GoTrue's version 2 goes on with its key and counter, also where the key is
// encrypted; one whose key is not known is no session, and no error of the server.
func TestVersion2SessionOfGoTrue(t *testing.T) {
	t.Parallel()
	key := []byte(strings.Repeat("k", 32))
	const stored = "a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s" // base64url of key, without padding
	for _, c := range []struct {
		name, stored string
		ok           bool
	}{
		{"plain", stored, true},
		{"encrypted", seal(t, "one", testKeys["one"], oldSession, stored), true},
		{"encrypted with another key", seal(t, "three", testKeys["one"], oldSession, stored), false},
		{"not base64", "*", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.configure(func(o *Options) { o.DecryptionKeys = testKeys })
			f.exec(`insert into auth.sessions (id, user_id, aal, refresh_token_hmac_key, refresh_token_counter) values ($1, $2, 'aal1', $3, 41)`, oldSession, f.user(ann), c.stored)
			a := f.refreshWith(session.NewRefreshToken(uuid.MustParse(oldSession), 41, key))
			if !c.ok {
				f.refused(a, http.StatusBadRequest, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found")
				return
			}
			if got := f.ok(a).str("refresh_token"); got != session.NewRefreshToken(uuid.MustParse(oldSession), 42, key) {
				t.Errorf("got %s, want the counter 42 under the same key", got)
			}
			f.ok(f.refreshWith(a.str("refresh_token")))
		})
	}
}
