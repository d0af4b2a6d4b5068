package auth

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"log/slog"
	"maps"
	"time"

	"github.com/toubkal/toubkal/server/auth/encryption"
	"github.com/toubkal/toubkal/server/auth/external"
	"github.com/toubkal/toubkal/server/auth/hook"
	"github.com/toubkal/toubkal/server/auth/message"
	"github.com/toubkal/toubkal/server/auth/mfa"
	"github.com/toubkal/toubkal/server/auth/password"
	"github.com/toubkal/toubkal/server/auth/provider"
	"github.com/toubkal/toubkal/server/auth/throttle"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/retry"
	"github.com/toubkal/toubkal/server/token"
)

// Options configure a Service. Pool and Keys are needed.
type Options struct {
	// Pool is logged in as supabase_auth_admin, the owner of schema auth.
	Pool *db.Pool
	// Keys signs access tokens and verifies callers. Follow keeps its Revocations.
	Keys *token.Keys
	// APIURL is the public address of the services; tokens name APIURL/auth/v1 as issuer.
	APIURL string
	// SiteURL is the address of the application, to which links lead. Defaults to APIURL.
	SiteURL string
	// Mail sends what the flows write. Without it they are refused.
	Mail message.Mailer
	// Flows are the settings of sign-up and of what works by mail.
	Flows Flows
	// Limits bound the requests of an address.
	Limits throttle.Limits
	// JWTExpiry is an access token's life. Defaults to one hour. Clients
	// refresh 90 s before the end, so it should be more.
	JWTExpiry time.Duration
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// Rand makes ids and session keys. Defaults to crypto/rand.
	Rand io.Reader
	// Sleep waits until AnswerTime is over. Defaults to retry.Sleep.
	Sleep func(context.Context, time.Duration) error
	// Log takes what a caller must not see. Defaults to slog.Default.
	Log *slog.Logger
	// SessionTimebox ends a session so long after its sign-in, and SessionInactivity so
	// long after its last refresh. 0 is no end.
	SessionTimebox, SessionInactivity time.Duration
	// ReuseInterval is the time after a rotation in which any older refresh token of the session gets
	// the current one: tabs and servers race. The one before the current one, which has not
	// been used, always does: answers get lost. 0 is never.
	ReuseInterval time.Duration
	// TokensOutliveSessions leaves access tokens to the other services until their exp after the
	// session has ended or the user was banned, as with Supabase. This service refuses them.
	TokensOutliveSessions bool
	// PasswordMinLength is the least of a new password in characters. Defaults to 6,
	// below which it cannot be.
	PasswordMinLength int
	// PasswordCharacters are sets, separated by ":", of which a new password has to have
	// one character each.
	PasswordCharacters string
	// RefuseCommonPasswords refuses new passwords that are easily guessed.
	RefuseCommonPasswords bool
	// Reauthentication are the requirements for a change of the password.
	Reauthentication Reauthentication
	// Secret signs the cookies of known devices, and hides what failed sign-ins are
	// counted by. Nodes need the same. Defaults to a random one.
	Secret []byte
	// MaxBackOff is the longest time between two sign-ins after failures. 0 is none.
	MaxBackOff time.Duration
	// Hashing are the settings of password hashing and its queue.
	Hashing password.Options
	// FormerSecrets are values that Secret had: what was encrypted with keys that follow from
	// them stays readable.
	FormerSecrets [][]byte
	// DecryptionKeys read what GoTrue has encrypted.
	DecryptionKeys encryption.Keys
	// Hooks are the hooks of the application. Those that send, and those that
	// are told, run as jobs: register Jobs.
	Hooks map[hook.Name]hook.Target
	// HookTimeout bounds the call of a hook. The default is that of hook.Options.
	HookTimeout time.Duration
	// Phones are the settings of sign-ins by phone.
	Phones message.Phones
	// SingleSession ends the other sessions of a user at each sign-in.
	SingleSession bool
	// Keep is for how long CleanUp keeps what nobody needs.
	Keep Keep
	// Captcha is asked about sign-ups, codes, recoveries and sign-ins by password. Nil asks
	// for none.
	Captcha Captcha
	// Providers are the identity providers. A RedirectURI of "" is
	// APIURL/auth/v1/callback. Defaults to none.
	Providers []provider.Settings
	// ProviderTimeout bounds one request to a provider. Defaults to 10 s.
	ProviderTimeout time.Duration
	// CustomProviders are the settings of providers that administrators add at run time. Zero
	// has none.
	CustomProviders external.CustomProviders
	// EncryptionKey encrypts the secrets of second factors and custom providers. Defaults to one that follows
	// from Secret.
	EncryptionKey encryption.Key
	// MFA are the settings of second factors. Zero has none.
	MFA mfa.Settings
	// Passkeys are the settings of passkeys. Zero has none.
	Passkeys mfa.PasskeySettings
	// RelyingParty is the relying party of security keys and passkeys.
	RelyingParty mfa.RelyingParty
	// Memory bounds what the bodies of requests take together. Nil is no bound.
	Memory *budget.Budget
}

