package config

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/auth/provider"
)

// External are the providers that users may sign in at, by GoTrue's names:
// GOTRUE_EXTERNAL_<PROVIDER>_<SETTING>.
type External struct {
	// CustomProviders lets the service key add providers at run time, MaxCustomProviders at
	// most; 0 is no bound.
	CustomProviders    bool `env:"GOTRUE_CUSTOM_OAUTH_ENABLED" envDefault:"true"`
	MaxCustomProviders int  `env:"GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS" envDefault:"0"`
	// CustomInternal lets their addresses be those of this machine and of private networks.
	CustomInternal bool `env:"TOUBKAL_CUSTOM_OAUTH_INTERNAL" envDefault:"false"`

	providers []provider.Settings
}

const externalPrefix = "GOTRUE_EXTERNAL_"

// externalSettings are the settings of a provider.
var externalSettings = []string{"ENABLED", "CLIENT_ID", "SECRET", "REDIRECT_URI", "URL", "EMAIL_OPTIONAL", "SKIP_NONCE_CHECK"}

// otherExternal are variables of that form which are about no provider.
var otherExternal = []string{"EMAIL", "PHONE", "ANONYMOUS_USERS"}

// externalVariables are the variables of all providers.
func externalVariables() []string {
	var all []string
	for _, name := range provider.Names() {
		for _, setting := range externalSettings {
			all = append(all, externalPrefix+strings.ToUpper(name)+"_"+setting)
		}
	}
	return all
}

// read takes the providers that are enabled from the environment.
func (e *External) read(values map[string]string, say func(bad bool, format string, args ...any)) {
	e.providers = nil
	say(e.MaxCustomProviders < 0, "GOTRUE_CUSTOM_OAUTH_MAX_PROVIDERS: %d is less than none; 0 is no bound", e.MaxCustomProviders)
	for variable, value := range values {
		name, isEnabled := strings.CutSuffix(strings.TrimPrefix(variable, externalPrefix), "_ENABLED")
		if !strings.HasPrefix(variable, externalPrefix) || !isEnabled || slices.Contains(otherExternal, name) || slices.Contains(provider.Names(), strings.ToLower(name)) {
			continue
		}
		on, err := strconv.ParseBool(value)
		say(err == nil && on, "%s: the provider is not known; there are %s", variable, strings.Join(provider.Names(), ", "))
	}
	for _, name := range provider.Names() {
		variable := func(setting string) string { return externalPrefix + strings.ToUpper(name) + "_" + setting }
		flag := func(setting string) bool {
			value := values[variable(setting)]
			on, err := strconv.ParseBool(value)
			say(value != "" && err != nil, "%s: %q is neither true nor false", variable(setting), value)
			return on
		}
		if !flag("ENABLED") {
			continue
		}
		s := provider.Settings{
			Name: name, Secret: values[variable("SECRET")], RedirectURI: values[variable("REDIRECT_URI")], URL: values[variable("URL")],
			EmailOptional: flag("EMAIL_OPTIONAL"), SkipNonceCheck: flag("SKIP_NONCE_CHECK"),
		}
		for id := range strings.SplitSeq(values[variable("CLIENT_ID")], ",") {
			if id = strings.TrimSpace(id); id != "" {
				s.ClientIDs = append(s.ClientIDs, id)
			}
		}
		say(badAddress(s.RedirectURI), "%s: %q is no address; write it as https://example.org/auth/v1/callback", variable("REDIRECT_URI"), s.RedirectURI)
		_, err := provider.New(s, provider.Options{})
		say(err != nil, "%s: %v", externalPrefix+strings.ToUpper(name), err)
		e.providers = append(e.providers, s)
	}
}

// print writes the variables that are set, as NAME=value, a line each.
func printExternal(values map[string]string) string {
	var text strings.Builder
	for _, name := range externalVariables() {
		value, set := values[name]
		if strings.HasSuffix(name, "_SECRET") && value != "" {
			value = "(hidden)"
		}
		if set {
			fmt.Fprintf(&text, "%s=%s\n", name, value)
		}
	}
	return text.String()
}
