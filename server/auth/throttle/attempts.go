// Package throttle bounds what strangers may try: sign-ins wait after failures, messages have a
// least interval, and addresses have limits. It refuses with GoTrue's codes and a Retry-After.
package throttle

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"log/slog"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
)

// Back-off: after some failures, sign-ins have to wait, each time twice as long. Failures
// are counted by account and by address. So that strangers cannot delay the owner of an
// account, a known device has a Counter of its own: a browser with the cookie that a
// successful sign-in gave it, or an address from which the account signed in within
// KnownFor. An address without an account counts like one with, so that nobody learns
// which accounts exist.

// Key is a keyed hash of what is counted.
type Key [16]byte

// Counter is one count of failures.
type Counter struct {
	Key       Key
	IsAddress bool
}

const (
	// FreeOfAccount failures of an account, or of a known device, cause no wait of more
	// than a second; one is forgotten in forgetAccount. An address may be shared by many.
	FreeOfAccount = 5
	FreeOfAddress = 20
	forgetAccount = 10 * time.Minute
	forgetAddress = 30 * time.Second
	// KnownFor is the time for which an address stays known to an account.
	KnownFor = 30 * 24 * time.Hour
	// CookieLife is the lifetime of the cookie of a known device, since its last sign-in.
	CookieLife = 180 * 24 * time.Hour
	// KeepAttempts is the time by which a row outlives the last failure.
	KeepAttempts = 2 * time.Hour
	// maxBlocked bounds the blocked counters that this node remembers.
	maxBlocked = 10_000
)

// SignIns is the back-off of sign-ins.
type SignIns struct {
	pool    *db.Pool
	now     func() time.Time
	log     *slog.Logger
	secret  []byte
	longest time.Duration // 0 turns the back-off off
	blocked *lru.Cache[Key, time.Time]
	failed  *failureLog
}

// Options of SignIns. All are needed but Longest.
type Options struct {
	// Pool is logged in as the owner of schema auth.
	Pool *db.Pool
	Now  func() time.Time
	Log  *slog.Logger
	// Secret signs the cookies of known devices, and hides what failures are counted by. Nodes
	// need the same.
	Secret []byte
	// Longest is the longest time between two sign-ins after failures. 0 is none.
	Longest time.Duration
}

// NewSignIns makes a SignIns. It starts nothing.
func NewSignIns(o Options) *SignIns {
	blocked, err := lru.New[Key, time.Time](maxBlocked)
	if err != nil {
		panic(err) // maxBlocked is positive
	}
	return &SignIns{pool: o.Pool, now: o.Now, log: o.Log, secret: o.Secret, longest: o.Longest, blocked: blocked, failed: newFailureLog()}
}

