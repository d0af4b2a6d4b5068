package auth

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
)

// Back-off: after some failures, sign-ins have to wait, each time twice as long. Failures
// are counted by account and by address. So that strangers cannot delay the owner of an
// account, a known device has a counter of its own: a browser with the cookie that a
// successful sign-in gave it, or an address from which the account signed in within
// knownFor. An address without an account counts like one with, so that nobody learns
// which accounts exist.

// attemptKey is a keyed hash of what is counted.
type attemptKey [16]byte

// counter is one of the things that failures are counted by.
type counter struct {
	key       attemptKey
	isAddress bool
}

const (
	// freeOfAccount failures of an account, or of a known device, cause no wait of more
	// than a second; one is forgotten in forgetAccount. An address may be shared by many.
	freeOfAccount = 5
	freeOfAddress = 20
	forgetAccount = 10 * time.Minute
	forgetAddress = 30 * time.Second
	// knownFor is how long an address stays known to an account.
	knownFor = 30 * 24 * time.Hour
	// cookieLife is how long a device is known by its cookie since its last sign-in.
	cookieLife = 180 * 24 * time.Hour
	// keepAttempts is how long a row outlives the last failure.
	keepAttempts = 2 * time.Hour
	// maxBlocked bounds the blocked counters that this node remembers.
	maxBlocked = 10_000
)

// attempts is the back-off of sign-ins.
type attempts struct {
	secret  []byte
	longest time.Duration // 0 turns the back-off off
	blocked *lru.Cache[attemptKey, time.Time]
	failed  *failureLog
}

func newAttempts(secret []byte, longest time.Duration) *attempts {
	if len(secret) == 0 {
		secret = make([]byte, 32)
		_, _ = rand.Read(secret) // never fails since Go 1.24
	}
	blocked, err := lru.New[attemptKey, time.Time](maxBlocked)
	if err != nil {
		panic(err) // maxBlocked is positive
	}
	return &attempts{secret: secret, longest: longest, blocked: blocked, failed: newFailureLog()}
}

func (a *attempts) sum(kind string, parts ...string) (key attemptKey) {
	mac := hmac.New(sha256.New, a.secret)
	mac.Write([]byte(kind))
	for _, part := range parts {
		mac.Write(binary.AppendUvarint(nil, uint64(len(part))))
		mac.Write([]byte(part))
	}
	copy(key[:], mac.Sum(nil))
	return key
}

// attempt is one sign-in.
type attempt struct {
	network string     // the address, of IPv6 the /64
	account attemptKey // of the e-mail, whether or not it has an account
	address attemptKey
	place   attemptKey // account and address together
	device  attemptKey // of the cookie; zero without one
	nonce   []byte     // of the cookie
	known   bool       // by cookie or address
}

// attempt reads who signs in.
func (a *attempts) attempt(r *http.Request, email string, now time.Time) attempt {
	network := limit.Network(r.RemoteAddr)
	try := attempt{
		network: network, account: a.sum("account", email), address: a.sum("address", network), place: a.sum("place", email, network),
	}
	if try.nonce = a.deviceOf(r, try.account, now); try.nonce != nil {
		try.device, try.known = a.sum("device", string(try.nonce)), true
	}
	return try
}

// counters are what decides over an attempt, and what its failure counts for.
func (t *attempt) counters() []counter {
	switch {
	case t.device != attemptKey{}:
		return []counter{{key: t.device}}
	case t.known:
		return []counter{{key: t.place}, {t.address, true}}
	}
	return []counter{{key: t.account}, {t.address, true}}
}

// caller is the attempt's place in the queue of hashes.
func (t *attempt) caller() password.Caller {
	if t.known {
		return password.Caller{Name: string(t.account[:])}
	}
	return password.Caller{Name: t.network, Stranger: true}
}

// wait is how long an attempt with these counters has to wait, as far as this node knows.
func (a *attempts) wait(counters []counter, now time.Time) (wait time.Duration) {
	for _, c := range counters {
		if until, ok := a.blocked.Get(c.key); ok {
			wait = max(wait, until.Sub(now))
		}
	}
	return wait
}

// sure are the counters that apply to the attempt whether or not its address is known.
func (t *attempt) sure() []counter {
	all := t.counters()
	return all[len(all)-1:]
}

// attemptRows are the rows of an attempt, to be read with the account.
const attemptRows = `select key, blocked_until, succeeded_at from auth.sign_in_attempts where key = any ($1)`

func (t *attempt) keys() [][]byte {
	return [][]byte{t.account[:], t.address[:], t.place[:], t.device[:]}
}

