package throttle

import (
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
)

// Limits bound what one address may ask for; those of a group have a bucket each. All may come
// at once, and 30 of a lower number, as in GoTrue. 0 is no bound.
type Limits struct {
	// OTP is for sign-ups, codes, recoveries, repeated mails, each, in five
	// minutes.
	OTP int
	// Verify is for links and codes that are presented, and for sign-ins at providers, whose
	// beginning and end count as one each, in five minutes.
	Verify int
	// Anonymous is for anonymous users, in an hour.
	Anonymous int
	// Factors is for challenges of second factors and answers to them, each, in a minute.
	Factors int
	// Passkeys is for sign-ins by passkey, in five minutes.
	Passkeys int
}

// Limiters apply Limits; nil ones let all pass.
type Limiters struct {
	SignUp, OTP, Recovery, Resend, Verify, OAuth, Anonymous, Challenge, Factor, Passkey, PasskeySignIn *Address
}

// NewLimiters makes the limiters of Limits.
func NewLimiters(o Limits, now func() time.Time) Limiters {
	bucket := func(o edge.Limit) *Address { return &Address{edge.NewAddressLimiter(o, now)} }
	// limiter has n requests in each of so many parts of five minutes.
	limiter := func(n, parts int) *Address {
		if n <= 0 {
			return nil
		}
		return bucket(edge.Limit{Per5Min: parts * n, Burst: max(n, edge.LeastBurst)})
	}
	l := Limiters{
		SignUp: limiter(o.OTP, 1), OTP: limiter(o.OTP, 1), Recovery: limiter(o.OTP, 1), Resend: limiter(o.OTP, 1),
		Verify: limiter(o.Verify, 1), OAuth: limiter(o.Verify, 1),
		Challenge: limiter(o.Factors, 5), Factor: limiter(o.Factors, 5),
		Passkey: limiter(o.Passkeys, 1), PasskeySignIn: limiter(o.Passkeys, 1),
	}
	if o.Anonymous > 0 {
		l.Anonymous = bucket(edge.Limit{PerDay: 24 * o.Anonymous, Burst: o.Anonymous})
	}
	return l
}

// Address is the limiter of addresses for one kind of request; a nil one lets all pass.
type Address struct{ limiter *edge.AddressLimiter }

// Allow counts a request, and refuses with GoTrue's text and a Retry-After.
func (a *Address) Allow(r *http.Request) error {
	if a == nil {
		return nil
	}
	if refusal := a.limiter.Allow(r, 1); refusal != nil {
		return fault.New(fault.TooMany, "Request rate limit reached").WithHeader("Retry-After", refusal.Header.Get("Retry-After"))
	}
	return nil
}

// Limit refuses what passes the limit, and calls next for the rest.
func (a *Address) Limit(next func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := a.Allow(r); err != nil {
			return err
		}
		return next(w, r)
	}
}
