package app

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/console"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/token"
)

// consoleService is the console with its connections, which it opens as it needs them. The
// methods of a nil one do nothing.
type consoleService struct {
	*console.Console
	owner, callers *db.Pool
}

// openConsole prepares the console; nil where TOUBKAL_CONSOLE is off.
func (p *program) openConsole(ctx context.Context, d *installation.Database, k *installation.Credentials, on *instance, address string) (*consoleService, error) {
	if !p.HasConsole() {
		return nil, nil
	}
	s := &consoleService{}
	var err error
	options := db.Options{MaxConns: config.ConsoleOwnerConns, MaxMessage: 64 << 20, MaxConnIdleTime: time.Minute}
	if s.owner, err = p.OpenPool(ctx, d.Owner, options); err == nil {
		options.MaxConns = config.ConsoleCallerConns
		s.callers, err = p.OpenPool(ctx, d.Direct.Authenticator, options)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	anonKey, err := k.AnonKey()
	if err != nil {
		s.close()
		return nil, err
	}
	var called func() []functions.Calls
	if on.services.has("functions") {
		called = on.calls.Calls
	}
	s.Console = console.New(console.Options{
		Functions: called,
		Owner:     s.owner, Callers: s.callers, Keys: k.Keys, Auth: on.accounts, Secret: token.DeriveKey(p.JWTSecret, "console"),
		Public: p.Console == "public", Tries: edge.Limit{Per5Min: p.RateLimitToken, Burst: max(p.RateLimitToken, edge.LeastBurst)},
		Project: p.consoleProject(d), Log: p.Log, Lines: p.lines,
		Jobs: on.background.runner, Mailbox: func() string { return p.mailboxURL }, Keyring: k.Store,
		Configuration: p.Print, Health: func(ctx context.Context) any { return p.readiness.check(ctx) },
		FileSize: p.FileSizeLimit,
		Policies: console.Policies{Explain: on.tables.explainOptions, Lint: p.LintOptions, Login: installation.LoginRole},
		Services: on.services.running(),
		Printed:  p.printed, Templates: on.templates, Outbox: p.Outbox(), Development: p.Env == "development",
		About: console.About{Name: p.Project.Name, Folder: p.Project.Folder, Version: p.Version, Address: address, AnonKey: anonKey},
	})
	return s, nil
}

// printed are the lines that a function has printed, the newest last.
func (p *program) printed(function string) ([]string, error) {
	var text strings.Builder
	err := p.FunctionLogs().Print(&text, function)
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n"), err
}

// consoleProject is the folder in which the console's forms write; nil but for `toubkal dev`.
func (p *program) consoleProject(d *installation.Database) *console.Project {
	if !p.Watching || p.Project.Folder == "" || !p.AutoMigrate {
		return nil
	}
	writes := &console.Project{
		AddMigration: func(name, text string) (string, error) {
			return project.AddMigration(p.Project, name, text, time.Now())
		},
		Write: project.WriteFile,
		Apply: func(ctx context.Context) error {
			p.applying.Lock()
			defer p.applying.Unlock()
			return d.AsOwner(ctx, func(conn *db.Conn) error {
				_, err := p.Migrate(ctx, conn)
				return err
			})
		},
	}
	writes.Tests = filepath.Join(p.Project.Folder, "supabase", "tests")
	if p.Supabase == nil {
		writes.Policies = filepath.Join(p.Project.Folder, "policies")
		writes.Tests = writes.Policies
	}
	return writes
}

func (s *consoleService) close() {
	if s == nil {
		return
	}
	for _, pool := range []*db.Pool{s.owner, s.callers} {
		if pool != nil {
			pool.Close()
		}
	}
}
