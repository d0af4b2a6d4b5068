package mcp

import (
	"net/http"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/token"
)

// Handler answers clients over HTTP (the streamable transport, without sessions, so that any node
// answers any request). keys verify the service key, which the edge in front has resolved. A page
// of another origin is refused.
func (s *Server) Handler(keys *token.Keys) http.Handler {
	verifier := keys.WithRules(token.Rules{})
	// Behind a proxy of this machine the Host is another one; pages do not know the service key.
	options := &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, DisableLocalhostProtection: true, MaxRequestBodyBytes: MaxBody}
	protocol := sdk.NewStreamableHTTPHandler(func(r *http.Request) *sdk.Server { return s.protocol(r.Context()) }, options)
	own := http.NewCrossOriginProtection()
	own.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		edge.Refuse(w, fault.New(fault.ConsoleForbidden, "Tools for assistants answer no page of another origin."))
	}))
	return edge.NoStore(own.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !verifier.IsServiceKey(token.Bearer(r.Context())) {
			edge.Refuse(w, fault.New(fault.ConsoleForbidden, "Tools for assistants are for the service key: send it as Authorization: Bearer.").WithStatus(http.StatusUnauthorized))
			return
		}
		protocol.ServeHTTP(w, r)
	})))
}

// MaxBody bounds a request over HTTP, in bytes.
const MaxBody = 1 << 20
