package app

import (
	"context"
	"fmt"
	"net/http"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/mcp"
)

// openMCP has the tools for assistants over HTTP, on the console's connections; nil where
// TOUBKAL_MCP is off. They only read.
func (p *program) openMCP(on *consoleService, t *tables, k *installation.Credentials) (http.Handler, error) {
	if p.MCP == "off" || on == nil {
		return nil, nil
	}
	server, err := mcp.New(mcp.Options{
		Version: p.Version, As: p.MCP, Operator: "mcp, service key",
		Pools:   func(context.Context) (*db.Pool, *db.Pool, error) { return on.owner, on.callers, nil },
		Explain: t.explainOptions, Lint: p.LintOptions, Schemas: p.Schemas, Log: p.Log,
		Logs: func(text string, status int64, most int) any { return p.lines.Newest(text, status, 0, most) },
	})
	if err != nil {
		return nil, fmt.Errorf("TOUBKAL_MCP: %w", err)
	}
	return server.Handler(k.Keys), nil
}
