// Package functions serves /functions/v1: it looks up a function by name and runs it
// as the caller. It refuses unknown names, methods that a function does not serve,
// tokens that are not ours and bodies that are too large. The rest is the
// function's to refuse, and rights on tables are PostgreSQL's.
package functions

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/functions/deno"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/token"
)

// Function is one function, served at /functions/v1/<name> and below it.
type Function struct {
	// Handle answers a request. JSON makes one of a function that returns a value.
	Handle Handler
	// Public lets everybody call, as Supabase's verify_jwt = false: a caller without
	// a valid token is anon. Defaults to false: a valid token is needed.
	Public bool
	// Methods are the HTTP methods served, HEAD wherever GET is. Defaults to all.
	Methods []string
	// Timeout ends the context of the request, a stream's too. Defaults to 10 s; the
	// server cuts a response off after about 10 minutes. The context of a
	// text/event-stream ends when the server begins to shut down.
	Timeout time.Duration
	// MaxBody bounds the request's body, in bytes. Defaults to 1 MiB;
	// TOUBKAL_FUNCTION_BODY_LIMIT, 10 MiB by default, is the most that the server lets in. Reading past it fails with *http.MaxBytesError, and
	// while the memory for requests is in use with budget.ErrSpent, which a Handler may
	// return as it is (503).
	MaxBody int64
	// OwnCORS says that the function answers scripts of other origins itself. OPTIONS then needs no
	// token. Defaults to false: any origin may call, and sees the response.
	OwnCORS bool
	// Source is the path of its code, for operators. Defaults to "": it is compiled in.
	Source string
	// UnauthorizedMessage is the error for a caller without a token. Defaults to
	// "Missing authorization header".
	UnauthorizedMessage string
}

// Handler answers a request for a caller. The path is the function's name and what
// follows it; headers and query are as they were sent. w is an http.Flusher: after a
// Flush the client has what was written, compressed or not.
//
// A returned error is answered as JSON {"error", "code"}: one made by Refuse as it
// says, any other as a 500 whose text goes to the log only. If the response has begun,
// an error or a panic closes the connection, so that the client can tell half a
// response from a whole one.
type Handler func(w http.ResponseWriter, r *http.Request, call *Call) error

// Users creates accounts; package auth implements it.
type Users interface {
	// CreateUserTx creates a confirmed account and calls then in the same
	// transaction, whose login may become authenticated. Any error undoes both.
	CreateUserTx(ctx context.Context, email, password string, then func(tx db.Tx, id string) error) (id string, err error)
	// InviteUserTx makes an account without a password, has an invitation mailed that
	// leads to redirectTo, and calls then in the same transaction, as CreateUserTx does.
	InviteUserTx(r *http.Request, email, redirectTo string, metadata map[string]json.RawMessage, then func(tx db.Tx, id string) error) (id string, err error)
}

// Options configure a Service.
type Options struct {
	// Functions by name. A name has letters, digits, "-" and "_", and begins with a
	// letter.
	Functions map[string]Function
	// Pool is logged in as authenticator.
	Pool *db.Pool
	// Verify checks a bearer token.
	Verify func(bearer string) (token.Claims, error)
	// Users creates accounts. May be nil if no function does.
	Users Users
	// Mail takes e-mail to be sent. May be nil if no function sends any.
	Mail *mail.Outbox
	// Memory bounds what the bodies of requests take together. Nil is no bound.
	Memory *budget.Budget
	// Now is the clock. Defaults to time.Now.
	Now func() time.Time
	// Log gets what a caller must not see. Defaults to slog.Default.
	Log *slog.Logger
}

// Service answers /functions/v1.
type Service struct {
	functions atomic.Pointer[map[string]Function]
	calls     callRecord
	o         Options
	limits    *limit.Keyed  // of RateLimited
	slots     chan struct{} // one for each running WaitUntil
	running   sync.WaitGroup
	// background is the context of WaitUntil; it ends with the service.
	background context.Context
	stop       context.CancelFunc
}

// New makes a Service. It refuses a function without a handler, and an invalid name.
func New(o Options) (*Service, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	o.Log = o.Log.With("component", "functions")
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Service{o: o, limits: limit.New(maxNames), slots: make(chan struct{}, maxBackground)}
	s.background, s.stop = context.WithCancel(context.Background())
	return s, s.Replace(o.Functions)
}

