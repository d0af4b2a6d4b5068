package console

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/edge"
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
	"realtime":  regexp.MustCompile(`^/api/subscriptions$`), // of this node
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
	if name == "auth" || name == "realtime" || r.as.role == owner {
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
	answer := edge.NewRecorder(w)
	to.ServeHTTP(answer, asked)
	if reads := []string{http.MethodGet, http.MethodHead}; !slices.Contains(reads, r.Method) {
		line := audited{statement: r.Method + " /" + name + "/v1" + path, took: s.Now().Sub(began)}
		if answer.Status() >= http.StatusBadRequest {
			line.err = fault.New(http.StatusText(answer.Status()), "")
		}
		s.audit(r, line)
	}
	return nil
}

// tokenOf makes an access token of the actor. It belongs to no session: it ends by itself.
func (c *core) tokenOf(ctx context.Context, as actor, life time.Duration) (string, error) {
	now := c.Now()
	claims, err := c.claims(ctx, as, fmt.Sprintf(`{"iss": "toubkal-console", "iat": %d, "exp": %d}`, now.Unix(), now.Add(life).Unix()))
	if err != nil {
		return "", err
	}
	return c.Keys.Sign(json.RawMessage(claims.JSON))
}
