package auth

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/pkce"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// purposesOf are the tokens that a type of verification accepts.
func purposesOf(kind string) []account.Purpose {
	switch kind {
	case "signup", "invite", "sms":
		return []account.Purpose{account.Confirmation}
	case "recovery", "magiclink":
		return []account.Purpose{account.Recovery}
	case "email":
		return []account.Purpose{account.Confirmation, account.Recovery}
	case "email_change":
		return []account.Purpose{account.EmailChangeCurrent, account.EmailChangeNew}
	case "phone_change":
		return []account.Purpose{account.PhoneChange}
	}
	return nil
}

// halfConfirmed is GoTrue's text for the first of two confirmations.
const halfConfirmed = "Confirmation link accepted. Please proceed to confirm link sent to the other email"

// verify is POST /verify: a code with its address, or the hash of a link, for a session. A
// form is the page of GET /verify.
func (c codeRoutes) verify(w http.ResponseWriter, r *http.Request) error {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		return c.followLink(w, r)
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
	g := account.Presented{Hash: body.Hash, Code: body.Token}
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
		g.RelatesTo, err = account.CheckPhone(body.Phone)
	case body.Email != "":
		g.RelatesTo, err = account.CheckEmail(body.Email)
	default:
		err = gotrue.Invalid("Only an email address or phone number should be provided on verify")
	}
	if err != nil {
		return err
	}
	v, err := c.useToken(r, body.Type, g, false)
	switch {
	case errors.Is(err, account.ErrInvalidToken) && g.Hash != "":
		return account.InvalidLink()
	case errors.Is(err, account.ErrInvalidToken):
		return account.InvalidCode()
	case err != nil:
		return err
	case v.half:
		return gotrue.Reply(w, http.StatusOK, map[string]string{"msg": halfConfirmed, "code": "200"})
	}
	return c.sessions.Reply(w, r, &v.user, v.session)
}

// openLink is GET /verify, the link of a mail. It shows a page with a button, which posts
// the form that followLink takes: whatever opens the links of mails by itself, such as a
// scanner for viruses, uses up none. A link that is not valid leads on at once.
func (c codeRoutes) openLink(w http.ResponseWriter, r *http.Request) error {
	if c.flows.LinksAtOnce {
		return c.followLink(w, r)
	}
	l, err := readLink(r)
	if err != nil {
		return err
	}
	to := c.redirects.Of(r, l.redirectTo)
	err = c.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		_, err := c.tokens.Find(r.Context(), tx, account.Presented{Hash: l.hash}, purposesOf(l.kind)...)
		return err
	})
	if err != nil {
		c.redirectRefused(w, r, to, l.hash, err)
		return nil
	}
	return c.showLinkPage(w, r, l, to)
}

// followLink uses the token of a link, and leads to the application: with the session in the
// fragment, or with a code in the query where there was a code challenge.
func (c codeRoutes) followLink(w http.ResponseWriter, r *http.Request) error {
	r.Body = http.MaxBytesReader(w, r.Body, gotrue.MaxBody)
	l, err := readLink(r)
	if err != nil {
		return err
	}
	to := c.redirects.Of(r, l.redirectTo)
	v, err := c.useToken(r, l.kind, account.Presented{Hash: l.hash}, true)
	if err != nil {
		c.redirectRefused(w, r, to, l.hash, err)
		return nil
	}
	switch {
	case v.half:
		message := url.Values{"message": {halfConfirmed}}
		fragment := url.Values{"message": {halfConfirmed}, "sb": {""}}
		if !strings.HasPrefix(l.hash, account.PKCEPrefix) {
			message = nil
		}
		gotrue.Redirect(w, r, to, message, fragment)
	case v.code != "":
		gotrue.Redirect(w, r, to, url.Values{"code": {v.code}}, nil)
	default:
		granted, err := c.sessions.Grant(w, r, &v.user, v.session)
		if err != nil {
			return err
		}
		fragment := granted.Fragment()
		fragment.Set("type", l.kind)
		gotrue.Redirect(w, r, to, nil, fragment)
	}
	return nil
}

