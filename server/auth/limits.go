package auth

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

// limiters apply Limits; nil ones let all pass.
type limiters struct {
	signUp, otp, recovery, resend, verify, oauth, anonymous, challenge, factor, passkey, passkeySignIn *addressLimiter
}

func newLimiters(o Limits, now func() time.Time) limiters {
	bucket := func(o edge.Limit) *addressLimiter { return &addressLimiter{edge.NewAddressLimiter(o, now)} }
	// limiter has n requests in each of so many parts of five minutes.
	limiter := func(n, parts int) *addressLimiter {
		if n <= 0 {
			return nil
		}
		return bucket(edge.Limit{Per5Min: parts * n, Burst: max(n, edge.LeastBurst)})
	}
	l := limiters{
		signUp: limiter(o.OTP, 1), otp: limiter(o.OTP, 1), recovery: limiter(o.OTP, 1), resend: limiter(o.OTP, 1),
		verify: limiter(o.Verify, 1), oauth: limiter(o.Verify, 1),
		challenge: limiter(o.Factors, 5), factor: limiter(o.Factors, 5),
		passkey: limiter(o.Passkeys, 1), passkeySignIn: limiter(o.Passkeys, 1),
	}
	if o.Anonymous > 0 {
		l.anonymous = bucket(edge.Limit{PerDay: 24 * o.Anonymous, Burst: o.Anonymous})
	}
	return l
}

// addressLimiter is an edge.AddressLimiter that may be nil.
type addressLimiter struct{ *edge.AddressLimiter }

// allow counts a request, and refuses with GoTrue's text and a Retry-After.
func (l *addressLimiter) allow(r *http.Request) error {
	if l == nil {
		return nil
	}
	if refusal := l.Allow(r, 1); refusal != nil {
		return fault.New(fault.TooMany, "Request rate limit reached").WithHeader("Retry-After", refusal.Header.Get("Retry-After"))
	}
	return nil
}

func (s *Service) limited(l *addressLimiter, next action) action {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := l.allow(r); err != nil {
			return err
		}
		return next(w, r)
	}
}
