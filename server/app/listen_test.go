package app

import (
	"log/slog"
	"net/http"
	"testing"
	"time"
)

// TestLongWorkIsAnswered: the deadline for sending is set when a request comes,
// so that it must leave room for the work that the operator allows.
func TestLongWorkIsAnswered(t *testing.T) {
	t.Parallel()
	for _, work := range []time.Duration{time.Second, 10 * time.Minute, 3 * time.Hour} {
		server := newServer(http.NotFoundHandler(), work, slog.New(slog.DiscardHandler))
		if left := server.WriteTimeout - work; left < time.Minute {
			t.Errorf("after %s of work a client has %s to read the answer", work, left)
		}
	}
}
