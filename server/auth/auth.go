// Package auth is /auth/v1: accounts, passwords and sessions, in the contract
// of GoTrue that stock supabase-js speaks. It refuses who is not known, who is
// banned, and what is malformed; rights on tables are the database's.
//
// Its files answer the routes. What is not here is refused with GoTrue's codes for features that
// are switched off, and /settings says so.
package auth

import (
	"context"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/budget"
)

// Service answers /auth/v1, and gives the other packages their users.
type Service struct {
	*services
	timebox, inactivity time.Duration
	keep                Keep
	memory              *budget.Budget
	sleep               func(context.Context, time.Duration) error
	signIns             signInRoutes
	codes               codeRoutes
	self                selfRoutes
	admin               adminRoutes
	mux                 *http.ServeMux
}

// New makes a Service. It starts nothing: closing the pool ends it. It refuses patterns of
// Flows.RedirectURLs that are none, and providers that cannot be used.
func New(o Options) (*Service, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	parts, err := newServices(o)
	if err != nil {
		return nil, err
	}
	changes := contacts{parts}
	s := &Service{
		services: parts, timebox: o.SessionTimebox, inactivity: o.SessionInactivity, keep: o.Keep, memory: o.Memory, sleep: o.Sleep,
		signIns: signInRoutes{parts}, codes: codeRoutes{parts, changes}, self: selfRoutes{parts, changes}, admin: adminRoutes{parts},
	}
	s.mux = s.routes()
	return s, nil
}
