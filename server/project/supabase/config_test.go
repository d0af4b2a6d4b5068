package supabase_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/functions/deno"
	"github.com/toubkal/toubkal/server/project/supabase"
)

// folder makes a project of the files, by their names below supabase/.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, "supabase", name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestRead(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{
		".env": "SMTP_PASSWORD=hush\nMAIL_USER=\"mailer\"\n",
		"config.toml": `
project_id = "shop"
[api]
port = 6001
schemas = ["public", "graphql_public", "store"]
max_rows = 50
auto_expose_new_tables = false
[db]
port = 6002
major_version = 17
[db.seed]
sql_paths = ["./seed.sql", "./seeds/*.sql"]
[auth]
site_url = "https://shop.example.org"
jwt_expiry = 1800
enable_signup = false
[auth.email.smtp]
host = "mail.example.org"
port = 465
user = "env(MAIL_USER)"
pass = "env(SMTP_PASSWORD)"
admin_email = "shop@example.org"
[auth.external.apple]
enabled = false
secret = "env(APPLE_SECRET)"
[auth.external.github]
enabled = true
client_id = "x"
secret = "env(SMTP_PASSWORD)"
skip_nonce_check = true
[auth.external.twitch]
enabled = true
[storage]
enabled = false
[analytics]
backend = "postgres"
[edge_runtime.secrets]
PLAIN = "a"
FROM_ENV = "env(SMTP_PASSWORD)"
[functions.hello]
verify_jwt = false
entrypoint = "./functions/hello/main.ts"
import_map = "./functions/hello/deno.json"
static_files = ["./functions/hello/*.html"]
[functions.off]
enabled = false
[remotes.staging]
project_id = "abcdefghijklmnopqrst"
[remotes.staging.db.seed]
enabled = false
[nonsense]
key = 1
`,
	})
	c, err := supabase.Read(dir, map[string]string{"SUPABASE_API_MAX_ROWS": "70"})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{
		"PORT": "6001", "TOUBKAL_POSTGRES_PORT": "6002", "PGRST_DB_SCHEMAS": "public,store", "PGRST_DB_EXTRA_SEARCH_PATH": "public,extensions",
		"PGRST_DB_MAX_ROWS": "70", "GOTRUE_SITE_URL": "https://shop.example.org", "GOTRUE_JWT_EXP": "1800",
		"GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION": "false", "TOUBKAL_PASSWORD_REFUSE_COMMON": "false",
		"GOTRUE_DISABLE_SIGNUP": "true", "GOTRUE_MAILER_AUTOCONFIRM": "true", "GOTRUE_SMTP_MAX_FREQUENCY": "1s", "GOTRUE_URI_ALLOW_LIST": "https://127.0.0.1:3000",
		"GOTRUE_MFA_TOTP_ENROLL_ENABLED": "false", "GOTRUE_MFA_TOTP_VERIFY_ENABLED": "false",
		"SMTP_HOST": "mail.example.org", "SMTP_PORT": "465", "SMTP_USER": "mailer", "SMTP_PASS": "hush", "SMTP_ADMIN_EMAIL": "shop@example.org",
		"GOTRUE_EXTERNAL_GITHUB_ENABLED": "true", "GOTRUE_EXTERNAL_GITHUB_CLIENT_ID": "x", "GOTRUE_EXTERNAL_GITHUB_SECRET": "hush", "GOTRUE_EXTERNAL_GITHUB_SKIP_NONCE_CHECK": "true",
	}
	if !maps.Equal(c.Values, want) {
		t.Errorf("got  %v\nwant %v", c.Values, want)
	}
	if c.ProjectID != "shop" || c.ExposeNewTables || c.NoSeed || !slices.Equal(c.SeedPaths, []string{"seed.sql", "seeds/*.sql"}) ||
		!slices.Equal(c.Disabled, []string{"storage"}) {
		t.Errorf("got %+v", c)
	}
	hello := filepath.Join(dir, "supabase", "functions", "hello")
	functions := map[string]deno.Setting{
		"off": {Disabled: true}, "hello": {
			Public: true, Entrypoint: filepath.Join(hello, "main.ts"), ImportMap: filepath.Join(hello, "deno.json"), StaticFiles: []string{filepath.Join(hello, "*.html")},
		},
	}
	if diff := cmp.Diff(functions, c.Functions); diff != "" {
		t.Errorf("functions (-want +got):\n%s", diff)
	}
	if want := map[string]string{"PLAIN": "a", "FROM_ENV": "hush"}; !maps.Equal(c.FunctionVariables, want) {
		t.Errorf("variables of functions: got %v, want %v", c.FunctionVariables, want)
	}
	notes := strings.Join(c.Notes, "\n")
	for _, line := range []string{
		"enabled but not supported yet: auth.external.twitch", "unknown settings ignored: nonsense.key", "config.toml: ignored remotes.staging (docs/",
	} {
		if !strings.Contains(notes, line) {
			t.Errorf("the notes lack %q:\n%s", line, notes)
		}
	}
	for _, silent := range []string{"analytics", "apple", "major_version", "hush"} {
		if strings.Contains(notes, silent) {
			t.Errorf("the notes name %s:\n%s", silent, notes)
		}
	}
}

