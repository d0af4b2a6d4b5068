package config

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest"
	"github.com/toubkal/toubkal/server/rest/openapi"
	"github.com/toubkal/toubkal/server/token"
)

// Tables are the settings of the table API, under PostgREST's own
// names (https://docs.postgrest.org/en/latest/references/configuration.html) and
// with its defaults.
type Tables struct {
	// Schemas are served, the first being the default.
	Schemas names `env:"PGRST_DB_SCHEMAS" envDefault:"public"`
	// ExtraSearchPath are searched after the request's own schema.
	ExtraSearchPath names `env:"PGRST_DB_EXTRA_SEARCH_PATH"`
	// AnonRole is the role of a request without a token; none refuses it.
	AnonRole string `env:"PGRST_DB_ANON_ROLE"`
	// PreRequest is a function that is called before each request's statement.
	PreRequest string `env:"PGRST_DB_PRE_REQUEST"`
	// TxEnd is commit or rollback, with -allow-override to honour Prefer: tx.
	TxEnd string `env:"PGRST_DB_TX_END" envDefault:"commit"`
	// MaxRows bounds every answer; 0 is no bound.
	MaxRows int `env:"PGRST_DB_MAX_ROWS" envDefault:"0"`
	// Aggregates allows sum, avg, count, min and max.
	Aggregates bool `env:"PGRST_DB_AGGREGATES_ENABLED" envDefault:"false"`
	// Plans allows application/vnd.pgrst.plan.
	Plans bool `env:"PGRST_DB_PLAN_ENABLED" envDefault:"false"`
	// Hoisted are the settings of a function that hold for its whole transaction.
	Hoisted names `env:"PGRST_DB_HOISTED_TX_SETTINGS" envDefault:"statement_timeout,plan_filter.statement_cost_limit,default_transaction_isolation"`
	// LegacyTargets allows filters that name an aliased embed by its table.
	LegacyTargets bool `env:"PGRST_URL_USE_LEGACY_TARGET_NAMES" envDefault:"true"`
	// Verbosity of refusals: verbose, or minimal without details and hint.
	Verbosity string `env:"PGRST_CLIENT_ERROR_VERBOSITY" envDefault:"verbose"`

	// InDatabase has the login role's settings pgrst.* override these.
	InDatabase bool `env:"PGRST_DB_CONFIG" envDefault:"true"`
	// PreConfig is a function that sets pgrst.* before they are read.
	PreConfig string `env:"PGRST_DB_PRE_CONFIG"`
	// Channel is the channel on which NOTIFY reloads.
	Channel string `env:"PGRST_DB_CHANNEL" envDefault:"pgrst"`
	// ChannelEnabled listens on it.
	ChannelEnabled bool `env:"PGRST_DB_CHANNEL_ENABLED" envDefault:"true"`

	// PoolSize is the number of connections.
	PoolSize int32 `env:"PGRST_DB_POOL" envDefault:"10"`
	// PoolWait is the time that a request waits for one, in seconds.
	PoolWait int `env:"PGRST_DB_POOL_ACQUISITION_TIMEOUT" envDefault:"10"`
	// PoolQueue is the number of requests of one user or address that may wait; 0 is no bound, and
	// connections go to whoever came first.
	PoolQueue int `env:"TOUBKAL_DB_POOL_QUEUE" envDefault:"100"`
	// LockTimeout is the time that a statement waits for a lock, in seconds; 0 is no bound.
	LockTimeout int `env:"TOUBKAL_DB_LOCK_TIMEOUT" envDefault:"2"`
	// AnonBounds refuses expensive patterns and deep embeds of anonymous users.
	AnonBounds bool `env:"TOUBKAL_REST_ANON_BOUNDS" envDefault:"true"`
	// AnonBatchTimeout bounds a whole batch of an anonymous user, in seconds; 0 is no bound.
	AnonBatchTimeout int `env:"TOUBKAL_REST_ANON_BATCH_TIMEOUT" envDefault:"3"`
	// AnswerLimit bounds an answer, in MB; one row, or what is no array of rows, a quarter
	// of it. 0 is no bound.
	AnswerLimit int64 `env:"TOUBKAL_REST_ANSWER_LIMIT" envDefault:"256"`
	// RequestMemory bounds what requests take together, in MB; 0 is no bound. Defaults to
	// a part of the memory that the program may use: see requestMemory.
	RequestMemory int64 `env:"TOUBKAL_REQUEST_MEMORY"`
	// PoolLifetime is the age at which one is replaced, in seconds.
	PoolLifetime int `env:"PGRST_DB_POOL_MAX_LIFETIME" envDefault:"1800"`
	// PoolIdle is the time that one may idle before it is closed, in seconds.
	PoolIdle int `env:"PGRST_DB_POOL_MAX_IDLETIME" envDefault:"30"`
	// PoolRecovery reconnects to a database that was lost; without it the
	// program ends.
	PoolRecovery bool `env:"PGRST_DB_POOL_AUTOMATIC_RECOVERY" envDefault:"true"`
	// Prepared keeps statements prepared; switch it off behind a pooler that
	// hands each transaction another connection.
	Prepared bool `env:"PGRST_DB_PREPARED_STATEMENTS" envDefault:"true"`

	// Secret verifies tokens: 32 characters or more, a JSON Web Key, a set of
	// them, or @ and a file that holds one of these.
	Secret string `env:"PGRST_JWT_SECRET" secret:"yes"`
	// SecretIsBase64 tells that Secret is encoded.
	SecretIsBase64 bool `env:"PGRST_JWT_SECRET_IS_BASE64" envDefault:"false"`
	// Audience is the audience that a token's aud has to name, where it has one.
	Audience string `env:"PGRST_JWT_AUD"`
	// RolePath is the JSONPath of the role among a token's claims.
	RolePath string `env:"PGRST_JWT_ROLE_CLAIM_KEY" envDefault:"$.role"`
	// TokenCache is the number of verified tokens kept; 0 is none.
	TokenCache int `env:"PGRST_JWT_CACHE_MAX_ENTRIES" envDefault:"1000"`

	// OpenAPIMode is follow-privileges, ignore-privileges or disabled.
	OpenAPIMode string `env:"PGRST_OPENAPI_MODE" envDefault:"follow-privileges"`
	// OpenAPISecurity describes the api key in the root.
	OpenAPISecurity bool `env:"PGRST_OPENAPI_SECURITY_ACTIVE" envDefault:"false"`
	// OpenAPIProxy is the address that clients use, where a proxy is in front.
	OpenAPIProxy string `env:"PGRST_OPENAPI_SERVER_PROXY_URI"`
	// RootSpec is a function that answers / instead.
	RootSpec string `env:"PGRST_DB_ROOT_SPEC"`

	// Origins that browsers may call from, with credentials; none are all of
	// them, without.
	Origins names `env:"PGRST_SERVER_CORS_ALLOWED_ORIGINS"`
	// TraceHeader is echoed.
	TraceHeader string `env:"PGRST_SERVER_TRACE_HEADER"`
	// Timing adds a Server-Timing header.
	Timing bool `env:"PGRST_SERVER_TIMING_ENABLED" envDefault:"false"`
	// LogQuery logs the SQL of each request, without its values.
	LogQuery bool `env:"PGRST_LOG_QUERY" envDefault:"false"`

	// appSettings are PGRST_APP_SETTINGS_*, which SQL sees as app.settings.*.
	appSettings []db.Setting
}