// Replace serves these functions from the next request on, and no others.
func (s *Service) Replace(all map[string]Function) error {
	served := make(map[string]Function, len(all))
	for name, f := range all {
		if !deno.ValidName(name) || f.Handle == nil {
			return fmt.Errorf("function %q has no handler, or a name that is no path segment", name)
		}
		f.UnauthorizedMessage = cmp.Or(f.UnauthorizedMessage, "Missing authorization header")
		f.Timeout = cmp.Or(f.Timeout, 10*time.Second)
		f.MaxBody = cmp.Or(f.MaxBody, 1<<20)
		if slices.Contains(f.Methods, http.MethodGet) && !slices.Contains(f.Methods, http.MethodHead) {
			f.Methods = append(slices.Clone(f.Methods), http.MethodHead)
		}
		served[name] = f
	}
	s.functions.Store(&served)
	return nil
}

// Timeout is the longest one of a function.
func (s *Service) Timeout() (longest time.Duration) {
	for _, f := range *s.functions.Load() {
		longest = max(longest, f.Timeout)
	}
	return longest
}

// ServeHTTP answers a request whose prefix /functions/v1 is stripped already.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	f, ok := (*s.functions.Load())[name]
	serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.serve(w, r, name, f, ok) })
	if f.OwnCORS {
		serve(w, r)
		return
	}
	edge.CORS(nil)(serve).ServeHTTP(w, r)
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request, name string, f Function, ok bool) {
	if !ok {
		s.refuse(w, r, Refuse(http.StatusNotFound, "Function not found"))
		return
	}
	if len(f.Methods) > 0 && !slices.Contains(f.Methods, r.Method) {
		w.Header().Set("Allow", strings.Join(f.Methods, ", "))
		s.refuse(w, r, Refuse(http.StatusMethodNotAllowed, "Method not allowed"))
		return
	}
	claims, err := s.authenticate(f, token.Bearer(r.Context()))
	if err != nil && f.OwnCORS && r.Method == http.MethodOptions { // a browser's, which has no token
		claims, err = token.AnonClaims(), nil
	}
	if err != nil {
		if f.OwnCORS { // that a script can read why
			w.Header().Set("Access-Control-Allow-Origin", "*")
		}
		s.refuse(w, r, err)
		return
	}
	began, asked := s.o.Now(), r // its context ends with the client, not with the timeout
	ctx, cancel := context.WithTimeout(r.Context(), f.Timeout)
	defer cancel()
	r = r.WithContext(ctx)
	share := s.o.Memory.Share(claims.Role == token.Anon)
	defer share.Release()
	r.Body = http.MaxBytesReader(w, share.Body(r), f.MaxBody)
	response := edge.NewRecorder(w)
	call := &Call{Claims: claims, name: name, address: limit.Network(r.RemoteAddr), service: s}
	err = recoverPanic(name, func() error { return f.Handle(response, r, call) })
	s.record(name, asked, began, response, err)
	switch {
	case err == nil:
	case errors.Is(err, http.ErrAbortHandler):
		panic(http.ErrAbortHandler)
	case response.Started():
		s.log(r, err)
		panic(http.ErrAbortHandler)
	default:
		s.refuse(w, r, err)
	}
}

// authenticate returns the caller. A token that is not ours is refused as by
// Supabase's relay in front of a function: clients tell the two by x-relay-error.
func (s *Service) authenticate(f Function, bearer string) (token.Claims, error) {
	if bearer == "" && !f.Public {
		return token.Claims{}, Refuse(http.StatusUnauthorized, f.UnauthorizedMessage)
	}
	if bearer == "" {
		return token.AnonClaims(), nil
	}
	claims, err := s.o.Verify(bearer)
	switch {
	case err == nil:
		return claims, nil
	case f.Public:
		return token.AnonClaims(), nil
	}
	return token.Claims{}, refuse(http.StatusUnauthorized, "Invalid JWT").
		WithHeader("X-Relay-Error", "true").Because(err)
}

// recoverPanic runs fn and turns a panic into an error.
func recoverPanic(name string, fn func() error) (err error) {
	defer func() {
		switch reason := recover(); reason {
		case nil:
		case http.ErrAbortHandler:
			err = http.ErrAbortHandler
		default:
			err = &panicked{function: name, reason: reason, stack: debug.Stack()}
		}
	}()
	return fn()
}
