package installation

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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
	c, err := supabase.Read(p.Folder, values)
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
	applied, notes, err := migrate.Supabase(ctx, conn, os.DirFS(filepath.Join(i.Project.Folder, "supabase")), migrate.SupabaseOptions{
		Options:      i.migrateOptions(),
		NoMigrations: i.Supabase.NoMigrations, NoSeed: i.Supabase.NoSeed, SeedPaths: i.Supabase.SeedPaths,
		SeedExisting: i.Watching,
	})
	for _, line := range notes {
		i.Note(line)
	}
	return applied, err
}

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
	address := cmp.Or(i.APIExternalURL, i.SiteURL)
	if i.Supabase != nil { // whose site is another server's
		address = cmp.Or(i.APIExternalURL, i.TLSAddress())
	}
	return strings.TrimSuffix(address, "/")
}
