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
	"path"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/fault"
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
	info                settingsRoutes
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
		signIns: signInRoutes{parts}, codes: codeRoutes{parts, changes}, self: selfRoutes{parts, changes}, admin: adminRoutes{parts}, info: settingsRoutes{parts},
	}
	s.mux = s.routes()
	return s, nil
}

// routes has 80 lines, since it is a table with a line for each route.
func (s *Service) routes() *http.ServeMux {
	mux := http.NewServeMux()
	add := func(routes map[string]gotrue.Action) {
		for pattern, action := range routes {
			mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
				if err := action(w, r); err != nil {
					gotrue.Refuse(w, r, s.log, err)
				}
			})
		}
	}
	add(map[string]gotrue.Action{
		"GET /health":                s.info.health,
		"GET /settings":              s.info.settings,
		"GET /.well-known/jwks.json": s.info.jwks,
		"POST /token":                s.signIns.grant,
		"POST /signup":               s.limits.SignUp.Limit(s.requireCaptcha(s.evenly(s.codes.signUp))),
		"POST /otp":                  s.limits.OTP.Limit(s.requireCaptcha(s.evenly(s.codes.sendOTP))),
		"POST /magiclink":            s.limits.OTP.Limit(s.requireCaptcha(s.evenly(s.codes.sendOTP))),
		"POST /recover":              s.limits.Recovery.Limit(s.requireCaptcha(s.evenly(s.codes.recoverPassword))),
		"POST /resend":               s.limits.Resend.Limit(s.requireCaptcha(s.evenly(s.codes.resend))),
		"GET /verify":                s.limits.Verify.Limit(s.codes.openLink),
		"POST /verify":               s.limits.Verify.Limit(s.codes.verify),
		"GET /reauthenticate":        s.self.sendReauthentication,
		"POST /invite":               s.callers.AdminOnly(s.admin.invite),
		"POST /admin/generate_link":  s.callers.AdminOnly(s.admin.generateLink),
		"POST /logout":               s.self.signOut,
		"GET /user":                  s.self.showUser,
		"PUT /user":                  s.self.updateUser,
		"GET /admin/users":           s.callers.AdminOnly(s.admin.listUsers),
		"GET /admin/audit":           s.callers.AdminOnly(s.admin.listAudit),
		"POST /admin/users":          s.callers.AdminOnly(s.admin.createUser),
		"GET /admin/users/{id}":      s.callers.AdminOnly(s.admin.getUser),
		"PUT /admin/users/{id}":      s.callers.AdminOnly(s.admin.changeUser),
		"DELETE /admin/users/{id}":   s.callers.AdminOnly(s.admin.deleteUser),
	})
	// GoTrue has none of these.
	add(map[string]gotrue.Action{
		"GET /user/sessions":                      s.self.listOwnSessions,
		"DELETE /user/sessions/{session}":         s.self.endOwnSession,
		"GET /admin/users/{id}/sessions":          s.callers.AdminOnly(s.admin.listSessionsOf),
		"DELETE /admin/users/{id}/sessions/{sid}": s.callers.AdminOnly(s.admin.endSessionOf),
		"POST /admin/users/{id}/logout":           s.callers.AdminOnly(s.admin.signOutUser),
	})
	add(map[string]gotrue.Action{
		"GET /admin/custom-providers":                 s.callers.AdminOnly(s.providers.List),
		"POST /admin/custom-providers":                s.callers.AdminOnly(s.providers.Create),
		"GET /admin/custom-providers/{identifier}":    s.callers.AdminOnly(s.providers.Show),
		"PUT /admin/custom-providers/{identifier}":    s.callers.AdminOnly(s.providers.Change),
		"DELETE /admin/custom-providers/{identifier}": s.callers.AdminOnly(s.providers.Delete),

		"GET /authorize":                 s.limits.OAuth.Limit(s.oauth.Authorize),
		"GET /callback":                  s.limits.OAuth.Limit(s.oauth.Callback),
		"POST /callback":                 s.limits.OAuth.Limit(s.oauth.Callback),
		"GET /user/identities/authorize": s.oauth.AuthorizeLink,
		"DELETE /user/identities/{id}":   s.identities.Unlink,
	})
	add(map[string]gotrue.Action{
		"POST /factors":                          s.factors.Enroll,
		"POST /factors/{id}/challenge":           s.limits.Challenge.Limit(s.factors.Challenge),
		"POST /factors/{id}/verify":              s.limits.Factor.Limit(s.factors.Verify),
		"DELETE /factors/{id}":                   s.factors.Unenroll,
		"GET /admin/users/{id}/factors":          s.callers.AdminOnly(s.factors.List),
		"PUT /admin/users/{id}/factors/{fid}":    s.callers.AdminOnly(s.factors.Change),
		"DELETE /admin/users/{id}/factors/{fid}": s.callers.AdminOnly(s.factors.Delete),

		"GET /factors/recovery-codes":             s.recoveryCodes.Show,
		"POST /factors/recovery-codes":            s.recoveryCodes.Generate,
		"POST /factors/recovery-codes/verify":     s.limits.Factor.Limit(s.recoveryCodes.Verify),
		"POST /factors/recovery-codes/regenerate": s.recoveryCodes.Regenerate,
		"DELETE /factors/recovery-codes":          s.recoveryCodes.Remove,
	})
	passkeyRoutes := map[string]gotrue.Action{
		"GET /passkeys":                           s.passkeys.List,
		"PATCH /passkeys/{id}":                    s.passkeys.Rename,
		"DELETE /passkeys/{id}":                   s.passkeys.Delete,
		"POST /passkeys/registration/options":     s.passkeys.StartRegistration,
		"POST /passkeys/registration/verify":      s.passkeys.FinishRegistration,
		"POST /passkeys/authentication/options":   s.limits.Passkey.Limit(s.requireCaptcha(s.passkeys.StartSignIn)),
		"POST /passkeys/authentication/verify":    s.limits.PasskeySignIn.Limit(s.passkeys.SignIn),
		"GET /admin/users/{id}/passkeys":          s.callers.AdminOnly(s.passkeys.ListOf),
		"DELETE /admin/users/{id}/passkeys/{pid}": s.callers.AdminOnly(s.passkeys.DeleteOf),
	}
	for pattern, action := range passkeyRoutes {
		passkeyRoutes[pattern] = s.passkeys.Require(action)
	}
	add(passkeyRoutes)
	add(s.disabledRoutes())
	return mux
}

