// Package app is where everything meets, and only here: the verbs of the
// program, its configuration, and the one list of what it serves. It refuses a
// start that could not serve, in one line that says how to mend it.
package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// Version of the program; the build sets it with -ldflags -X.
var Version = "dev"

// program is what every verb is given.
type program struct {
	Config
	out     io.Writer // for people
	log     *slog.Logger
	serving bool // the verb is serve, which needs the embedded PostgreSQL for itself
}

// verb is one thing that the program can do.
type verb struct {
	name, usage, help string
	run               func(*program, context.Context, []string) error
}

var verbs = []verb{
	{"serve", "", "start everything on one port", (*program).serve},
	{"migrate", "", "apply schema, policies and seeds, then stop", (*program).migrateOnly},
	{"policies", "", "print who may do what, and what looks wrong", (*program).policies},
	{"types", "FILE", "write the client's row types for the schema", (*program).types},
	{"admin", "EMAIL", "make a super admin, or give one a new one-time password", (*program).admin},
	{"config", "", "print the configuration in effect, without secrets", (*program).config},
	{"health", "", "tell by the exit status whether the server is ready", (*program).health},
	{"version", "", "print the version", (*program).version},
}

// Run is the whole program, so that a test can boot it: it does what args ask,
// until it is done or ctx ends. environ is a list of NAME=value; out is for
// people, errOut for the log.
func Run(ctx context.Context, args, environ []string, out, errOut io.Writer) error {
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		usage(out)
		return nil
	}
	chosen, err := find(args[0])
	if err != nil {
		return err
	}
	if want := len(strings.Fields(chosen.usage)); len(args)-1 != want {
		return fmt.Errorf("usage: toubkal %s %s", chosen.name, chosen.usage)
	}
	c, err := ReadConfig(environ)
	if err != nil {
		return err
	}
	return chosen.run(&program{Config: c, out: out, log: newLog(errOut, c)}, ctx, args[1:])
}

func find(name string) (verb, error) {
	for _, v := range verbs {
		if v.name == name {
			return v, nil
		}
	}
	return verb{}, fmt.Errorf("there is no verb %q; `toubkal help` lists them", name)
}

func usage(out io.Writer) {
	_, _ = fmt.Fprintln(out, "toubkal: a complete backend for a web application, and the site it carries")
	for _, v := range verbs {
		_, _ = fmt.Fprintf(out, "  toubkal %-14s %s\n", strings.TrimSpace(v.name+" "+v.usage), v.help)
	}
}

func (p *program) version(context.Context, []string) error {
	_, err := fmt.Fprintln(p.out, "toubkal", Version)
	return err
}
