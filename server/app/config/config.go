package config

import (
	"fmt"
	"io/fs"
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/project"
)

// Config is everything that an installation can say, one field a variable. A
// variable NAME_FILE names a file that holds the value instead, as container
// secrets do. Established names are kept: GOTRUE_* and PGRST_* mean what they
// mean there.
type Config struct {
	// Host is the address to listen on. 127.0.0.1 is this machine alone;
	// 0.0.0.0 is everyone who can reach it.
	Host string `env:"HOST" envDefault:"127.0.0.1"`
	// Port serves everything: site, tables, auth, functions, realtime.
	Port int `env:"PORT" envDefault:"8000"`
	// Socket is a unix socket to listen on instead.
	Socket string `env:"PGRST_SERVER_UNIX_SOCKET"`
	// SocketMode are its rights, octal.
	SocketMode string `env:"PGRST_SERVER_UNIX_SOCKET_MODE" envDefault:"660"`
	// AdminHost is the address on which the admin server listens. Defaults to this machine alone
	// (127.0.0.1); for tables alone to Host, as PostgREST's.
	AdminHost string `env:"PGRST_ADMIN_SERVER_HOST"`
	// AdminPort is the admin server's; 0 is none.
	AdminPort int `env:"PGRST_ADMIN_SERVER_PORT" envDefault:"0"`
	// AdminSocket is a unix socket for it instead.
	AdminSocket string `env:"PGRST_ADMIN_SERVER_UNIX_SOCKET"`
	// RequestTimeout bounds the work on one request, in seconds; where only
	// tables are served it defaults to 600, since roles have a statement_timeout.
	RequestTimeout int `env:"TOUBKAL_REQUEST_TIMEOUT" envDefault:"30"`
	// ShutdownDelay is the time that a node that stops still takes requests, while /ready is
	// 503, and then how long the ends of its websockets are spread; dev does not wait.
	ShutdownDelay seconds `env:"SHUTDOWN_DELAY" envDefault:"5"`
	// BodyLimit bounds the body of a request to the table API, in MB; where only
	// tables are served it defaults to 256.
	BodyLimit int64 `env:"TOUBKAL_REST_BODY_LIMIT" envDefault:"10"`
	// Services are the services that run: rest, auth, functions, realtime, storage, site.
	Services names `env:"SERVICES" envDefault:"rest,auth,functions,realtime,storage,site"`
	// Env is development or production, where passwords are never printed.
	Env string `env:"TOUBKAL_ENV" envDefault:"development"`
	// DataDir holds the embedded database, the keys, the development mailbox and what the project keeps.
	DataDir string `env:"TOUBKAL_DATA_DIR" envDefault:".toubkal"`
	// PoliciesDir replaces the policies that are compiled in by those of a folder;
	// empty does not. `dev` watches it.
	PoliciesDir string `env:"TOUBKAL_POLICIES_DIR"`
	// DatabaseURL is the PostgreSQL 15+ to use, signed in as a role that may
	// create roles; empty starts the embedded one.
	DatabaseURL string `env:"DATABASE_URL" secret:"yes"`
	// DirectURL is the same database without a pooler, for what needs a session of its own;
	// empty is DatabaseURL. Where it is set, DatabaseURL is taken for a pooler.
	DirectURL string `env:"DIRECT_DATABASE_URL" secret:"yes"`
	// DBConnections bounds all connections of this node to PostgreSQL. Below the default,
	// which follows from PoolSize and Services, all pools get smaller.
	DBConnections int32 `env:"TOUBKAL_DB_CONNECTIONS"`
	// PostgresBin is the folder of the embedded PostgreSQL's programs; empty
	// searches npm's packages, then the system.
	PostgresBin string `env:"TOUBKAL_POSTGRES_BIN"`
	// SchemaDiff is the program that compares databases for `db diff`, a path or a name on PATH.
	SchemaDiff string `env:"TOUBKAL_SCHEMA_DIFF" envDefault:"pg-schema-diff"`
	// PostgresPort is a loopback port on which the embedded PostgreSQL listens for
	// psql and other tools; 0 is none.
	PostgresPort int `env:"TOUBKAL_POSTGRES_PORT" envDefault:"0"`
	// Console is who reaches the console at /_/: local (callers of this machine), public, or off.
	Console string `env:"TOUBKAL_CONSOLE" envDefault:"local"`
	// MCP has tools for assistants at /mcp: off, or the highest caller of their statements.
	MCP string `env:"TOUBKAL_MCP" envDefault:"off"`
	// AutoMigrate applies schema, policies and seeds at the start.
	AutoMigrate bool `env:"AUTO_MIGRATE" envDefault:"true"`
	// DefaultGrants gives the API roles all privileges on each new table of public,
	// as Supabase does: true or false. Empty is true in a Supabase folder, else false.
	DefaultGrants string `env:"TOUBKAL_DEFAULT_GRANTS"`
	// LogLevel is debug (a line per request), info, warn, error or crit.
	LogLevel string `env:"LOG_LEVEL" envDefault:"info"`

	Tables
	Realtime
	Auth
	SecondFactors
	Mail
	Storage
	Functions
	Outgoing
	AuthHooks
	External
	AuthAccounts
	TLS

	// APIExternalURL is the public address of the APIs; empty is SiteURL.
	APIExternalURL string `env:"API_EXTERNAL_URL"`
	// PublishableKey and SecretKey are the opaque API keys; empty ones follow from
	// JWTSecret.
	PublishableKey string `env:"SUPABASE_PUBLISHABLE_KEY"`
	SecretKey      string `env:"SUPABASE_SECRET_KEY" secret:"yes"`
	// SiteURL is the public address of this server, as people see it; empty is
	// https:// and the first of TLSDomains, else http://localhost:PORT. A scheme of an app, such
	// as myapp://, is for links in e-mails alone.
	SiteURL string `env:"GOTRUE_SITE_URL"`
	// JWTSecret signs tokens with HS256, 32 characters or more; empty is
	// generated once and kept in DataDir.
	JWTSecret string `env:"GOTRUE_JWT_SECRET" secret:"yes"`
	// JWTKeys is a JSON array of private JWKs that replaces or adds to the
	// secret, for ES256, RS256 and rotation.
	JWTKeys string `env:"GOTRUE_JWT_KEYS" secret:"yes"`
	// JWTExpiry is an access token's life in seconds, above 90 since clients
	// refresh that long before.
	JWTExpiry int `env:"GOTRUE_JWT_EXP" envDefault:"3600"`
	// TrustedProxies are the addresses and networks of the proxies in front: on their
	// connections X-Forwarded-For names the client.
	TrustedProxies names `env:"TRUSTED_PROXIES"`
	// RateLimitHeader names another header with the client's address, one that the proxy
	// sets and no client can.
	RateLimitHeader string `env:"GOTRUE_RATE_LIMIT_HEADER"`
	// MaxConnections bounds the connections of clients; 0 is 30,000, or three quarters of
	// the files that may be open.
	MaxConnections int `env:"TOUBKAL_MAX_CONNECTIONS"`
	// MaxPerAddress bounds those of one address that are no websockets; 0 is a quarter of all.
	MaxPerAddress int `env:"TOUBKAL_MAX_CONNECTIONS_PER_ADDRESS"`
	// RateLimitToken is the sign-ins and refreshes that one address may make
	// in five minutes; 0 is no limit.
	RateLimitToken int `env:"GOTRUE_RATE_LIMIT_TOKEN_REFRESH" envDefault:"150"`

	// values are the variables themselves, to read again under those of the
	// database.
	values map[string]string
	// variables are the project's.
	variables []project.Variable
}

