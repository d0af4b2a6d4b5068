package mfa

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/auth/session"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// Passkeys sign in without a password, at aal1.

// PasskeySettings are the settings of passkeys.
type PasskeySettings struct {
	Enabled bool
	// Max bounds the passkeys of a user. Defaults to 10.
	Max int
}

// passkey is a row of auth.webauthn_credentials as the API shows it.
type passkey struct {
	ID           string     `json:"id"`
	FriendlyName string     `json:"friendly_name,omitempty"`
	CreatedAt    time.Time  `json:"created_at"`
	LastUsedAt   *time.Time `json:"last_used_at,omitempty"`

	credential webauthn.Credential
}

const passkeyColumns = `c.id::text, c.friendly_name, c.created_at, c.last_used_at, c.credential_id, c.public_key, c.attestation_type,
	coalesce(uuid_send(c.aaguid), ''), c.sign_count, c.transports, c.backup_eligible, c.backed_up`

func (p *passkey) scan(row pgx.Row, more ...any) error {
	c := &p.credential
	var attestation string
	var signCount int64
	var transports []byte
	err := row.Scan(append([]any{
		&p.ID, &p.FriendlyName, &p.CreatedAt, &p.LastUsedAt, &c.ID, &c.PublicKey, &attestation,
		&c.Authenticator.AAGUID, &signCount, &transports, &c.Flags.BackupEligible, &c.Flags.BackupState,
	}, more...)...)
	if err != nil {
		return err
	}
	p.CreatedAt = p.CreatedAt.UTC()
	account.ToUTC(p.LastUsedAt)
	// GoTrue keeps the format in this column, as the library's older versions did.
	if protocol.IsAttestationFormatString(attestation) {
		c.AttestationFormat = attestation
	} else {
		c.AttestationType = attestation
	}
	c.Authenticator.SignCount = uint32(min(max(signCount, 0), 1<<32-1)) // #nosec G115 -- in range
	return json.Unmarshal(transports, &c.Transport)
}

func passkeysOf(ctx context.Context, on account.Querier, userID string) ([]passkey, error) {
	rows, err := on.Query(ctx, `select `+passkeyColumns+` from auth.webauthn_credentials c where c.user_id = $1 order by c.created_at`, userID)
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p passkey, err error) { return p, p.scan(row) })
	if err != nil {
		return nil, fmt.Errorf("read passkeys: %w", err)
	}
	return all, nil
}

// descriptors are the descriptors of passkeys for the API of browsers.
func descriptors(all []passkey) (list []protocol.CredentialDescriptor) {
	for _, p := range all {
		list = append(list, p.credential.Descriptor())
	}
	return list
}

func (ps *Passkeys) replyPasskeys(w http.ResponseWriter, r *http.Request, userID string) error {
	var all []passkey
	err := ps.pool.Conn(r.Context(), func(conn *pgx.Conn) (err error) {
		all, err = passkeysOf(r.Context(), conn, userID)
		return err
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, all)
}

// List is GET /passkeys.
func (ps *Passkeys) List(w http.ResponseWriter, r *http.Request) error {
	c, err := ps.callers.SignedIn(r.Context())
	if err != nil {
		return err
	}
	return ps.replyPasskeys(w, r, c.User.ID)
}

// ListOf is GET /admin/users/{id}/passkeys.
func (ps *Passkeys) ListOf(w http.ResponseWriter, r *http.Request) error {
	u, err := ps.accounts.OfPath(r)
	if err != nil {
		return err
	}
	return ps.replyPasskeys(w, r, u.ID)
}

const badPasskeyID = "Passkey not found"

func noSuchPasskey() *fault.Fault {
	return gotrue.Invalid(badPasskeyID).WithStatus(http.StatusNotFound)
}

// ownPasskey is the caller of a route about an own passkey, and the {id} of the path.
func (ps *Passkeys) ownPasskey(r *http.Request) (c session.Caller, id string, err error) {
	if c, err = ps.callers.OwnSession(r); err == nil {
		id, err = gotrue.PathID(r, "id", badPasskeyID)
	}
	return c, id, err
}

// Rename is PATCH /passkeys/{id}.
func (ps *Passkeys) Rename(w http.ResponseWriter, r *http.Request) error {
	c, id, err := ps.ownPasskey(r)
	if err != nil {
		return err
	}
	var change struct {
		FriendlyName string `json:"friendly_name"`
	}
	if err := gotrue.Read(w, r, &change); err != nil {
		return err
	}
	if change.FriendlyName == "" || len(change.FriendlyName) > 120 || !gotrue.ValidText(change.FriendlyName) {
		return gotrue.Invalid("friendly_name needs 1 to 120 bytes")
	}
	ctx := r.Context()
	var p passkey
	err = ps.pool.LoginTx(ctx, func(tx db.Tx) error {
		err := p.scan(tx.QueryRow(ctx, `update auth.webauthn_credentials c set friendly_name = $3, updated_at = $4
			where id = $1 and user_id = $2 returning `+passkeyColumns, id, c.User.ID, change.FriendlyName, ps.now()))
		if errors.Is(err, pgx.ErrNoRows) {
			return noSuchPasskey()
		}
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, ps.now(), audit.UserWith(c.User.ID, c.User.Email, audit.PasskeyUpdated, map[string]any{"passkey_id": id}), audit.ClientOf(r))
	})
	if err != nil {
		return err
	}
	return gotrue.Reply(w, http.StatusOK, p)
}

// Delete is DELETE /passkeys/{id}.
func (ps *Passkeys) Delete(w http.ResponseWriter, r *http.Request) error {
	c, id, err := ps.ownPasskey(r)
	if err != nil {
		return err
	}
	if err := ps.factors.mayChangeFactors(c, "AAL2 session is required to delete a passkey", http.StatusForbidden); err != nil {
		return err
	}
	return ps.removePasskey(w, r, c.User.ID, id, audit.UserWith(c.User.ID, c.User.Email, audit.PasskeyDeleted, map[string]any{"passkey_id": id}))
}

// DeleteOf is DELETE /admin/users/{id}/passkeys/{pid}.
func (ps *Passkeys) DeleteOf(w http.ResponseWriter, r *http.Request) error {
	u, err := ps.accounts.OfPath(r)
	if err != nil {
		return err
	}
	id, err := gotrue.PathID(r, "pid", badPasskeyID)
	if err != nil {
		return err
	}
	return ps.removePasskey(w, r, u.ID, id, audit.Entry{
		ActorID: audit.NilUUID, ActorUsername: "service_role", Action: audit.PasskeyDeleted, Traits: map[string]any{"user_id": u.ID, "passkey_id": id},
	}.Text())
}

func (ps *Passkeys) removePasskey(w http.ResponseWriter, r *http.Request, userID, id, logged string) error {
	err := ps.pool.LoginTx(r.Context(), func(tx db.Tx) error {
		tag, err := tx.Exec(r.Context(), `delete from auth.webauthn_credentials where id = $1 and user_id = $2`, id, userID)
		if err == nil && tag.RowsAffected() == 0 {
			return noSuchPasskey()
		}
		if err != nil {
			return err
		}
		return audit.Write(r.Context(), tx, ps.now(), logged, audit.ClientOf(r))
	})
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

// Enabled reports whether passkeys are on.
func (ps *Passkeys) Enabled() bool { return ps.settings.Enabled }

// Require refuses requests where passkeys are off.
func (ps *Passkeys) Require(next gotrue.Action) gotrue.Action {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !ps.settings.Enabled {
			return fault.New(fault.AuthPasskeyDisabled, "Passkeys are disabled")
		}
		return next(w, r)
	}
}
