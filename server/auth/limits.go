package auth

import (
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
)

// Limits bound what one address may ask for; those of a group have a bucket each. All may come
// at once: a number is what an address gets that was quiet before. 0 is no bound.
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
	limiter := func(per5Min, burst int) *addressLimiter {
		if per5Min <= 0 {
			return nil
		}
		return &addressLimiter{edge.NewAddressLimiter(edge.Limit{Per5Min: per5Min, Burst: burst}, now)}
	}
	l := limiters{
		signUp: limiter(o.OTP, o.OTP), otp: limiter(o.OTP, o.OTP), recovery: limiter(o.OTP, o.OTP), resend: limiter(o.OTP, o.OTP),
		verify: limiter(o.Verify, o.Verify), oauth: limiter(o.Verify, o.Verify),
		challenge: limiter(5*o.Factors, o.Factors), factor: limiter(5*o.Factors, o.Factors),
		passkey: limiter(o.Passkeys, o.Passkeys), passkeySignIn: limiter(o.Passkeys, o.Passkeys),
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
