package app

import (
	"time"

	"github.com/toubkal/toubkal/server/auth"
)

// Auth is what may be said about passwords and sessions.
type Auth struct {
	// SignInBackOff is the longest time between two sign-ins after failures, in
	// seconds; 0 is no back-off.
	SignInBackOff int `env:"TOUBKAL_SIGN_IN_BACKOFF" envDefault:"300"`
	// SignInQueue bounds the sign-ins that wait for their password to be hashed.
	SignInQueue int `env:"TOUBKAL_SIGN_IN_QUEUE" envDefault:"100"`
}

func (c *Auth) check(say func(bad bool, format string, args ...any)) {
	say(c.SignInBackOff < 0, "TOUBKAL_SIGN_IN_BACKOFF: %d s is less than none; 0 is no back-off", c.SignInBackOff)
	say(c.SignInQueue < 1, "TOUBKAL_SIGN_IN_QUEUE: %d is too few; use 1 or more", c.SignInQueue)
}

// auth are the options of the auth service, but for its connections.
func (p *program) auth() auth.Options {
	return auth.Options{
		Log: p.log, JWTExpiry: time.Duration(p.JWTExpiry) * time.Second, Secret: []byte(derive(p.JWTSecret, "sign-in")),
		MaxBackOff: time.Duration(p.SignInBackOff) * time.Second, HashQueue: p.SignInQueue,
	}
}
