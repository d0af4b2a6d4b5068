package supabase

import (
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/auth/provider"
)

// kind is the type of a setting that becomes an environment variable.
type kind int

const (
	text kind = iota
	number
	list
	boolean
	inverted // a boolean whose variable says the contrary
	bytes    // a size such as "50MiB"
)

// applied are the settings that become environment variables as they are.
var applied = map[string]struct {
	kind     kind
	variable string
}{
	"api.port":                            {number, "PORT"},
	"api.schemas":                         {list, "PGRST_DB_SCHEMAS"},
	"api.extra_search_path":               {list, "PGRST_DB_EXTRA_SEARCH_PATH"},
	"api.max_rows":                        {number, "PGRST_DB_MAX_ROWS"},
	"api.external_url":                    {text, "API_EXTERNAL_URL"},
	"db.port":                             {number, "TOUBKAL_POSTGRES_PORT"},
	"auth.site_url":                       {text, "GOTRUE_SITE_URL"},
	"auth.jwt_expiry":                     {number, "GOTRUE_JWT_EXP"},
	"auth.jwt_secret":                     {text, "GOTRUE_JWT_SECRET"},
	"auth.publishable_key":                {text, "SUPABASE_PUBLISHABLE_KEY"},
	"auth.secret_key":                     {text, "SUPABASE_SECRET_KEY"},
	"auth.rate_limit.token_refresh":       {number, "GOTRUE_RATE_LIMIT_TOKEN_REFRESH"},
	"auth.refresh_token_reuse_interval":   {number, "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL"},
	"auth.minimum_password_length":        {number, "GOTRUE_PASSWORD_MIN_LENGTH"},
	"auth.email.secure_password_change":   {boolean, "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION"},
	"auth.email.require_current_password": {boolean, "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD"},
	"auth.sessions.timebox":               {text, "GOTRUE_SESSIONS_TIMEBOX"},
	"auth.sessions.inactivity_timeout":    {text, "GOTRUE_SESSIONS_INACTIVITY_TIMEOUT"},
	"auth.enable_signup":                  {inverted, "GOTRUE_DISABLE_SIGNUP"},
	"auth.enable_anonymous_sign_ins":      {boolean, "GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED"},
	"auth.enable_manual_linking":          {boolean, "GOTRUE_SECURITY_MANUAL_LINKING_ENABLED"},
	"auth.additional_redirect_urls":       {list, "GOTRUE_URI_ALLOW_LIST"},
	"auth.email.double_confirm_changes":   {boolean, "GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED"},
	"auth.email.enable_confirmations":     {inverted, "GOTRUE_MAILER_AUTOCONFIRM"},
	"auth.email.max_frequency":            {text, "GOTRUE_SMTP_MAX_FREQUENCY"},
	"auth.email.otp_length":               {number, "GOTRUE_MAILER_OTP_LENGTH"},
	"auth.email.otp_expiry":               {number, "GOTRUE_MAILER_OTP_EXP"},
	"auth.rate_limit.sign_in_sign_ups":    {number, "GOTRUE_RATE_LIMIT_OTP"},
	"auth.rate_limit.token_verifications": {number, "GOTRUE_RATE_LIMIT_VERIFY"},
	"auth.rate_limit.anonymous_users":     {number, "GOTRUE_RATE_LIMIT_ANONYMOUS_USERS"},
	"auth.sms.enable_signup":              {boolean, "GOTRUE_EXTERNAL_PHONE_ENABLED"},
	"auth.sms.enable_confirmations":       {inverted, "GOTRUE_SMS_AUTOCONFIRM"},
	"auth.rate_limit.sms_sent":            {number, "GOTRUE_RATE_LIMIT_SMS_SENT"},
	"auth.sms.max_frequency":              {text, "GOTRUE_SMS_MAX_FREQUENCY"},
	"auth.captcha.enabled":                {boolean, "GOTRUE_SECURITY_CAPTCHA_ENABLED"},
	"auth.captcha.provider":               {text, "GOTRUE_SECURITY_CAPTCHA_PROVIDER"},
	"auth.captcha.secret":                 {text, "GOTRUE_SECURITY_CAPTCHA_PROVIDER_SECRET"},
	"auth.mfa.max_enrolled_factors":       {number, "GOTRUE_MFA_MAX_ENROLLED_FACTORS"},
	"auth.mfa.totp.enroll_enabled":        {boolean, "GOTRUE_MFA_TOTP_ENROLL_ENABLED"},
	"auth.mfa.totp.verify_enabled":        {boolean, "GOTRUE_MFA_TOTP_VERIFY_ENABLED"},
	"auth.mfa.web_authn.enroll_enabled":   {boolean, "GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED"},
	"auth.mfa.web_authn.verify_enabled":   {boolean, "GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED"},
	"auth.mfa.phone.enroll_enabled":       {boolean, "GOTRUE_MFA_PHONE_ENROLL_ENABLED"},
	"auth.mfa.phone.verify_enabled":       {boolean, "GOTRUE_MFA_PHONE_VERIFY_ENABLED"},
	"auth.mfa.phone.otp_length":           {number, "GOTRUE_MFA_PHONE_OTP_LENGTH"},
	"auth.mfa.phone.max_frequency":        {text, "GOTRUE_MFA_PHONE_MAX_FREQUENCY"},
	"auth.passkey.enabled":                {boolean, "GOTRUE_PASSKEY_ENABLED"},
	"auth.webauthn.rp_id":                 {text, "GOTRUE_WEBAUTHN_RP_ID"},
	"auth.webauthn.rp_display_name":       {text, "GOTRUE_WEBAUTHN_RP_DISPLAY_NAME"},
	"auth.webauthn.rp_origins":            {list, "GOTRUE_WEBAUTHN_RP_ORIGINS"},
	"auth.password_requirements":          {},
	"auth.email.smtp.host":                {text, "SMTP_HOST"},
	"auth.email.smtp.port":                {number, "SMTP_PORT"},
	"auth.email.smtp.user":                {text, "SMTP_USER"},
	"auth.email.smtp.pass":                {text, "SMTP_PASS"},
	"auth.email.smtp.admin_email":         {text, "SMTP_ADMIN_EMAIL"},
	"auth.email.smtp.sender_name":         {text, "SMTP_SENDER_NAME"},
	"inbucket.port":                       {number, "TOUBKAL_MAILBOX_PORT"},
	"local_smtp.port":                     {number, "TOUBKAL_MAILBOX_PORT"},
	"api.auto_expose_new_tables":          {},
	"auth.anon_key":                       {},
	"auth.service_role_key":               {},
	"db.migrations.enabled":               {},
	"db.seed.enabled":                     {},
	"db.seed.sql_paths":                   {},
	"api.enabled":                         {},
	"auth.enabled":                        {},
	"realtime.enabled":                    {},
	"storage.enabled":                     {},
	"storage.file_size_limit":             {bytes, "UPLOAD_FILE_SIZE_LIMIT"},
	"project_id":                          {},
	"auth.email.smtp.enabled":             {},
	"auth.enable_refresh_token_rotation":  {},
}

