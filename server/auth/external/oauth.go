package external

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Authorize is GET /authorize: it sends the browser to the provider.
func (fl *Flows) Authorize(w http.ResponseWriter, r *http.Request) error {
	if sealed := r.URL.Query().Get("link"); sealed != "" {
		return fl.continueLink(w, r, sealed)
	}
	f, p, err := fl.newFlow(r)
	if err != nil {
		return err
	}
	f.Invite = r.URL.Query().Get("invite_token")
	return fl.toProvider(w, r, p, f)
}

// toProvider gives the browser the flow and sends it to the provider.
func (fl *Flows) toProvider(w http.ResponseWriter, r *http.Request, p *provider.Provider, f oauthFlow) error {
	request := provider.Request{State: f.ID, Nonce: fl.secretOf(f, "nonce"), Verifier: fl.secretOf(f, "verifier")}
	request.Parameters, request.Scopes = parameters(r.URL.Query())
	address, err := p.AuthURL(r.Context(), request)
	if err != nil {
		fl.refuseFlow(w, r, f, providerFault(err))
		return nil
	}
	sealed, err := fl.seal("flow", f)
	if err != nil {
		return err
	}
	setFlowCookie(w, p, f.ID, sealed)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, address, http.StatusFound)
	return nil
}

// AuthorizeLink is GET /user/identities/authorize: the address at which a user begins to
// link an identity. Requests of scripts to other origins leave no cookie, so it is one of
// this server, which the browser opens.
func (fl *Flows) AuthorizeLink(w http.ResponseWriter, r *http.Request) error {
	c, err := fl.identities.linkingCaller(r.Context())
	if err != nil {
		return err
	}
	f, _, err := fl.newFlow(r)
	if err != nil {
		return err
	}
	f.LinkTo = c.User.ID
	sealed, err := fl.seal("link", f)
	if err != nil {
		return err
	}
	query, scopes := parameters(r.URL.Query())
	query.Del("code_challenge")
	query.Del("code_challenge_method")
	query.Set("link", sealed)
	if len(scopes) > 0 {
		query.Set("scopes", strings.Join(scopes, " "))
	}
	address := fl.issuer + "/authorize?" + query.Encode()
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.Query().Get("skip_http_redirect") == "true" {
		return gotrue.Reply(w, http.StatusOK, map[string]string{"url": address})
	}
	http.Redirect(w, r, address, http.StatusFound)
	return nil
}

// continueLink begins to link an identity, in the user's browser. An address that somebody
// else sends to a user would give that one the user's identity. With PKCE the identity is
// linked when the code is exchanged, which only the application that began can do. Without,
// a browser has to come from a page of the application.
func (fl *Flows) continueLink(w http.ResponseWriter, r *http.Request, sealed string) error {
	var f oauthFlow
	if err := fl.unseal("link", sealed, &f); err != nil || !fl.now().Before(f.Expires) {
		return fault.New(fault.AuthBadOAuthState, "The link is invalid or has expired")
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if f.Challenge.Value == "" && site != "" && site != "same-origin" && !fl.redirects.Allows(r.Referer()) {
		return fault.New(fault.AuthBadOAuthState, "Linking without PKCE has to begin on a page of the application")
	}
	p, err := fl.providers.enabled(r.Context(), f.Provider)
	if err != nil {
		return err
	}
	return fl.toProvider(w, r, p, f)
}

// Callback is GET and POST /callback, where the provider sends the browser: with a code, or
// with an error. It leads on to the application.
func (fl *Flows) Callback(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, gotrue.MaxBody)
	w.Header().Set("Cache-Control", "no-store")
	f, p, err := fl.flowOf(r, r.FormValue("state"))
	if err != nil {
		gotrue.Redirect(w, r, fl.siteURL, gotrue.OAuthError(gotrue.Fault(err)), nil)
		return nil
	}
	setFlowCookie(w, p, f.ID, "")
	granted, err := fl.finishFlow(r, p, f)
	switch {
	case err != nil:
		fl.refuseFlow(w, r, f, err)
	case f.Challenge.Value != "":
		gotrue.Redirect(w, r, f.RedirectTo, url.Values{"code": {granted.code}}, nil)
	default:
		answer, err := fl.sessions.Grant(w, r, &granted.user, granted.session)
		if err != nil {
			fl.refuseFlow(w, r, f, err)
			return nil
		}
		answer.ProviderToken, answer.ProviderRefreshToken = granted.identity.AccessToken, granted.identity.RefreshToken
		gotrue.Redirect(w, r, f.RedirectTo, nil, answer.Fragment())
	}
	return nil
}

// grantedFlow is the result of a callback: a code with PKCE, else a session.
type grantedFlow struct {
	identity provider.Identity
	user     account.User
	session  session.Session
	code     string
}

// keptIdentity is the sealed part of auth.flow_state that the exchange of a code needs.
type keptIdentity struct {
	Token   string             `json:"token"`
	Refresh string             `json:"refresh"`
	Link    *provider.Identity `json:"link,omitempty"` // to be linked by the exchange
}

