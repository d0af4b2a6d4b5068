package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// purposesOf are the tokens that a type of verification accepts.
func purposesOf(kind string) []purpose {
	switch kind {
	case "signup", "invite", "sms":
		return []purpose{confirmation}
	case "recovery", "magiclink":
		return []purpose{recovery}
	case "email":
		return []purpose{confirmation, recovery}
	case "email_change":
		return []purpose{emailChangeCurrent, emailChangeNew}
	case "phone_change":
		return []purpose{phoneChange}
	}
	return nil
}

// halfConfirmed is GoTrue's text for the first of two confirmations.
const halfConfirmed = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

// verify is POST /verify: a code with its address, or the hash of a link, for a session. A
// form is the page of GET /verify.
func (s *Service) verify(w http.ResponseWriter, r *http.Request) error {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		return s.followLink(w, r)
	}
	var body struct {
		Type  string `json:"type"`
		Token string `json:"token"`
		Hash  string `json:"token_hash"`
		Email string `json:"email"`
		Phone string `json:"phone"`
		To    string `json:"redirect_to"`
	}
	if err := gotrue.Read(w, r, &body); err != nil {
		return err
	}
	g := given{hash: body.Hash, code: body.Token}
	var err error
	switch {
	case body.Type == "":
		return gotrue.Invalid("Verify requires a verification type")
	case (body.Token == "") == (body.Hash == ""):
		return gotrue.Invalid("Verify requires either a token or a token hash")
	case body.Hash != "" && (body.Email != "" || body.Phone != "" || body.To != ""):
		return gotrue.Invalid("Only the token_hash and type should be provided")
	case body.Hash != "":
	case body.Phone != "":
		g.relatesTo, err = checkPhone(body.Phone)
	case body.Email != "":
		g.relatesTo, err = checkEmail(body.Email)
	default:
		err = gotrue.Invalid("Only an email address or phone number should be provided on verify")
	}
	if err != nil {
		return err
	}
	v, err := s.useToken(r, body.Type, g, false)
	switch {
	case errors.Is(err, errInvalidToken) && g.hash != "":
		return invalidLink()
	case errors.Is(err, errInvalidToken):
		return invalidCode()
	case err != nil:
		return err
	case v.half:
		return gotrue.Reply(w, http.StatusOK, map[string]string{"msg": halfConfirmed, "code": "200"})
	}
	return s.replyTokens(w, r, &v.user, v.session)
}

// openLink is GET /verify, the link of a mail. It shows a page with a button, which posts
// the form that followLink takes: whatever opens the links of mails by itself, such as a
// scanner for viruses, uses up none. A link that is not valid leads on at once.
func (s *Service) openLink(w http.ResponseWriter, r *http.Request) error {
	if s.flows.LinksAtOnce {
		return s.followLink(w, r)
	}
	l, err := readLink(r)
	if err != nil {
		return err
	}
	to := s.redirects.Of(r, l.redirectTo)
	err = s.inTx(r.Context(), func(tx db.Tx) error {
		_, err := s.findToken(r.Context(), tx, given{hash: l.hash}, purposesOf(l.kind)...)
		return err
	})
	if err != nil {
		s.redirectRefused(w, r, to, l.hash, err)
		return nil
	}
	return s.showLinkPage(w, r, l, to)
}

// mailedLink is what the link of a mail says.
type mailedLink struct{ kind, hash, redirectTo string }

func readLink(r *http.Request) (mailedLink, error) {
	l := mailedLink{r.FormValue("type"), r.FormValue("token"), r.FormValue("redirect_to")}
	switch {
	case l.kind == "":
		return mailedLink{}, gotrue.Invalid("Verify requires a verification type")
	case l.hash == "":
		return mailedLink{}, gotrue.Invalid("Verify requires a token or a token hash")
	}
	return l, nil
}

