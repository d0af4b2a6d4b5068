package auth

import "encoding/json"

// Actions of the audit log, as GoTrue names them. A refresh is not logged: two
// rows each, as GoTrue writes, are most of what a refresh costs there.
const (
	actionLogin    = "login"
	actionLogout   = "logout"
	actionCreated  = "user_signedup"
	actionDeleted  = "user_deleted"
	actionModified = "user_modified"
	actionPassword = "user_updated_password"
	actionRevoked  = "token_revoked"
	actionFailed   = "login_failed" // GoTrue does not record these

	actionConfirmation   = "user_confirmation_requested"
	actionRecovery       = "user_recovery_requested"
	actionReauthenticate = "user_reauthenticate_requested"
	actionInvited        = "user_invited"
	actionInviteAccepted = "invite_accepted"
	actionLinked         = "identity_linked"
	actionUnlinked       = "identity_unlinked"

	actionFactorEnrolled   = "factor_in_progress"
	actionFactorUnenrolled = "factor_unenrolled"
	actionFactorDeleted    = "factor_deleted"
	actionFactorUpdated    = "factor_updated"
	actionChallenged       = "challenge_created"
	actionVerified         = "verification_attempted"
	actionRecoveryCodes    = "generate_recovery_codes"
	actionCodesDeleted     = "recovery_codes_deleted"
	actionPasskeyCreated   = "passkey_created"
	actionPasskeyUpdated   = "passkey_updated"
	actionPasskeyDeleted   = "passkey_deleted"

	// GoTrue does not record these.
	actionProviderCreated = "custom_provider_created"
	actionProviderChanged = "custom_provider_changed"
	actionProviderDeleted = "custom_provider_deleted"
)

var logTypes = map[string]string{
	actionLogin: "account", actionLogout: "account", actionCreated: "team", actionDeleted: "team",
	actionModified: "user", actionPassword: "user", actionRevoked: "token",
	actionFailed: "account", actionInvited: "team", actionInviteAccepted: "account",
	actionConfirmation: "user", actionRecovery: "user", actionReauthenticate: "user",
	actionLinked: "user", actionUnlinked: "user",
	actionFactorEnrolled: "factor", actionFactorUnenrolled: "factor", actionFactorDeleted: "factor", actionFactorUpdated: "factor",
	actionChallenged: "factor", actionVerified: "factor", actionRecoveryCodes: "factor", actionCodesDeleted: "factor",
	actionPasskeyCreated: "user", actionPasskeyUpdated: "user", actionPasskeyDeleted: "user",
	actionProviderCreated: "provider", actionProviderChanged: "provider", actionProviderDeleted: "provider",
}

// auditInsert writes one entry from three parameters: payload, instant, address.
// It joins other statements as a WITH clause, so that no act is unrecorded.
const auditInsert = `insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)`

// nilUUID is the actor of what the service key does, and the instance of every
// row, as GoTrue has it.
const nilUUID = "00000000-0000-0000-0000-000000000000"

// entry is one line of the audit log.
type entry struct {
	ActorID       string         `json:"actor_id"`
	ActorUsername string         `json:"actor_username"`
	ActorViaSSO   bool           `json:"actor_via_sso"`
	Action        string         `json:"action"`
	LogType       string         `json:"log_type"`
	Traits        map[string]any `json:"traits,omitempty"`
}

// auditUser records what a user did.
func auditUser(u *User, action string) string {
	return entry{ActorID: u.ID, ActorUsername: u.Email, Action: action}.text()
}

// auditWith records what a user did, with details.
func auditWith(u *User, action string, traits map[string]any) string {
	return entry{ActorID: u.ID, ActorUsername: u.Email, Action: action, Traits: traits}.text()
}

// auditAdmin records what the service key did to an account.
func auditAdmin(action, id, email string) string {
	return entry{
		ActorID: nilUUID, ActorUsername: "service_role", Action: action,
		Traits: map[string]any{"user_id": id, "user_email": email},
	}.text()
}

func (e entry) text() string {
	e.LogType = logTypes[e.Action]
	text, err := json.Marshal(e)
	if err != nil { // strings and maps of strings always marshal
		panic(err)
	}
	return string(text)
}

// address is what the log keeps of where a request came from.
func (o clientInfo) address() string {
	if o.ip == nil {
		return ""
	}
	return *o.ip
}
