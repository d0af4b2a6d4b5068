package auth

import (
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
)

// Limits bound what one address may ask for; those of a group have a bucket each. 0 is no
// bound.
type Limits struct {
	// OTP is for sign-ups, codes, recoveries, repeated mails, and changes of one's own
	// account: how many in five minutes. 30 may come at once.
	OTP int
	// Verify is for links and codes that are presented, and for sign-ins at providers, whose
	// beginning and end count as one each, in five minutes. 30 may come at once.
	Verify int
	// Anonymous is for anonymous users, in an hour, all of which may come at once.
	Anonymous int
	// Factors is for challenges of second factors and answers to them, each, in a minute.
	// 30 may come at once.
	Factors int
	// Passkeys is for sign-ins by passkey, in five minutes. 30 may come at once.
	Passkeys int
}

// limiters apply Limits; nil ones let all pass.
type limiters struct {
	signUp, otp, recovery, resend, update, verify, oauth, anonymous, challenge, factor, passkey, passkeySignIn *addressLimiter
}

func newLimiters(o Limits, now func() time.Time) limiters {
	limiter := func(per5Min, burst int) *addressLimiter {
		if per5Min <= 0 {
			return nil
		}
		return &addressLimiter{edge.NewAddressLimiter(edge.Limit{Per5Min: per5Min, Burst: burst}, now)}
	}
	l := limiters{
		signUp: limiter(o.OTP, 30), otp: limiter(o.OTP, 30), recovery: limiter(o.OTP, 30), resend: limiter(o.OTP, 30),
		update: limiter(o.OTP, 30), verify: limiter(o.Verify, 30),
		oauth:     limiter(o.Verify, 30),
		challenge: limiter(5*o.Factors, 30), factor: limiter(5*o.Factors, 30),
		passkey: limiter(o.Passkeys, 30), passkeySignIn: limiter(o.Passkeys, 30),
	}
	if o.Anonymous > 0 {
		l.anonymous = limiter(max(1, o.Anonymous/12), o.Anonymous)
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
