package config

import (
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/project"
)

func TestAuthSettings(t *testing.T) {
	t.Parallel()
	p := func(environ ...string) (Config, error) { return Read(project.Project{}, environ) }
	whole, err := p()
	if err != nil {
		t.Fatal(err)
	}
	o := whole.AuthOptions()
	if !o.RefuseCommonPasswords || !o.Reauthentication.Required || o.Reauthentication.CurrentPassword || o.Reauthentication.Window != 15*time.Minute ||
		o.MaxBackOff != 5*time.Minute || o.ReuseInterval != 10*time.Second || o.PasswordMinLength != 6 || o.SessionTimebox != 0 || len(o.Secret) < 32 {
		t.Errorf("defaults: %+v", o)
	}
	set, err := p("GOTRUE_SESSIONS_TIMEBOX=24h", "GOTRUE_SESSIONS_INACTIVITY_TIMEOUT=90m", "TOUBKAL_SIGN_IN_BACKOFF=0", "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=0",
		"GOTRUE_PASSWORD_MIN_LENGTH=12", "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION=false", "TOUBKAL_PASSWORD_REFUSE_COMMON=false",
		"GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS=one:MTExMTExMTExMTExMTExMTExMTExMTExMTExMTExMTE")
	if err != nil {
		t.Fatal(err)
	}
	o = set.AuthOptions()
	if o.RefuseCommonPasswords || o.Reauthentication.Required || o.MaxBackOff != 0 || o.ReuseInterval != 0 || o.PasswordMinLength != 12 ||
		o.SessionTimebox != 24*time.Hour || o.SessionInactivity != 90*time.Minute || string(o.DecryptionKeys["one"]) != strings.Repeat("1", 32) {
		t.Errorf("as set: %+v", o)
	}
	if whole.AuthOptions().TokensOutliveSessions {
		t.Error("by default an access token ends with its session")
	}
	if kept, err := p("TOUBKAL_REVOKE_ACCESS_TOKENS=false"); err != nil || !kept.AuthOptions().TokensOutliveSessions {
		t.Errorf("access tokens are revoked, %v", err)
	}
	for bad, want := range map[string]string{
		"GOTRUE_SESSIONS_TIMEBOX=24":                              "GOTRUE_SESSIONS_TIMEBOX: is not a time with its unit",
		"GOTRUE_SESSIONS_TIMEBOX=1m":                              "GOTRUE_SESSIONS_TIMEBOX: 1m0s is too short",
		"GOTRUE_SESSIONS_INACTIVITY_TIMEOUT=1h":                   "GOTRUE_SESSIONS_INACTIVITY_TIMEOUT: 1h0m0s is too short; use more than GOTRUE_JWT_EXP (3600 s)",
		"GOTRUE_PASSWORD_MIN_LENGTH=73":                           "GOTRUE_PASSWORD_MIN_LENGTH: 73",
		"GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL=-1":         "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: -1",
		"GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS=one:short": "GOTRUE_SECURITY_DB_ENCRYPTION_DECRYPTION_KEYS: the entry 1 is not id:key",
		"TOUBKAL_SIGN_IN_BACKOFF=-1":                              "TOUBKAL_SIGN_IN_BACKOFF: -1",
		"TOUBKAL_SIGN_IN_QUEUE=0":                                 "TOUBKAL_SIGN_IN_QUEUE: 0",
		"TOUBKAL_REAUTHENTICATION_WINDOW=-1m":                     "TOUBKAL_REAUTHENTICATION_WINDOW: -1m0s",
		"TOUBKAL_PASSWORD_REFUSE_COMMON=perhaps":                  "TOUBKAL_PASSWORD_REFUSE_COMMON: \"perhaps\" is neither true nor false",
	} {
		if _, err := p(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", bad, err, want)
		}
	}
}
