// Package invoke is /functions/v1: it finds a function by its name and runs it
// for its caller. It refuses unknown names, tokens that are not ours and bodies
// that are too large; everything else is the function's to refuse, and rights
// on tables are the database's.
package invoke

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/paper"
	"github.com/toubkal/toubkal/server/token"
)

// Func is one function, reached at /functions/v1/<Name>.
type Func struct {
	// Name is the path segment: lower case, digits and hyphens. The file is
	// called the same, with underscores.
	Name string
	// Methods are the HTTP methods served; none means all.
	Methods []string
	// Open runs the function for everyone, who is then a visitor unless the
	// token is ours. Defaults to false: a token of ours is needed.
	Open bool
	// SignIn is what a caller without any token reads. Defaults to "Missing
	// authorization header".
	SignIn string
	// Timeout bounds one run. Defaults to 10 s.
	Timeout time.Duration
	// MaxBody bounds the request's body, in bytes. Defaults to 1 MiB.
	MaxBody int64
	// Run does the work. What it returns is sent as JSON with status 200, a File
	// or a Page as it is; nil is 204. An error made by Refuse is sent as it says;
	// another is a 500 whose text stays in the log.
	Run func(context.Context, *Call) (any, error)
}

// Users makes accounts; package auth implements it.
type Users interface {
	// CreateUserThen makes a confirmed account and calls then in the same
	// transaction, whose login may become authenticated. Any error undoes both.
	CreateUserThen(ctx context.Context, email, password string, then func(tx db.Tx, id string) error) (id string, err error)
}

// Options configure a Service. All but Log are needed.
type Options struct {
	// Functions are what can be called.
	Functions []Func
	// Pool is logged in as authenticator.
	Pool *db.Pool
	// Verify reads a bearer token.
	Verify func(bearer string) (token.Claims, error)
	// Users makes accounts.
	Users Users
	// Press prints; nil where the client is not built.
	Press *paper.Press
	// Mail sends letters. Functions that send none need none.
	Mail *mail.Mailer
	// Address tells who asks, for limits; "" is under none. Defaults to the
	// connection's address.
	Address func(*http.Request) string
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// Log takes what a caller must not see. Defaults to slog.Default.
	Log *slog.Logger
}

// Service answers /functions/v1.
type Service struct {
	functions map[string]Func
	o         Options
	log       *slog.Logger
	limits    *limit.Keyed  // of RateLimited
	later     chan struct{} // a place for each piece of work that goes on
	working   sync.WaitGroup
	// going ends with the program, for work that outlives its request.
	going context.Context
	stop  context.CancelFunc
}

// New makes a Service. It fails on a function without a name or a body, or two
// of one name.
func New(o Options) (*Service, error) {
	o = o.withDefaults()
	s := &Service{functions: map[string]Func{}, o: o, log: o.Log, limits: limit.New(maxNames), later: make(chan struct{}, maxLater)}
	s.going, s.stop = context.WithCancel(context.Background())
	for _, f := range o.Functions {
		if _, taken := s.functions[f.Name]; taken || f.Name == "" || f.Run == nil {
			return nil, fmt.Errorf("function %q has no name, nothing to run, or a double", f.Name)
		}
		s.functions[f.Name] = f.withDefaults()
	}
	return s, nil
}

func (o Options) withDefaults() Options {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.Address == nil {
		o.Address = func(r *http.Request) string { return r.RemoteAddr }
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

func (f Func) withDefaults() Func {
	if f.SignIn == "" {
		f.SignIn = "Missing authorization header"
	}
	if f.Timeout <= 0 {
		f.Timeout = 10 * time.Second
	}
	if f.MaxBody <= 0 {
		f.MaxBody = 1 << 20
	}
	return f
}

// ServeHTTP answers a request whose prefix /functions/v1 is already stripped.
// The function sees its own name as the path, and the query and headers (such
// as x-region, which has no meaning on one machine) as they came.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	f, ok := s.functions[name]
	if !ok {
		s.refuse(w, r, Refuse(http.StatusNotFound, "Function not found"))
		return
	}
	if len(f.Methods) > 0 && !slices.Contains(f.Methods, r.Method) {
		w.Header().Set("Allow", strings.Join(f.Methods, ", "))
		s.refuse(w, r, Refuse(http.StatusMethodNotAllowed, "Method not allowed"))
		return
	}
	claims, err := s.caller(f, token.Bearer(r.Context()))
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.run(w, r, f, claims)
}

// caller decides who asks. A token that is not ours is refused by the relay in
// front of the function, as stock clients tell the two apart by x-relay-error.
func (s *Service) caller(f Func, bearer string) (token.Claims, error) {
	if bearer == "" && !f.Open {
		return token.Claims{}, Refuse(http.StatusUnauthorized, f.SignIn)
	}
	if bearer == "" {
		return token.Visitor(), nil
	}
	claims, err := s.o.Verify(bearer)
	switch {
	case err == nil:
		return claims, nil
	case f.Open:
		return token.Visitor(), nil
	}
	return token.Claims{}, refuse(http.StatusUnauthorized, "Invalid JWT").
		WithHeader("X-Relay-Error", "true").Because(err)
}

func (s *Service) run(w http.ResponseWriter, r *http.Request, f Func, claims token.Claims) {
	ctx, cancel := context.WithTimeout(r.Context(), f.Timeout)
	defer cancel()
	r = r.WithContext(ctx)
	r.Body = http.MaxBytesReader(w, r.Body, f.MaxBody)
	result, err := s.safely(f, &Call{Claims: claims, Request: r, service: s})
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	s.reply(w, r, result)
}

// safely turns a panic into an error, which is logged and answered 500.
func (s *Service) safely(f Func, call *Call) (result any, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = &panicked{function: f.Name, reason: reason, stack: stack()}
		}
	}()
	return f.Run(call.Request.Context(), call)
}