// providerSettings are the keys of [auth.external.<provider>], and the ends of their variables.
var providerSettings = map[string]string{
	"client_id": "CLIENT_ID", "secret": "SECRET", "redirect_uri": "REDIRECT_URI", "url": "URL",
	"email_optional": "EMAIL_OPTIONAL", "skip_nonce_check": "SKIP_NONCE_CHECK",
}

// defaults are the values of the CLI's template, where they differ from this program's.
var defaults = map[string]string{
	"PORT": "54321", "TOUBKAL_POSTGRES_PORT": "54322", "PGRST_DB_SCHEMAS": "public", "PGRST_DB_EXTRA_SEARCH_PATH": "public,extensions",
	"PGRST_DB_MAX_ROWS": "1000", "GOTRUE_SITE_URL": "http://127.0.0.1:3000",
	"GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION": "false", "TOUBKAL_PASSWORD_REFUSE_COMMON": "false",
	"GOTRUE_MAILER_AUTOCONFIRM": "true", "GOTRUE_SMTP_MAX_FREQUENCY": "1s", "GOTRUE_URI_ALLOW_LIST": "https://127.0.0.1:3000",
	"GOTRUE_MFA_TOTP_ENROLL_ENABLED": "false", "GOTRUE_MFA_TOTP_VERIFY_ENABLED": "false",
}

