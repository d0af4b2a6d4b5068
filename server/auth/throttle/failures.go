package throttle

import (
	"context"
	"encoding/hex"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
)

// MaxFailureKeys bounds the accounts and addresses whose failures are logged one by one
// in a minute. Further ones are only counted, so that a flood fills neither the log nor
// the disk: at most 2 * MaxFailureKeys + 1 entries a minute.
const MaxFailureKeys = 30

// Failure says which sign-ins failed. Equal ones are logged once a minute, with a count.
type Failure struct {
	account string // the user's id, or "hash:" and the keyed hash of what was typed
	email   string // of the account; "" without one
	address string
	reason  string // such as wrong_password
}

// Reasons of Failures.
const (
	Unknown     = "unknown_account"
	NoPassword  = "no_password"
	Wrong       = "wrong_password"
	Current     = "wrong_current_password" // in a change of password
	Banned      = "user_banned"
	Unconfirmed = "email_not_confirmed"
	Blocked     = "back_off"
	Queue       = "queue_full"
)

// FailureOf is a failed attempt at an account; id and email are "" for an unknown one.
func FailureOf(id, email string, t *Attempt, reason string, from audit.Client) Failure {
	f := Failure{account: id, email: email, address: from.Address(), reason: reason}
	if id == "" {
		f.account = "hash:" + hex.EncodeToString(t.Account[:6])
	}
	return f
}

// audit is the entry for n such failures.
func (f Failure) audit(n int) string {
	e := audit.Entry{ActorID: f.account, ActorUsername: f.email, Action: audit.Failed, Traits: map[string]any{"reason": f.reason, "count": n}}
	if f.email == "" {
		e.ActorID, e.Traits["account"] = audit.NilUUID, f.account
	}
	return e.Text()
}

// failureLog counts the failures of a minute.
type failureLog struct {
	mu     sync.Mutex
	counts map[Failure]int // since the entry of the first
	others int             // of accounts and addresses beyond MaxFailureKeys
}

func newFailureLog() *failureLog { return &failureLog{counts: map[Failure]int{}} }

// count reports whether the failure is to be logged at once, as the first of its kind.
func (fl *failureLog) count(f Failure) bool {
	fl.mu.Lock()
	defer fl.mu.Unlock()
	if _, seen := fl.counts[f]; seen {
		fl.counts[f]++
		return false
	}
	if len(fl.counts) >= MaxFailureKeys {
		fl.others++
		return false
	}
	fl.counts[f] = 0
	return true
}

// take ends the minute.
func (fl *failureLog) take() (counts map[Failure]int, others int) {
	fl.mu.Lock()
	defer fl.mu.Unlock()
	counts, others = fl.counts, fl.others
	fl.counts, fl.others = map[Failure]int{}, 0
	return counts, others
}

// Log logs a failure if it is the first of its kind in this minute, and then gives
// its entry for the audit log; else "".
func (s *SignIns) Log(ctx context.Context, f Failure) string {
	if !s.failed.count(f) {
		return ""
	}
	s.log.InfoContext(ctx, "sign-in failed", "account", f.account, "address", f.address, "reason", f.reason)
	return f.audit(1)
}

// Flush logs the failures of the last minute that were only counted.
func (s *SignIns) Flush(ctx context.Context) error {
	counts, others := s.failed.take()
	if others > 0 {
		counts[Failure{account: "others", reason: "various"}] = others
	}
	batch := &pgx.Batch{}
	now := s.now().Add(-time.Microsecond) // before what is logged from now on
	for f, n := range counts {
		if n == 0 {
			continue
		}
		s.log.WarnContext(ctx, "sign-ins failed", "account", f.account, "address", f.address, "reason", f.reason, "count", n)
		batch.Queue(audit.Insert+` values ('`+audit.NilUUID+`', gen_random_uuid(), $1::json, $2, $3)`, f.audit(n), now, f.address)
	}
	if batch.Len() == 0 {
		return nil
	}
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error { return conn.SendBatch(ctx, batch).Close() })
}
