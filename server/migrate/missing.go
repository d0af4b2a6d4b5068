package migrate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/system/extensions"
)

// Offer is what a server has before the first pending migration.
type Offer struct {
	Extensions, Roles, Schemas []string
	Major                      int // of PostgreSQL's version
}

// EngineOffer is what each database has once the engine's schema, and for a Supabase folder what Supabase's image
// has, is applied as the role owner.
func EngineOffer(owner string) Offer {
	return Offer{
		Roles: append(slices.Clone(imageRoles), owner,
			"anon", "authenticated", "authenticator", "service_role", "supabase_auth_admin", "supabase_realtime_admin", "supabase_storage_admin",
			"toubkal_owner", "toubkal_worker"),
		Schemas: []string{
			"auth", "extensions", "graphql", "graphql_public", "information_schema", "pg_catalog", "public", "realtime", "storage",
			"supabase_migrations", "toubkal", "toubkal_jobs", "toubkal_mail", "toubkal_storage", "vault",
		},
	}
}

// ReadOffer asks a server.
func ReadOffer(ctx context.Context, conn *pgx.Conn) (o Offer, err error) {
	err = conn.QueryRow(ctx, `select array(select name::text from pg_catalog.pg_available_extensions), array(select rolname::text from pg_catalog.pg_roles),
		array(select nspname::text from pg_catalog.pg_namespace), current_setting('server_version_num')::int / 10000`).
		Scan(&o.Extensions, &o.Roles, &o.Schemas, &o.Major)
	if err != nil {
		return o, fmt.Errorf("read what the server offers: %w", err)
	}
	return o, nil
}

// Need is an extension, a role or a schema that a migration needs.
type Need struct {
	Kind, Name string
	File       string // as "supabase/migrations/1_a.sql"
	Line       int
}

// MissingError lists what a server does not have and no migration makes. Nothing was applied.
type MissingError struct {
	Needs []Need
	Major int
}

// packages are the extensions that Debian's and Ubuntu's postgresql-NN-PACKAGE bring (those of PostgreSQL's own
// repository too), and Homebrew's.
var packages = map[string]struct{ debian, homebrew string }{
	"vector": {"pgvector", "pgvector"}, "postgis": {"postgis-3", "postgis"}, "postgis_topology": {"postgis-3", "postgis"},
	"postgis_raster": {"postgis-3", "postgis"}, "pgrouting": {"pgrouting", "pgrouting"}, "plv8": {"plv8", ""},
	"pg_partman": {"partman", ""}, "rum": {"rum", ""}, "timescaledb": {"", "timescale/tap/timescaledb"}, "pg_similarity": {"similarity", ""},
	"ip4r": {"ip4r", ""}, "hll": {"hll", ""}, "h3": {"h3", ""}, "semver": {"semver", ""}, "orafce": {"orafce", ""},
}

func (e *MissingError) Error() string {
	var b strings.Builder
	b.WriteString("this PostgreSQL lacks what the migrations need; none of them was applied:")
	hasExtension := false
	for _, n := range e.Needs {
		fmt.Fprintf(&b, "\n  %s:%d: %s %s", n.File, n.Line, n.Kind, n.Name)
		switch n.Kind {
		case "role":
			fmt.Fprintf(&b, ": create it in supabase/roles.sql or a migration: create role %s;", pgx.Identifier{n.Name}.Sanitize())
		case "schema":
			fmt.Fprintf(&b, ": create it in a migration before: create schema %s;", pgx.Identifier{n.Name}.Sanitize())
		case "extension":
			hasExtension = true
			if p, ok := packages[n.Name]; ok {
				debian := fmt.Sprintf("postgresql-%d-%s", e.Major, p.debian)
				if p.debian == "" { // in a repository of its own
					debian = fmt.Sprintf("%s-2-postgresql-%d", n.Name, e.Major)
				}
				fmt.Fprintf(&b, ": %s on Debian and Ubuntu", debian)
				if p.homebrew != "" {
					fmt.Fprintf(&b, ", brew install %s on macOS", p.homebrew)
				}
			}
		}
	}
	if hasExtension {
		b.WriteString("\nTo use the extensions: install them with a PostgreSQL of this machine and start with toubkal dev --system-postgres, " +
			"or name the folder of its programs in TOUBKAL_POSTGRES_BIN, or a server that has them in DATABASE_URL")
	}
	return b.String()
}

// sqlFile is a file to be read for what it needs.
type sqlFile struct{ label, text string }