func TestPasswordsAndSessions(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"config.toml": `
[auth]
minimum_password_length = 8
password_requirements = "lower_upper_letters_digits_symbols"
refresh_token_reuse_interval = 20
[auth.email]
secure_password_change = true
require_current_password = true
[auth.sessions]
timebox = "24h"
inactivity_timeout = "8h"
[auth.mfa]
max_enrolled_factors = 5
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.mfa.web_authn]
enroll_enabled = true
verify_enabled = true
[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true
otp_length = 8
max_frequency = "5s"
[auth.email.notification.mfa_factor_unenrolled]
enabled = true
[auth.email.notification.identity_linked]
enabled = true
[auth.passkey]
enabled = true
[auth.webauthn]
rp_id = "example.org"
rp_display_name = "Shop"
rp_origins = ["https://example.org", "https://shop.example.org"]
`})
	c, err := supabase.Read(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"GOTRUE_PASSWORD_MIN_LENGTH": "8", "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL": "20",
		"GOTRUE_PASSWORD_REQUIRED_CHARACTERS":                      "abcdefghijklmnopqrstuvwxyz:ABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789:" + `!@#$%^&*()_+-=[]{};'\:"|<>?,./` + "`~",
		"GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION": "true",
		"GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD": "true",
		"GOTRUE_SESSIONS_TIMEBOX":                                  "24h", "GOTRUE_SESSIONS_INACTIVITY_TIMEOUT": "8h",
		"GOTRUE_MFA_MAX_ENROLLED_FACTORS": "5", "GOTRUE_MFA_TOTP_ENROLL_ENABLED": "true", "GOTRUE_MFA_TOTP_VERIFY_ENABLED": "true",
		"GOTRUE_MFA_PHONE_ENROLL_ENABLED": "true", "GOTRUE_MFA_PHONE_VERIFY_ENABLED": "true", "GOTRUE_MFA_PHONE_OTP_LENGTH": "8", "GOTRUE_MFA_PHONE_MAX_FREQUENCY": "5s",
		"GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED": "true", "GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED": "true",
		"GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED": "true", "GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED": "true", "GOTRUE_PASSKEY_ENABLED": "true",
		"GOTRUE_WEBAUTHN_RP_ID": "example.org", "GOTRUE_WEBAUTHN_RP_DISPLAY_NAME": "Shop",
		"GOTRUE_WEBAUTHN_RP_ORIGINS": "https://example.org,https://shop.example.org",
	} {
		if got := c.Values[name]; got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if len(c.Notes) != 0 {
		t.Errorf("notes: %q", c.Notes)
	}
}

