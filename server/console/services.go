package console

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// relay passes requests on to the services of this program as the actor: what a screen on users or
// files shows is what the API answers, with its checks, and no key leaves the program.
type relay struct{ *core }

// relayed are the routes that are passed on, by service.
var relayed = map[string]*regexp.Regexp{
	"auth":      regexp.MustCompile(`^/(admin/users|invite$|recover$|magiclink$|admin/audit$|settings$)`),
	"storage":   regexp.MustCompile(`^/(bucket|object)(/|$)`),
	"functions": regexp.MustCompile(`^/[A-Za-z0-9_-]+$`),
	"rest":      regexp.MustCompile(`^/`),
}

// tokenLife is the life of a token that is made for one request.
const tokenLife = time.Minute

// pass is the handler of /services/{service}/…. It is no action: bodies are passed as they come.
func (s relay) pass(w http.ResponseWriter, r *http.Request) {
	who, err := s.sessionOf(r)
	if err == nil {
		var as actor
		if as, err = actorOf(r); err == nil {
			err = s.passAs(w, &call{Request: r, who: who, as: as})
		}
	}
	if err != nil {
		s.refuse(w, r, err)
	}
}

func (s relay) passAs(w http.ResponseWriter, r *call) error {
	name, path := r.PathValue("service"), "/"+r.PathValue("path")
	to, routes := s.Services[name], relayed[name]
	if to == nil || routes == nil || !routes.MatchString(path) || strings.Contains(path, "/../") {
		return fault.New(fault.NotFound, "The console passes on no such request.")
	}
	if name == "auth" || r.as.role == owner {
		r.as = actor{role: token.ServiceRole}
	}
	bearer, err := s.tokenOf(r.Context(), r.as, tokenLife)
	if err != nil {
		return err
	}
	began := s.Now()
	asked := r.Clone(token.WithBearer(r.Context(), bearer))
	asked.URL.Path, asked.URL.RawPath = path, ""
	if raw := strings.TrimPrefix(r.URL.EscapedPath(), "/services/"+name); raw != path {
		asked.URL.RawPath = raw
	}
	for _, header := range []string{"Cookie", actorHeader, consoleHeader} {
		asked.Header.Del(header)
	}
	asked.Header.Set("Authorization", "Bearer "+bearer)
	limit := int64(maxBody)
	if name == "storage" {
		limit = s.FileSize
	}
	asked.Body = http.MaxBytesReader(w, asked.Body, limit)
	answer := &statusWriter{ResponseWriter: w, status: http.StatusOK}
	to.ServeHTTP(answer, asked)
	if reads := []string{http.MethodGet, http.MethodHead}; !slices.Contains(reads, r.Method) {
		line := audited{statement: r.Method + " /" + name + "/v1" + path, took: s.Now().Sub(began)}
		if answer.status >= http.StatusBadRequest {
			line.err = fault.New(http.StatusText(answer.status), "")
		}
		s.audit(r, line)
	}
	return nil
}

// statusWriter remembers the status of an answer.
type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for http.ResponseController.
func (w *statusWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// tokenSQL are the claims of a token of a user. It belongs to no session: it ends by itself.
const tokenSQL = `select (` + claimsOfUser + ` || jsonb_build_object('iat', $2::bigint, 'exp', $3::bigint, 'iss', 'toubkal-console'))::text from auth.users where id = $1`

// tokenOf makes an access token of the actor.
func (c *core) tokenOf(ctx context.Context, as actor, life time.Duration) (string, error) {
	now := c.Now()
	if as.user == "" {
		return c.Keys.Sign(map[string]any{"role": as.role, "iss": "toubkal-console", "iat": now.Unix(), "exp": now.Add(life).Unix()})
	}
	var claims rawClaims
	err := c.Owner.Conn(ctx, func(conn *db.Conn) error {
		return conn.QueryRow(ctx, tokenSQL, as.user, now.Unix(), now.Add(life).Unix()).Scan((*[]byte)(&claims))
	})
	if errors.Is(err, db.ErrNoRows) {
		return "", invalid("There is no such user.")
	}
	if err != nil {
		return "", err
	}
	return c.Keys.Sign(claims)
}

// rawClaims are claims as JSON.
type rawClaims []byte

// MarshalJSON implements json.Marshaler.
func (r rawClaims) MarshalJSON() ([]byte, error) { return r, nil }
