package mfa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// ceremony is the answer to …/options.
type ceremony struct {
	ChallengeID string `json:"challenge_id"`
	Options     any    `json:"options"`    // what a browser's API takes as publicKey
	ExpiresAt   int64  `json:"expires_at"` // Unix seconds
}

// Types of rows in auth.webauthn_challenges.
const (
	passkeyRegistration = "registration"
	passkeySignIn       = "authentication"
)

// startCeremony stores a challenge; userID is nil for a sign-in. Of a user the newest ten
// are kept.
func (ps *Passkeys) startCeremony(ctx context.Context, tx db.Tx, kind string, userID *string, data *webauthn.SessionData) (c ceremony, err error) {
	text, err := json.Marshal(data)
	if err != nil {
		return ceremony{}, err
	}
	if c.ChallengeID, err = random.ID(ps.rand); err != nil {
		return ceremony{}, err
	}
	expires := ps.now().Add(ps.relyingParty.ChallengeLife)
	c.ExpiresAt = expires.Unix()
	_, err = tx.Exec(ctx, `with outdated as (
			delete from auth.webauthn_challenges where id in (
				select id from auth.webauthn_challenges where user_id = $2 order by created_at desc, id offset $7)
		)
		insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, created_at, expires_at)
		values ($1, $2, $3, $4::text::jsonb, $5, $6)`, c.ChallengeID, userID, kind, string(text), ps.now(), expires, MaxChallenges-1)
	if err != nil {
		return ceremony{}, fmt.Errorf("store a challenge of WebAuthn: %w", err)
	}
	return c, nil
}

// passkeyAnswer is the body of …/verify.
type passkeyAnswer struct {
	ChallengeID string          `json:"challenge_id"`
	Credential  json.RawMessage `json:"credential"`
}

// useChallenge deletes a challenge before anything is checked, so that it is answered once.
func (ps *Passkeys) useChallenge(ctx context.Context, id, kind string, userID *string) (data webauthn.SessionData, err error) {
	if uuid.Validate(id) != nil {
		return data, fault.New(fault.AuthPasskeyChallenge, "Challenge not found")
	}
	var text []byte
	var expires time.Time
	err = ps.pool.Conn(ctx, func(conn *pgx.Conn) error {
		return conn.QueryRow(ctx, `delete from auth.webauthn_challenges where id = $1 and challenge_type = $2 and user_id is not distinct from $3
			returning session_data, expires_at`, id, kind, userID).Scan(&text, &expires)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return data, fault.New(fault.AuthPasskeyChallenge, "Challenge not found")
	case err != nil:
		return data, fmt.Errorf("read a challenge of WebAuthn: %w", err)
	case !ps.now().Before(expires):
		return data, fault.New(fault.AuthPasskeyExpired, "Challenge has expired")
	}
	if err := json.Unmarshal(text, &data); err != nil {
		return data, fmt.Errorf("read a challenge of WebAuthn: %w", err)
	}
	return data, nil
}

func badCredential() *fault.Fault {
	return fault.New(fault.AuthPasskeyFailed, "Credential verification failed")
}

// mayAddPasskey refuses whoever cannot sign in with a passkey.
func (ps *Passkeys) mayAddPasskey(ctx context.Context, tx db.Tx, c session.Caller, have int) error {
	var sso bool
	if err := tx.QueryRow(ctx, `select is_sso_user from auth.users where id = $1`, c.User.ID).Scan(&sso); err != nil {
		return err
	}
	switch {
	case sso:
		return gotrue.Invalid("Users of single sign-on cannot have passkeys").WithStatus(http.StatusUnprocessableEntity)
	case have >= ps.settings.Max:
		return fault.New(fault.AuthTooManyPasskeys, "Maximum number of passkeys reached")
	}
	if err := unconfirmed(&c.User); err != nil {
		return err
	}
	return ps.factors.mayChangeFactors(c, "AAL2 session is required to register a passkey", http.StatusForbidden)
}

// unconfirmed refuses a user without a confirmed address or number.
func unconfirmed(u *account.User) error {
	switch {
	case u.ConfirmedAt != nil:
		return nil
	case u.Email == "" && u.Phone != "":
		return fault.New(fault.AuthPhoneNotConfirmed, "Phone not confirmed").WithStatus(http.StatusForbidden)
	}
	return fault.New(fault.AuthEmailNotConfirmed, "Email not confirmed").WithStatus(http.StatusForbidden)
}

// StartRegistration is POST /passkeys/registration/options.
func (ps *Passkeys) StartRegistration(w http.ResponseWriter, r *http.Request) error {
	c, err := ps.callers.OwnSession(r)
	if err != nil {
		return err
	}
	var answer ceremony
	ctx := r.Context()
	err = ps.pool.LoginTx(ctx, func(tx db.Tx) error {
		have, err := passkeysOf(ctx, tx, c.User.ID)
		if err != nil {
			return err
		}
		if err := ps.mayAddPasskey(ctx, tx, c, len(have)); err != nil {
			return err
		}
		creation, data, err := ps.webAuthn.BeginRegistration(webAuthnUser{User: &c.User}, webauthn.WithExclusions(descriptors(have)),
			webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
				ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
				UserVerification: protocol.VerificationPreferred,
			}))
		if err != nil {
			return fmt.Errorf("start a passkey: %w", err)
		}
		answer, err = ps.startCeremony(ctx, tx, passkeyRegistration, &c.User.ID, data)
		answer.Options = creation.Response
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, answer)
}