// followLink uses the token of a link, and leads to the application: with the session in the
// fragment, or with a code in the query where there was a code challenge.
func (s *Service) followLink(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, gotrue.MaxBody)
	l, err := readLink(r)
	if err != nil {
		return err
	}
	to := s.redirects.Of(r, l.redirectTo)
	v, err := s.useToken(r, l.kind, given{hash: l.hash}, true)
	if err != nil {
		s.redirectRefused(w, r, to, l.hash, err)
		return nil
	}
	switch {
	case v.half:
		message := url.Values{"message": {halfConfirmed}}
		fragment := url.Values{"message": {halfConfirmed}, "sb": {""}}
		if !strings.HasPrefix(l.hash, pkcePrefix) {
			message = nil
		}
		gotrue.Redirect(w, r, to, message, fragment)
	case v.code != "":
		gotrue.Redirect(w, r, to, url.Values{"code": {v.code}}, nil)
	default:
		granted, err := s.grantTokens(w, r, &v.user, v.session)
		if err != nil {
			return err
		}
		fragment := granted.fragment()
		fragment.Set("type", l.kind)
		gotrue.Redirect(w, r, to, nil, fragment)
	}
	return nil
}

// fragment is how a session reaches an application without PKCE.
func (t tokens) fragment() url.Values {
	values := url.Values{
		"access_token": {t.AccessToken}, "token_type": {t.TokenType}, "refresh_token": {t.RefreshToken}, "sb": {""},
		"expires_in": {strconv.FormatInt(t.ExpiresIn, 10)}, "expires_at": {strconv.FormatInt(t.ExpiresAt, 10)},
	}
	for name, value := range map[string]string{"provider_token": t.ProviderToken, "provider_refresh_token": t.ProviderRefreshToken} {
		if value != "" {
			values.Set(name, value)
		}
	}
	return values
}

// redirectRefused tells the application why a link did not work, in the fragment, and with
// PKCE also in the query. What went wrong here is logged.
func (s *Service) redirectRefused(w http.ResponseWriter, r *http.Request, to, hash string, err error) {
	if errors.Is(err, errInvalidToken) {
		err = invalidLink()
	}
	f := gotrue.Fault(err)
	if f.Status >= http.StatusInternalServerError {
		s.log.ErrorContext(r.Context(), "a mailed link failed", "error", err, "cause", f.Unwrap())
	}
	values := gotrue.OAuthError(f)
	fragment := url.Values{"sb": {""}}
	for name, value := range values {
		fragment[name] = value
	}
	if !strings.HasPrefix(hash, pkcePrefix) {
		values = nil
	}
	gotrue.Redirect(w, r, to, values, fragment)
}

// verified is what using a token leads to.
type verifiedToken struct {
	user    User
	session session
	half    bool   // the other address of an e-mail change has to confirm as well
	code    string // instead of a session, with PKCE
}

// useToken uses up a token and does what it is for. byLink says that a link was followed:
// with a code challenge it gives a code and no session.
func (s *Service) useToken(r *http.Request, kind string, g given, byLink bool) (v verifiedToken, err error) {
	ctx, from := r.Context(), audit.ClientOf(r)
	purposes := purposesOf(kind)
	if len(purposes) == 0 {
		return verifiedToken{}, errInvalidToken
	}
	wrong := false
	err = s.inTx(ctx, func(tx db.Tx) error {
		found, err := s.findToken(ctx, tx, g, purposes...)
		if errors.Is(err, errInvalidToken) {
			wrong = true // committed: the wrong code counts
			return nil
		}
		if err != nil {
			return err
		}
		v.user = found.user
		if v.user.bannedAt(s.clock()) {
			return banned("User is banned")
		}
		if err := deleteToken(ctx, tx, v.user.ID, found.purpose); err != nil {
			return err
		}
		if v.half, err = s.confirm(ctx, tx, found, from); err != nil || v.half {
			return err
		}
		if err := s.notifyConfirmed(r, tx, found); err != nil {
			return err
		}
		if byLink && found.pkce {
			v.code, err = s.issueCode(ctx, tx, v.user.ID, authenticationOf(found.purpose, kind))
			if err == nil && v.code == "" {
				return fault.New(fault.AuthFlowNotFound, "invalid flow state, no valid flow state found")
			}
			return err
		}
		v.session, err = s.openSession(ctx, tx, &v.user, opening{method: methodOTP, from: from})
		return err
	})
	if wrong {
		return verifiedToken{}, errInvalidToken
	}
	return v, err
}

