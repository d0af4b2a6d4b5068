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
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/toubkal/toubkal/server/app/command"
	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/console"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/static"
)

// Version of the program; the build sets it with -ldflags -X.
var Version = "dev"

// program is an installation that serves.
type program struct {
	*installation.Installation
	mailboxURL string // of the page that shows mail; "" where there is none
	// listener is the caller's; nil listens on HOST and PORT.
	listener  net.Listener
	secure    *secureListeners // nil without TLS_DOMAIN
	ready     func(address string)
	idle      *edge.Idle // but for sign-ins
	readiness *readiness
	signals   bool             // SIGUSR1 and SIGUSR2 are this program's
	reloader  *static.Reloader // of open pages; nil but for dev
	lines     *console.Log     // for the console; nil without it
	applying  sync.Mutex       // of files to the database, in development
}

func newProgram(i *installation.Installation) *program {
	p := &program{Installation: i, idle: &edge.Idle{}, readiness: &readiness{}}
	if p.HasConsole() {
		p.lines = console.NewLog()
		p.Log = p.lines.Logger(p.Log)
	}
	return p
}

// commands are the commands that serve, or ask the services; the others are in package command.
var commands = []command.Command{
	{Name: "dev", Usage: "[--system-postgres]", Help: "serve this project, and apply files as they are saved", Run: onProgram((*program).dev)},
	{Name: "serve", Help: "serve this project in production", Run: onProgram((*program).serve)},
	{Name: "config", Help: "print the configuration in effect, without secrets", Run: onProgram((*program).config)},
}

// onProgram is a command on a program that takes the signals of the process.
func onProgram(run func(*program, context.Context, []string) error) func(context.Context, *installation.Installation, []string) error {
	return func(ctx context.Context, i *installation.Installation, args []string) error {
		p := newProgram(i)
		p.signals = true
		return run(p, ctx, args)
	}
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
	if errors.Is(err, command.ErrUsage) {
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
	if o.Out == nil {
		o.Out = os.Stdout
	}
	i, err := installation.New(p, installation.Options{Command: "serve", Version: Version, Environ: o.Environ, Out: o.Out, LogTo: os.Stderr, Log: o.Log})
	if err != nil {
		return err
	}
	served := newProgram(i)
	served.listener, served.ready = o.Listener, o.Ready
	return served.serve(ctx, nil)
}

// Command runs what args ask, until it is done or ctx ends. environ is a list of
// NAME=value; out is for people, errOut for the log.
func Command(ctx context.Context, p project.Project, args, environ []string, out, errOut io.Writer) error {
	folder, args, err := projectFlag(args)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		args = []string{"help"}
	}
	switch {
	case isHelp(args[0]):
		usage(out, p)
		return nil
	case args[0] == "init":
		return command.Init(args[1:], out)
	case args[0] == "version":
		_, err := fmt.Fprintln(out, "toubkal", Version)
		return err
	}
	if p, err = choose(p, folder, environ); err != nil {
		return err
	}
	chosen, err := find(args[0], p)
	if err != nil {
		return err
	}
	if len(args) > 1 && isHelp(args[1]) && !chosen.Manual {
		_, err := fmt.Fprintf(out, "usage: toubkal %s\n\n%s\n", strings.TrimSpace(chosen.Name+" "+chosen.Usage), chosen.Help)
		return err
	}
	i, err := installation.New(p, installation.Options{Command: chosen.Name, Version: Version, Environ: environ, Out: out, LogTo: errOut})
	if err != nil {
		return err
	}
	return chosen.Run(ctx, i, args[1:])
}

func isHelp(arg string) bool { return arg == "help" || arg == "--help" || arg == "-h" }

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
			return "", nil, command.UsageError("--project needs the folder of a project")
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

func find(name string, p project.Project) (command.Command, error) {
	for _, c := range allCommands(p) {
		if c.Name == name {
			return c, nil
		}
	}
	return command.Command{}, command.UsageError("there is no command %q; `toubkal help` lists them", name)
}

func allCommands(p project.Project) []command.Command {
	all := slices.Concat(commands, command.All)
	for _, c := range p.Commands {
		all = append(all, command.Of(c))
	}
	return all
}

func usage(out io.Writer, p project.Project) {
	line := func(usage, help string) {
		_, _ = fmt.Fprintf(out, "  toubkal %-13s %s\n", strings.TrimSpace(usage), help)
	}
	_, _ = fmt.Fprint(out, "toubkal: a Supabase-compatible backend in one program\n\n")
	line("init [DIR]", "create a project in a folder (toubkal init --help)")
	for _, c := range allCommands(p) {
		line(c.Name+" "+c.Usage, c.Help)
	}
	line("version", "print the version")
	_, _ = fmt.Fprintln(out, "\n  --project DIR         the project's folder; defaults to TOUBKAL_PROJECT, else to the current folder")
}