// passwordRequirements are the CLI's names for sets of characters.
var passwordRequirements = map[string]string{
	"":                                   "",
	"letters_digits":                     lower + upper + ":" + digits,
	"lower_upper_letters_digits":         lower + ":" + upper + ":" + digits,
	"lower_upper_letters_digits_symbols": lower + ":" + upper + ":" + digits + ":" + "!@#$%^&*()_+-=[]{};'\\:\"|<>?,./`~",
}

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits = "0123456789"
)

// read turns the settings into variables, section by section: first those that need no
// more than a row of the table applied, then each whose meaning differs between the CLI's
// configuration and the server's. It has 80 lines since those have nothing in common.
func (r *reader) read() {
	for name, value := range defaults {
		r.c.Values[name] = value
	}
	smtp := r.flag("auth.email.smtp.enabled", r.has("auth.email.smtp."))
	captcha := r.flag("auth.captcha.enabled", false)
	for name, to := range applied {
		if to.variable == "" || strings.HasPrefix(name, "auth.email.smtp.") && !smtp ||
			strings.HasPrefix(name, "auth.captcha.") && !captcha {
			r.used[name] = true
			continue
		}
		switch to.kind {
		case text:
			if value, ok := r.text(name); ok && value != "" {
				r.c.Values[to.variable] = value
			}
		case number:
			if value, ok := r.number(name); ok {
				r.c.Values[to.variable] = strconv.FormatInt(value, 10)
			}
		case boolean:
			if _, ok := r.settings[name]; ok {
				r.c.Values[to.variable] = strconv.FormatBool(r.flag(name, false))
			}
		case inverted:
			if _, ok := r.settings[name]; ok {
				r.c.Values[to.variable] = strconv.FormatBool(!r.flag(name, true))
			}
		case bytes:
			if value, ok := r.bytes(name); ok {
				r.c.Values[to.variable] = strconv.FormatInt(value, 10)
			}
		case list:
			if value, ok := r.list(name); ok {
				r.c.Values[to.variable] = strings.Join(value, ",")
			}
		}
	}
	for _, name := range provider.Names() {
		section, variable := "auth.external."+name+".", "GOTRUE_EXTERNAL_"+strings.ToUpper(name)+"_"
		if !r.flag(section+"enabled", false) {
			continue
		}
		r.c.Values[variable+"ENABLED"] = "true"
		for setting, end := range providerSettings {
			if value, ok := r.value(section + setting); ok && value != "" {
				r.c.Values[variable+end] = fmt.Sprint(value)
			}
		}
	}
	if name, ok := r.text("auth.password_requirements"); ok {
		sets, known := passwordRequirements[name]
		if !known {
			r.refuse("auth.password_requirements", "%q is none of the CLI's", name)
		}
		if sets != "" {
			r.c.Values["GOTRUE_PASSWORD_REQUIRED_CHARACTERS"] = sets
		}
	}
	schemas := strings.Split(r.c.Values["PGRST_DB_SCHEMAS"], ",")
	schemas = slices.DeleteFunc(schemas, func(name string) bool { return name == "graphql_public" }) // pg_graphql's
	r.c.Values["PGRST_DB_SCHEMAS"] = strings.Join(schemas, ",")
	r.c.ProjectID, _ = r.text("project_id")
	r.c.ExposeNewTables = r.flag("api.auto_expose_new_tables", true)
	r.c.NoMigrations = !r.flag("db.migrations.enabled", true)
	r.c.NoSeed = !r.flag("db.seed.enabled", true)
	r.c.SeedPaths = []string{"seed.sql"}
	if paths, ok := r.list("db.seed.sql_paths"); ok {
		r.c.SeedPaths = paths
	}
	for i, each := range r.c.SeedPaths {
		r.c.SeedPaths[i] = path.Clean(each)
	}
	for _, service := range []struct{ setting, name string }{{"api", "rest"}, {"auth", "auth"}, {"realtime", "realtime"}, {"storage", "storage"}} {
		if !r.flag(service.setting+".enabled", true) {
			r.c.Disabled = append(r.c.Disabled, service.name)
		}
	}
	if !r.flag("auth.enable_refresh_token_rotation", true) {
		r.c.Notes = append(r.c.Notes, "config.toml: auth.enable_refresh_token_rotation = false does not apply: refresh tokens always rotate")
	}
	r.mailTemplates()
	r.buckets()
	r.hooks()
	r.features()
}