// names is a list with commas between its members, which are trimmed.
type names []string

// UnmarshalText splits the list. An empty text has no members.
func (n *names) UnmarshalText(text []byte) error {
	*n = nil
	for part := range strings.SplitSeq(string(text), ",") {
		if part = strings.TrimSpace(part); part != "" {
			*n = append(*n, part)
		}
	}
	return nil
}

// check finds what parses but cannot be meant.
func (t *Tables) check(say func(bad bool, format string, args ...any)) {
	oneOf := func(name, value string, allowed ...string) {
		say(!slices.Contains(allowed, value), "%s: %q is none of %s", name, value, strings.Join(allowed, ", "))
	}
	oneOf("PGRST_DB_TX_END", t.TxEnd, "commit", "commit-allow-override", "rollback", "rollback-allow-override")
	oneOf("PGRST_OPENAPI_MODE", t.OpenAPIMode, "follow-privileges", "ignore-privileges", "disabled")
	oneOf("PGRST_CLIENT_ERROR_VERBOSITY", t.Verbosity, "verbose", "minimal")
	for _, hidden := range []string{"pg_catalog", "information_schema"} {
		say(slices.Contains(t.Schemas, hidden), "PGRST_DB_SCHEMAS: %s cannot be served; name a schema of your own", hidden)
	}
	say(len(t.Schemas) == 0, "PGRST_DB_SCHEMAS: it names no schema")
	say(t.MaxRows < 0, "PGRST_DB_MAX_ROWS: %d is negative; use 0 for no bound", t.MaxRows)
	say(t.PoolSize < 1, "PGRST_DB_POOL: %d connections cannot serve; use 1 or more", t.PoolSize)
	say(t.PoolWait < 1, "PGRST_DB_POOL_ACQUISITION_TIMEOUT: %d s is too short; use 1 or more", t.PoolWait)
	say(t.PoolQueue < 0, "TOUBKAL_DB_POOL_QUEUE: %d is negative; use 0 for no bound", t.PoolQueue)
	say(t.LockTimeout < 0, "TOUBKAL_DB_LOCK_TIMEOUT: %d is negative; use 0 for no bound", t.LockTimeout)
	say(t.AnonBatchTimeout < 0, "TOUBKAL_REST_ANON_BATCH_TIMEOUT: %d is negative; use 0 for no bound", t.AnonBatchTimeout)
	say(t.AnswerLimit < 0, "TOUBKAL_REST_ANSWER_LIMIT: %d is negative; use 0 for no bound", t.AnswerLimit)
	say(t.RequestMemory < 0, "TOUBKAL_REQUEST_MEMORY: %d is negative; use 0 for no bound", t.RequestMemory)
	say(t.PoolLifetime < 0, "PGRST_DB_POOL_MAX_LIFETIME: %d is negative; use 0 for no bound", t.PoolLifetime)
	say(t.PoolIdle < 1, "PGRST_DB_POOL_MAX_IDLETIME: %d s is too short; use 1 or more", t.PoolIdle)
	say(t.TokenCache < 0, "PGRST_JWT_CACHE_MAX_ENTRIES: %d is negative; use 0 for no cache", t.TokenCache)
	err := openapi.CheckProxy(t.OpenAPIProxy)
	say(err != nil, "PGRST_OPENAPI_SERVER_PROXY_URI: %v; write it as https://example.com:8443/base", err)
	say(badAudience(t.Audience), "PGRST_JWT_AUD: %q has a colon and is no URI", t.Audience)
	_, err = token.ParsePath(t.RolePath)
	say(err != nil, "PGRST_JWT_ROLE_CLAIM_KEY: %q is %v", t.RolePath, err)
	_, err = t.Verifier()
	say(err != nil, "PGRST_JWT_SECRET: %v", err)
}