// ServeHTTP answers a request whose prefix /auth/v1 is already stripped.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.routed(w, r); err != nil {
		gotrue.Refuse(w, r, s.log, err)
		return
	}
	// Most callers sign in, and are nobody yet. What a signed-in one sends is below what the
	// budget is asked about.
	share := s.memory.Share(true)
	defer share.Release()
	r.Body = share.Body(r)
	s.mux.ServeHTTP(w, r)
}

// disabledRoutes are GoTrue's routes for what this server does not do. They answer with
// the code and, where it has one, the message that GoTrue has for a feature that is
// switched off, so that stock clients show it.
func (s *Service) disabledRoutes() map[string]gotrue.Action {
	disabled := func(code, message string) gotrue.Action {
		return func(http.ResponseWriter, *http.Request) error { return fault.New(code, message) }
	}
	feature := func(name string) gotrue.Action {
		return disabled(fault.AuthFeatureDisabled, name+" is not available on this server")
	}
	saml := disabled(fault.AuthSAMLDisabled, "SAML 2.0 is disabled")
	oauthServer := feature("The OAuth server")
	return map[string]gotrue.Action{
		"POST /sso":     saml,
		"/sso/saml/":    saml,
		"/admin/sso/":   s.callers.AdminOnly(saml),
		"/oauth/":       oauthServer,
		"/user/oauth/":  oauthServer,
		"/admin/oauth/": s.callers.AdminOnly(oauthServer),
		"/scim/v2/":     feature("SCIM"),

		"GET /.well-known/openid-configuration":       oauthServer,
		"GET /.well-known/oauth-authorization-server": oauthServer,
	}
}

// routed reports whether a route answers the request; if not, the error says why. GoTrue
// answers these in plain text, which stock clients cannot read.
func (s *Service) routed(w http.ResponseWriter, r *http.Request) error {
	clean := path.Clean(r.URL.Path) == r.URL.Path || strings.HasSuffix(r.URL.Path, "/") && path.Clean(r.URL.Path)+"/" == r.URL.Path
	if _, pattern := s.mux.Handler(r); clean && pattern != "" {
		return nil
	}
	other, allowed := *r, []string{}
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		other.Method = method
		if _, pattern := s.mux.Handler(&other); clean && pattern != "" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		return fault.New(fault.NotFound, "No such route: "+r.Method+" /auth/v1"+r.URL.Path)
	}
	if slices.Contains(allowed, http.MethodGet) {
		allowed = append(allowed, http.MethodHead)
	}
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	return fault.New(fault.BadMethod, "Method not allowed")
}

// evenly makes every answer of an action take AnswerTime at least: how long it takes to
// find out that an address has no account says nothing then. The action gives what is
// answered with 200.
func (s *Service) evenly(next func(http.ResponseWriter, *http.Request) (any, error)) gotrue.Action {
	return func(w http.ResponseWriter, r *http.Request) error {
		start := time.Now()
		body, err := next(w, r)
		if ended := s.sleep(r.Context(), s.flows.AnswerTime-time.Since(start)); ended != nil {
			return ended
		}
		if err != nil {
			return err
		}
		return gotrue.Reply(w, http.StatusOK, body)
	}
}
