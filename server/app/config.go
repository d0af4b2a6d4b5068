package app

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"github.com/caarlos0/env/v11"
	"github.com/joho/godotenv"
)

// Config is everything that an installation can say, one field a variable. A
// variable NAME_FILE names a file that holds the value instead, as container
// secrets do. Established names are kept: GOTRUE_* and PGRST_* mean what they
// mean there.
type Config struct {
	// Host is the address to listen on. 127.0.0.1 is this machine alone;
	// 0.0.0.0 is everyone who can reach it.
	Host string `env:"HOST" envDefault:"127.0.0.1"`
	// Port serves everything: site, tables, auth, functions.
	Port int `env:"PORT" envDefault:"8000"`
	// Env is development (policies are read from the folder and applied when
	// saved) or production (policies are those in the program).
	Env string `env:"TOUBKAL_ENV" envDefault:"development"`
	// DataDir holds the embedded database, the keys and nothing else.
	DataDir string `env:"TOUBKAL_DATA_DIR" envDefault:".toubkal"`
	// PoliciesDir is watched in development.
	PoliciesDir string `env:"TOUBKAL_POLICIES_DIR" envDefault:"policies"`
	// DatabaseURL is the PostgreSQL 15+ to use, signed in as a role that may
	// create roles; empty starts the embedded one.
	DatabaseURL string `env:"DATABASE_URL"`
	// PostgresBin is the folder of the embedded PostgreSQL's programs; empty
	// searches npm's packages, then the system.
	PostgresBin string `env:"TOUBKAL_POSTGRES_BIN"`
	// AutoMigrate applies schema, policies and seeds at the start.
	AutoMigrate bool `env:"AUTO_MIGRATE" envDefault:"true"`
	// AdminEmail is the first super admin, made when there is none.
	AdminEmail string `env:"TOUBKAL_ADMIN_EMAIL" envDefault:"admin@toubkal.local"`
	// LogLevel is debug (a line per request), info, warn or error.
	LogLevel string `env:"LOG_LEVEL" envDefault:"info"`

	// Schemas are served by the table API, the first being the default.
	Schemas []string `env:"PGRST_DB_SCHEMAS" envDefault:"public"`
	// MaxRows bounds every answer of the table API; 0 is no bound.
	MaxRows int `env:"PGRST_DB_MAX_ROWS" envDefault:"0"`
	// PoolSize is the table API's connections.
	PoolSize int32 `env:"PGRST_DB_POOL" envDefault:"10"`

	// SiteURL is the public address of this server, as people see it; empty is
	// http://localhost:PORT.
	SiteURL string `env:"GOTRUE_SITE_URL"`
	// JWTSecret signs tokens with HS256, 32 characters or more; empty is
	// generated once and kept in DataDir.
	JWTSecret string `env:"GOTRUE_JWT_SECRET"`
	// JWTKeys is a JSON array of private JWKs that replaces or adds to the
	// secret, for ES256, RS256 and rotation.
	JWTKeys string `env:"GOTRUE_JWT_KEYS"`
	// JWTExpiry is an access token's life in seconds, above 90 since clients
	// refresh that long before.
	JWTExpiry int `env:"GOTRUE_JWT_EXP" envDefault:"3600"`
	// RateLimitHeader names the header in which a proxy gives the client's
	// address; empty counts by connection.
	RateLimitHeader string `env:"GOTRUE_RATE_LIMIT_HEADER"`
	// RateLimitToken is the sign-ins and refreshes that one address may make
	// in five minutes; 0 is no limit.
	RateLimitToken int `env:"GOTRUE_RATE_LIMIT_TOKEN_REFRESH" envDefault:"150"`
}

// ReadConfig reads the environment over the file .env, and reports every bad
// variable at once.
func ReadConfig(environ []string) (Config, error) {
	values, err := withFiles(withDotEnv(env.ToMap(environ)))
	if err != nil {
		return Config{}, err
	}
	var c Config
	parsing := env.ParseWithOptions(&c, env.Options{Environment: values})
	if err := errors.Join(append(readable(parsing), c.check()...)...); err != nil {
		return Config{}, fmt.Errorf("the configuration is wrong:\n%w", indent(err))
	}
	return c, nil
}

