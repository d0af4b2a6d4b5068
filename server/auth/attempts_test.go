package auth

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/token"
)

// browser is a client at an address, with its cookies.
type browser struct {
	f       *fixture
	address string
	cookies map[string]*http.Cookie
}

func (f *fixture) browser(address string) *browser {
	return &browser{f, address, map[string]*http.Cookie{}}
}

func (b *browser) signIn(email, password string, headers ...string) answer {
	body, err := json.Marshal(credentials{Email: email, Password: password})
	if err != nil {
		b.f.t.Error(err)
	}
	r := httptest.NewRequestWithContext(token.WithBearer(context.Background(), ""), "POST", "/token?grant_type=password", bytes.NewReader(body))
	r.RemoteAddr = b.address + ":1234"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	for _, cookie := range b.cookies {
		r.AddCookie(cookie)
	}
	w := httptest.NewRecorder()
	b.f.ServeHTTP(w, r)
	for _, cookie := range w.Result().Cookies() {
		b.cookies[cookie.Name] = cookie
	}
	a := answer{status: w.Code, header: w.Header(), text: w.Body.String()}
	_ = json.Unmarshal(w.Body.Bytes(), &a.body)
	return a
}

// restart forgets what is in memory of failed sign-ins.
func (f *fixture) restart() {
	f.configure(func(*Options) {})
}

// instant replaces bcrypt, so that tests do not wait for it: only annPass matches.
func (f *fixture) instant() {
	f.configure(func(o *Options) {
		o.Hashing.Compare = func(hash, given []byte) error {
			if string(hash) == annHash && string(given) == annPass {
				return nil
			}
			return bcrypt.ErrMismatchedHashAndPassword
		}
	})
}

// fails wants wrong passwords to be refused n times, and then to be delayed.
func (b *browser) fails(email string, n int) (wait string) {
	b.f.t.Helper()
	for i := range n {
		if a := b.signIn(email, "wrong"); a.status != http.StatusBadRequest || a.str("error_code") != "invalid_credentials" {
			b.f.t.Fatalf("failure %d of %s from %s: got %d %s", i+1, email, b.address, a.status, a.text)
		}
	}
	a := b.signIn(email, annPass)
	if a.status != http.StatusTooManyRequests || a.str("error_code") != "over_request_rate_limit" || a.str("msg") != "Request rate limit reached" {
		b.f.t.Fatalf("%s from %s after %d failures: got %d %s, want 429", email, b.address, n, a.status, a.text)
	}
	return a.header.Get("Retry-After")
}

// Whether there is an account cannot be seen.
func TestAccountBackOff(t *testing.T) {
	t.Parallel()
	for _, email := range []string{ann, "nobody@example.test"} {
		t.Run(email, func(t *testing.T) {
			t.Parallel()
			f := setup(t)
			f.instant()
			f.user(ann)
			attacker := f.browser("198.51.100.1")
			if got := attacker.fails(email, throttle.FreeOfAccount); got != "1" {
				t.Errorf("Retry-After %s, want 1", got)
			}
			for _, want := range []string{"2", "4", "8"} {
				f.clock.advance(time.Duration(len(want)) * 8 * time.Second)
				if got := attacker.fails(email, 1); got != want {
					t.Errorf("Retry-After %s, want %s", got, want)
				}
			}
			if a := f.browser("198.51.100.2").signIn(email, "wrong"); a.status != http.StatusTooManyRequests {
				t.Errorf("from another address: %d, want 429", a.status)
			}
			if a := f.browser("198.51.100.1").signIn("bob@example.test", "wrong"); a.status != http.StatusBadRequest {
				t.Errorf("another account: %d, want 400", a.status)
			}
			// A restarted program, or another node, goes on where this one was.
			f.restart()
			if a := f.browser("198.51.100.3").signIn(email, "wrong"); a.status != http.StatusTooManyRequests {
				t.Errorf("after a restart: %d, want 429", a.status)
			}
			f.clock.advance(24 * time.Hour) // all is forgotten
			attacker.fails(email, throttle.FreeOfAccount)
		})
	}
}

// The wait has an end, however long somebody tries.
func TestBackOffIsBounded(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	f.user(ann)
	attacker := f.browser("198.51.100.1")
	attacker.fails(ann, throttle.FreeOfAccount)
	longest := ""
	for range 12 {
		f.clock.advance(5 * time.Minute)
		longest = attacker.fails(ann, 1)
	}
	f.clock.advance(5 * time.Minute)
	if longest == "" || len(longest) > 3 || longest > "300" {
		t.Errorf("Retry-After %s, want at most 300", longest)
	}
	if a := f.browser("198.51.100.9").signIn(ann, annPass); a.status != http.StatusOK {
		t.Errorf("the owner, after the wait: %d %s", a.status, a.text)
	}
}