// read learns what is stored about an attempt.
func (a *attempts) read(rows pgx.Rows, t *attempt, now time.Time) error {
	var key []byte
	var until, succeeded *time.Time
	_, err := pgx.ForEachRow(rows, []any{&key, &until, &succeeded}, func() error {
		if until != nil && now.Before(*until) {
			a.blocked.Add(attemptKey(key), *until)
		}
		if bytes.Equal(key, t.place[:]) && succeeded != nil && now.Sub(*succeeded) < knownFor {
			t.known = true
		}
		return nil
	})
	return err
}

// tooManyAttempts is the refusal of a sign-in that has to wait: GoTrue's code and text.
func tooManyAttempts(wait time.Duration) *fault.Fault {
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
		` + auditInsert + ` select '` + nilUUID + `', gen_random_uuid(), nullif($5, '')::json, $3, $6 where $5 <> ''
	)
	insert into auth.sign_in_attempts as a (key, failures, updated_at)
	select k.key, 1, $3::timestamptz from unnest($1::bytea[]) as k (key) order by key
	on conflict (key) do update set failures = ` + failures + `, updated_at = $3, blocked_until = case when ` + failures + ` >= ` + free + `
		then $3 + least(power(2, least(` + failures + ` - ` + free + `, 30)), $4) * interval '1 second' end
	returning key, blocked_until`
}()

// fail counts a failed attempt, and writes entry to the audit log unless it is "". It is
// done even if the client has left: else leaving early would cost it nothing.
func (s *Service) fail(ctx context.Context, counters []counter, entry, address string) error {
	now := s.clock()
	keys, addressKey := [][]byte{}, []byte{}
	for _, c := range counters {
		keys = append(keys, c.key[:])
		if c.isAddress {
			addressKey = c.key[:]
		}
	}
	if s.attempts.longest <= 0 {
		keys = nil
	}
	if len(keys) == 0 && entry == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	return s.pool.Conn(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, failSQL, keys, addressKey, now, s.attempts.longest.Seconds(), entry, address,
			freeOfAddress, freeOfAccount, forgetAddress.Seconds(), forgetAccount.Seconds())
		if err != nil {
			return err
		}
		var key []byte
		var until *time.Time
		_, err = pgx.ForEachRow(rows, []any{&key, &until}, func() error {
			if until != nil {
				s.attempts.blocked.Add(attemptKey(key), *until)
			}
			return nil
		})
		return err
	})
}

// The cookie of a known device: base64url of nonce (16) ‖ Unix seconds (8) ‖ signature
// (16), signed for one account. It gives no right; it only keeps strangers from delaying
// the sign-in. Its name follows from the account, so that a browser can have several.
const (
	nonceSize  = 16
	cookieSize = nonceSize + 8 + 16
)

func cookieName(account attemptKey) string { return "sb-device-" + hex.EncodeToString(account[:6]) }

func (a *attempts) signDevice(account attemptKey, head []byte) []byte {
	signature := a.sum("cookie", string(account[:]), string(head))
	return signature[:]
}

// deviceOf is the nonce of the request's cookie; nil without a valid one.
func (a *attempts) deviceOf(r *http.Request, account attemptKey, now time.Time) []byte {
	cookie, err := r.Cookie(cookieName(account))
	if err != nil {
		return nil
	}
	raw, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || len(raw) != cookieSize {
		return nil
	}
	head := raw[:cookieSize-16]
	if !hmac.Equal(a.signDevice(account, head), raw[len(head):]) {
		return nil
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(head[nonceSize:])), 0) // #nosec G115 -- the number that setDevice has written and signed
	if now.Sub(issued) > cookieLife {
		return nil
	}
	return head[:nonceSize:nonceSize]
}

// setDevice makes the browser a known device of the account.
func (a *attempts) setDevice(w http.ResponseWriter, r *http.Request, t *attempt, now time.Time) {
	nonce := t.nonce
	if nonce == nil {
		nonce = make([]byte, nonceSize)
		_, _ = rand.Read(nonce) // never fails since Go 1.24
	}
	head := binary.BigEndian.AppendUint64(slices.Clone(nonce), uint64(now.Unix())) // #nosec G115 -- a time of today, which is positive
	// #nosec G124 -- Secure wherever the connection is
	http.SetCookie(w, &http.Cookie{
		Name: cookieName(t.account), Value: base64.RawURLEncoding.EncodeToString(append(head, a.signDevice(t.account, head)...)),
		Path: "/auth/v1", MaxAge: int(cookieLife / time.Second), HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: edge.Scheme(r) == "https",
	})
}