// seconds is a time, written as a number of seconds or with a unit.
type seconds time.Duration

// UnmarshalText reads "5" or "1500ms".
func (s *seconds) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	d := time.Duration(n) * time.Second
	if err != nil {
		var failed error
		if d, failed = time.ParseDuration(string(text)); failed != nil {
			return err
		}
	}
	*s = seconds(d)
	return nil
}

func (s seconds) String() string { return time.Duration(s).String() }

// OnlyTables tells that the program is a table API on a database of somebody
// else's, to which it writes nothing.
func (c *Config) OnlyTables() bool {
	return !c.AutoMigrate && slices.Equal(c.Services, names{"rest"})
}

// ServiceNames are all that there is to run.
var ServiceNames = []string{"rest", "auth", "functions", "realtime", "storage", "site"}

// check finds what parses but cannot be meant.
func (c *Config) check() []error {
	var wrong []error
	say := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	say(c.Port < 0 || c.Port > 65535, "PORT: %d is no port; use 1 to 65535, or 0 for a free one", c.Port)
	say(c.DirectURL != "" && c.DatabaseURL == "", "DIRECT_DATABASE_URL: it needs DATABASE_URL, the address of the pooler")
	if _, set := c.values["TOUBKAL_DB_CONNECTIONS"]; set {
		least := c.fixedConns() + leastPool*int32(len(c.pools())) // #nosec G115 -- six at most
		say(c.DBConnections < least, "TOUBKAL_DB_CONNECTIONS: %d are too few for these SERVICES; use %d or more", c.DBConnections, least)
	}
	say(c.ShutdownDelay < 0, "SHUTDOWN_DELAY: %s is negative; use 0 to stop at once", c.ShutdownDelay)
	say(c.Env != "development" && c.Env != "production", "TOUBKAL_ENV: %q is neither development nor production", c.Env)
	say(c.MCP != "off" && !c.HasConsole(), "TOUBKAL_MCP: the tools for assistants are served with the console, and that is off")
	say(!slices.Contains([]string{"local", "public", "off"}, c.Console), "TOUBKAL_CONSOLE: %q is none of local, public and off", c.Console)
	say(c.JWTSecret != "" && len(c.JWTSecret) < 32, "GOTRUE_JWT_SECRET: %d characters are too few; use 32 or more", len(c.JWTSecret))
	say(c.JWTExpiry <= 90, "GOTRUE_JWT_EXP: %d s is too short; use more than 90, since clients refresh that long before", c.JWTExpiry)
	say(c.AdminPort < 0 || c.AdminPort > 65535, "PGRST_ADMIN_SERVER_PORT: %d is no port; use 1 to 65535, or 0 for none", c.AdminPort)
	say(c.AdminPort != 0 && c.AdminPort == c.Port && c.Socket == "", "PGRST_ADMIN_SERVER_PORT: %d is PORT already", c.AdminPort)
	say(c.PostgresPort < 0 || c.PostgresPort > 65535, "TOUBKAL_POSTGRES_PORT: %d is no port; use 1 to 65535, or 0 for none", c.PostgresPort)
	say(c.PostgresPort != 0 && c.PostgresPort == c.Port && c.Socket == "", "TOUBKAL_POSTGRES_PORT: %d is PORT already", c.PostgresPort)
	say(!slices.Contains([]string{"", "true", "false"}, c.DefaultGrants), "TOUBKAL_DEFAULT_GRANTS: %q is neither true nor false", c.DefaultGrants)
	_, err := edge.ParseNetworks(c.TrustedProxies)
	say(err != nil, "TRUSTED_PROXIES: %v", err)
	say(c.MaxConnections < 0, "TOUBKAL_MAX_CONNECTIONS: %d is negative; use 0 for the default", c.MaxConnections)
	say(c.MaxPerAddress < 0, "TOUBKAL_MAX_CONNECTIONS_PER_ADDRESS: %d is negative; use 0 for the default", c.MaxPerAddress)
	say(c.RequestTimeout < 1, "TOUBKAL_REQUEST_TIMEOUT: %d s is too short; use 1 or more", c.RequestTimeout)
	say(c.BodyLimit < 1, "TOUBKAL_REST_BODY_LIMIT: %d MB is too small; use 1 or more", c.BodyLimit)
	_, err = c.SocketFileMode()
	say(err != nil, "PGRST_SERVER_UNIX_SOCKET_MODE: %q is not octal between 600 and 777", c.SocketMode)
	for _, service := range c.Services {
		say(!slices.Contains(ServiceNames, service), "SERVICES: %q is none of %s", service, strings.Join(ServiceNames, ", "))
	}
	say(c.OnlyTables() && c.DatabaseURL == "", "DATABASE_URL: tables alone need a database to be there; set it, or PGRST_DB_URI")
	for _, v := range c.variables {
		if v.Check == nil {
			continue
		}
		err := v.Check(c.Variable(v.Name))
		say(err != nil, "%s: %v", v.Name, err)
	}
	say(badAddress(c.APIExternalURL), "API_EXTERNAL_URL: %q is no address; write it as https://example.org", c.APIExternalURL)
	say(badAddress(c.SiteURL) && !opensApp(c.SiteURL), "GOTRUE_SITE_URL: %q is no address; write it as https://example.org, or myapp:// for an app on phones", c.SiteURL)
	_, unknownLevel := levelOf(c.LogLevel)
	say(unknownLevel != nil, "LOG_LEVEL: %q is none of debug, info, warn, error, crit", c.LogLevel)
	c.Tables.check(say)
	c.Realtime.check(say)
	c.Auth.check(c.JWTExpiry, say)
	c.SecondFactors.check(say)
	c.Mail.check(say)
	c.Storage.check(say)
	c.Functions.check(say)
	c.Outgoing.check(say)
	c.AuthHooks.check(say)
	c.External.read(c.values, say)
	c.AuthAccounts.check(say)
	c.TLS.check(c.Port, say)
	return wrong
}

