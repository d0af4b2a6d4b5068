package token

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// ErrRevoked is the cause of the refusal of a token whose session has ended, or whose
// user is banned.
var ErrRevoked = errors.New("the session of the token has ended")

// Revocations are the sessions and users whose access tokens are refused before their
// exp. An entry lasts as long as such a token can live. It is safe for concurrent use;
// nil holds nothing.
type Revocations struct {
	now      func() time.Time
	size     atomic.Int64 // entries, so that an empty set costs no lock
	mu       sync.RWMutex
	sessions map[string]time.Time   // until when, by auth.sessions.id
	users    map[string]time.Time   // until when, by auth.users.id
	isKey    func(name string) bool // a key in use; nil for all
	watchers map[int]func()
	last     int // the number of the newest watcher
}

func newRevocations(now func() time.Time) *Revocations {
	return &Revocations{now: now, sessions: map[string]time.Time{}, users: map[string]time.Time{}, watchers: map[int]func(){}}
}

// Has reports whether a token with these claims is revoked. Only tokens that name a
// session can be.
func (r *Revocations) Has(c *Claims) bool {
	if r == nil || c.SessionID == "" || r.size.Load() == 0 {
		return false
	}
	r.mu.RLock()
	session, user := r.sessions[c.SessionID], r.users[c.Subject]
	r.mu.RUnlock()
	if session.IsZero() && user.IsZero() {
		return false
	}
	now := r.now()
	return now.Before(session) || now.Before(user)
}

// HasKey reports whether the key that signed the token of these claims is no longer in
// use. A verifier has refused such a token already; what was verified before asks this.
func (r *Revocations) HasKey(c *Claims) bool {
	return r != nil && r.isKey != nil && c.Key != "" && !r.isKey(c.Key)
}

// EndSessions revokes the tokens of sessions until an instant for each, by id.
func (r *Revocations) EndSessions(until map[string]time.Time) {
	if len(until) == 0 {
		return
	}
	r.change(func() {
		for id, at := range until {
			r.sessions[id] = at
		}
	})
}

// BanUser revokes all tokens of a user until an instant; the zero time lifts the ban.
func (r *Revocations) BanUser(id string, until time.Time) {
	r.change(func() {
		if until.IsZero() {
			delete(r.users, id)
			return
		}
		r.users[id] = until
	})
}

// ReplaceBans sets the users whose tokens are revoked, by id.
func (r *Revocations) ReplaceBans(until map[string]time.Time) {
	r.change(func() { r.users = until })
}

// Prune removes the entries that have ended.
func (r *Revocations) Prune() {
	now := r.now()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, entries := range []map[string]time.Time{r.sessions, r.users} {
		for id, until := range entries {
			if !now.Before(until) {
				delete(entries, id)
			}
		}
	}
	r.size.Store(int64(len(r.sessions) + len(r.users)))
}

// Len is the number of entries.
func (r *Revocations) Len() int { return int(r.size.Load()) }

// Watch calls fn after each change, of the keys in use too, until stop is called. fn must not block.
func (r *Revocations) Watch(fn func()) (stop func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last++
	number := r.last
	r.watchers[number] = fn
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.watchers, number)
	}
}

func (r *Revocations) change(fn func()) {
	r.mu.Lock()
	fn()
	r.size.Store(int64(len(r.sessions) + len(r.users)))
	called := make([]func(), 0, len(r.watchers))
	for _, watcher := range r.watchers {
		called = append(called, watcher)
	}
	r.mu.Unlock()
	for _, watcher := range called {
		watcher()
	}
}