var (
	// What is made anywhere, in a DO block or a function too, is there.
	makesRole   = regexp.MustCompile(`(?i)\bcreate\s+(?:role|user|group)\s+(\S+)`)
	makesSchema = regexp.MustCompile(`(?i)\bcreate\s+schema\s+(?:if\s+not\s+exists\s+)?(?:authorization\s+)?(\S+)`)
	renames     = regexp.MustCompile(`(?i)\brename\s+to\s+(\S+)`)
	anyName     = "(?:" + strings.TrimPrefix(nameAt, "(")
	nameList    = anyName + `(?:\s*,\s*` + anyName + `)*`
	rolesOf     = []*regexp.Regexp{
		regexp.MustCompile(`(?is)^(?:grant|revoke|alter\s+default\s+privileges)\b.*\s(?:to|from)\s+(?:group\s+)?(` + nameList + `)(?:\s+(?:with|granted|cascade|restrict)\b.*)?$`),
		regexp.MustCompile(`(?is)^alter\s+default\s+privileges\s+for\s+(?:role|user)\s+(` + nameList + `)`),
		regexp.MustCompile(`(?is)^alter\s.*\sowner\s+to\s+(` + anyName + `)$`),
		regexp.MustCompile(`(?is)^create\s+policy\s+` + anyName + `\s+on\s+[^\s]+(?:\s+as\s+\w+)?(?:\s+for\s+\w+)?\s+to\s+(` + nameList + `)`),
		regexp.MustCompile(`(?is)^set\s+(?:local\s+|session\s+)?role\s+(` + anyName + `)$`),
		regexp.MustCompile(`(?is)^alter\s+(?:role|user)\s+(` + anyName + `)`),
		regexp.MustCompile(`(?is)^create\s+schema\s.*authorization\s+(` + anyName + `)`),
	}
	schemasOf = []*regexp.Regexp{
		regexp.MustCompile(`(?is)^create\s+(?:or\s+replace\s+)?(?:(?:unlogged|materialized|recursive)\s+)*(?:table|view|function|procedure|type|domain|sequence|aggregate)\s+(?:if\s+not\s+exists\s+)?(` + anyName + `)\s*\.`),
		regexp.MustCompile(`(?is)^alter\s+table\s+(?:only\s+)?(` + anyName + `)\s*\.`),
		regexp.MustCompile(`(?is)^(?:grant|revoke|comment)\s.*?\son\s+schema\s+(` + nameList + `)`),
		regexp.MustCompile(`(?is)^create\s+policy\s+` + anyName + `\s+on\s+(` + anyName + `)\s*\.`),
		regexp.MustCompile(`(?is)^create\s+(?:unique\s+)?index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:` + anyName + `\s+)?on\s+(?:only\s+)?(` + anyName + `)\s*\.`),
		regexp.MustCompile(`(?is)^create\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s+` + anyName + `\s+(?:before|after|instead)\s[^.]*?\son\s+(` + anyName + `)\s*\.`),
	}
	names = regexp.MustCompile(nameAt)
	// specialRoles are no names of roles in a statement.
	specialRoles = []string{"public", "current_user", "current_role", "session_user", "none"}
)

// missing fails with what files need that is neither offered nor made by one of them. Only what is certain is told:
// statements in a DO block or a function are not looked at.
func missing(files []sqlFile, o Offer) error {
	offered := map[string][]string{"extension": o.Extensions, "role": slices.Clone(o.Roles), "schema": slices.Clone(o.Schemas)}
	for _, own := range extensions.All {
		offered["extension"] = append(offered["extension"], own.Name)
	}
	isUnsure := map[string]bool{} // a name is computed
	for _, f := range files {
		for kind, makes := range map[string][]*regexp.Regexp{"role": {makesRole, renames}, "schema": {makesSchema, renames}} {
			for _, pattern := range makes {
				for _, m := range pattern.FindAllStringSubmatch(f.text, -1) {
					written := names.FindString(m[1])
					if !strings.HasPrefix(m[1], written) || written == "" {
						isUnsure[kind] = isUnsure[kind] || pattern != renames
						continue
					}
					offered[kind] = append(offered[kind], identifier(written))
				}
			}
		}
		for _, s := range Split(f.text) {
			if m := createsExtension.FindStringSubmatch(s.Text); m != nil { // it may have a schema of its own
				if own, ok := extensions.Find(identifier(m[2])); ok && own.Schema != "" {
					offered["schema"] = append(offered["schema"], own.Schema)
				}
			}
		}
	}
	needs := map[Need]bool{}
	need := func(kind, name string, f sqlFile, line int) {
		if !slices.Contains(offered[kind], name) && !isUnsure[kind] {
			offered[kind] = append(offered[kind], name) // it is told once
			needs[Need{kind, name, f.label, line}] = true
		}
	}
	for _, f := range files {
		for _, s := range Split(f.text) {
			needsOf(s, func(kind, name string) { need(kind, name, f, s.Line) })
		}
	}
	all := slices.Collect(maps.Keys(needs))
	// An extension may make schemas.
	if slices.ContainsFunc(all, func(n Need) bool { return n.Kind == "extension" }) {
		all = slices.DeleteFunc(all, func(n Need) bool { return n.Kind == "schema" })
	}
	if len(all) == 0 {
		return nil
	}
	order := func(n Need) int { return slices.IndexFunc(files, func(f sqlFile) bool { return f.label == n.File }) }
	slices.SortFunc(all, func(a, b Need) int {
		return cmp.Or(cmp.Compare(order(a), order(b)), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Kind+a.Name, b.Kind+b.Name))
	})
	return &MissingError{all, o.Major}
}

