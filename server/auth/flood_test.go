package auth

import (
	"context"
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/toubkal/toubkal/server/auth/password"
)

// TestOwnerDuringAFlood: with one slot and 100 addresses that wait, the owner's known
// device is next. Before there were classes and turns it was the 101st.
func TestOwnerDuringAFlood(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.instant()
	f.user(ann)
	owner := f.browser("203.0.113.1")
	f.ok(owner.signIn(ann, annPass))
	for _, withCookie := range []bool{true, false} {
		if !withCookie {
			owner.cookies = map[string]*http.Cookie{}
		}
		hashing, proceed := make(chan string), make(chan bool)
		f.configure(func(o *Options) {
			o.Hashing = password.Options{Slots: 1, Wait: 5 * time.Minute, Compare: func(_, given []byte) error {
				hashing <- string(given)
				<-proceed
				if string(given) == annPass {
					return nil
				}
				return bcrypt.ErrMismatchedHashAndPassword
			}}
		})
		var all sync.WaitGroup
		answers := make(chan int, 101)
		for i := range 100 {
			all.Go(func() {
				stranger := f.browser(fmt.Sprintf("198.51.100.%d", i+1))
				answers <- stranger.signIn(fmt.Sprintf("nobody%d%t@example.test", i, withCookie), "wrong").status
			})
		}
		first := <-hashing
		for f.passwords.Waiting() < 99 {
			time.Sleep(time.Millisecond) // the others come to wait
		}
		done := make(chan answer)
		go func() { done <- owner.signIn(ann, annPass) }()
		for f.passwords.Waiting() < 100 {
			time.Sleep(time.Millisecond)
		}
		proceed <- true
		second := <-hashing
		proceed <- true
		f.ok(<-done)
		if first != "wrong" || second != annPass {
			t.Errorf("with cookie %t: hashed %q and then %q, want the owner second", withCookie, first, second)
		}
		for range 99 {
			<-hashing
			proceed <- true
		}
		all.Wait()
		close(answers)
		for status := range answers {
			if status != http.StatusBadRequest {
				t.Errorf("a stranger: %d, want 400", status)
			}
		}
	}
}

// Who finds the queue full is told when to come back.
func TestFullHashQueue(t *testing.T) {
	t.Parallel()
	f := setup(t)
	f.user(ann)
	f.configure(func(o *Options) { o.Hashing = password.Options{Slots: 1, MaxWaiting: 1} })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hashing := make(chan bool)
	go func() {
		_ = f.passwords.Run(ctx, password.Caller{}, func() {
			close(hashing)
			<-ctx.Done()
		})
	}()
	<-hashing
	go func() { _ = f.passwords.Run(ctx, password.Caller{Name: "x", Stranger: true}, func() {}) }()
	for f.passwords.Waiting() < 1 {
		time.Sleep(time.Millisecond)
	}
	a := f.browser("198.51.100.1").signIn(ann, annPass)
	f.refused(a, http.StatusTooManyRequests, "over_request_rate_limit", "Request rate limit reached")
	if a.header.Get("Retry-After") != "1" {
		t.Errorf("Retry-After %q, want 1", a.header.Get("Retry-After"))
	}
}
