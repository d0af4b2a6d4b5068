package edge

import (
	"cmp"
	"math"
	"net/http"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
)

// Limit is a token bucket per client address.
type Limit struct {
	// Per5Min is how many requests one address may make in five minutes on
	// average.
	Per5Min int
	// PerDay is the same for a day, in place of Per5Min. If both are 0, the limit is off.
	PerDay int
	// Burst is the number of them that may come at once. Defaults to LeastBurst.
	Burst int
}

// LeastBurst is the number of requests of an address that may come at once under a limit of fewer.
const LeastBurst = 30

// maxKeys bounds the addresses that one limit counts.
const maxKeys = 50_000

// Rate refuses with 429 and Retry-After what exceeds the limit.
func Rate(o Limit, now func() time.Time) Middleware {
	if o.Per5Min <= 0 && o.PerDay <= 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	limiter := NewAddressLimiter(o, now)
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if refusal := limiter.Allow(r, 1); refusal != nil {
				Refuse(w, refusal)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// AddressLimiter applies a Limit to requests that count for more than one.
type AddressLimiter struct {
	keyed *limit.Keyed
	rate  limit.Rate
	now   func() time.Time
}

// NewAddressLimiter applies a limit that is not 0.
func NewAddressLimiter(o Limit, now func() time.Time) *AddressLimiter {
	perSecond := float64(o.Per5Min) / (5 * 60)
	if o.PerDay > 0 {
		perSecond = float64(o.PerDay) / (24 * 60 * 60)
	}
	return &AddressLimiter{
		keyed: limit.New(maxKeys), now: now,
		rate: limit.Rate{PerSecond: rate.Limit(perSecond), Burst: cmp.Or(o.Burst, LeastBurst)},
	}
}

// Burst is the number of requests that may come at once.
func (a *AddressLimiter) Burst() int { return a.rate.Burst }

// Allow uses n tokens of the request's address, at most the burst, or refuses with
// the time until there are so many.
func (a *AddressLimiter) Allow(r *http.Request, n int) *fault.Fault {
	address, now := limit.Network(r.RemoteAddr), a.now()
	if a.keyed.AllowN(address, a.rate, n, now) {
		return nil
	}
	wait := max(a.keyed.Wait(address, a.rate, n, now), time.Second)
	seconds := strconv.Itoa(int(math.Ceil(wait.Seconds())))
	return fault.New(fault.TooMany, "Too many requests from this address. Try again in "+seconds+" seconds.").
		WithHeader("Retry-After", seconds)
}
