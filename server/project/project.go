// Package project says what an application is to the engine: SQL files,
// functions and a site. A project is compiled in (a Project value given to
// app.Main or app.Run) or a folder that Load reads. The package refuses a
// folder whose layout is ambiguous; what its SQL may do, package migrate and
// PostgreSQL decide.
package project

import (
	"cmp"
	"context"
	"embed"
	"io/fs"
	"log/slog"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail"
	mailtemplates "github.com/toubkal/toubkal/server/mail/templates"
)

// Project is one application on the engine. The zero value is a backend without
// tables of its own.
type Project struct {
	// Name is shown in messages and on the start page. Defaults to "project".
	Name string
	// Migrations are NNNN_name.sql, applied once and in the order of their
	// numbers. Nil and empty mean the same: none.
	Migrations fs.FS
	// Policies are <table>.sql or <schema>.<table>.sql, applied whenever one
	// changes. A table without a file keeps the policies that migrations made.
	Policies fs.FS
	// Seeds are NNNN_name.sql, applied once, after the migrations.
	Seeds fs.FS
	// Functions are served at /functions/v1/<name>. Defaults to none.
	Functions func(*Host) (map[string]functions.Function, error)
	// Site answers every path that is not an API. It is called once, when the
	// services run. Defaults to the files of Static, else to a start page.
	Site func(*Host) (http.Handler, error)
	// Static is a built client: index.html and its files. It is used where Site is
	// nil. Defaults to none.
	Static fs.FS
	// TableMiddleware stands in front of the table API, behind CORS and the api
	// key. Defaults to none.
	TableMiddleware func(*Host) (func(http.Handler) http.Handler, error)
	// StorageMiddleware stands in front of the storage API, likewise. Paths have lost
	// /storage/v1. Defaults to none.
	StorageMiddleware func(*Host) (func(http.Handler) http.Handler, error)
	// Sanitize cleans the values of columns of a domain type, by its name
	// ("public.rich_text"), before they are stored. Defaults to none.
	Sanitize map[string]func(string) string
	// Bootstrap runs once at each start of a program that migrates, when the
	// database is ready: it may create a first user. It returns lines for the
	// banner. Defaults to nothing.
	Bootstrap func(context.Context, *Admin) ([]string, error)
	// Mail are templates of e-mails, <kind>.<language>.html and .txt: see package
	// templates. Defaults to none.
	Mail fs.FS
	// Jobs is the background work of the project: kinds of jobs, which jobs.Add adds in a
	// transaction, and schedules. It is called once, when the services run. Defaults to
	// none.
	Jobs func(*Host) (jobs.Plan, error)
	// Commands are added to those of the engine. Defaults to none.
	Commands []Command
	// Variables are the environment variables that the project reads by Env,
	// beside those of the engine. Defaults to none.
	Variables []Variable
	// Defaults are environment variables that the process's environment and .env
	// override. Defaults to none.
	Defaults map[string]string
	// Folder is the folder that the files come from, to watch in development; ""
	// where they are compiled in.
	Folder string
	// Layout says which of the folder's files are what.
	Layout Layout
}

// IsZero tells whether nothing is compiled in.
func (p Project) IsZero() bool {
	return p.Migrations == nil && p.Policies == nil && p.Functions == nil && p.Site == nil && p.Static == nil && p.Folder == ""
}

// WithDefaults is the project with an empty file system for each nil one.
func (p Project) WithDefaults() Project {
	for _, files := range []*fs.FS{&p.Migrations, &p.Policies, &p.Seeds} {
		if *files == nil {
			*files = embed.FS{}
		}
	}
	p.Name = cmp.Or(p.Name, "project")
	return p
}

// Variable is one environment variable of a project. NAME_FILE names a file that
// holds the value instead, as for the engine's own.
type Variable struct {
	Name, Default string
	// Help is one line.
	Help string
	// Check returns what is wrong with a value, as a sentence that follows the
	// variable's name. Defaults to accepting every value.
	Check func(value string) error
}

// Command is one command of a project's program, run as `toubkal <name>` on a
// prepared database.
type Command struct {
	Name, Usage, Help string
	Run               func(ctx context.Context, admin *Admin, args []string) (lines []string, err error)
}

// Host is the interface of the engine for a project while it serves.
type Host struct {
	// AnonKey is the api key of browsers. It is public.
	AnonKey string
	// Tables is the table API at /rest/v1, in this process. A request is answered
	// as one from outside with its headers would be.
	Tables http.Handler
	// Query asks the table API as anon and returns the body of an answer 200; any
	// other status is an error.
	Query func(ctx context.Context, path string) ([]byte, error)
	// DataDir is the folder of this node's own files.
	DataDir string
	// Memory is the memory budget of all requests. A handler that keeps a body reads it through
	// a Share. Nil is no bound.
	Memory *budget.Budget
	// SiteURL is GOTRUE_SITE_URL as configured; "" where links follow what edge.Address
	// says of the request.
	SiteURL string
	// Address is the address of this server: SiteURL, else http://localhost:PORT.
	Address string
	// Mail takes e-mail to be sent.
	Mail *mail.Outbox
	// MailTemplates makes e-mails of the engine's kinds and of those in Project.Mail.
	MailTemplates *mailtemplates.Set
	// AsServiceRole runs fn in one transaction as service_role, which bypasses row
	// policies: for jobs, which have no caller.
	AsServiceRole func(ctx context.Context, fn func(db.Tx) error) error
	// Env is the value of one of the project's Variables, or its default.
	Env func(name string) string
	// Services are the names of those that run.
	Services []string
	Log      *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

// Admin is the interface of the engine for Bootstrap and commands.
type Admin struct {
	// Users creates accounts within a transaction.
	Users *account.Store
	// OwnerTx runs fn in a transaction of the role that owns the database; an
	// error undoes it.
	OwnerTx func(ctx context.Context, fn func(db.Tx) error) error
	// Address is the address of the site; "" where it is not, and for commands.
	Address string
	// Production is true where TOUBKAL_ENV=production: what is printed ends in a
	// log, so no password may be.
	Production bool
	// Env is the value of one of the project's Variables, or its default.
	Env func(name string) string
}