// finishFlow uses the provider's answer, once.
func (fl *Flows) finishFlow(r *http.Request, p *provider.Provider, f oauthFlow) (g grantedFlow, err error) {
	ctx := r.Context()
	if code := r.FormValue("error"); code != "" {
		return g, errProvider{bound(code), bound(r.FormValue("error_description"))}
	}
	code := r.FormValue("code")
	if code == "" {
		return g, fault.New(fault.AuthBadOAuthCallback, "OAuth callback with missing authorization code missing")
	}
	if err := fl.claimFlow(ctx, f); err != nil {
		return g, err
	}
	g.identity, err = p.Exchange(ctx, provider.Callback{
		Code: code, Nonce: fl.secretOf(f, "nonce"), Verifier: fl.secretOf(f, "verifier"), User: r.FormValue("user"),
	})
	if err != nil {
		return g, providerFault(err)
	}
	kept := keptIdentity{Token: g.identity.AccessToken, Refresh: g.identity.RefreshToken}
	e := identityContext{provider: p, invite: f.Invite, linkTo: f.LinkTo, redirectTo: f.RedirectTo}
	if f.LinkTo != "" && f.Challenge.Value != "" {
		kept.Link, e.later = &g.identity, true
	}
	g.user, err = fl.identities.identify(r, g.identity, e, func(tx db.Tx, u *account.User) error {
		if f.Challenge.Value != "" {
			g.code, err = fl.keepIdentity(ctx, tx, f, u.ID, kept)
			return err
		}
		g.session, err = fl.sessions.Open(ctx, tx, u, session.Opening{Method: session.MethodOAuth, From: audit.ClientOf(r), Provider: p.Name})
		return err
	})
	return g, err
}

// claimFlow makes a state usable once on all nodes: the row of a used one stays a while.
// Each removes some that are old, so that their number is bounded.
func (fl *Flows) claimFlow(ctx context.Context, f oauthFlow) error {
	now := fl.now()
	used := false
	err := fl.pool.LoginTx(ctx, func(tx db.Tx) error {
		tag, err := tx.Exec(ctx, `with old as (
				delete from auth.flow_state where id in (
					select id from auth.flow_state where created_at < $4::timestamptz - interval '2 days' limit 20 for update skip locked)
			)
			insert into auth.flow_state (id, provider_type, authentication_method, referrer, created_at, updated_at)
			values ($1, $2, 'oauth', $3, $4, $4) on conflict (id) do nothing`, f.ID, f.Provider, f.RedirectTo, now)
		used = err == nil && tag.RowsAffected() == 0
		return err
	})
	if used {
		return fault.New(fault.AuthFlowUsed, "OAuth state has already been used")
	}
	return err
}

// keepIdentity stores what the exchange of the code needs.
func (fl *Flows) keepIdentity(ctx context.Context, tx db.Tx, f oauthFlow, userID string, kept keptIdentity) (code string, err error) {
	if code, err = random.ID(fl.rand); err != nil {
		return "", err
	}
	sealed, err := fl.seal("kept", kept)
	if err != nil {
		return "", err
	}
	_, err = tx.Exec(ctx, `update auth.flow_state set user_id = $2, auth_code = $3, code_challenge = $4,
			code_challenge_method = $5::text::auth.code_challenge_method, provider_access_token = $6, auth_code_issued_at = $7, updated_at = $7
		where id = $1`, f.ID, userID, code, f.Challenge.Value, f.Challenge.Method, sealed, fl.now())
	return code, err
}

// errProvider is an error that the provider sends the browser back with.
type errProvider struct{ code, description string }

func (e errProvider) Error() string { return "the provider answers " + e.code }

// providerFault says whose fault it is that the provider gave no identity.
func providerFault(err error) error {
	switch {
	case errors.Is(err, provider.ErrUnavailable):
		return fault.New(fault.AuthProviderUnavailable, "The provider cannot be used at the moment, please retry later").Because(err)
	case errors.Is(err, provider.ErrCode):
		return fault.New(fault.AuthBadOAuthCallback, "The provider does not accept the code").Because(err)
	case errors.Is(err, provider.ErrNonce), errors.Is(err, provider.ErrToken):
		return fault.New(fault.AuthBadOAuthCallback, "The answer of the provider is not valid").Because(err)
	}
	return err
}

// refuseFlow tells the application why a sign-in failed, in the query and the fragment.
func (fl *Flows) refuseFlow(w http.ResponseWriter, r *http.Request, f oauthFlow, err error) {
	var values url.Values
	if told, ok := errors.AsType[errProvider](err); ok {
		values = url.Values{"error": {told.code}, "error_description": {told.description}}
	} else {
		refused := gotrue.Fault(err)
		if refused.Status >= http.StatusInternalServerError {
			fl.log.ErrorContext(r.Context(), "a sign-in failed", "provider", f.Provider, "error", err, "cause", refused.Unwrap())
		}
		values = gotrue.OAuthError(refused)
		switch refused.Code {
		case fault.AuthSignupDisabled, fault.AuthUserBanned, fault.AuthProviderUnverified:
			values.Set("error", "access_denied")
		}
	}
	fragment := url.Values{"sb": {""}}
	for name, value := range values {
		fragment[name] = value
	}
	gotrue.Redirect(w, r, f.RedirectTo, values, fragment)
}
