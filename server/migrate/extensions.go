package migrate

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/system/extensions"
)

const nameAt = `("(?:[^"]|"")+"|[\pL_][\pL\pN_$]*)`

var (
	createsExtension = regexp.MustCompile(`(?is)^create\s+extension\s+(if\s+not\s+exists\s+)?` + nameAt + `(.*)$`)
	dropsExtension   = regexp.MustCompile(`(?is)^drop\s+extension\s+(if\s+exists\s+)?` + nameAt + `(?:\s+(?:cascade|restrict))?$`)
	aboutExtension   = regexp.MustCompile(`(?is)^(?:alter|comment\s+on)\s+extension\s+` + nameAt)
	setsSchema       = regexp.MustCompile(`(?i)\bset\s+schema\b`)
	inSchema         = regexp.MustCompile(`(?i)\bschema\s+` + nameAt)
	cascades         = regexp.MustCompile(`(?i)\bcascade\b`)
	createsInBlock   = regexp.MustCompile(`(?is)^do\b.*\bcreate\s+extension\b`)
	namesWebhooks    = regexp.MustCompile(`(?i)\bsupabase_functions\b`)
)

// identifier is the name that PostgreSQL reads: without quotes, or in lower case.
func identifier(written string) string {
	if inner, ok := strings.CutPrefix(written, `"`); ok {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`)
	}
	return strings.ToLower(written)
}

// literal is a text in SQL, with standard_conforming_strings on.
func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// ownExtensions has the statements about extensions that PostgreSQL does not have mean the engine's own ones.
type ownExtensions struct {
	conn  *pgx.Conn
	note  func(format string, args ...any)
	noted map[string]bool
	// hasWebhooks is true once schema supabase_functions is there.
	hasWebhooks bool
	// available are the comments of the extensions that the server offers, by name; nil before they are read.
	available map[string]string
}

// rewrite returns the statements of a file to run. Those about extensions that are left out are missing, with a
// note for each extension. An extension that is not known stays for PostgreSQL to refuse.
func (o *ownExtensions) rewrite(ctx context.Context, label string, statements []Statement) (kept []Statement, err error) {
	for _, s := range statements {
		if namesWebhooks.MatchString(s.Text) {
			more, err := o.webhooks(ctx, label, s.Line)
			if err != nil {
				return nil, err
			}
			kept = append(kept, more...)
		}
		create, drop, about := createsExtension.FindStringSubmatch(s.Text), dropsExtension.FindStringSubmatch(s.Text), aboutExtension.FindStringSubmatch(s.Text)
		isBlock := createsInBlock.MatchString(s.Text)
		if create == nil && drop == nil && about == nil && !isBlock {
			kept = append(kept, s)
			continue
		}
		if err := o.read(ctx); err != nil {
			return nil, err
		}
		run := true
		switch {
		case isBlock:
			o.block(label, &s)
		case create != nil:
			run = o.create(label, &s, create)
		case drop != nil:
			run = o.drop(&s, drop[1] != "", identifier(drop[2]))
		default:
			run = o.isKnown(identifier(about[1]), setsSchema.MatchString(s.Text))
		}
		if run {
			kept = append(kept, s)
		}
	}
	return kept, nil
}

// webhooks are the statements that make Database Webhooks, which Supabase's image has, for one that names them.
func (o *ownExtensions) webhooks(ctx context.Context, label string, line int) ([]Statement, error) {
	if o.hasWebhooks {
		return nil, nil
	}
	err := o.conn.QueryRow(ctx, `select exists (select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
		where n.nspname = 'supabase_functions' and p.proname = 'http_request')`).Scan(&o.hasWebhooks)
	if err != nil {
		return nil, fmt.Errorf("look for schema supabase_functions: %w", err)
	}
	if o.hasWebhooks {
		return nil, nil
	}
	o.hasWebhooks = true
	net, err := o.rewrite(ctx, label, []Statement{{Text: "create extension if not exists pg_net", Line: line}})
	return append(net, Statement{Text: extensions.Webhooks, Line: line}), err
}

func (o *ownExtensions) read(ctx context.Context) error {
	if o.available != nil {
		return nil
	}
	rows, err := o.conn.Query(ctx, "select name, coalesce(comment, '') from pg_catalog.pg_available_extensions")
	if err != nil {
		return fmt.Errorf("read the available extensions: %w", err)
	}
	available := map[string]string{}
	var name, comment string
	if _, err := pgx.ForEachRow(rows, []any{&name, &comment}, func() error {
		available[name] = comment
		return nil
	}); err != nil {
		return fmt.Errorf("read the available extensions: %w", err)
	}
	o.available = available
	return nil
}

func (o *ownExtensions) once(name, format string, args ...any) {
	if o.noted == nil {
		o.noted = map[string]bool{}
	}
	if !o.noted[name] {
		o.noted[name] = true
		o.note(format, args...)
	}
}

// create has s create the engine's own extension where the server has no other. It reports whether s is to be run.
func (o *ownExtensions) create(label string, s *Statement, m []string) bool {
	ifNotExists, name, rest := m[1] != "", identifier(m[2]), m[3]
	comment, isAvailable := o.available[name]
	own, isOwn := extensions.Find(name)
	if isAvailable && !(isOwn && extensions.IsOwn(comment)) {
		return true
	}
	if !isOwn {
		purpose, ok := extensions.LeftOut(name)
		if ok {
			o.once(name, "%s:%d: left out: this PostgreSQL has no extension %s (%s)", label, s.Line, name, purpose)
		}
		return !ok
	}
	o.once(name, "%s:%d: extension %s is of this program's own make: this PostgreSQL has no other", label, s.Line, name)
	schema := ""
	if own.Members == nil { // it has a schema of its own; a dump has no search path
		schema = "extensions"
	} else if m := inSchema.FindStringSubmatch(rest); m != nil {
		schema = identifier(m[1])
	}
	if !isAvailable {
		s.Text = createInPlace(own, schema, ifNotExists, cascades.MatchString(rest))
		return true
	}
	// The version is that of another make, and an extension with a schema of its own takes no other.
	s.Text = "create extension "
	if ifNotExists {
		s.Text += "if not exists "
	}
	s.Text += pgx.Identifier{name}.Sanitize()
	if schema != "" {
		s.Text += " schema " + pgx.Identifier{schema}.Sanitize()
	}
	if cascades.MatchString(rest) {
		s.Text += " cascade"
	}
	return true
}

func (o *ownExtensions) drop(s *Statement, ifExists bool, name string) bool {
	if _, isAvailable := o.available[name]; isAvailable {
		return true
	}
	if own, ok := extensions.Find(name); ok {
		s.Text = dropInPlace(own, ifExists)
		return true
	}
	_, isLeftOut := extensions.LeftOut(name)
	return !isLeftOut
}

// isKnown tells whether PostgreSQL knows the extension that is altered or commented on. One of the engine's own
// cannot be moved.
func (o *ownExtensions) isKnown(name string, moved bool) bool {
	comment, isAvailable := o.available[name]
	_, isOwn := extensions.Find(name)
	_, isLeftOut := extensions.LeftOut(name)
	if isAvailable {
		return !(moved && extensions.IsOwn(comment))
	}
	return !isOwn && !isLeftOut
}

// createInPlace runs the script of an extension, and keeps in toubkal.extensions that it was run.
func createInPlace(e extensions.Extension, schema string, ifNotExists, cascade bool) string {
	required := make([]string, len(e.Requires))
	for i, name := range e.Requires {
		required[i] = literal(name)
	}
	return fmt.Sprintf(`do $toubkal$ -- extension %[1]s
declare
  own constant text := %[1]s;
  home text := coalesce(nullif(%[2]s, ''), current_schema());
  script text := %[3]s;
  required text;
  place text;
begin
  if to_regclass('toubkal.extensions') is null then
    create table toubkal.extensions (name text primary key, version text not null, schema text not null);
    comment on table toubkal.extensions is 'Extensions of the program''s own make, whose scripts were run here because PostgreSQL has no such extension.';
  end if;
  if exists (select from toubkal.extensions as e where e.name = own) then
    if %[4]t then
      raise notice 'extension "%%" already exists, skipping', own;
      return;
    end if;
    raise exception 'extension "%%" already exists', own using errcode = 'duplicate_object';
  end if;
  if home is null or to_regnamespace(quote_ident(home)) is null then
    raise exception 'schema "%%" does not exist', home using errcode = 'invalid_schema_name';
  end if;
  foreach required in array array[%[5]s]::text[] loop
    if %[6]t then
      execute format('create extension if not exists %%I schema %%I', required, home);
    end if;
    select quote_ident(n.nspname) into place
    from pg_catalog.pg_extension as x join pg_catalog.pg_namespace as n on n.oid = x.extnamespace where x.extname = required;
    if place is null then
      raise exception 'required extension "%%" is not installed', required using errcode = 'undefined_object',
        hint = format('create extension %%I with schema extensions;', required);
    end if;
    script := replace(script, '@extschema:' || required || '@', place);
  end loop;
  execute replace(script, '@extschema@', quote_ident(home));
  insert into toubkal.extensions (name, version, schema) values (own, %[7]s, home);
end
$toubkal$`, literal(e.Name), literal(schema), literal(e.Script()), ifNotExists, strings.Join(required, ", "), cascade, literal(e.Version))
}

func dropInPlace(e extensions.Extension, ifExists bool) string {
	drops := fmt.Sprintf("  execute 'drop schema if exists %s cascade';\n", e.Schema)
	if e.Members != nil {
		drops = ""
		for _, member := range e.Members {
			kind, signature, _ := strings.Cut(member, " ")
			drops += fmt.Sprintf("  execute format('drop %s if exists %%I.%s cascade', home);\n", kind, signature)
		}
	}
	return fmt.Sprintf(`do $toubkal$ -- extension %[1]s
declare
  own constant text := %[1]s;
  home text;
begin
  if to_regclass('toubkal.extensions') is not null then
    delete from toubkal.extensions as e where e.name = own returning e.schema into home;
  end if;
  if home is null then
    if %[2]t then
      raise notice 'extension "%%" does not exist, skipping', own;
      return;
    end if;
    raise exception 'extension "%%" does not exist', own using errcode = 'undefined_object';
  end if;
%[3]send
$toubkal$`, literal(e.Name), ifExists, drops)
}