func TestAddressBackOff(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	f.user(ann)
	attacker := f.browser("2001:db8::1")
	attacker.address = "[2001:db8::1]"
	for i := range throttle.FreeOfAddress {
		if a := attacker.signIn(fmt.Sprintf("user%d@example.test", i), "wrong"); a.status != http.StatusBadRequest {
			t.Fatalf("failure %d: got %d %s", i+1, a.status, a.text)
		}
	}
	attacker.address = "[2001:db8::2]" // the same /64
	before := f.sent.Load()
	if a := attacker.signIn(ann, annPass); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" {
		t.Errorf("got %d %s, want 429", a.status, a.text)
	}
	// one entry of the audit log for the first, and then nothing
	if sent := f.sent.Load() - before; sent > 2 {
		t.Errorf("%d messages to PostgreSQL for a blocked address", sent)
	}
	before = f.sent.Load()
	attacker.signIn(ann, annPass)
	if sent := f.sent.Load() - before; sent != 0 {
		t.Errorf("%d messages to PostgreSQL for an address that was just refused", sent)
	}
	f.ok(f.browser("198.51.100.1").signIn(ann, annPass))
}

// An address that was blocked stays so for a cookie that is not of the account.
func TestKnownDevices(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	f.user(ann)
	f.user("bob@example.test")
	owner, home := f.browser("203.0.113.1"), f.browser("203.0.113.2")
	f.ok(owner.signIn(ann, annPass))
	f.ok(home.signIn(ann, annPass))
	home.cookies = map[string]*http.Cookie{} // a client without cookies
	other := f.browser("203.0.113.3")
	f.ok(other.signIn("bob@example.test", annPass))

	strangers := f.browser("198.51.100.1")
	strangers.fails(ann, throttle.FreeOfAccount)
	owner.address = "203.0.113.99" // elsewhere today
	for name, c := range map[string]struct {
		from *browser
		want int
	}{"its browser": {owner, 200}, "its address": {home, 200}, "a stranger": {f.browser("203.0.113.4"), 429}, "another account's browser": {other, 429}} {
		if a := c.from.signIn(ann, annPass); a.status != c.want {
			t.Errorf("%s: got %d %s, want %d", name, a.status, a.text, c.want)
		}
	}
	// A known device has a counter of its own, which a success clears.
	for range 3 {
		owner.signIn(ann, "wrong")
	}
	f.ok(owner.signIn(ann, annPass))
	owner.fails(ann, throttle.FreeOfAccount)
	home.fails(ann, throttle.FreeOfAccount)
	f.clock.advance(time.Second)
	f.ok(owner.signIn(ann, annPass))

	f.clock.advance(throttle.KnownFor + time.Hour)
	home.cookies = map[string]*http.Cookie{}
	strangers.fails(ann, throttle.FreeOfAccount)
	if a := home.signIn(ann, annPass); a.status != http.StatusTooManyRequests {
		t.Errorf("an address that was known long ago: %d, want 429", a.status)
	}
	f.ok(owner.signIn(ann, annPass))
	f.clock.advance(throttle.CookieLife + time.Hour)
	strangers.fails(ann, throttle.FreeOfAccount)
	owner.address = "203.0.113.98"
	if a := owner.signIn(ann, annPass); a.status != http.StatusTooManyRequests {
		t.Errorf("an old cookie: %d, want 429", a.status)
	}
}

func TestDeviceCookie(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	f.user(ann)
	b := f.browser("203.0.113.1")
	if a := b.signIn(ann, "wrong"); a.header.Get("Set-Cookie") != "" {
		t.Errorf("a failure sets %s", a.header.Get("Set-Cookie"))
	}
	got := f.ok(b.signIn(ann, annPass)).header.Get("Set-Cookie")
	if !strings.HasPrefix(got, "sb-device-") || !strings.HasSuffix(got, "; Path=/auth/v1; Max-Age=15552000; HttpOnly; SameSite=Lax") {
		t.Errorf("cookie over http: %s", got)
	}
	if got := f.ok(b.signIn(ann, annPass, "X-Forwarded-Proto", "https")).header.Get("Set-Cookie"); !strings.HasSuffix(got, "; HttpOnly; Secure; SameSite=Lax") {
		t.Errorf("cookie over https: %s", got)
	}
	for name, cookie := range b.cookies {
		r := httptest.NewRequest("POST", "/token", nil)
		r.AddCookie(cookie)
		knows := func(s *throttle.SignIns, r *http.Request, email string) bool {
			return s.Attempt(r, email).Device != throttle.Key{}
		}
		if !knows(f.attempts, r, ann) {
			t.Error("the cookie is not valid")
		}
		others := throttle.NewSignIns(throttle.Options{Now: f.clock.now, Secret: []byte("another")})
		if knows(f.attempts, r, "bob@example.test") || knows(others, r, ann) {
			t.Error("the cookie is valid for another account, or for another secret")
		}
		for _, value := range []string{"", "x", cookie.Value[1:], strings.ToLower(cookie.Value), cookie.Value + "A"} {
			r := httptest.NewRequest("POST", "/token", nil)
			r.AddCookie(&http.Cookie{Name: name, Value: value})
			if knows(f.attempts, r, ann) {
				t.Errorf("%q is valid", value)
			}
		}
	}
	if len(b.cookies) != 1 {
		t.Errorf("%d cookies, want 1", len(b.cookies))
	}
}

