package auth

import (
	"context"
	"encoding/hex"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// maxFailureKeys bounds the accounts and addresses whose failures are logged one by one
// in a minute. Further ones are only counted, so that a flood fills neither the log nor
// the disk: at most 2 * maxFailureKeys + 1 entries a minute.
const maxFailureKeys = 30

// failure says which sign-ins failed. Equal ones are logged once a minute, with a count.
type failure struct {
	account string // the user's id, or "hash:" and the keyed hash of what was typed
	email   string // of the account; "" without one
	address string
	reason  string // such as wrong_password
}

// Reasons of failures.
const (
	reasonUnknown     = "unknown_account"
	reasonNoPassword  = "no_password"
	reasonWrong       = "wrong_password"
	reasonCurrent     = "wrong_current_password" // in a change of password
	reasonBanned      = "user_banned"
	reasonUnconfirmed = "email_not_confirmed"
	reasonBlocked     = "back_off"
	reasonQueue       = "queue_full"
)

func failureOf(u *User, t *attempt, reason string, from clientInfo) failure {
	f := failure{account: u.ID, email: u.Email, address: from.address(), reason: reason}
	if u.ID == "" {
		f.account = "hash:" + hex.EncodeToString(t.account[:6])
	}
	return f
}

// audit is the entry for n such failures.
func (f failure) audit(n int) string {
	e := entry{ActorID: f.account, ActorUsername: f.email, Action: actionFailed, Traits: map[string]any{"reason": f.reason, "count": n}}
	if f.email == "" {
		e.ActorID, e.Traits["account"] = nilUUID, f.account
	}
	return e.text()
}

// failureLog counts the failures of a minute.
type failureLog struct {
	mu     sync.Mutex
	counts map[failure]int // since the entry of the first
	others int             // of accounts and addresses beyond maxFailureKeys
}

func newFailureLog() *failureLog { return &failureLog{counts: map[failure]int{}} }

// count reports whether the failure is to be logged at once, as the first of its kind.
func (l *failureLog) count(f failure) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, seen := l.counts[f]; seen {
		l.counts[f]++
		return false
	}
	if len(l.counts) >= maxFailureKeys {
		l.others++
		return false
	}
	l.counts[f] = 0
	return true
}

// take ends the minute.
func (l *failureLog) take() (counts map[failure]int, others int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	counts, others = l.counts, l.others
	l.counts, l.others = map[failure]int{}, 0
	return counts, others
}

// logFailure logs a failure if it is the first of its kind in this minute, and then gives
// its entry for the audit log; else "".
func (s *Service) logFailure(ctx context.Context, f failure) string {
	if !s.attempts.failed.count(f) {
		return ""
	}
	s.log.InfoContext(ctx, "sign-in failed", "account", f.account, "address", f.address, "reason", f.reason)
	return f.audit(1)
}

// flushFailures logs the failures of the last minute that were only counted.
func (s *Service) flushFailures(ctx context.Context) error {
	counts, others := s.attempts.failed.take()
	if others > 0 {
		counts[failure{account: "others", reason: "various"}] = others
	}
	batch := &pgx.Batch{}
	now := s.clock().Add(-time.Microsecond) // before what is logged from now on
	for f, n := range counts {
		if n == 0 {
			continue
		}
		s.log.WarnContext(ctx, "sign-ins failed", "account", f.account, "address", f.address, "reason", f.reason, "count", n)
		batch.Queue(auditInsert+` values ('`+nilUUID+`', gen_random_uuid(), $1::json, $2, $3)`, f.audit(n), now, f.address)
	}
	if batch.Len() == 0 {
		return nil
	}
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error { return conn.SendBatch(ctx, batch).Close() })
}