func TestAccounts(t *testing.T) {
	t.Parallel()
	dir := folder(t, map[string]string{"config.toml": `
[auth]
enable_signup = true
enable_anonymous_sign_ins = true
enable_manual_linking = true
additional_redirect_urls = ["https://app.test/**", "app://back"]
[auth.email]
enable_signup = true
double_confirm_changes = false
enable_confirmations = true
max_frequency = "1m0s"
otp_length = 8
otp_expiry = 600
[auth.email.notification.password_changed]
enabled = true
[auth.sms]
enable_signup = true
enable_confirmations = true
max_frequency = "5s"
[auth.sms.test_otp]
4915112345 = "123456"
33612345678 = "654321"
[auth.rate_limit]
sign_in_sign_ups = 7
token_verifications = 8
anonymous_users = 9
[auth.captcha]
enabled = true
provider = "turnstile"
secret = "env(CAPTCHA)"
[auth.hook.custom_access_token]
enabled = true
uri = "pg-functions://postgres/public/claims"
[auth.hook.send_sms]
enabled = true
uri = "https://app.test/sms"
secrets = "env(SMS)"
[auth.hook.send_email]
enabled = false
uri = "https://app.test/mail"
`})
	c, err := supabase.Read(dir, map[string]string{"CAPTCHA": "hush", "SMS": "v1,whsec_x"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"GOTRUE_DISABLE_SIGNUP": "false", "GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED": "true", "GOTRUE_SECURITY_MANUAL_LINKING_ENABLED": "true",
		"GOTRUE_URI_ALLOW_LIST": "https://app.test/**,app://back", "GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED": "false", "GOTRUE_MAILER_AUTOCONFIRM": "false",
		"GOTRUE_SMTP_MAX_FREQUENCY": "1m0s", "GOTRUE_MAILER_OTP_LENGTH": "8", "GOTRUE_MAILER_OTP_EXP": "600",
		"GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED": "true",
		"GOTRUE_RATE_LIMIT_OTP":                                "7", "GOTRUE_RATE_LIMIT_VERIFY": "8", "GOTRUE_RATE_LIMIT_ANONYMOUS_USERS": "9",
		"GOTRUE_EXTERNAL_PHONE_ENABLED": "true", "GOTRUE_SMS_AUTOCONFIRM": "false", "GOTRUE_SMS_MAX_FREQUENCY": "5s",
		"GOTRUE_SMS_TEST_OTP":             "33612345678:654321,4915112345:123456",
		"GOTRUE_SECURITY_CAPTCHA_ENABLED": "true", "GOTRUE_SECURITY_CAPTCHA_PROVIDER": "turnstile", "GOTRUE_SECURITY_CAPTCHA_PROVIDER_SECRET": "hush",
		"GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED": "true", "GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI": "pg-functions://postgres/public/claims",
		"GOTRUE_HOOK_SEND_SMS_URI": "https://app.test/sms", "GOTRUE_HOOK_SEND_SMS_SECRETS": "v1,whsec_x", "GOTRUE_HOOK_SEND_EMAIL_URI": "",
	} {
		if got := c.Values[name]; got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
	if len(c.Notes) != 0 {
		t.Errorf("notes: %q", c.Notes)
	}
}

// Sign-up by e-mail cannot be closed alone: all sign-up is.
func TestNoSignUpByEmail(t *testing.T) {
	t.Parallel()
	c, err := supabase.Read(folder(t, map[string]string{"config.toml": "[auth.email]\nenable_signup = false"}), nil)
	if err != nil || c.Values["GOTRUE_DISABLE_SIGNUP"] != "true" {
		t.Errorf("got %v, %v", c.Values, err)
	}
}

func TestReadRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, config, want string }{
		{"a wrong type", "[api]\nmax_rows = \"lots\"", `api.max_rows: "lots" is not a non-negative integer`},
		{"a negative number", "[db]\nport = -1", "db.port"},
		{"a variable that is not set", "[auth]\njwt_secret = \"env(NO_SUCH_VARIABLE)\"", "auth.jwt_secret: the environment variable NO_SUCH_VARIABLE is not set"},
		{"an encrypted value", "[auth]\njwt_secret = \"encrypted:abc\"", "encrypted values are not supported"},
		{"an unknown hook", "[auth.hook.of_the_future]\nenabled = true\nuri = \"pg-functions://postgres/public/hook\"", "auth.hook.of_the_future: is enabled and not supported yet"},
		{"unknown sets of characters", "[auth]\npassword_requirements = \"runes\"", `auth.password_requirements: "runes" is none of the CLI's`},
		{"a broken file", "[api", "config.toml"},
	} {
		dir := folder(t, map[string]string{"config.toml": test.config})
		if _, err := supabase.Read(dir, nil); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %q", test.name, err, test.want)
		}
	}
}

func TestDefaults(t *testing.T) {
	t.Parallel()
	c, err := supabase.Read(folder(t, map[string]string{"migrations/1_a.sql": ""}), nil)
	if err != nil {
		t.Fatal(err)
	}
	if c.Values["PORT"] != "54321" || c.Values["TOUBKAL_POSTGRES_PORT"] != "54322" || !c.ExposeNewTables || len(c.Notes) != 0 || c.Values["GOTRUE_JWT_SECRET"] != "" {
		t.Errorf("got %+v", c)
	}
	c.Local()
	if c.Values["GOTRUE_JWT_SECRET"] != supabase.LocalSecret || !strings.HasPrefix(c.Values["SUPABASE_PUBLISHABLE_KEY"], "sb_publishable_") {
		t.Errorf("local values are %v", c.Values)
	}
}

func TestSigningKeys(t *testing.T) {
	t.Parallel()
	text := "[auth]\nsigning_keys_path = \"./keys.json\"\n"
	c, err := supabase.Read(folder(t, map[string]string{"config.toml": text, "keys.json": `[{"kty":"EC"}]`}), nil)
	if err != nil || c.Values["GOTRUE_JWT_KEYS"] != `[{"kty":"EC"}]` || len(c.Notes) > 0 {
		t.Errorf("got %q, %v, %v; want the file", c.Values["GOTRUE_JWT_KEYS"], c.Notes, err)
	}
	if _, err := supabase.Read(folder(t, map[string]string{"config.toml": text}), nil); err == nil || !strings.Contains(err.Error(), "auth.signing_keys_path: ") {
		t.Errorf("without the file: got %v", err)
	}
}