// authenticationOf is the authentication_method of auth.flow_state.
func authenticationOf(p purpose, kind string) string {
	switch {
	case p == confirmation:
		return "email/signup"
	case p == recovery && kind == "recovery":
		return "recovery"
	case p == recovery:
		return "magiclink"
	}
	return "email_change"
}

// confirm does what a token is for. half is true after the first of the two confirmations
// of an e-mail change.
func (s *Service) confirm(ctx context.Context, tx db.Tx, t foundToken, from audit.Client) (half bool, err error) {
	u := &t.user
	switch t.purpose {
	case emailChangeCurrent, emailChangeNew:
		return s.confirmEmailChange(ctx, tx, t, from)
	case phoneChange:
		return false, gotrue.RefusedBy(s.confirmPhone(ctx, tx, u.ID, t.relatesTo))
	case reauthentication:
		return false, errInvalidToken
	case confirmation, recovery:
	}
	if !strings.Contains(t.relatesTo, "@") {
		return false, s.confirmPhone(ctx, tx, u.ID, t.relatesTo)
	}
	if u.EmailConfirmedAt != nil {
		return false, nil
	}
	action := audit.Created
	if u.InvitedAt != nil {
		action = audit.InviteAccepted
	}
	if err := audit.Write(ctx, tx, s.clock(), audit.User(u.ID, u.Email, action), from); err != nil {
		return false, err
	}
	return false, s.confirmEmail(ctx, tx, u.ID, u.Email)
}

// confirmEmail makes an address the user's own.
func (s *Service) confirmEmail(ctx context.Context, tx db.Tx, userID, email string) error {
	return s.confirmFor(ctx, tx, userID, "email", email, `email = $2::text, email_confirmed_at = coalesce(email_confirmed_at, $3::timestamptz),
		raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
			|| case when raw_user_meta_data ? 'email' then jsonb_build_object('email', $2::text) else '{}' end`)
}

// confirmPhone makes a number the user's own.
func (s *Service) confirmPhone(ctx context.Context, tx db.Tx, userID, phone string) error {
	return s.confirmFor(ctx, tx, userID, "phone", phone, `phone = $2::text, phone_change = '',
		phone_confirmed_at = case when phone = $2 then coalesce(phone_confirmed_at, $3::timestamptz) else $3 end`)
}

// confirmFor stores that an address or a number is the user's own: by set in auth.users, and
// in the identity of the provider, email or phone.
func (s *Service) confirmFor(ctx context.Context, tx db.Tx, userID, provider, contact, set string) error {
	_, err := tx.Exec(ctx, `with u as (
			update auth.users set `+set+`, is_anonymous = false, updated_at = $3,
				raw_app_meta_data = jsonb_build_object('provider', $4::text) || coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
					case when coalesce(raw_app_meta_data -> 'providers', '[]') ? $4 then raw_app_meta_data -> 'providers'
					else coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb($4) end)
			where id = $1 returning id
		)
		insert into auth.identities as i (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		select gen_random_uuid(), u.id::text, u.id, '{"email_verified": false, "phone_verified": false}'
			|| jsonb_build_object('sub', u.id, $4, $2::text, $4 || '_verified', true), $4, $3, $3, $3 from u
		on conflict (provider_id, provider) do update set updated_at = $3,
			identity_data = i.identity_data || jsonb_build_object($4, $2::text, $4 || '_verified', true)`,
		userID, contact, s.clock(), provider)
	return err
}