// needsOf tells what one statement needs.
func needsOf(s Statement, need func(kind, name string)) {
	if m := createsExtension.FindStringSubmatch(s.Text); m != nil {
		name := identifier(m[2])
		if _, ok := extensions.LeftOut(name); !ok {
			need("extension", name)
		}
		return
	}
	text, quoted := mask(s.Text)
	each := func(patterns []*regexp.Regexp, found func(string)) {
		for _, pattern := range patterns {
			for _, m := range pattern.FindAllStringSubmatch(text, -1) {
				for _, written := range names.FindAllString(m[1], -1) {
					if !strings.HasPrefix(written, `"`) {
						found(strings.ToLower(written))
						continue
					}
					var i int
					if _, err := fmt.Sscanf(written, `"%d"`, &i); err == nil {
						found(quoted[i])
					}
				}
			}
		}
	}
	each(rolesOf, func(name string) {
		if !slices.Contains(specialRoles, name) && !strings.HasPrefix(name, "pg_") { // PostgreSQL's own
			need("role", name)
		}
	})
	each(schemasOf, func(name string) {
		if !strings.HasPrefix(name, "pg_") { // such as pg_temp
			need("schema", name)
		}
	})
}

// refuse fails before the first statement with what is missing for sure. An extension that the server has may make
// schemas: where nothing but schemas is missing, PostgreSQL tells.
func refuse(files []sqlFile, o Offer) error {
	err := missing(files, o)
	if e, ok := errors.AsType[*MissingError](err); ok && !slices.ContainsFunc(e.Needs, func(n Need) bool { return n.Kind != "schema" }) {
		return nil
	}
	return err
}

// mask is a statement without comments and texts, and with each quoted name as its number in quoted.
func mask(text string) (masked string, quoted []string) {
	var b strings.Builder
	s := splitter{text: text, start: -1}
	for s.pos < len(text) {
		from := s.pos
		s.step()
		token := text[from:s.pos]
		switch {
		case strings.HasPrefix(token, "--"), strings.HasPrefix(token, "/*"):
			b.WriteByte(' ')
		case strings.HasPrefix(token, "'"), len(token) > 1 && token[0] == '$':
			b.WriteString("''")
		case strings.HasPrefix(token, `"`):
			fmt.Fprintf(&b, `"%d"`, len(quoted))
			quoted = append(quoted, identifier(token))
		default:
			b.WriteString(token)
		}
	}
	return strings.TrimSpace(b.String()), quoted
}

// Check reads all migrations of a project, and fails with a MissingError where the server lacks what they need. They
// are those of a folder supabase/, or of the engine's own layout.
func Check(files fs.FS, folder string, o Offer) error {
	all, err := readForCheck(files, folder)
	if err != nil {
		return err
	}
	return missing(all, o)
}

// Extensions are the names of the extensions that the migrations create and the engine does not have itself.
func Extensions(files fs.FS, folder string) ([]string, error) {
	all, err := readForCheck(files, folder)
	if err != nil {
		return nil, err
	}
	var found []string
	if missing, ok := errors.AsType[*MissingError](missing(all, EngineOffer(""))); ok {
		for _, n := range missing.Needs {
			if n.Kind == "extension" {
				found = append(found, n.Name)
			}
		}
	}
	return found, nil
}

func readForCheck(files fs.FS, folder string) (all []sqlFile, err error) {
	if folder != supabaseFolder {
		numbered, err := readNumbered(Folder{Name: folder, Files: files})
		for _, f := range numbered {
			all = append(all, sqlFile{folder + "/" + f.name, f.text})
		}
		return all, err
	}
	migrations, _, err := readSupabase(files)
	if err != nil {
		return nil, err
	}
	return supabaseTexts(files, migrations)
}

// supabaseTexts are roles.sql, where there is one, and migrations.
func supabaseTexts(folder fs.FS, migrations []supabaseFile) (all []sqlFile, err error) {
	label := supabaseFolder + "/roles.sql"
	text, _, err := readText(folder, "roles.sql", label)
	switch {
	case err == nil:
		all = append(all, sqlFile{label, text})
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	for _, f := range migrations {
		all = append(all, sqlFile{supabaseFolder + "/migrations/" + f.name, f.text})
	}
	return all, nil
}
