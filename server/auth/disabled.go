package auth

import (
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/fault"
)

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
