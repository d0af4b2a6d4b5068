package installation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/migrate"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/project/supabase"
)

// errPublicSecret refuses to serve with a secret that everybody knows.
var errPublicSecret = errors.New("GOTRUE_JWT_SECRET is the public secret of local Supabase projects, so anyone could sign tokens. Add this line to .env: GOTRUE_JWT_SECRET=<64 random characters>")

// withSupabase reads the configuration of a Supabase folder as defaults of the
// environment; nil for another project. In development on loopback the secret and
// the keys are those that every local Supabase project shares, since its clients
// hold them.
func withSupabase(p project.Project, command string, environ []string) (project.Project, *supabase.Config, error) {
	if p.Layout != project.Supabase {
		return p, nil, nil
	}
	values := env.ToMap(environ)
	read := supabase.ReadLenient
	if command == "serve" {
		read = supabase.Read
	}
	c, err := read(p.Folder, values)
	if err != nil {
		return p, nil, config.Invalid(err)
	}
	if command == "serve" && cmp.Or(values["GOTRUE_JWT_SECRET"], c.Values["GOTRUE_JWT_SECRET"]) == supabase.LocalSecret {
		return p, nil, errPublicSecret
	}
	if command != "serve" && isLoopback(cmp.Or(values["HOST"], "127.0.0.1")) {
		c.Local()
	}
	if len(c.Disabled) > 0 {
		c.Values["SERVICES"] = strings.Join(slices.DeleteFunc(slices.Clone(config.ServiceNames), func(name string) bool {
			return slices.Contains(c.Disabled, name)
		}), ",")
	}
	p.Defaults, p.Name = c.Values, cmp.Or(c.ProjectID, p.Name)
	return p, &c, nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// ApplyMigrations applies the engine's schema and the project's migrations, and in
// a Supabase folder its seeds.
func (i *Installation) ApplyMigrations(ctx context.Context, conn *db.Conn) ([]string, error) {
	if i.Supabase == nil {
		return migrate.Up(ctx, conn, i.SchemaFolder(), i.migrateOptions())
	}
	applied, notes, err := migrate.Supabase(ctx, conn, projectFolder(filepath.Join(i.Project.Folder, "supabase")), migrate.SupabaseOptions{
		Options:      i.migrateOptions(),
		NoMigrations: i.Supabase.NoMigrations, NoSeed: i.Supabase.NoSeed, SeedPaths: i.Supabase.SeedPaths,
		SeedExisting: i.Watching,
	})
	for _, line := range notes {
		i.Note(line)
	}
	if err == nil {
		err = i.fillVault(ctx, conn)
	}
	return applied, err
}

// projectFolder is a folder whose files may name others outside of it, as sql_paths do.
type projectFolder string

// Open opens a file by its path from the folder.
func (f projectFolder) Open(name string) (fs.File, error) {
	return os.Open(filepath.Join(string(f), filepath.FromSlash(name))) // #nosec G304 -- the developer's own file
}

// Glob finds files by a pattern of paths from the folder.
func (f projectFolder) Glob(pattern string) ([]string, error) {
	found, err := filepath.Glob(filepath.Join(string(f), filepath.FromSlash(pattern)))
	for i, each := range found {
		if found[i], err = filepath.Rel(string(f), each); err != nil {
			return nil, err
		}
		found[i] = filepath.ToSlash(found[i])
	}
	return found, err
}

// fillVault gives the secrets of [db.vault] their values.
func (i *Installation) fillVault(ctx context.Context, conn *db.Conn) error {
	if len(i.Supabase.Vault) == 0 {
		return nil
	}
	var has bool
	err := conn.QueryRow(ctx, "select to_regclass('vault.decrypted_secrets') is not null").Scan(&has)
	if err == nil && !has {
		i.Note("config.toml: [db.vault] is left out: the database has no extension supabase_vault")
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(i.Supabase.Vault)) {
		if err == nil {
			_, err = conn.Exec(ctx, setVaultSecret, name, i.Supabase.Vault[name])
		}
	}
	if err != nil {
		return fmt.Errorf("config.toml: [db.vault]: %w", err)
	}
	return nil
}

// setVaultSecret writes a secret that is new or has another value.
const setVaultSecret = `with kept as (select id, decrypted_secret from vault.decrypted_secrets where name = $1)
select vault.create_secret($2, $1)::text where not exists (select from kept)
union all
select vault.update_secret(id, $2)::text from kept where decrypted_secret is distinct from $2`

func (i *Installation) migrateOptions() migrate.Options {
	return migrate.Options{
		DefaultGrants: i.TableGrants(), IncludeAll: i.IncludeAll, Note: i.Note,
		AllowOlderPolicies: i.OlderPolicies || i.Watching, // an edit that is taken back
	}
}

// Note prints a line once, however often files are saved.
func (i *Installation) Note(line string) {
	if !slices.Contains(i.notes, line) {
		i.notes = append(i.notes, line)
		i.Say(line)
	}
}

// TableGrants are the default grants of new tables: on in a Supabase folder, whose migrations were written for
// them, and off elsewhere; TOUBKAL_DEFAULT_GRANTS decides where it is set.
func (i *Installation) TableGrants() migrate.DefaultGrants {
	switch {
	case i.DefaultGrants == "true", i.DefaultGrants == "" && i.Supabase != nil && i.Supabase.ExposeNewTables:
		return migrate.GrantAll
	case i.Supabase != nil:
		return migrate.GrantExplicit
	}
	return migrate.GrantNothing
}

// Say prints a line with the time of day.
func (i *Installation) Say(line string) {
	_, _ = fmt.Fprintln(i.Out, time.Now().Format(time.TimeOnly)+"   "+line)
}

// PublicURL is the configured address of this server; "" where it is not.
func (i *Installation) PublicURL() string {
	address := cmp.Or(i.APIExternalURL, i.Website())
	if i.Supabase != nil { // whose site is another server's
		address = cmp.Or(i.APIExternalURL, i.TLSAddress())
	}
	return strings.TrimSuffix(address, "/")
}