// redirectRefused tells the application why a link did not work, in the fragment, and with
// PKCE also in the query. What went wrong here is logged.
func (c codeRoutes) redirectRefused(w http.ResponseWriter, r *http.Request, to, hash string, err error) {
	if errors.Is(err, account.ErrInvalidToken) {
		err = account.InvalidLink()
	}
	f := gotrue.Fault(err)
	if f.Status >= http.StatusInternalServerError {
		c.log.ErrorContext(r.Context(), "a mailed link failed", "error", err, "cause", f.Unwrap())
	}
	values := gotrue.OAuthError(f)
	fragment := url.Values{"sb": {""}}
	for name, value := range values {
		fragment[name] = value
	}
	if !strings.HasPrefix(hash, account.PKCEPrefix) {
		values = nil
	}
	gotrue.Redirect(w, r, to, values, fragment)
}

// verifiedToken is the result of using a token.
type verifiedToken struct {
	user    account.User
	session session.Session
	half    bool   // the other address of an e-mail change has to confirm as well
	code    string // instead of a session, with PKCE
}

// useToken uses up a token and does what it is for. byLink says that a link was followed:
// with a code challenge it gives a code and no session.
func (c codeRoutes) useToken(r *http.Request, kind string, g account.Presented, byLink bool) (v verifiedToken, err error) {
	ctx, from := r.Context(), audit.ClientOf(r)
	purposes := purposesOf(kind)
	if len(purposes) == 0 {
		return verifiedToken{}, account.ErrInvalidToken
	}
	wrong := false
	err = c.pool.LoginTx(ctx, func(tx db.Tx) error {
		found, err := c.tokens.Find(ctx, tx, g, purposes...)
		if errors.Is(err, account.ErrInvalidToken) {
			wrong = true // committed: the wrong code counts
			return nil
		}
		if err != nil {
			return err
		}
		v.user = found.User
		if v.user.BannedAt(c.clock()) {
			return account.Banned("User is banned")
		}
		if err := account.DeleteToken(ctx, tx, v.user.ID, found.Purpose); err != nil {
			return err
		}
		if v.half, err = c.confirm(ctx, tx, found, from); err != nil || v.half {
			return err
		}
		if err := c.messages.NotifyConfirmed(r, tx, found); err != nil {
			return err
		}
		if byLink && found.PKCE {
			v.code, err = c.pkce.IssueCode(ctx, tx, v.user.ID, pkce.AuthenticationOf(found.Purpose, kind))
			if err == nil && v.code == "" {
				return fault.New(fault.AuthFlowNotFound, "invalid flow state, no valid flow state found")
			}
			return err
		}
		v.session, err = c.sessions.Open(ctx, tx, &v.user, session.Opening{Method: session.MethodOTP, From: from})
		return err
	})
	if wrong {
		return verifiedToken{}, account.ErrInvalidToken
	}
	return v, err
}

// confirm does what a token is for. half is true after the first of the two confirmations
// of an e-mail change.
func (c codeRoutes) confirm(ctx context.Context, tx db.Tx, t account.Found, from audit.Client) (half bool, err error) {
	u := &t.User
	switch t.Purpose {
	case account.EmailChangeCurrent, account.EmailChangeNew:
		return c.contacts.confirmEmailChange(ctx, tx, t, from)
	case account.PhoneChange:
		return false, gotrue.RefusedBy(c.accounts.ConfirmPhone(ctx, tx, u.ID, t.RelatesTo))
	case account.Reauthentication:
		return false, account.ErrInvalidToken
	case account.Confirmation, account.Recovery:
	}
	if !strings.Contains(t.RelatesTo, "@") {
		return false, c.accounts.ConfirmPhone(ctx, tx, u.ID, t.RelatesTo)
	}
	if u.EmailConfirmedAt != nil {
		return false, nil
	}
	action := audit.Created
	if u.InvitedAt != nil {
		action = audit.InviteAccepted
	}
	if err := audit.Write(ctx, tx, c.clock(), audit.User(u.ID, u.Email, action), from); err != nil {
		return false, err
	}
	return false, c.accounts.ConfirmEmail(ctx, tx, u.ID, u.Email)
}
