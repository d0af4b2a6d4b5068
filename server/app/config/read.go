package config

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/project/dotenv"
)

// aliases are PostgREST's names, and its older ones, and GoTrue's, for what has
// another name here. Where both are set, the name here wins.
// #nosec G101 -- names of variables
var aliases = map[string]string{
	"PGRST_DB_URI": "DATABASE_URL", "PGRST_SERVER_HOST": "HOST", "PGRST_SERVER_PORT": "PORT", "PGRST_LOG_LEVEL": "LOG_LEVEL",
	"PGRST_DB_SCHEMA": "PGRST_DB_SCHEMAS", "PGRST_MAX_ROWS": "PGRST_DB_MAX_ROWS", "PGRST_PRE_REQUEST": "PGRST_DB_PRE_REQUEST",
	"PGRST_ROOT_SPEC": "PGRST_DB_ROOT_SPEC", "PGRST_DB_POOL_TIMEOUT": "PGRST_DB_POOL_MAX_IDLETIME",
	"GOTRUE_SMTP_HOST": "SMTP_HOST", "GOTRUE_SMTP_PORT": "SMTP_PORT", "GOTRUE_SMTP_USER": "SMTP_USER", "GOTRUE_SMTP_PASS": "SMTP_PASS",
	"GOTRUE_SMTP_ADMIN_EMAIL": "SMTP_ADMIN_EMAIL", "GOTRUE_SMTP_SENDER_NAME": "SMTP_SENDER_NAME",
	"PGRST_ROLE_CLAIM_KEY": "PGRST_JWT_ROLE_CLAIM_KEY", "PGRST_SECRET_IS_BASE64": "PGRST_JWT_SECRET_IS_BASE64",
}

const appSettings = "PGRST_APP_SETTINGS_"

// Read reads the environment over the file .env of the project's folder
// (of the current one, where the project is compiled in), and reports every bad
// variable at once.
func Read(p project.Project, environ []string) (Config, error) {
	values, err := withDotEnv(filepath.Join(p.Folder, ".env"), env.ToMap(environ))
	if err == nil {
		values, err = withFiles(values, p.Variables)
	}
	if err != nil {
		return Config{}, Invalid(err)
	}
	values = withAliases(values)
	for name, value := range p.Defaults {
		if _, set := values[name]; !set {
			values[name] = value
		}
	}
	c, err := parseConfig(values, p.Variables)
	if err != nil {
		return Config{}, err
	}
	if !filepath.IsAbs(c.DataDir) {
		c.DataDir = filepath.Join(p.Folder, c.DataDir)
	}
	return c, nil
}

func parseConfig(values map[string]string, variables []project.Variable) (Config, error) {
	c := Config{values: values, variables: variables}
	parsing := env.ParseWithOptions(&c, env.Options{Environment: values})
	c.complete()
	if err := errors.Join(oncePerVariable(append(readable(parsing), c.check()...))...); err != nil {
		return Config{}, Invalid(err)
	}
	return c, nil
}

// oncePerVariable drops what is only wrong because a value could not be read.
func oncePerVariable(all []error) []error {
	var said []string
	return slices.DeleteFunc(all, func(err error) bool {
		if err == nil {
			return true
		}
		name, _, _ := strings.Cut(err.Error(), ":")
		known := slices.Contains(said, name)
		said = append(said, name)
		return known
	})
}

// WithOverrides is the configuration with the settings pgrst.* of the database over it,
// by their names in the environment.
func (c Config) WithOverrides(settings map[string]string) (Config, error) {
	values := maps.Clone(c.values)
	maps.Copy(values, settings)
	return parseConfig(values, c.variables)
}

// complete sets what depends on more than one variable, or may be set to
// nothing.
func (c *Config) complete() {
	if _, set := c.values["PGRST_DB_EXTRA_SEARCH_PATH"]; !set {
		c.ExtraSearchPath = names{"public"}
		if !c.OnlyTables() { // as Supabase: what an extension adds, such as the = of citext, is found there
			c.ExtraSearchPath = names{"public", "extensions"}
		}
	}
	if _, set := c.values["PGRST_DB_ANON_ROLE"]; !set && !c.OnlyTables() {
		c.AnonRole = "anon"
	}
	if c.OnlyTables() { // as PostgREST
		asPostgREST(c, "TOUBKAL_REQUEST_TIMEOUT", &c.RequestTimeout, 600)
		asPostgREST(c, "TOUBKAL_REST_BODY_LIMIT", &c.BodyLimit, 256)
		asPostgREST(c, "TOUBKAL_DB_POOL_QUEUE", &c.PoolQueue, 0)
		asPostgREST(c, "TOUBKAL_DB_LOCK_TIMEOUT", &c.LockTimeout, 0)
		asPostgREST(c, "TOUBKAL_REST_ANON_BOUNDS", &c.AnonBounds, false)
		asPostgREST(c, "TOUBKAL_REST_ANON_BATCH_TIMEOUT", &c.AnonBatchTimeout, 0)
		asPostgREST(c, "TOUBKAL_REST_ANSWER_LIMIT", &c.AnswerLimit, 0)
	}
	if _, set := c.values["PGRST_DB_PREPARED_STATEMENTS"]; !set && c.DirectURL != "" {
		c.Prepared = false
	}
	c.DBConnections = cmp.Or(c.DBConnections, c.fixedConns()+c.pooledConns())
	c.TLSHost = host(c.TLSHost)
	c.SiteURL = cmp.Or(c.SiteURL, c.TLSAddress())
	c.Host = host(c.Host)
	switch c.AdminHost = host(c.AdminHost); {
	case c.AdminHost != "":
	case c.OnlyTables():
		c.AdminHost = c.Host // as PostgREST
	default:
		c.AdminHost = "127.0.0.1" // it shows the configuration and every table's name
	}
	for _, name := range slices.Sorted(maps.Keys(c.values)) {
		if setting, ok := strings.CutPrefix(name, appSettings); ok {
			c.appSettings = append(c.appSettings, db.Setting{Name: "app.settings." + setting, Value: c.values[name]})
		}
	}
}

