// Package audit writes the audit log of accounts, in the form of GoTrue.
package audit

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
)

// Actions of the audit log, as GoTrue names them. A refresh is not logged: two
// rows each, as GoTrue writes, are most of what a refresh costs there.
const (
	Login    = "login"
	Logout   = "logout"
	Created  = "user_signedup"
	Deleted  = "user_deleted"
	Modified = "user_modified"
	Password = "user_updated_password"
	Revoked  = "token_revoked"
	Failed   = "login_failed" // GoTrue does not record these

	Confirmation   = "user_confirmation_requested"
	Recovery       = "user_recovery_requested"
	Reauthenticate = "user_reauthenticate_requested"
	Invited        = "user_invited"
	InviteAccepted = "invite_accepted"
	Linked         = "identity_linked"
	Unlinked       = "identity_unlinked"

	FactorEnrolled   = "factor_in_progress"
	FactorUnenrolled = "factor_unenrolled"
	FactorDeleted    = "factor_deleted"
	FactorUpdated    = "factor_updated"
	Challenged       = "challenge_created"
	Verified         = "verification_attempted"
	RecoveryCodes    = "generate_recovery_codes"
	CodesDeleted     = "recovery_codes_deleted"
	PasskeyCreated   = "passkey_created"
	PasskeyUpdated   = "passkey_updated"
	PasskeyDeleted   = "passkey_deleted"

	// GoTrue does not record these.
	ProviderCreated = "custom_provider_created"
	ProviderChanged = "custom_provider_changed"
	ProviderDeleted = "custom_provider_deleted"
)

var logTypes = map[string]string{
	Login: "account", Logout: "account", Created: "team", Deleted: "team",
	Modified: "user", Password: "user", Revoked: "token",
	Failed: "account", Invited: "team", InviteAccepted: "account",
	Confirmation: "user", Recovery: "user", Reauthenticate: "user",
	Linked: "user", Unlinked: "user",
	FactorEnrolled: "factor", FactorUnenrolled: "factor", FactorDeleted: "factor", FactorUpdated: "factor",
	Challenged: "factor", Verified: "factor", RecoveryCodes: "factor", CodesDeleted: "factor",
	PasskeyCreated: "user", PasskeyUpdated: "user", PasskeyDeleted: "user",
	ProviderCreated: "provider", ProviderChanged: "provider", ProviderDeleted: "provider",
}

// Insert writes one entry from three parameters: payload, instant, address.
// It joins other statements as a WITH clause, so that no act is unrecorded.
const Insert = `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)`

// Write writes one entry inside tx.
func Write(ctx context.Context, tx db.Tx, at time.Time, entry string, from Client) error {
	_, err := tx.Exec(ctx, Insert+` values ('`+NilUUID+`', gen_random_uuid(), $1::json, $2, $3)`, entry, at, from.Address())
	if err != nil {
		return fmt.Errorf("write to the audit log: %w", err)
	}
	return nil
}

// NilUUID is the actor of what the service key does, and the instance of every
// row, as GoTrue has it.
const NilUUID = "00000000-0000-0000-0000-000000000000"

// Entry is one line of the audit log.
type Entry struct {
	ActorID       string         `json:"actor_id"`
	ActorUsername string         `json:"actor_username"`
	ActorViaSSO   bool           `json:"actor_via_sso"`
	Action        string         `json:"action"`
	LogType       string         `json:"log_type"`
	Traits        map[string]any `json:"traits,omitempty"`
}

// User records what a user did.
func User(id, email, action string) string {
	return Entry{ActorID: id, ActorUsername: email, Action: action}.Text()
}

// UserWith records what a user did, with details.
func UserWith(id, email, action string, traits map[string]any) string {
	return Entry{ActorID: id, ActorUsername: email, Action: action, Traits: traits}.Text()
}

// Admin records what the service key did to an account.
func Admin(action, id, email string) string {
	return Entry{
		ActorID: NilUUID, ActorUsername: "service_role", Action: action,
		Traits: map[string]any{"user_id": id, "user_email": email},
	}.Text()
}

// Text is the entry as the column payload keeps it.
func (e Entry) Text() string {
	e.LogType = logTypes[e.Action]
	text, err := json.Marshal(e)
	if err != nil { // strings and maps of strings always marshal
		panic(err)
	}
	return string(text)
}

// maxAgent bounds what is kept of a User-Agent. Bytes.
const maxAgent = 512

// Client is the origin of a request, for sessions and the audit log.
type Client struct {
	Agent string
	IP    *string // nil where it is unknown
}

// ClientOf trusts the connection alone: a forwarded-for header can say anything.
func ClientOf(r *http.Request) Client {
	agent := r.UserAgent()
	o := Client{Agent: strings.ToValidUTF8(agent[:min(len(agent), maxAgent)], "")}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return o
	}
	if address, err := netip.ParseAddr(host); err == nil {
		text := address.WithZone("").Unmap().String()
		o.IP = &text
	}
	return o
}

// Address is the IP address as the log keeps it; "" where it is unknown.
func (c Client) Address() string {
	if c.IP == nil {
		return ""
	}
	return *c.IP
}