// withDotEnv adds what .env says and the environment does not.
func withDotEnv(values map[string]string) map[string]string {
	file, err := godotenv.Read(".env")
	if err != nil {
		return values
	}
	for name, value := range file {
		if _, set := values[name]; !set {
			values[name] = value
		}
	}
	return values
}

// withFiles replaces NAME_FILE by NAME with the file's content.
func withFiles(values map[string]string) (map[string]string, error) {
	var failed []error
	for _, name := range Variables() {
		file := values[name+"_FILE"]
		if file == "" {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			failed = append(failed, fmt.Errorf("%s_FILE: %w", name, err))
			continue
		}
		values[name] = strings.TrimSpace(string(content))
	}
	return values, errors.Join(failed...)
}

// Variables lists the name of every variable, for the README and for tests.
func Variables() []string {
	fields, err := env.GetFieldParams(&Config{})
	if err != nil {
		panic("the tags of Config are wrong: " + err.Error())
	}
	names := make([]string, len(fields))
	for i, field := range fields {
		names[i] = field.Key
	}
	return names
}

// check finds what parses but cannot be meant.
func (c *Config) check() []error {
	var wrong []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	say(c.Port < 0 || c.Port > 65535, "PORT: %d is no port; use 1 to 65535, or 0 for a free one", c.Port)
	say(c.Env != "development" && c.Env != "production", "TOUBKAL_ENV: %q is neither development nor production", c.Env)
	say(c.JWTSecret != "" && len(c.JWTSecret) < 32, "GOTRUE_JWT_SECRET: %d characters are too few; use 32 or more", len(c.JWTSecret))
	say(c.JWTExpiry <= 90, "GOTRUE_JWT_EXP: %d s is too short; use more than 90, since clients refresh that long before", c.JWTExpiry)
	say(c.PoolSize < 1, "PGRST_DB_POOL: %d connections cannot serve; use 1 or more", c.PoolSize)
	say(c.MaxRows < 0, "PGRST_DB_MAX_ROWS: %d is negative; use 0 for no bound", c.MaxRows)
	say(!strings.Contains(c.AdminEmail, "@"), "TOUBKAL_ADMIN_EMAIL: %q is no e-mail address", c.AdminEmail)
	say(badAddress(c.SiteURL), "GOTRUE_SITE_URL: %q is no address; write it as https://example.org", c.SiteURL)
	_, unknownLevel := levelOf(c.LogLevel)
	say(unknownLevel != nil, "LOG_LEVEL: %q is none of debug, info, warn, error", c.LogLevel)
	return wrong
}

func badAddress(address string) bool {
	if address == "" {
		return false
	}
	u, err := url.Parse(address)
	return err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")
}

// Address is what the server listens on.
func (c *Config) Address() string { return net.JoinHostPort(c.Host, fmt.Sprint(c.Port)) }

// policyFolder is the folder to watch, and whether there is one to watch.
func (c *Config) policyFolder() (fs.FS, bool) {
	info, err := os.Stat(c.PoliciesDir)
	if c.Env != "development" || err != nil || !info.IsDir() {
		return nil, false
	}
	return os.DirFS(c.PoliciesDir), true
}

// keyFile is a file of the folder that keeps keys.
func (c *Config) keyFile(name string) string { return filepath.Join(c.DataDir, "keys", name) }

// readable gives each parse error as one line that names the variable.
func readable(err error) []error {
	all, ok := errors.AsType[env.AggregateError](err)
	if !ok {
		return []error{err}
	}
	lines := make([]error, len(all.Errors))
	for i, each := range all.Errors {
		lines[i] = named(each)
	}
	return lines
}

func named(err error) error {
	wrong, ok := errors.AsType[env.ParseError](err)
	if !ok {
		return err
	}
	field, _ := reflect.TypeFor[Config]().FieldByName(wrong.Name)
	name, value := field.Tag.Get("env"), wrong.Err.Error()
	if given, ok := errors.AsType[*strconv.NumError](wrong.Err); ok {
		value = strconv.Quote(given.Num)
	}
	if wrong.Type.Kind() == reflect.Bool {
		return fmt.Errorf("%s: %s is neither true nor false", name, value)
	}
	return fmt.Errorf("%s: %s is not a whole number", name, value)
}

func indent(err error) error {
	return errors.New("  " + strings.ReplaceAll(err.Error(), "\n", "\n  "))
}