// asPostgREST is the default of a variable where only tables are served.
func asPostgREST[T any](c *Config, name string, field *T, value T) {
	if _, set := c.values[name]; !set {
		*field = value
	}
}

// host turns PostgREST's signs for any address into one.
func host(name string) string {
	switch name {
	case "!4", "*4":
		return "0.0.0.0"
	case "*", "!6", "*6":
		return "::"
	}
	return name
}

// withDotEnv adds what a file says and the environment does not. No file is no
// error; one that cannot be read is, since without it the program would begin with
// other keys and another database. What it holds stays out of the message.
func withDotEnv(file string, values map[string]string) (map[string]string, error) {
	said, err := dotenv.Read(file, file)
	if err != nil || said == nil {
		return values, err
	}
	maps.Copy(said, values)
	return said, nil
}

// withFiles replaces NAME_FILE by NAME with the file's content, and so PostgREST's
// own @ before the name of the file that holds the database's address.
func withFiles(values map[string]string, variables []project.Variable) (map[string]string, error) {
	var failed []error
	names := slices.Concat(Variables(), externalVariables(), slices.Sorted(maps.Keys(aliases)))
	for _, v := range variables {
		names = append(names, v.Name)
	}
	for _, name := range names {
		file := values[name+"_FILE"]
		if named, ok := strings.CutPrefix(values[name], "@"); ok && name == "PGRST_DB_URI" {
			file = named
		}
		if file == "" {
			continue
		}
		content, err := os.ReadFile(file) // #nosec G304 -- the operator names the file
		if err != nil {
			failed = append(failed, fmt.Errorf("%s_FILE: %w", name, err))
			continue
		}
		values[name] = strings.TrimSpace(string(content))
	}
	return values, errors.Join(failed...)
}

func withAliases(values map[string]string) map[string]string {
	for other, name := range aliases {
		if value, set := values[other]; set && values[name] == "" {
			values[name] = value
		}
	}
	return values
}

// Variables lists the name of every variable, for the README and for tests.
func Variables() []string {
	fields, err := env.GetFieldParams(&Config{})
	if err != nil {
		panic("the tags of Config are wrong: " + err.Error())
	}
	list := make([]string, len(fields))
	for i, field := range fields {
		list[i] = field.Key
	}
	return list
}

// Invalid is the error of a command with an invalid configuration; err has a line for each variable.
func Invalid(err error) error {
	return errors.New("the configuration is wrong:\n  " + strings.ReplaceAll(err.Error(), "\n", "\n  "))
}

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
	if wrong.Type == reflect.TypeFor[time.Duration]() {
		return fmt.Errorf("%s: is not a time with its unit, such as 30m or 24h", name)
	}
	return fmt.Errorf("%s: %s is not a whole number", name, value)
}

// Print writes every variable as NAME=value, a line each, and hides what is
// secret.
func (c *Config) Print() string {
	var text strings.Builder
	value := reflect.ValueOf(*c)
	for _, field := range reflect.VisibleFields(value.Type()) {
		name := field.Tag.Get("env")
		if name == "" {
			continue
		}
		fmt.Fprintf(&text, "%s=%s\n", name, printValue(field, value.FieldByIndex(field.Index)))
	}
	text.WriteString(printExternal(c.values))
	for _, v := range c.variables {
		fmt.Fprintf(&text, "%s=%s\n", v.Name, c.Variable(v.Name))
	}
	for _, setting := range c.appSettings {
		fmt.Fprintf(&text, "%s%s=(hidden)\n", appSettings, strings.TrimPrefix(setting.Name, "app.settings."))
	}
	return text.String()
}

func printValue(field reflect.StructField, value reflect.Value) string {
	if field.Tag.Get("secret") != "" && value.String() != "" {
		return "(hidden)"
	}
	if list, ok := value.Interface().(names); ok {
		return strings.Join(list, ",")
	}
	return fmt.Sprint(value.Interface())
}
