// Package app is where everything meets, and only here: the commands of the
// program, its configuration, and the one list of what it serves. It refuses a
// start that could not serve, in one line that says how to mend it.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/project/supabase"
	"github.com/toubkal/toubkal/server/static"
)

// Version of the program; the build sets it with -ldflags -X.
var Version = "dev"

// program is what every command is given.
type program struct {
	Config
	project project.Project
	// supabase is what config.toml says; nil but for a Supabase folder.
	supabase *supabase.Config
	// notes of migrations that were printed.
	notes         []string
	mailboxURL    string    // of the page that shows mail; "" where there is none
	includeAll    bool      // also migrations that are older than the last applied one
	olderPolicies bool      // also policy files that others have replaced
	out           io.Writer // for people
	log           *slog.Logger
	// listener is the caller's; nil listens on HOST and PORT.
	listener net.Listener
	secure   *secureListeners // nil without TLS_DOMAIN
	ready    func(address string)
	// requests bounds the memory that requests take together; nil is no bound.
	requests  *budget.Budget
	schema    *db.Schema // what all pools are told of
	idle      *edge.Idle // but for sign-ins
	ages      *db.Ages   // of the connections that stay open
	fence     *db.Fence
	readiness *readiness
	signals   bool             // SIGUSR1 and SIGUSR2 are this program's
	serving   bool             // the command is serve or dev, which needs the embedded PostgreSQL for itself
	watching  bool             // the command is dev
	reloader  *static.Reloader // of open pages; nil but for dev
}

func newProgram(c Config, p project.Project, out io.Writer, log *slog.Logger) *program {
	p = p.WithDefaults()
	if c.PoliciesDir != "" {
		p.Policies = os.DirFS(c.PoliciesDir)
	} else if p.Folder != "" {
		c.PoliciesDir = filepath.Join(p.Folder, "policies")
	}
	return &program{Config: c, project: p, out: out, log: log, schema: &db.Schema{}, idle: &edge.Idle{}, ages: &db.Ages{}, fence: &db.Fence{}, readiness: &readiness{}}
}

// command is one thing that the program can do.
type command struct {
	name, usage, help string
	run               func(*program, context.Context, []string) error
}

var commands = []command{
	{"dev", "", "serve this project, and apply files as they are saved", (*program).dev},
	{"serve", "", "serve this project in production", (*program).serve},
	{"migrate", "[--include-all] [--allow-older-policies]", "apply migrations, policies (older ones too) and seeds, then stop", (*program).migrateCommand},
	{"migration", "new NAME | list", "create the next migration, or list which are applied", (*program).migration},
	{"jobs", "[ARGS]", "list background jobs, show, retry or cancel one, pause a queue", (*program).jobsCommand},
	{"mail", "[ARGS]", "list e-mails, show, retry or cancel one", (*program).mailCommand},
	{"psql", "[ARGS]", "run psql on the project's database", (*program).psql},
	{"policies", "", "print who may do what, and what looks wrong", (*program).policies},
	{"types", "", "print TypeScript types of the database (toubkal types --help)", (*program).types},
	{"keys", "[rotate|revoke|create]", "list, rotate, revoke and create keys (toubkal keys --help)", (*program).manageKeys},
	{"storage", "[check|keys]", "find files without bytes and bytes without a file; access keys of S3 (toubkal storage --help)", (*program).manageStorage},
	{"config", "", "print the configuration in effect, without secrets", (*program).config},
	{"health", "", "tell by the exit status whether the server is ready", (*program).health},
	{"version", "", "print the version", (*program).version},
}

// Main is the whole program of a project, with commands: it reads os.Args, ends
// in an orderly way at SIGINT and SIGTERM, at once at a second one, and exits with
// status 1 after an error, 2 after a wrong command line.
func Main(p project.Project) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	err := Command(ctx, p, os.Args[1:], os.Environ(), os.Stdout, os.Stderr)
	stop()
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, "toubkal:", err)
	if errors.Is(err, errUsage) {
		os.Exit(2)
	}
	os.Exit(1)
}

// Options configure RunWith. The zero value is the process's environment and
// standard streams.
type Options struct {
	// Environ is a list of NAME=value. Defaults to os.Environ().
	Environ []string
	// Listener is served instead of HOST and PORT, and closed at the end.
	Listener net.Listener
	// Ready is called once, with the server's address, when it answers.
	Ready func(address string)
	// Out takes the banner. Defaults to os.Stdout.
	Out io.Writer
	// Log takes the log. Defaults to lines of key=value on standard error.
	Log *slog.Logger
}

// Run serves a project until ctx ends, and returns nil after an orderly stop. It
// reads the environment but no command line, handles no signal and changes no
// global state, so several can run in one process.
func Run(ctx context.Context, p project.Project) error { return RunWith(ctx, p, Options{}) }