func (o Options) withDefaults() (Options, error) {
	o.SiteURL = cmp.Or(o.SiteURL, o.APIURL)
	o.Flows = o.Flows.withDefaults()
	if o.JWTExpiry <= 0 {
		o.JWTExpiry = time.Hour
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = retry.Sleep
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if len(o.Secret) == 0 {
		o.Secret = make([]byte, 32)
		_, _ = rand.Read(o.Secret) // never fails since Go 1.24
	}
	var err error
	if len(o.EncryptionKey.Key) == 0 {
		o.EncryptionKey, err = encryption.DerivedKey(o.Secret)
	}
	return o, err
}

// decryption are the keys that read what was encrypted: the present one, those of former secrets
// and GoTrue's.
func (o Options) decryption() (encryption.Keys, error) {
	keys := encryption.Keys{}
	maps.Copy(keys, o.DecryptionKeys)
	keys[o.EncryptionKey.ID] = o.EncryptionKey.Key
	for _, secret := range o.FormerSecrets {
		former, err := encryption.DerivedKey(secret)
		if err != nil {
			return nil, err
		}
		keys[former.ID] = former.Key
	}
	return keys, nil
}

// SignUp is the policy of new accounts.
type SignUp string

// The ways to make an account.
const (
	SignUpOpen       SignUp = "open"       // anybody
	SignUpInvitation SignUp = "invitation" // whom an administrator has invited
	SignUpClosed     SignUp = "closed"     // nobody; administrators make accounts
)

// Flows are the settings of what works by mail: sign-up, links, codes.
type Flows struct {
	// SignUp is the policy of new accounts. Defaults to SignUpClosed.
	SignUp SignUp
	// Anonymous allows users without an address.
	Anonymous bool
	// AutoConfirm takes new e-mail addresses for the user's own, without a mail.
	AutoConfirm bool
	// OneMailEmailChange asks only the new address to confirm a change, and not the old
	// one too.
	OneMailEmailChange bool
	// ManualLinking lets users link identities of providers.
	ManualLinking bool
	// OTPLength is the number of digits of codes. Defaults to 6.
	OTPLength int
	// OTPExpiry is the lifetime of a mailed code or link. Defaults to one hour.
	OTPExpiry time.Duration
	// SMSExpiry is the lifetime of a code that was sent to a phone. Defaults to one minute.
	SMSExpiry time.Duration
	// MailInterval is the least time between two mails of a kind to an address.
	MailInterval time.Duration
	// RedirectURLs are globs of addresses, besides SiteURL, that links may lead to.
	RedirectURLs []string
	// LinksAtOnce makes GET /verify use the token, as GoTrue does. Otherwise it
	// shows a page with a button, so that programs that open each link of a mail use
	// up none.
	LinksAtOnce bool
	// Notifications are the kinds of mails that tell of a change, without _notification:
	// password_changed, email_changed, phone_changed, identity_linked, identity_unlinked,
	// mfa_factor_enrolled, mfa_factor_unenrolled. Defaults to none.
	Notifications map[string]bool
	// AnswerTime is the least duration of an answer whose content must not tell
	// whether an account exists. Defaults to 250 ms.
	AnswerTime time.Duration
}

func (fl Flows) withDefaults() Flows {
	fl.SignUp = cmp.Or(fl.SignUp, SignUpClosed)
	fl.OTPLength = cmp.Or(fl.OTPLength, 6)
	fl.OTPExpiry = cmp.Or(fl.OTPExpiry, time.Hour)
	fl.SMSExpiry = cmp.Or(fl.SMSExpiry, time.Minute)
	fl.AnswerTime = cmp.Or(fl.AnswerTime, 250*time.Millisecond)
	return fl
}

// Keep is the retention of data that nobody needs. 0 is for ever.
type Keep struct {
	// Anonymous is the retention of an anonymous user who does not come back.
	Anonymous time.Duration
	// Audit is the retention of entries of the audit log.
	Audit time.Duration
}

// Captcha checks that a person has solved a captcha. Errors are faults.
type Captcha interface {
	Verify(ctx context.Context, token, ip string) error
}

// Reauthentication is the requirements for a change of the password, so that a stolen
// token does not take the account over for good.
type Reauthentication struct {
	// Required asks for the current password, or a sign-in within Window.
	Required bool
	// CurrentPassword asks for the current password, but for sessions that a mailed link or a
	// code opened, as GoTrue: who recovers an account does not know it.
	CurrentPassword bool
	// Window is for how long after a sign-in the password may be changed without the
	// current one.
	Window time.Duration
}
