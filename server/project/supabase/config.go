// Package supabase reads supabase/config.toml, the configuration of the Supabase
// CLI, as the environment variables of this program. It refuses a value of the
// wrong type, an unresolved env(NAME) in a setting that applies, an encrypted
// value, and a security feature that is enabled and does not exist here. Settings
// that do not apply are named once.
package supabase

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/toubkal/toubkal/server/functions/deno"
	"github.com/toubkal/toubkal/server/project/dotenv"
)

// Config is the configuration of a Supabase folder.
type Config struct {
	// ProjectID names the project; "" where the file does not.
	ProjectID string
	// Values are environment variables. The process's own environment wins over
	// them.
	Values map[string]string
	// NoMigrations and NoSeed are [db.migrations] and [db.seed] enabled = false.
	NoMigrations, NoSeed bool
	// SeedPaths are globs below supabase/.
	SeedPaths []string
	// ExposeNewTables is api.auto_expose_new_tables: default grants for the API
	// roles. Unset means true.
	ExposeNewTables bool
	// Disabled are the services that the file turns off: rest, auth, realtime, storage.
	Disabled []string
	// MailTemplates are messages of the project, by GoTrue's kind.
	MailTemplates map[string]MailTemplate
	// Buckets are the buckets of [storage.buckets.NAME], by name.
	Buckets []Bucket
	// Functions are the sections [functions.NAME].
	Functions map[string]deno.Setting
	// FunctionVariables are [edge_runtime.secrets].
	FunctionVariables map[string]string
	// Vault are secrets of the database, by name: [db.vault].
	Vault map[string]string
	// DatabasePassword is the password of the embedded PostgreSQL; "" is a generated one.
	DatabasePassword string
	// Notes are lines about what was found and does not apply.
	Notes []string
}

// The values that every local Supabase project shares. They are public.
const (
	LocalSecret         = "super-secret-jwt-token-with-at-least-32-characters-long"
	localPublishableKey = "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH"
	localSecretKey      = "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz" // #nosec G101 -- Supabase's own key of local development, in its documentation
	localPassword       = "postgres"
)

// Read reads the folder supabase/ in dir. environ is the process's environment;
// the .env files of the folder and of dir are read below it, in the CLI's order. A
// folder without config.toml has its defaults.
func Read(dir string, environ map[string]string) (Config, error) { return read(dir, environ, false) }

// ReadLenient is Read for development: a reference to a variable that is not set is a note, as
// with the CLI, and turns the section off where that can be off, such as a provider of sign-in.
func ReadLenient(dir string, environ map[string]string) (Config, error) {
	return read(dir, environ, true)
}

func read(dir string, environ map[string]string, lenient bool) (Config, error) {
	folder := filepath.Join(dir, "supabase")
	environ, err := withEnvFiles(dir, environ)
	if err != nil {
		return Config{}, err
	}
	r := &reader{environ: environ, lenient: lenient, settings: map[string]any{}, used: map[string]bool{}, c: Config{Values: map[string]string{}}}
	text, err := os.ReadFile(filepath.Join(folder, "config.toml")) // #nosec G304 -- a file of the project
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Config{}, fmt.Errorf("read supabase/config.toml: %w", err)
	}
	var tree map[string]any
	if err := toml.Unmarshal(text, &tree); err != nil {
		return Config{}, fmt.Errorf("supabase/config.toml: %w", err)
	}
	r.flatten("", tree)
	r.fromEnvironment()
	if lenient {
		r.turnOff()
	}
	r.read()
	r.signingKeys(folder)
	r.functions(folder)
	r.c.Vault = r.variables("db.vault")
	r.notes()
	return r.c, errors.Join(r.wrong...)
}

// Local fills what every local Supabase project shares, where nothing else is set:
// the secret, the keys and the database's password that its clients hold.
func (c *Config) Local() {
	c.DatabasePassword = localPassword
	for name, value := range map[string]string{
		"GOTRUE_JWT_SECRET": LocalSecret, "SUPABASE_PUBLISHABLE_KEY": localPublishableKey, "SUPABASE_SECRET_KEY": localSecretKey,
	} {
		if c.Values[name] == "" {
			c.Values[name] = value
		}
	}
}

// withEnvFiles adds what .env files say: those of supabase/, then those of the
// folder above it. The first that names a variable wins, and the process's
// environment wins over all.
func withEnvFiles(dir string, environ map[string]string) (map[string]string, error) {
	all := maps.Clone(environ)
	if all == nil {
		all = map[string]string{}
	}
	stage := "development"
	if named := environ["SUPABASE_ENV"]; named != "" {
		stage = named
	}
	names := []string{".env." + stage + ".local", ".env.local", ".env." + stage, ".env"}
	if stage == "test" {
		names = slices.Delete(names, 1, 2)
	}
	for _, folder := range []string{filepath.Join(dir, "supabase"), dir} {
		for _, name := range names {
			values, err := dotenv.Read(filepath.Join(folder, name), name)
			if err != nil {
				return nil, err
			}
			for key, value := range values {
				if _, set := all[key]; !set {
					all[key] = value
				}
			}
		}
	}
	return all, nil
}

