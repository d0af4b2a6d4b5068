package token

import (
	"errors"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/toubkal/toubkal/server/fault"
)

func TestRevocations(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	keys, err := New(Options{Secret: "a-secret-of-the-tests-with-32-bytes-and-more", Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	sign := func(claims jwt.MapClaims) string {
		claims["role"], claims["exp"] = "authenticated", now.Add(24*time.Hour).Unix()
		bearer, err := keys.Sign(claims)
		if err != nil {
			t.Fatal(err)
		}
		return bearer
	}
	tokens := map[string]string{
		"here":       sign(jwt.MapClaims{"sub": "ann", "session_id": "here"}),
		"there":      sign(jwt.MapClaims{"sub": "ann", "session_id": "there"}),
		"bob":        sign(jwt.MapClaims{"sub": "bob", "session_id": "bobs"}),
		"no session": sign(jwt.MapClaims{"sub": "ann"}),
	}
	verifier := keys.WithRules(Rules{Now: func() time.Time { return now }})
	expect := func(step string, refused ...string) {
		t.Helper()
		for range 2 { // the second time from the cache
			for name, bearer := range tokens {
				want := false
				for _, each := range refused {
					want = want || each == name
				}
				_, err := verifier.Verify(bearer)
				if (err != nil) != want {
					t.Errorf("%s: %q: %v, want refused %t", step, name, err, want)
				}
				if err != nil && (!errors.Is(err, ErrRevoked) || fault.As(err).Code != "PGRST303" || fault.As(err).Status != 401) {
					t.Errorf("%s: %q: %v", step, name, err)
				}
				if _, err := keys.Verify(bearer); err != nil {
					t.Errorf("%s: %q: the keys themselves refuse: %v", step, name, err)
				}
			}
		}
	}
	changes := 0
	stop := keys.Revocations.Watch(func() { changes++ })
	expect("at first")
	keys.Revocations.EndSessions(map[string]time.Time{"here": now.Add(time.Hour)})
	expect("a session has ended", "here")
	keys.Revocations.BanUser("bob", now.Add(2*time.Hour))
	expect("a user is banned", "here", "bob")
	keys.Revocations.BanUser("ann", now.Add(2*time.Hour))
	expect("both are banned", "here", "there", "bob")
	keys.Revocations.BanUser("ann", time.Time{})
	expect("one ban is lifted", "here", "bob")
	if changes != 4 {
		t.Errorf("the watcher was called %d times, want 4", changes)
	}
	stop()
	now = now.Add(time.Hour)
	expect("an hour later", "bob")
	keys.Revocations.Prune()
	if n := keys.Revocations.Len(); n != 1 {
		t.Errorf("%d entries are left, want 1", n)
	}
	keys.Revocations.ReplaceBans(map[string]time.Time{})
	expect("read again")
	if changes != 4 {
		t.Error("the watcher was called after it was stopped")
	}
}

// What a request pays: nothing where no session has ended lately.
func BenchmarkRevocations(b *testing.B) {
	claims := Claims{Subject: "9f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11", SessionID: "6f1c9d4e-2f0c-4a57-9d0e-1c5a0a7f7c11"}
	for name, n := range map[string]int{"empty": 0, "10000": 10_000} {
		b.Run(name, func(b *testing.B) {
			r := newRevocations(time.Now)
			ended := map[string]time.Time{}
			for i := range n {
				ended[time.Unix(int64(i), 0).String()] = time.Now().Add(time.Hour)
			}
			r.EndSessions(ended)
			for b.Loop() {
				if r.Has(&claims) {
					b.Fatal("revoked")
				}
			}
		})
	}
}
