// Package console is /_/: a window into the database of any project, for those who hold the
// service key and for users whom the operator lets in. It refuses callers from other machines
// unless the operator allows them, requests of other origins, and callers without a session;
// what a statement may do, PostgreSQL decides by the role that is chosen for it.
//
// Every statement on a project's rows runs under that role, has a timeout, can be cancelled,
// and is written down in toubkal.console_statements. Values reach SQL as parameters, and names
// of tables and columns are those that the database's catalog has.
package console

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/console/audit"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/keyring"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/mail/templates"
	"github.com/toubkal/toubkal/server/token"
)

// Options say what the console works on.
type Options struct {
	// Owner is logged in as the owner of the project's tables, Callers as the role that becomes
	// anon, authenticated and service_role. Both need sessions of their own: no pooler.
	Owner, Callers *db.Pool
	// Keys verify the service key.
	Keys *token.Keys
	// Auth answers /auth/v1, whose prefix is stripped: it checks passwords and second factors.
	Auth http.Handler
	// Services are the APIs by their names, without their prefixes: the console passes requests
	// of its screens on to them.
	Services map[string]http.Handler
	// FileSize bounds a file that is uploaded, in bytes.
	FileSize int64
	// Secret signs the sessions; nodes need the same.
	Secret []byte
	// Public lets callers from other machines in.
	Public bool
	// Tries bounds the sign-ins of an address.
	Tries edge.Limit
	// Project is nil in production: forms that change the structure only show their SQL then.
	Project *Project
	About   About
	Log     *slog.Logger
	// Policies explain and check policies.
	Policies Policies
	// Jobs has the jobs and the outbox; nil hides both.
	Jobs *jobs.Runner
	// Mailbox is the address of the page that shows mail in development; "" without one.
	Mailbox func() string
	// Functions are the records of the project's functions; nil hides them.
	Functions func() []functions.Calls
	// Printed are the lines that a function has printed.
	Printed func(function string) ([]string, error)
	// Templates are those of e-mails; nil hides them. Outbox takes test messages, in Development.
	Templates   *templates.Set
	Outbox      *mail.Outbox
	Development bool
	// Keyring has the keys in the database; nil hides them.
	Keyring *keyring.Store
	// Configuration is the effective configuration, without secrets, a line each.
	Configuration func() string
	// Health is what /ready says, in detail; nil is not shown.
	Health func(context.Context) any
	// Lines are those of the log that are shown; nil for none.
	Lines *Log
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
}

// Project is the folder whose files forms write, in development.
type Project struct {
	// AddMigration writes the next migration, and returns its path in the project.
	AddMigration func(name, text string) (file string, err error)
	// Policies is the folder of policy files; "" where policies are part of the migrations.
	Policies string
	// Tests is the folder of tests of policies.
	Tests string
	// Write writes a file of it.
	Write func(path, text string) error
	// Apply brings the database to what the files say.
	Apply func(context.Context) error
}

// About is what the console says of the installation.
type About struct {
	Name    string `json:"name"`
	Folder  string `json:"folder,omitempty"`
	Version string `json:"version"`
	Address string `json:"address"`
	AnonKey string `json:"anonKey"`
}

// core is what all resources share.
type core struct {
	Options
	running runs
	trail   audit.Trail
}

// call is a request of an operator who is signed in.
type call struct {
	*http.Request
	who session
	as  actor
}

// action answers a call: with JSON, or with nothing (204) where it returns nil.
type action func(*call) (any, error)

// Console is what New makes.
type Console struct {
	// Pages answers /_/: the application and its API.
	Pages http.Handler
	// Meta answers the paths of postgres-meta, without their prefix. The edge has to be in front.
	Meta http.Handler
}