// signingKeys reads the file of auth.signing_keys_path: a JSON array of private keys.
func (r *reader) signingKeys(folder string) {
	file, ok := r.text("auth.signing_keys_path")
	if !ok || file == "" {
		return
	}
	if !filepath.IsAbs(file) {
		file = filepath.Join(folder, filepath.FromSlash(file))
	}
	text, err := os.ReadFile(file) // #nosec G304 -- a file of the project
	if err != nil {
		r.refuse("auth.signing_keys_path", "%w", err)
		return
	}
	r.c.Values["GOTRUE_JWT_KEYS"] = string(text)
}

// hooks are the names of [auth.hook.NAME]; GOTRUE_HOOK_ and the name in capitals begin the
// variables.
var hooks = []string{
	"custom_access_token", "send_email", "send_sms", "before_user_created", "after_user_created",
	"password_verification_attempt", "mfa_verification_attempt",
}

// notifications are the names of [auth.email.notification.NAME].
var notifications = []string{
	"password_changed", "email_changed", "phone_changed", "identity_linked", "identity_unlinked", "mfa_factor_enrolled", "mfa_factor_unenrolled",
}

// hooks reads hooks, and mails that tell of a change.
func (r *reader) hooks() {
	for _, name := range hooks {
		section, variable := "auth.hook."+name+".", "GOTRUE_HOOK_"+strings.ToUpper(name)
		if !r.flag(section+"enabled", false) {
			r.used[section+"uri"], r.used[section+"secrets"] = true, true
			continue
		}
		r.c.Values[variable+"_ENABLED"] = "true"
		r.c.Values[variable+"_URI"], _ = r.text(section + "uri")
		r.c.Values[variable+"_SECRETS"], _ = r.text(section + "secrets")
	}
	for _, name := range notifications {
		if r.flag("auth.email.notification."+name+".enabled", false) {
			r.c.Values["GOTRUE_MAILER_NOTIFICATIONS_"+strings.ToUpper(name)+"_ENABLED"] = "true"
		}
	}
	if codes, ok := r.settings["auth.sms.test_otp"].(map[string]any); ok {
		r.used["auth.sms.test_otp"] = true
		var pairs []string
		for _, number := range slices.Sorted(maps.Keys(codes)) {
			pairs = append(pairs, number+":"+fmt.Sprint(codes[number]))
		}
		r.c.Values["GOTRUE_SMS_TEST_OTP"] = strings.Join(pairs, ",")
	}
	// Sign-up by e-mail cannot be closed alone: all sign-up is.
	if !r.flag("auth.email.enable_signup", true) {
		r.c.Values["GOTRUE_DISABLE_SIGNUP"] = "true"
	}
}

func (r *reader) has(prefix string) bool {
	for name := range r.settings {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// features looks for what is enabled and does not exist here. A hook is a security rule of
// the application: to go on without it would open what it has closed.
func (r *reader) features() {
	for name, value := range r.settings {
		section, last, _ := cutLast(name, ".")
		if enabled, isBool := value.(bool); last != "enabled" || !isBool || !enabled {
			continue
		}
		switch {
		case slices.Contains(provider.Names(), strings.TrimPrefix(section, "auth.external.")):
		case strings.HasPrefix(section, "auth.hook.") && !slices.Contains(hooks, strings.TrimPrefix(section, "auth.hook.")):
			r.refuse(section, "is enabled and not supported yet; the project relies on it, so it is not left out silently")
		case strings.HasPrefix(section, "auth.external."), strings.HasPrefix(section, "auth.third_party."),
			strings.HasPrefix(section, "auth.mfa."), strings.HasPrefix(section, "auth.web3."),
			section == "auth.sms", section == "auth.oauth_server":
			r.missing = append(r.missing, section)
		}
	}
	slices.Sort(r.missing)
}
