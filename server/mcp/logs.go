package mcp

import (
	"cmp"
	"context"
)

type logsInput struct {
	Text   string `json:"text,omitempty" jsonschema:"has to be in the path, the message, the caller or the id of the request"`
	Status int64  `json:"status,omitempty" jsonschema:"4 for the statuses 400 to 499, 5 for 500 to 599"`
	Lines  int    `json:"lines,omitempty" jsonschema:"the most lines to return; defaults to 50, at most 200"`
}

type logsOutput struct {
	Lines any `json:"lines"`
}

func (t *tools) addLogs() {
	if t.Logs != nil && t.highest.rank >= ofService {
		add(t, "recent_logs", false, "List the newest requests and messages of the log of this program, the newest first: path without its query, status, time, and the caller of a refused request.", t.recentLogs)
	}
}

func (s *Server) recentLogs(_ context.Context, in logsInput) (string, logsOutput, error) {
	most := min(cmp.Or(max(in.Lines, 0), 50), 200)
	return "", logsOutput{s.Logs(in.Text, in.Status, most)}, nil
}