// RunWith is Run with its surroundings given.
func RunWith(ctx context.Context, p project.Project, o Options) error {
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	p, supabase, err := withSupabase(p, "serve", o.Environ)
	if err != nil {
		return err
	}
	c, err := ReadConfig(p, o.Environ)
	if err != nil {
		return err
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Log == nil {
		o.Log = newLog(os.Stderr, c)
	}
	served := newProgram(c, p, o.Out, o.Log)
	served.supabase = supabase
	served.listener, served.ready = o.Listener, o.Ready
	return served.serve(ctx, nil)
}

// allowOlderPolicies is an option of the commands that apply policies.
const allowOlderPolicies = "--allow-older-policies"

// errUsage marks a wrong command line.
var errUsage = errors.New("")

func usageError(format string, args ...any) error {
	return fmt.Errorf(format+"%w", append(args, errUsage)...)
}

// Command runs what args ask, until it is done or ctx ends. environ is a list of
// NAME=value; out is for people, errOut for the log.
func Command(ctx context.Context, p project.Project, args, environ []string, out, errOut io.Writer) error {
	folder, args, err := projectFlag(args)
	if err != nil {
		return err
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		usage(out, p)
		return nil
	}
	if args[0] == "init" {
		return initCommand(args[1:], out)
	}
	if p, err = choose(p, folder, environ); err != nil {
		return err
	}
	chosen, err := find(args[0], p)
	if err != nil {
		return err
	}
	p, supabase, err := withSupabase(p, args[0], environ)
	if err != nil {
		return err
	}
	c, err := ReadConfig(p, environ)
	if err != nil {
		return err
	}
	started := newProgram(c, p, out, newLog(errOut, c))
	started.signals, started.supabase = true, supabase
	return chosen.run(started, ctx, args[1:])
}

// projectFlag takes --project DIR out of the arguments, wherever it stands.
func projectFlag(args []string) (folder string, rest []string, err error) {
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		switch {
		case name != "--project":
			rest = append(rest, args[i])
		case joined:
			folder = value
		case i+1 == len(args):
			return "", nil, usageError("--project needs the folder of a project")
		default:
			i++
			folder = args[i]
		}
	}
	return folder, rest, nil
}

// choose gives the project to serve: the folder that is named, else the one that
// is compiled in, else the current folder.
func choose(p project.Project, folder string, environ []string) (project.Project, error) {
	for _, variable := range environ {
		if value, ok := strings.CutPrefix(variable, "TOUBKAL_PROJECT="); ok && folder == "" {
			folder = value
		}
	}
	if folder == "" && !p.IsZero() {
		return p, nil
	}
	return project.Load(cmp.Or(folder, "."))
}

func find(name string, p project.Project) (command, error) {
	for _, c := range allCommands(p) {
		if c.name == name {
			return c, nil
		}
	}
	return command{}, usageError("there is no command %q; `toubkal help` lists them", name)
}

func allCommands(p project.Project) []command {
	all := slices.Clone(commands)
	for _, c := range p.Commands {
		all = append(all, command{c.Name, c.Usage, c.Help, func(p *program, ctx context.Context, args []string) error {
			return p.projectCommand(ctx, c, args)
		}})
	}
	return all
}

// projectCommand runs a command of the project on a prepared database.
func (p *program) projectCommand(ctx context.Context, c project.Command, args []string) error {
	if want := len(strings.Fields(c.Usage)); len(args) != want {
		return usageError("usage: toubkal %s %s", c.Name, c.Usage)
	}
	return p.withDatabase(ctx, func(d *database) error {
		k, err := p.credentials()
		if err != nil {
			return err
		}
		users, pool, err := p.accounts(ctx, d, k.keys, p.SiteURL, nil)
		if err != nil {
			return err
		}
		defer pool.Close()
		lines, err := c.Run(ctx, p.admin(d, users, ""), args)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(p.out, strings.Join(lines, "\n"))
		return err
	})
}

func usage(out io.Writer, p project.Project) {
	_, _ = fmt.Fprintln(out, "toubkal: a Supabase-compatible backend in one program\n\n"+
		"  toubkal init [DIR]    create a project in a folder (toubkal init --help)")
	for _, c := range allCommands(p) {
		_, _ = fmt.Fprintf(out, "  toubkal %-13s %s\n", strings.TrimSpace(c.name+" "+c.usage), c.help)
	}
	_, _ = fmt.Fprintln(out, "\n  --project DIR         the project's folder; defaults to TOUBKAL_PROJECT, else to the current folder")
}

func (p *program) version(context.Context, []string) error {
	_, err := fmt.Fprintln(p.out, "toubkal", Version)
	return err
}
