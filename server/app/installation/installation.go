// Package installation is a project with its configuration and its database: what every
// command needs before it does its own. It refuses a database that it cannot use, in one line
// that says how to mend it.
package installation

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/project/supabase"
)

// Installation is the input of every command.
type Installation struct {
	config.Config
	Project project.Project
	// Supabase is the content of config.toml; nil but for a Supabase folder.
	Supabase *supabase.Config
	Version  string    // of the program
	Out      io.Writer // for people
	Log      *slog.Logger
	// IncludeAll applies migrations that are older than the last applied one too.
	IncludeAll bool
	// OlderPolicies applies policy files that others have replaced.
	OlderPolicies bool
	// Serving is true of the commands serve and dev, which need the embedded PostgreSQL for
	// themselves.
	Serving bool
	// Watching is true of the command dev.
	Watching bool
	// SystemPostgres has the embedded PostgreSQL be one of the system's where only that has the
	// extensions of the migrations.
	SystemPostgres bool
	// Requests bounds the memory that requests take together; nil is no bound.
	Requests *budget.Budget
	policies *policy.Scanner // of the files of policies
	Schema   *db.Schema      // what all pools are told of
	Ages     *db.Ages        // of the connections that stay open
	Fence    *db.Fence

	notes []string // of migrations that were printed
}

// AllowOlderPolicies is the option of commands that sets OlderPolicies.
const AllowOlderPolicies = "--allow-older-policies"

// Options are the surroundings of an installation.
type Options struct {
	// Command is the name of the command; only serve refuses the secret that all local Supabase
	// projects share.
	Command string
	// Version is that of the program.
	Version string
	// Environ is a list of NAME=value.
	Environ []string
	// Out takes what is for people.
	Out io.Writer
	// LogTo takes the log as lines of key=value, where Log is nil.
	LogTo io.Writer
	Log   *slog.Logger
}

// New reads the configuration of a project. It connects to nothing.
func New(p project.Project, o Options) (*Installation, error) {
	p, supabase, err := withSupabase(p, o.Command, o.Environ)
	if err != nil {
		return nil, err
	}
	c, err := config.Read(p, o.Environ)
	if err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = c.NewLog(o.LogTo)
	}
	p = p.WithDefaults()
	if c.PoliciesDir != "" {
		p.Policies = os.DirFS(c.PoliciesDir)
	} else if p.Folder != "" {
		c.PoliciesDir = filepath.Join(p.Folder, "policies")
	}
	return &Installation{
		Config: c, Project: p, Supabase: supabase, policies: &policy.Scanner{}, Version: o.Version, Out: o.Out, Log: o.Log, Schema: &db.Schema{}, Ages: &db.Ages{}, Fence: &db.Fence{},
	}, nil
}
