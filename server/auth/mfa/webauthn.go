package mfa

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/db"
)

// RelyingParty is the relying party of WebAuthn: the identity of this server for security keys and
// passkeys.
type RelyingParty struct {
	// ID is the domain that credentials are bound to: that of the site, or one above it.
	// Defaults to the host of Options.SiteURL. It cannot be changed later without losing
	// all credentials.
	ID string
	// Name is shown by browsers. Defaults to ID.
	Name string
	// Origins are the origins of the pages that ask for credentials. Defaults to the origin of
	// Options.SiteURL.
	Origins []string
	// ChallengeLife is the lifetime of a challenge. Defaults to 5 minutes.
	ChallengeLife time.Duration
}

func (r RelyingParty) withDefaults(siteURL string) RelyingParty {
	if site, err := url.Parse(siteURL); err == nil && (site.Scheme == "https" || site.Scheme == "http") && site.Host != "" {
		r.ID = cmp.Or(r.ID, site.Hostname())
		if len(r.Origins) == 0 {
			r.Origins = []string{site.Scheme + "://" + site.Host}
		}
	}
	r.Name = cmp.Or(r.Name, r.ID)
	r.ChallengeLife = cmp.Or(r.ChallengeLife, 5*time.Minute)
	return r
}

// library makes the checker of credentials. It refuses an ID that is no domain.
func (r RelyingParty) library() (*webauthn.WebAuthn, error) {
	if _, err := netip.ParseAddr(strings.Trim(r.ID, "[]")); err == nil {
		return nil, fmt.Errorf("browsers give passkeys and security keys to domains alone, and %s is an IP address: "+
			"set GOTRUE_WEBAUTHN_RP_ID, or give GOTRUE_SITE_URL a name such as localhost", r.ID)
	}
	timeout := webauthn.TimeoutConfig{Timeout: r.ChallengeLife, TimeoutUVD: r.ChallengeLife}
	library, err := webauthn.New(&webauthn.Config{
		RPID: r.ID, RPDisplayName: r.Name, RPOrigins: r.Origins, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{UserVerification: protocol.VerificationPreferred},
		Timeouts:               webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
		// Password managers answer more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("WebAuthn with the relying party %q and the origins %q: %w", r.ID, r.Origins, err)
	}
	return library, nil
}

// webAuthnUser is a user as the library sees one. The user handle is the id as text, as
// GoTrue has it: passkeys keep it.
type webAuthnUser struct {
	*account.User
	credentials []webauthn.Credential
}

func (w webAuthnUser) WebAuthnID() []byte                         { return []byte(w.ID) }
func (w webAuthnUser) WebAuthnName() string                       { return cmp.Or(w.Email, w.Phone, w.ID) }
func (w webAuthnUser) WebAuthnDisplayName() string                { return w.WebAuthnName() }
func (w webAuthnUser) WebAuthnCredentials() []webauthn.Credential { return w.credentials }

// webAuthnChallenge is the part of a challenge that a browser's API takes.
type webAuthnChallenge struct {
	Type    string `json:"type"`               // create for an unverified factor, else request
	Options any    `json:"credential_options"` // {"publicKey": …}
}

// challengeKey starts the ceremony of a security key, and gives what is stored of it.
func (fs *Factors) challengeKey(ctx context.Context, tx db.Tx, u *account.User, f storedFactor) (challenge *webAuthnChallenge, stored *string, err error) {
	keys, err := securityKeys(ctx, tx, u.ID)
	if err != nil {
		return nil, nil, err
	}
	challenge = &webAuthnChallenge{Type: "create"}
	var data *webauthn.SessionData
	if f.Verified() {
		challenge.Type = "request"
		own := webAuthnUser{User: u}
		if own.credentials, err = credentialOf(f); err == nil {
			challenge.Options, data, err = fs.webAuthn.BeginLogin(own)
		}
	} else {
		challenge.Options, data, err = fs.webAuthn.BeginRegistration(webAuthnUser{User: u}, webauthn.WithExclusions(keys.CredentialDescriptors()))
	}
	if err != nil {
		return nil, nil, fmt.Errorf("challenge the security key %s: %w", f.ID, err)
	}
	text, err := json.Marshal(data)
	if err != nil {
		return nil, nil, err
	}
	value := string(text)
	return challenge, &value, nil
}

func credentialOf(f storedFactor) ([]webauthn.Credential, error) {
	var credential webauthn.Credential
	if err := json.Unmarshal(f.credential, &credential); err != nil {
		return nil, fmt.Errorf("read a credential: %w", err)
	}
	return []webauthn.Credential{credential}, nil
}

// securityKeys are the credentials of the user's factors.
func securityKeys(ctx context.Context, tx db.Tx, userID string) (keys webauthn.Credentials, err error) {
	var all []byte
	err = tx.QueryRow(ctx, `select coalesce(jsonb_agg(web_authn_credential), '[]') from auth.mfa_factors
		where user_id = $1 and web_authn_credential is not null`, userID).Scan(&all)
	if err != nil {
		return nil, fmt.Errorf("read security keys: %w", err)
	}
	if err := json.Unmarshal(all, &keys); err != nil {
		return nil, fmt.Errorf("read security keys: %w", err)
	}
	return keys, nil
}

// checkKey verifies what a security key has answered, and stores its new state.
func (fs *Factors) checkKey(ctx context.Context, tx db.Tx, u *account.User, f storedFactor, sessionData []byte, answer webAuthnAnswer) error {
	var data webauthn.SessionData
	if err := json.Unmarshal(sessionData, &data); err != nil {
		return fmt.Errorf("read a challenge of WebAuthn: %w", err)
	}
	var credential *webauthn.Credential
	switch {
	case answer.Type == "create" && !f.Verified():
		parsed, err := protocol.ParseCredentialCreationResponseBytes(answer.Response)
		if err != nil {
			return gotrue.Invalid("Invalid credential_response")
		}
		if credential, err = fs.webAuthn.CreateCredential(webAuthnUser{User: u}, data, parsed); err != nil {
			return errWrongCode
		}
	case answer.Type == "request" && f.Verified():
		parsed, err := protocol.ParseCredentialRequestResponseBytes(answer.Response)
		if err != nil {
			return gotrue.Invalid("Invalid credential_response")
		}
		own := webAuthnUser{User: u}
		if own.credentials, err = credentialOf(f); err != nil {
			return err
		}
		if credential, err = fs.webAuthn.ValidateLogin(own, data, parsed); err != nil {
			return errWrongCode
		}
	default:
		return gotrue.Invalid("webauthn.type needs to be that of the challenge")
	}
	if credential.Authenticator.CloneWarning {
		fs.warnOfCopy(ctx, u, f.ID)
		return errWrongCode
	}
	text, err := json.Marshal(credential)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `update auth.mfa_factors set web_authn_credential = $2::text::jsonb, web_authn_aaguid = $3::text::uuid where id = $1`,
		f.ID, string(text), aaguidOf(credential))
	if err != nil {
		return fmt.Errorf("store a credential: %w", err)
	}
	return nil
}

// warnOfCopy logs a signature counter that has not increased: the key was copied, or is
// broken. It is refused, since the two cannot be told apart.
func (fs *Factors) warnOfCopy(ctx context.Context, u *account.User, id string) {
	fs.log.WarnContext(ctx, "a WebAuthn credential was refused: its signature counter has not increased, so there may be a copy", "user", u.ID, "credential", id)
}

// aaguidOf is the model of an authenticator; nil where it does not say.
func aaguidOf(c *webauthn.Credential) *string {
	id, err := uuid.FromBytes(c.Authenticator.AAGUID)
	if err != nil || id == uuid.Nil {
		return nil
	}
	text := id.String()
	return &text
}