// badAudience is RFC 7519's rule: an audience with a colon in it is a URI.
func badAudience(audience string) bool {
	if !strings.Contains(audience, ":") {
		return false
	}
	u, err := url.Parse(audience)
	return err != nil || u.Scheme == ""
}

// PoolOptions are the options of the pool.
func (t *Tables) PoolOptions() db.Options {
	return db.Options{
		MaxConns: t.PoolSize, Wait: time.Duration(t.PoolWait) * time.Second, MaxWaiting: t.PoolQueue, Unprepared: !t.Prepared,
		LockTimeout:     time.Duration(t.LockTimeout) * time.Second,
		MaxMessage:      t.maxMessage(),
		MaxConnLifetime: time.Duration(t.PoolLifetime) * time.Second, MaxConnIdleTime: time.Duration(t.PoolIdle) * time.Second,
	}
}

// maxMessage bounds a row from PostgreSQL, which has more than the value that is bounded.
func (t *Tables) maxMessage() int {
	if t.AnswerLimit == 0 {
		return 0
	}
	return int(min(t.AnswerLimit<<20/4+1<<20, math.MaxInt32))
}

// RestOptions are the table API's own, but for the parts of a running program.
func (t *Tables) RestOptions() rest.Options {
	return rest.Options{
		Schemas: t.Schemas, ExtraSearchPath: t.ExtraSearchPath, MaxRows: t.MaxRows, Aggregates: t.Aggregates,
		TxOverride: strings.HasSuffix(t.TxEnd, "-allow-override"), Rollback: strings.HasPrefix(t.TxEnd, "rollback"),
		Settings: t.appSettings, PreRequest: QualifiedName(t.PreRequest), ExplainEnabled: t.Plans, StrictTargets: !t.LegacyTargets,
		Root: rest.Root{
			Mode: t.OpenAPIMode, Security: t.OpenAPISecurity, ProxyURI: t.OpenAPIProxy, Spec: QualifiedName(t.RootSpec).Name,
		},
		Timing: t.Timing, MinimalErrors: t.Verbosity == "minimal", Hoisted: t.Hoisted, LogQuery: t.LogQuery,
		Anon: t.anonClaims(), RequireToken: t.AnonRole == "", AnonBounds: t.AnonBounds,
		AnonBatchTimeout: time.Duration(t.AnonBatchTimeout) * time.Second, LimitsAre503: t.LockTimeout > 0,
		AnswerLimit: t.AnswerLimit << 20,
	}
}