// FinishRegistration is POST /passkeys/registration/verify.
func (ps *Passkeys) FinishRegistration(w http.ResponseWriter, r *http.Request) error {
	c, err := ps.callers.OwnSession(r)
	if err != nil {
		return err
	}
	var given passkeyAnswer
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	ctx := r.Context()
	data, err := ps.useChallenge(ctx, given.ChallengeID, passkeyRegistration, &c.User.ID)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(given.Credential)
	if err != nil {
		return badCredential()
	}
	credential, err := ps.webAuthn.CreateCredential(webAuthnUser{User: &c.User}, data, parsed)
	if err != nil {
		return badCredential()
	}
	transports, err := json.Marshal(append([]protocol.AuthenticatorTransport{}, credential.Transport...))
	if err != nil {
		return err
	}
	var p passkey
	err = ps.pool.LoginTx(ctx, func(tx db.Tx) error {
		if _, err := account.LockUser(ctx, tx, `u.id = $1`, c.User.ID); err != nil {
			return err
		}
		have, err := passkeysOf(ctx, tx, c.User.ID)
		if err != nil {
			return err
		}
		if err := ps.mayAddPasskey(ctx, tx, c, len(have)); err != nil {
			return err
		}
		aaguid := aaguidOf(credential)
		err = p.scan(tx.QueryRow(ctx, `insert into auth.webauthn_credentials as c (user_id, credential_id, public_key, attestation_type, aaguid,
				sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
			values ($1, $2, $3, $4, $5::text::uuid, $6, $7::text::jsonb, $8, $9, $10, $11, $11) returning `+passkeyColumns,
			c.User.ID, credential.ID, credential.PublicKey, credential.AttestationFormat, aaguid, int64(credential.Authenticator.SignCount),
			string(transports), credential.Flags.BackupEligible, credential.Flags.BackupState, passkeyName(aaguid), ps.now()))
		if pg, ok := errors.AsType[*pgconn.PgError](err); ok && pg.ConstraintName == "webauthn_credentials_credential_id_key" {
			return fault.New(fault.AuthPasskeyExists, "This passkey is registered already")
		}
		if err != nil {
			return fmt.Errorf("store a passkey: %w", err)
		}
		return audit.Write(ctx, tx, ps.now(), audit.UserWith(c.User.ID, c.User.Email, audit.PasskeyCreated, map[string]any{"passkey_id": p.ID}), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, p)
}

// StartSignIn is POST /passkeys/authentication/options. The passkey says whose it is.
func (ps *Passkeys) StartSignIn(w http.ResponseWriter, r *http.Request) error {
	assertion, data, err := ps.webAuthn.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationPreferred))
	if err != nil {
		return fmt.Errorf("start a sign-in by passkey: %w", err)
	}
	var answer ceremony
	err = ps.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		answer, err = ps.startCeremony(r.Context(), tx, passkeySignIn, nil, data)
		return err
	})
	if err != nil {
		return err
	}
	answer.Options = assertion.Response
	return gotrue.Reply(w, http.StatusOK, answer)
}

// SignIn is POST /passkeys/authentication/verify.
func (ps *Passkeys) SignIn(w http.ResponseWriter, r *http.Request) error {
	var given passkeyAnswer
	if err := gotrue.Read(w, r, &given); err != nil {
		return err
	}
	ctx := r.Context()
	data, err := ps.useChallenge(ctx, given.ChallengeID, passkeySignIn, nil)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(given.Credential)
	if err != nil {
		return badCredential()
	}
	var u account.User
	var opened session.Session
	err = ps.pool.LoginTx(ctx, func(tx db.Tx) error {
		var p passkey
		if u, p, err = lockPasskey(ctx, tx, parsed.RawID); err != nil {
			return err
		}
		find := func(_, userHandle []byte) (webauthn.User, error) {
			if !slices.Equal(userHandle, []byte(u.ID)) {
				return nil, badCredential()
			}
			return webAuthnUser{&u, []webauthn.Credential{p.credential}}, nil
		}
		_, credential, err := ps.webAuthn.ValidatePasskeyLogin(find, data, parsed)
		switch {
		case err != nil:
			return badCredential()
		case credential.Authenticator.CloneWarning:
			ps.factors.warnOfCopy(ctx, &u, p.ID)
			return badCredential()
		case u.BannedAt(ps.now()):
			return account.Banned("User is banned")
		}
		if err := unconfirmed(&u); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = $4, updated_at = $4 where id = $1`,
			p.ID, int64(credential.Authenticator.SignCount), credential.Flags.BackupState, ps.now())
		if err != nil {
			return fmt.Errorf("store the state of a passkey: %w", err)
		}
		opened, err = ps.sessions.Open(ctx, tx, &u, session.Opening{Method: session.MethodPasskey, From: audit.ClientOf(r)})
		return err
	})
	if err != nil {
		return err
	}
	return ps.sessions.Reply(w, r, &u, opened)
}

// lockPasskey finds a passkey and its user.
func lockPasskey(ctx context.Context, tx db.Tx, credentialID []byte) (u account.User, p passkey, err error) {
	var owner string
	err = p.scan(tx.QueryRow(ctx, `select `+passkeyColumns+`, c.user_id::text from auth.webauthn_credentials c where c.credential_id = $1 for update`,
		credentialID), &owner)
	if err == nil {
		u, err = account.LockUser(ctx, tx, `u.id = $1 and u.deleted_at is null`, owner)
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return account.User{}, passkey{}, badCredential()
	}
	return u, p, err
}