// Who leaves before the answer has failed all the same.
func TestFailuresOfClientsThatLeave(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	ctx, cancel := context.WithCancel(token.WithBearer(t.Context(), ""))
	f.configure(func(o *Options) {
		o.Hashing.Compare = func(_, _ []byte) error {
			cancel()
			return bcrypt.ErrMismatchedHashAndPassword
		}
	})
	r := httptest.NewRequestWithContext(ctx, "POST", "/token?grant_type=password", strings.NewReader(`{"email":"ann@example.test","password":"wrong"}`))
	f.ServeHTTP(httptest.NewRecorder(), r)
	if n := f.count(`select count(*) from auth.sign_in_attempts where failures = 1`); n != 2 {
		t.Errorf("%d counters, want 2", n)
	}
}

// Failures of many at once neither deadlock nor get lost.
func TestConcurrentFailures(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			f.browser(fmt.Sprintf("198.51.100.%d", i%2)).signIn(fmt.Sprintf("user%d@example.test", i%3+10*(i/8)), "wrong")
		})
	}
	all.Wait()
	if n := f.count(`select sum(failures) from auth.sign_in_attempts`); n != 80 {
		t.Errorf("%d failures are counted, want 80", n)
	}
}

func TestAttemptsExpire(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	f.user(ann)
	b := f.browser("198.51.100.1")
	b.signIn(ann, "wrong")
	f.ok(b.signIn(ann, annPass))
	for _, want := range []struct {
		advance time.Duration
		rows    int
	}{{0, 3}, {throttle.KeepAttempts + time.Second, 1}, {throttle.KnownFor, 0}} {
		f.clock.advance(want.advance)
		if err := f.maintain(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := f.count(`select count(*) from auth.sign_in_attempts`); n != want.rows {
			t.Errorf("after %s more: %d rows, want %d", want.advance, n, want.rows)
		}
	}
}

// Failures are logged, without what was typed, and a flood only counts.
func TestFailuresAreLogged(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	var log bytes.Buffer
	f.configure(func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	id := f.user(ann)
	b := f.browser("198.51.100.1")
	for range 3 {
		b.signIn(ann, "S3cret typed")
	}
	b.signIn("S3cret typed@example.test", "x")
	if err := f.maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	text := log.String()
	for _, want := range []string{
		"level=INFO msg=\"sign-in failed\" component=auth account=" + id + " address=198.51.100.1 reason=wrong_password\n",
		"level=INFO msg=\"sign-in failed\" component=auth account=hash:", "reason=unknown_account\n",
		"level=WARN msg=\"sign-ins failed\" component=auth account=" + id + " address=198.51.100.1 reason=wrong_password count=2\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %q:\n%s", want, text)
		}
	}
	if n := f.count(`select sum((payload -> 'traits' ->> 'count')::int) from auth.audit_log_entries where payload ->> 'action' = 'login_failed'
		and payload ->> 'actor_id' = $1 and ip_address = '198.51.100.1' and payload -> 'traits' ->> 'reason' = 'wrong_password'`, id); n != 3 {
		t.Errorf("the audit log has %d failures of the account, want 3", n)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload ->> 'action' = 'login_failed' and payload ->> 'actor_id' = $1
		and payload -> 'traits' ->> 'account' like 'hash:%'`, audit.NilUUID); n != 1 {
		t.Errorf("the audit log has %d entries without an account, want 1", n)
	}
	if n := f.count(`select count(*) from auth.audit_log_entries where payload::text like '%S3cret%'`); n != 0 || strings.Contains(text, "S3cret") {
		t.Errorf("what was typed is in the log or in %d entries of the audit log", n)
	}
	// A flood of 300 within a minute, of other accounts and addresses each.
	log.Reset()
	for i := range 300 {
		f.browser(fmt.Sprintf("198.51.%d.%d", i/250, i%250)).signIn(fmt.Sprintf("user%d@example.test", i), "wrong")
	}
	if err := f.maintain(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "\n"); n != throttle.MaxFailureKeys+1 || !strings.Contains(log.String(), "account=others address=\"\" reason=various count=270") {
		t.Errorf("%d lines of a flood, want %d:\n%s", n, throttle.MaxFailureKeys+1, log.String())
	}
	if n := f.count(`select sum((payload -> 'traits' ->> 'count')::int) from auth.audit_log_entries where payload ->> 'action' = 'login_failed'`); n != 304 {
		t.Errorf("the audit log has %d failures, want 304", n)
	}
}
