package migrate

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// debounce is how long a folder must be unchanged before its changes are applied:
// an editor saves in several steps (write aside, rename).
const debounce = 50 * time.Millisecond

// Watch calls apply each time SQL files of dir have changed, and say with each
// line that apply returns, or with each line of its error. It is for
// development. An error never ends it; it returns nil when ctx ends, and an
// error only where the system cannot watch dir.
func Watch(ctx context.Context, dir string, apply func(context.Context) ([]string, error), say func(string)) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	defer w.Close()
	if err := w.Add(dir); err != nil {
		return fmt.Errorf("watch %s: %w", dir, err)
	}
	rest := time.NewTimer(0) // files may have changed before we watched
	defer rest.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case event := <-w.Events:
			if isChange(event) {
				rest.Reset(debounce)
			}
		case err := <-w.Errors:
			say(fmt.Sprintf("watch %s: %v", dir, err))
			rest.Reset(debounce) // events may be lost: look at all files
		case <-rest.C:
			applyAndSay(ctx, apply, say)
		}
	}
}

// isChange leaves out other files and mere changes of mode, which some systems
// report for every read.
func isChange(event fsnotify.Event) bool {
	return filepath.Ext(event.Name) == ".sql" && event.Op != fsnotify.Chmod
}

func applyAndSay(ctx context.Context, apply func(context.Context) ([]string, error), say func(string)) {
	changes, err := apply(ctx)
	for _, line := range changes {
		say(line)
	}
	if err == nil || ctx.Err() != nil {
		return
	}
	for line := range strings.Lines(err.Error()) {
		say(strings.TrimSpace(line))
	}
}
