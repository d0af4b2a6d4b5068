package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/invoke"
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
		return p, nil, wrong(err)
	}
	if command == "serve" && cmp.Or(values["GOTRUE_JWT_SECRET"], c.Values["GOTRUE_JWT_SECRET"]) == supabase.LocalSecret {
		return p, nil, errPublicSecret
	}
	if command != "serve" && isLoopback(cmp.Or(values["HOST"], "127.0.0.1")) {
		c.Local()
	}
	if len(c.Disabled) > 0 {
		c.Values["SERVICES"] = strings.Join(slices.DeleteFunc(slices.Clone(serviceNames), func(name string) bool {
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

// applyMigrations applies the engine's schema and the project's migrations, and in
// a Supabase folder its seeds.
func (p *program) applyMigrations(ctx context.Context, conn *db.Conn) ([]string, error) {
	if p.supabase == nil {
		return migrate.Up(ctx, conn, p.schemaFolder(), p.migrateOptions())
	}
	applied, notes, err := migrate.Supabase(ctx, conn, os.DirFS(filepath.Join(p.project.Folder, "supabase")), migrate.SupabaseOptions{
		Options:      p.migrateOptions(),
		NoMigrations: p.supabase.NoMigrations, NoSeed: p.supabase.NoSeed, SeedPaths: p.supabase.SeedPaths,
		SeedExisting: p.watching,
	})
	for _, line := range notes {
		p.note(line)
	}
	return applied, err
}

func (p *program) migrateOptions() migrate.Options {
	return migrate.Options{
		DefaultGrants: p.defaultGrants(), IncludeAll: p.includeAll, Note: p.note,
		AllowOlderPolicies: p.olderPolicies || p.watching, // an edit that is taken back
	}
}

// note prints a line once, however often files are saved.
func (p *program) note(line string) {
	if !slices.Contains(p.notes, line) {
		p.notes = append(p.notes, line)
		p.say(line)
	}
}

// defaultGrants are on in a Supabase folder, whose migrations were written for
// them, and off elsewhere; TOUBKAL_DEFAULT_GRANTS decides where it is set.
func (p *program) defaultGrants() migrate.DefaultGrants {
	switch {
	case p.DefaultGrants == "true", p.DefaultGrants == "" && p.supabase != nil && p.supabase.ExposeNewTables:
		return migrate.GrantAll
	case p.supabase != nil:
		return migrate.GrantExplicit
	}
	return migrate.GrantNothing
}

// refuseTypeScript answers for the TypeScript functions of a Supabase folder that have none of the same name in Go, and
// notes which.
func (p *program) refuseTypeScript(called map[string]invoke.Function) {
	var refused []string
	for _, name := range p.supabase.Functions {
		if _, inGo := called[name]; inGo {
			continue
		}
		refused = append(refused, name)
		called[name] = invoke.Function{Public: true, Handle: func(http.ResponseWriter, *http.Request, *invoke.Call) error {
			return invoke.Refuse(http.StatusNotImplemented, "Functions in TypeScript are not run by this server.")
		}}
	}
	if len(refused) > 0 {
		p.supabase.Notes = append(p.supabase.Notes, fmt.Sprintf("functions: %d in TypeScript, not run (%s)", len(refused), strings.Join(refused, ", ")))
	}
}