func badAddress(address string) bool {
	if address == "" {
		return false
	}
	u, err := url.Parse(address)
	return err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https")
}

// opensApp tells whether links to an address open an app on a phone, by a scheme of its own.
func opensApp(address string) bool {
	scheme, _, isURL := strings.Cut(address, "://")
	u, err := url.Parse(address)
	return isURL && err == nil && u.Scheme == scheme && !slices.Contains([]string{"http", "https", "javascript", "data", "vbscript", "blob", "file"}, scheme)
}

// Website is SiteURL where it is an address of the web, and no app on phones; else "".
func (c *Config) Website() string {
	if opensApp(c.SiteURL) {
		return ""
	}
	return c.SiteURL
}

// IsSet tells whether a variable has a value, in the environment or in .env.
func (c *Config) IsSet(name string) bool { return c.values[name] != "" }

// Equal tells whether two configurations were read from the same variables.
func (c *Config) Equal(other *Config) bool { return maps.Equal(c.values, other.values) }

// HasAdmin tells whether the admin server is on.
func (c *Config) HasAdmin() bool { return c.AdminPort != 0 || c.AdminSocket != "" }

// Address is the address on which the server listens.
func (c *Config) Address() string { return net.JoinHostPort(c.Host, fmt.Sprint(c.Port)) }

// Variable is the value of a variable of the project, or its default.
func (c *Config) Variable(name string) string {
	if value := c.values[name]; value != "" {
		return value
	}
	for _, v := range c.variables {
		if v.Name == name {
			return v.Default
		}
	}
	return ""
}

// KeyFile is a file of the folder that keeps keys.
func (c *Config) KeyFile(name string) string { return filepath.Join(c.DataDir, "keys", name) }

// SocketFileMode reads the rights of the unix socket. PostgREST's bounds: its owner
// at least must get in.
func (c *Config) SocketFileMode() (fs.FileMode, error) {
	mode, err := strconv.ParseUint(c.SocketMode, 8, 32)
	if err == nil && (mode < 0o600 || mode > 0o777) {
		err = strconv.ErrRange
	}
	return fs.FileMode(mode), err
}