// reader turns the settings of a file, by dotted name, into a Config.
type reader struct {
	environ  map[string]string
	lenient  bool
	settings map[string]any
	used     map[string]bool
	wrong    []error
	missing  []string // features that are enabled and do not exist here
	c        Config
}

func (r *reader) flatten(prefix string, tree map[string]any) {
	for name, value := range tree {
		if inner, ok := value.(map[string]any); ok && !tables[prefix+name] {
			r.flatten(prefix+name+".", inner)
			continue
		}
		r.settings[prefix+name] = value
	}
}

// tables are settings whose value is a table with names of the project's own.
var tables = map[string]bool{"auth.sms.test_otp": true, "storage.buckets": true, "edge_runtime.secrets": true, "db.vault": true}

// fromEnvironment lets SUPABASE_AUTH_SITE_URL set auth.site_url, for every setting
// that applies.
func (r *reader) fromEnvironment() {
	for name := range applied {
		variable := "SUPABASE_" + strings.ToUpper(strings.ReplaceAll(name, ".", "_"))
		if value, set := r.environ[variable]; set {
			r.settings[name] = value
		}
	}
}

func (r *reader) refuse(name, format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Errorf("supabase/config.toml: "+name+": "+format, args...))
}

var environmentReference = regexp.MustCompile(`^env\((.*)\)$`)

// value is a setting with env(NAME) replaced; ok is false where it is absent or
// refused.
func (r *reader) value(name string) (value any, ok bool) {
	value, ok = r.settings[name]
	r.used[name] = true
	text, isText := value.(string)
	if !ok || !isText {
		return value, ok
	}
	if strings.HasPrefix(text, "encrypted:") {
		r.refuse(name, "encrypted values are not supported: use env(NAME)")
		return nil, false
	}
	m := environmentReference.FindStringSubmatch(text)
	if m == nil {
		return text, true
	}
	if resolved := r.environ[m[1]]; resolved != "" {
		return resolved, true
	}
	if section, _, found := cutLast(name, "."); found {
		if enabled, isBool := r.settings[section+".enabled"].(bool); isBool && !enabled {
			return nil, false
		}
	}
	r.unset(name, m[1], "left out")
	return nil, false
}

// unset refuses a setting whose variable is not set, or notes what comes of it.
func (r *reader) unset(name, variable, effect string) {
	if !r.lenient {
		r.refuse(name, "the environment variable %s is not set", variable)
		return
	}
	r.c.Notes = append(r.c.Notes, fmt.Sprintf("config.toml: %s: the environment variable %s is not set: %s", name, variable, effect))
}

// optional are sections that work as a whole or not at all.
var optional = []string{"auth.external.", "auth.hook.", "auth.captcha.", "auth.email.smtp."}

// turnOff turns the optional sections off that need a variable that is not set.
func (r *reader) turnOff() {
	for _, name := range slices.Sorted(maps.Keys(r.settings)) {
		section, last, _ := cutLast(name, ".")
		text, _ := r.settings[name].(string)
		m := environmentReference.FindStringSubmatch(text)
		if m == nil || r.environ[m[1]] != "" || !hasPrefix(name, optional) || r.disabled(name) {
			continue
		}
		if _, set := r.settings[section+".enabled"]; !set && section != "auth.email.smtp" {
			continue // off by default
		}
		r.unset(name, m[1], section+" is off")
		if r.settings[section+".enabled"] = false; last != "enabled" {
			delete(r.settings, name)
		}
	}
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+1:], true
}

func (r *reader) text(name string) (string, bool) {
	value, ok := r.value(name)
	if !ok {
		return "", false
	}
	text, isText := value.(string)
	if !isText {
		r.refuse(name, "%v is not a text", value)
	}
	return text, isText
}

func (r *reader) number(name string) (int64, bool) {
	value, ok := r.value(name)
	if !ok {
		return 0, false
	}
	switch value := value.(type) {
	case int64:
		if value >= 0 {
			return value, true
		}
	case string: // from the environment
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n >= 0 {
			return n, true
		}
	}
	r.refuse(name, "%q is not a non-negative integer", fmt.Sprint(value))
	return 0, false
}

// flag is a boolean, or the default where it is absent.
func (r *reader) flag(name string, absent bool) bool {
	value, ok := r.value(name)
	if !ok {
		return absent
	}
	switch value := value.(type) {
	case bool:
		return value
	case string:
		if value == "" {
			return false
		}
		if b, err := strconv.ParseBool(value); err == nil {
			return b
		}
	}
	r.refuse(name, "%v is neither true nor false", value)
	return absent
}

func (r *reader) list(name string) ([]string, bool) {
	value, ok := r.value(name)
	if !ok {
		return nil, false
	}
	switch value := value.(type) {
	case string:
		return strings.Split(value, ","), true
	case []any:
		all := make([]string, len(value))
		for i, each := range value {
			text, isText := each.(string)
			if !isText {
				r.refuse(name, "%v is not a text", each)
				return nil, false
			}
			all[i] = text
		}
		return all, true
	}
	r.refuse(name, "%v is not a list", value)
	return nil, false
}
