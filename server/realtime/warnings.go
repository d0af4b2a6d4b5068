package realtime

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// warnings are the lines in the log that clients can cause: while the database is
// away, each of twenty thousand who join again would be one.
type warnings struct {
	log *slog.Logger
	now func() time.Time

	mu    sync.Mutex
	began time.Time // of the window that is counted in
	said  int
	kept  int // back, since the last that was said
}

// Of warnings that clients cause there are mostWarnings in each warningWindow.
const (
	mostWarnings  = 20
	warningWindow = 10 * time.Second
)

// say logs a warning, or counts it for the next that is logged.
func (w *warnings) say(ctx context.Context, what string, attrs ...any) {
	kept, ok := w.take()
	if !ok {
		return
	}
	if kept > 0 {
		attrs = append(attrs, "kept back before", kept)
	}
	w.log.WarnContext(ctx, "realtime: "+what, attrs...)
}

func (w *warnings) take() (kept int, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := w.now(); now.Sub(w.began) >= warningWindow {
		w.began, w.said = now, 0
	}
	if w.said >= mostWarnings {
		w.kept++
		return 0, false
	}
	kept = w.kept
	w.said, w.kept = w.said+1, 0
	return kept, true
}