// anonClaims are the claims of a request without a token.
func (t *Tables) anonClaims() token.Claims {
	claims, _ := json.Marshal(map[string]string{"role": t.AnonRole}) // strings always encode
	return token.Claims{Role: t.AnonRole, JSON: claims}
}

// QualifiedName splits schema.name at its first dot, as PostgREST does.
func QualifiedName(name string) catalog.Name {
	if schema, rest, ok := strings.Cut(name, "."); ok {
		return catalog.Name{Schema: schema, Name: rest}
	}
	return catalog.Name{Name: name}
}

// TokenRules are the rules of the table API for tokens.
func (t *Tables) TokenRules() token.Rules {
	role, _ := token.ParsePath(t.RolePath) // check has refused a bad one
	size := t.TokenCache
	if size == 0 {
		size = -1
	}
	return token.Rules{Audience: t.Audience, Role: role, AnonRole: t.AnonRole, CacheSize: size}
}

// Verifier verifies by PGRST_JWT_SECRET; nil where it is not set.
func (t *Tables) Verifier() (*token.Verifier, error) {
	keys, err := t.keys()
	if err != nil || keys == "" {
		return nil, err
	}
	return token.NewVerifier(keys, t.TokenRules())
}

// keys is the secret out of its file and its encoding.
func (t *Tables) keys() (string, error) {
	text := t.Secret
	if file, ok := strings.CutPrefix(text, "@"); ok {
		content, err := os.ReadFile(file) // #nosec G304 -- the operator names the file
		if err != nil {
			return "", fmt.Errorf("read the file it names: %w", err)
		}
		text = strings.TrimSuffix(string(content), "\n")
	}
	if !t.SecretIsBase64 {
		return text, nil
	}
	// PostgREST takes both alphabets of base64, and a dot for padding.
	standard := strings.NewReplacer("-", "+", "_", "/", ".", "=").Replace(strings.TrimSpace(text))
	decoded, err := base64.StdEncoding.DecodeString(standard)
	if err != nil {
		return "", errors.New("it is not base64, which PGRST_JWT_SECRET_IS_BASE64 says it is")
	}
	return string(decoded), nil
}
