package command

import (
	"context"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/mcp"
	"github.com/toubkal/toubkal/server/project"
)

const mcpUsage = `usage: toubkal mcp [--as CALLER] [--write]

Serves tools for assistants on standard input and output, by the Model Context Protocol. It connects to DATABASE_URL, or to
the PostgreSQL of a toubkal dev or serve that runs on this project.
  --as CALLER  the highest caller of a statement: owner, service_role, anon, or the e-mail address or id of a user;
               defaults to service_role
  --write      let statements change the database; with --as owner also write migrations and policy files`

// serveMCP is the command `mcp`.
func serveMCP(ctx context.Context, i *installation.Installation, args []string) error {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	as, write := flags.String("as", "", ""), flags.Bool("write", false, "")
	if err := flags.Parse(args); err != nil || flags.NArg() > 0 {
		return UsageError("%s", mcpUsage)
	}
	quiet := *i
	quiet.Out = slog.NewLogLogger(i.Log.Handler(), slog.LevelInfo).Writer() // standard output is the protocol's
	on := &running{Installation: &quiet}
	defer on.close()
	options := mcp.Options{
		Version: i.Version, As: *as, Write: *write, Operator: "mcp", Pools: on.pools, Explain: i.ExplainOptions, Lint: i.LintOptions,
		Schemas: i.Schemas, Project: mcpProject(i), Log: i.Log,
	}
	server, err := mcp.New(options)
	if err != nil {
		return UsageError("%w", err)
	}
	return server.Run(ctx, &sdk.IOTransport{Reader: os.Stdin, Writer: output{i.Out}})
}

// output is standard output, which is not closed.
type output struct{ io.Writer }

func (output) Close() error { return nil }

// mcpProject is the folder in which tools write files; nil where the project is compiled in.
func mcpProject(i *installation.Installation) *mcp.Project {
	if i.Project.Folder == "" {
		return nil
	}
	writes := &mcp.Project{AddMigration: func(name, text string) (string, error) {
		return project.AddMigration(i.Project, name, text, time.Now())
	}}
	if i.Supabase == nil {
		writes.Policies = filepath.Join(i.Project.Folder, "policies")
	}
	return writes
}

// running are pools on a database that another program may stop and start again.
type running struct {
	*installation.Installation
	mu              sync.Mutex
	address         string // that of the pools
	owners, callers *db.Pool
}

func (r *running) pools(ctx context.Context) (owners, callers *db.Pool, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d, err := r.Running()
	if err != nil {
		return nil, nil, fault.New(fault.Unavailable, err.Error())
	}
	if r.owners == nil || r.address != d.Owner {
		r.closePools()
		options := db.Options{MaxConns: 2, MaxMessage: 64 << 20, MaxConnIdleTime: time.Minute}
		if r.owners, err = r.OpenPool(ctx, d.Owner, options); err != nil {
			return nil, nil, err
		}
		if r.callers, err = r.OpenPool(ctx, d.Direct.Authenticator, options); err != nil {
			return nil, nil, err
		}
		r.address = d.Owner
	}
	return r.owners, r.callers, nil
}

func (r *running) close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closePools()
}

func (r *running) closePools() {
	for _, pool := range []*db.Pool{r.owners, r.callers} {
		if pool != nil {
			pool.Close()
		}
	}
	r.owners, r.callers = nil, nil
}
