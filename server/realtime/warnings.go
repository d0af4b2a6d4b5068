package realtime

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// warnings limits log lines that clients can cause: while the database is down, each
// of twenty thousand clients that join again would cause one.
type warnings struct {
	log *slog.Logger
	now func() time.Time

	mu    sync.Mutex
	began time.Time // of the current window
	said  int
	kept  int // suppressed since the last line
}

// maxWarnings are logged in each warningWindow.
const (
	maxWarnings   = 20
	warningWindow = 10 * time.Second
)

// warn logs a warning, or counts it for the next one that is logged.
func (w *warnings) warn(ctx context.Context, what string, attrs ...any) {
	kept, ok := w.take()
	if !ok {
		return
	}
	if kept > 0 {
		attrs = append(attrs, "suppressed", kept)
	}
	w.log.WarnContext(ctx, what, attrs...)
}

func (w *warnings) take() (kept int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := w.now(); now.Sub(w.began) >= warningWindow {
		w.began, w.said = now, 0
	}
	if w.said >= maxWarnings {
		w.kept++
		return 0, false
	}
	kept = w.kept
	w.said, w.kept = w.said+1, 0
	return kept, true
}