// Key is the key of a counter: equal for equal parts of a kind.
func (s *SignIns) Key(kind string, parts ...string) (key Key) {
	mac := hmac.New(sha256.New, s.secret)
	mac.Write([]byte(kind))
	for _, part := range parts {
		mac.Write(binary.AppendUvarint(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	copy(key[:], mac.Sum(nil))
	return key
}

// Attempt is one sign-in.
type Attempt struct {
	Account Key // of the e-mail, whether or not it has an account
	Place   Key // account and address together
	Device  Key // of the cookie; zero without one

	network string // the address, of IPv6 the /64
	address Key
	nonce   []byte // of the cookie
	known   bool   // by cookie or address
}

// Attempt reads who signs in.
func (s *SignIns) Attempt(r *http.Request, email string) Attempt {
	network := limit.Network(r.RemoteAddr)
	try := Attempt{
		network: network, Account: s.Key("account", email), address: s.Key("address", network), Place: s.Key("place", email, network),
	}
	if try.nonce = s.deviceOf(r, try.Account, s.now()); try.nonce != nil {
		try.Device, try.known = s.Key("device", string(try.nonce)), true
	}
	return try
}

// Counters are the counters that decide over an attempt, and count its failure.
func (a *Attempt) Counters() []Counter {
	switch {
	case a.Device != Key{}:
		return []Counter{{Key: a.Device}}
	case a.known:
		return []Counter{{Key: a.Place}, {a.address, true}}
	}
	return []Counter{{Key: a.Account}, {a.address, true}}
}

// Caller is the attempt's place in the queue of hashes.
func (a *Attempt) Caller() password.Caller {
	if a.known {
		return password.Caller{Name: string(a.Account[:])}
	}
	return password.Caller{Name: a.network, Stranger: true}
}

// Wait is the time that an attempt with these counters has to wait, as far as this node knows.
func (s *SignIns) Wait(counters []Counter) (wait time.Duration) {
	now := s.now()
	for _, c := range counters {
		if until, ok := s.blocked.Get(c.Key); ok {
			wait = max(wait, until.Sub(now))
		}
	}
	return wait
}

// KnownCounters are the counters that apply to the attempt whether or not its address is known.
func (a *Attempt) KnownCounters() []Counter {
	all := a.Counters()
	return all[len(all)-1:]
}

// AttemptRows are the rows of an attempt, to be read with the account.
const AttemptRows = `select key, blocked_until, succeeded_at from auth.sign_in_attempts where key = any ($1)`

// Keys are the parameter of AttemptRows.
func (a *Attempt) Keys() [][]byte {
	return [][]byte{a.Account[:], a.address[:], a.Place[:], a.Device[:]}
}

// Read learns what is stored about an attempt.
func (s *SignIns) Read(rows pgx.Rows, t *Attempt) error {
	var key []byte
	var until, succeeded *time.Time
	now := s.now()
	_, err := pgx.ForEachRow(rows, []any{&key, &until, &succeeded}, func() error {
		if until != nil && now.Before(*until) {
			s.blocked.Add(Key(key), *until)
		}
		if bytes.Equal(key, t.Place[:]) && succeeded != nil && now.Sub(*succeeded) < KnownFor {
			t.known = true
		}
		return nil
	})
	return err
}

// TooMany is the refusal of a sign-in that has to wait: GoTrue's code and text.
func TooMany(wait time.Duration) *fault.Fault {
	seconds := strconv.Itoa(int(math.Ceil(max(wait, time.Second).Seconds())))
	return fault.New(fault.TooMany, "Request rate limit reached").WithHeader("Retry-After", seconds)
}

// failSQL counts a failure for each of the keys $1, of which $2 is the address, and writes
// an entry of the audit log where $5 is one. Rows are locked in the order of their keys,
// so that two failures never wait for each other.
var failSQL = func() string {
	const free, forget = `case when a.key = $2 then $7::int else $8::int end`, `case when a.key = $2 then $9::float8 else $10::float8 end`
	const failures = `greatest(0, a.failures - floor(greatest(0, extract(epoch from $3 - a.updated_at)) / ` + forget + `)::int) + 1`
	return `with logged as (
		` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), nullif($5, '')::json, $3, $6 where $5 <> ''
	)
	insert into auth.sign_in_attempts as a (key, failures, updated_at)
	select k.key, 1, $3::timestamptz from unnest($1::bytea[]) as k (key) order by key
	on conflict (key) do update set failures = ` + failures + `, updated_at = $3, blocked_until = case when ` + failures + ` >= ` + free + `
		then $3 + least(power(2, least(` + failures + ` - ` + free + `, 30)), $4) * interval '1 second' end
	returning key, blocked_until`
}()

// Fail counts a failed attempt, and writes entry to the audit log unless it is "". It is
// done even if the client has left: else leaving early would cost it nothing.
func (s *SignIns) Fail(ctx context.Context, counters []Counter, entry, address string) error {
	now := s.now()
	keys, addressKey := [][]byte{}, []byte{}
	for _, c := range counters {
		keys = append(keys, c.Key[:])
		if c.IsAddress {
			addressKey = c.Key[:]
		}
	}
	if s.longest <= 0 {
		keys = nil
	}
	if len(keys) == 0 && entry == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, failSQL, keys, addressKey, now, s.longest.Seconds(), entry, address,
			FreeOfAddress, FreeOfAccount, forgetAddress.Seconds(), forgetAccount.Seconds())
		if err != nil {
			return err
		}
		var key []byte
		var until *time.Time
		_, err = pgx.ForEachRow(rows, []any{&key, &until}, func() error {
			if until != nil {
				s.blocked.Add(Key(key), *until)
			}
			return nil
		})
		return err
	})
}

// Prune deletes what says nothing any more.
func (s *SignIns) Prune(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `delete from auth.sign_in_attempts where updated_at < $1 and coalesce(succeeded_at < $2, true)`,
		s.now().Add(-KeepAttempts), s.now().Add(-KnownFor))
	return err
}

// The cookie of a known device: base64url of nonce (16) ‖ Unix seconds (8) ‖ signature
// (16), signed for one account. It gives no right; it only keeps strangers from delaying
// the sign-in. Its name follows from the account, so that a browser can have several.
const (
	nonceSize  = 16
	cookieSize = nonceSize + 8 + 16
)

func cookieName(account Key) string { return "sb-device-" + hex.EncodeToString(account[:6]) }

func (s *SignIns) signDevice(account Key, head []byte) []byte {
	signature := s.Key("cookie", string(account[:]), string(head))
	return signature[:]
}

// deviceOf is the nonce of the request's cookie; nil without a valid one.
func (s *SignIns) deviceOf(r *http.Request, account Key, now time.Time) []byte {
	cookie, err := r.Cookie(cookieName(account))
	if err != nil {
		return nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || len(raw) != cookieSize {
		return nil
	}
	head := raw[:cookieSize-16]
	if !hmac.Equal(s.signDevice(account, head), raw[len(head):]) {
		return nil
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(head[nonceSize:])), 0) // #nosec G115 -- the number that setDevice has written and signed
	if now.Sub(issued) > CookieLife {
		return nil
	}
	return head[:nonceSize:nonceSize]
}

// SetDevice makes the browser a known device of the account.
func (s *SignIns) SetDevice(w http.ResponseWriter, r *http.Request, t *Attempt) {
	nonce := t.nonce
	if nonce == nil {
		nonce = make([]byte, nonceSize)
		_, _ = rand.Read(nonce) // never fails since Go 1.24
	}
	head := binary.BigEndian.AppendUint64(slices.Clone(nonce), uint64(s.now().Unix())) // #nosec G115 -- a time of today, which is positive
	// #nosec G124 -- Secure wherever the connection is
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(t.Account), Value: base64.RawURLEncoding.EncodeToString(append(head, s.signDevice(t.Account, head)...)),
		Path: "/auth/v1", MaxAge: int(CookieLife / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: edge.Scheme(r) == "https",
	})
}

// Once refuses what was allowed within the interval, with a code.
func (s *SignIns) Once(ctx context.Context, tx db.Tx, key Key, interval time.Duration, code string) error {
	if interval <= 0 {
		return nil
	}
	now := s.now()
	tag, err := tx.Exec(ctx, `insert into auth.sign_in_attempts as a (key, blocked_until, updated_at) values ($1, $2, $3)
		on conflict (key) do update set blocked_until = $2, updated_at = $3 where coalesce(a.blocked_until <= $3, true)`,
		key[:], now.Add(interval), now)
	if err != nil || tag.RowsAffected() == 1 {
		return err
	}
	var until time.Time
	if err := tx.QueryRow(ctx, `select blocked_until from auth.sign_in_attempts where key = $1`, key[:]).Scan(&until); err != nil {
		return err
	}
	seconds := strconv.Itoa(int(math.Ceil(max(until.Sub(now), time.Second).Seconds())))
	return fault.New(code, "For security purposes, you can only request this after "+seconds+" seconds.").
		WithHeader("Retry-After", seconds)
}