// New makes a Console. It starts nothing: closing the pools ends it.
func New(o Options) *Console {
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &core{Options: o}
	api := http.NewServeMux()
	for pattern, act := range c.sessionRoutes() {
		api.HandleFunc(pattern, act)
	}
	for _, routes := range []map[string]action{
		tables{c}.routes(), routines{c}.routes(), rows{c}.routes(), editor{c}.routes(), structure{c}.routes(), users{c}.routes(), logs{c}.routes(), background{c}.routes(), settings{c}.routes(), policies{c}.routes(),
		calls{c}.routes(), schedules{c}.routes(), mailTemplates{c}.routes(),
	} {
		for pattern, act := range routes {
			api.HandleFunc(pattern, c.signedIn(maxBody, act))
		}
	}
	api.Handle("POST /tables/{schema}/{name}/import", edge.Flowing(idleBody)(c.signedIn(maxImport, rows{c}.load)))
	api.HandleFunc("/services/{service}/{path...}", relay{c}.pass)
	api.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
		edge.Refuse(w, fault.New(fault.NotFound, "The console has no such address."))
	})
	mux := http.NewServeMux()
	mux.Handle("/_/api/", http.StripPrefix("/_/api", edge.NoStore(c.sameOrigin(api))))
	mux.Handle("/_/", web())
	return &Console{Pages: c.reachable(mux), Meta: c.reachable(meta{c}.handler())}
}

// signedIn answers for operators alone, whose bodies have a bound in bytes.
func (c *core) signedIn(limit int64, act action) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, err := c.sessionOf(r)
		if err != nil {
			c.refuse(w, r, err)
			return
		}
		as, err := actorOf(r)
		if err != nil {
			c.refuse(w, r, err)
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, limit)
		answer, err := act(&call{Request: r, who: who, as: as})
		if err != nil {
			c.refuse(w, r, err)
			return
		}
		if f, ok := answer.(file); ok {
			c.send(w, r, f)
			return
		}
		reply(w, answer)
	}
}

// maxBody bounds a request in bytes, but for a CSV file.
const maxBody = 8 << 20

// idleBody is the time that the body of an upload may stand still.
const idleBody = 30 * time.Second

// file is an answer that is no JSON.
type file struct {
	name, contentType string
	write             func(io.Writer) error
}

func reply(w http.ResponseWriter, answer any) {
	switch answer := answer.(type) {
	case nil:
		w.WriteHeader(http.StatusNoContent)
	case framed:
		answer.write(w)
	default:
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// send answers with a file, or with the refusal of its first part.
func (c *core) send(w http.ResponseWriter, r *http.Request, f file) {
	answer := edge.NewRecorder(w)
	w.Header().Set("Content-Type", f.contentType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+strings.Map(inFileNames, f.name)+`"`)
	err := f.write(answer)
	switch {
	case err != nil && answer.Started():
		panic(http.ErrAbortHandler) // the client must not take half a file for a whole one
	case err != nil:
		w.Header().Del("Content-Disposition")
		c.refuse(w, r, err)
	}
}

func inFileNames(r rune) rune {
	if r < ' ' || r > '~' || strings.ContainsRune(`"\/`, r) {
		return '_'
	}
	return r
}

// refuse answers with what the operator may know: PostgreSQL's own words, or a fault.
func (c *core) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = fault.New(fault.TooLarge, "The request is too large.").Because(tooLarge)
	}
	f := db.Fault(err, false)
	if f.Status >= http.StatusInternalServerError && db.Refused(err) != nil {
		f.Status = http.StatusBadRequest // the operator's statement failed, and nothing of ours
	}
	c.warn(r, f.Status, err)
	edge.Refuse(w, f)
}

// warn logs a failure of ours. What failed because its client has left is none.
func (c *core) warn(r *http.Request, status int, err error) {
	if status >= http.StatusInternalServerError && r.Context().Err() == nil {
		c.Log.WarnContext(r.Context(), "the console failed", "path", r.URL.Path, "error", err)
	}
}

// read reads the JSON body of a request.
func (c *call) read(into any) error {
	decoder := json.NewDecoder(c.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
			return err
		}
		return invalid("The body is not the JSON that is expected: " + fault.JSONProblem(err))
	}
	return nil
}

func invalid(message string) *fault.Fault { return fault.New(fault.ConsoleInvalid, message) }
