package app

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/static"
	"github.com/toubkal/toubkal/server/typegen"
)

// dev is the command `dev`: serve, and apply files as they are saved.
func (p *program) dev(ctx context.Context, args []string) error {
	p.watching, p.ShutdownDelay = true, 0
	p.limitNobody()
	p.reloader = static.NewReloader()
	return p.serve(ctx, args)
}

// debounce is how long the files must be unchanged before they are applied: an
// editor saves in several steps (write aside, rename).
const debounce = 50 * time.Millisecond

// watch applies migrations, policies and seeds, writes the client's types and
// reloads open pages whenever files are saved, until ctx ends. A refused file
// leaves everything as it was, and is tried again when it is saved.
func (p *program) watch(ctx context.Context, d *database) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		p.log.Warn("files are not watched", "error", err)
		return
	}
	defer func() { _ = w.Close() }()
	p.addWatches(w)
	sql, pages := true, false
	wait := time.NewTimer(0) // files may have changed before they were watched
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-w.Events:
			switch {
			case event.Op == fsnotify.Chmod: // some systems report it for every read
				continue
			case filepath.Ext(event.Name) == ".sql" || slices.Contains(p.sqlFolders(), event.Name):
				sql = true
			default:
				pages = true
			}
			wait.Reset(debounce)
		case err := <-w.Errors:
			p.log.Warn("changes of files may have been missed", "error", err)
			sql = true
			wait.Reset(debounce)
		case <-wait.C:
			p.addWatches(w) // a folder may be new
			p.apply(ctx, d, sql, pages)
			sql, pages = false, false
		}
	}
}

// sqlFolders are the folders whose SQL files are applied, whether they are there or
// not.
func (p *program) sqlFolders() []string {
	folders := []string{p.PoliciesDir}
	in := func(names ...string) {
		for _, name := range names {
			folders = append(folders, filepath.Join(p.project.Folder, name))
		}
	}
	switch {
	case p.supabase != nil:
		in("supabase", "supabase/migrations")
		for _, pattern := range p.supabase.SeedPaths {
			in(filepath.Join("supabase", filepath.Dir(pattern)))
		}
	case p.project.Folder != "":
		in("schema", "schema/seeds")
	}
	return folders
}

// addWatches watches the folders that are there; one that is watched stays.
func (p *program) addWatches(w *fsnotify.Watcher) {
	for _, folder := range p.sqlFolders() {
		_ = w.Add(folder) // fails where there is none
	}
	if p.project.Folder == "" {
		return
	}
	_ = w.Add(p.project.Folder)
	public := filepath.Join(p.project.Folder, "public")
	_ = filepath.WalkDir(public, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			_ = w.Add(path)
		}
		return nil
	})
}

// apply brings database, types and pages to what the files say, and prints what
// it did in one line.
func (p *program) apply(ctx context.Context, d *database, sql, pages bool) {
	began := time.Now()
	lines := []string{}
	if sql && p.AutoMigrate {
		err := d.asOwner(ctx, func(conn *db.Conn) error {
			applied, err := p.migrate(ctx, conn)
			lines = append(lines, applied...)
			if err != nil {
				return err
			}
			written, err := p.writeTypes(ctx, conn)
			if written != "" {
				lines = append(lines, written+" written")
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			for line := range strings.Lines(err.Error()) {
				p.say(strings.TrimSpace(line))
			}
		}
	}
	if len(lines) > 0 {
		lines[len(lines)-1] += fmt.Sprintf(" in %d ms", time.Since(began).Milliseconds())
	}
	if (len(lines) > 0 || pages) && p.reloader != nil {
		if n := p.reloader.Reload(); n > 0 {
			lines = append(lines, fmt.Sprintf("%d pages reloaded", n))
		}
	}
	if len(lines) > 0 {
		p.say(strings.Join(lines, "; "))
	}
}

// say prints a line with the time of day.
func (p *program) say(line string) {
	_, _ = fmt.Fprintln(p.out, time.Now().Format(time.TimeOnly)+"   "+line)
}

// typesFile is where the types of a project's Vite client are.
const typesFile = "client/src/database.types.ts"

// writeTypes writes the types of a Vite client where they have changed, and
// returns the file's name, "" where there is nothing to do.
func (p *program) writeTypes(ctx context.Context, conn *db.Conn) (string, error) {
	file := filepath.Join(p.project.Folder, filepath.FromSlash(typesFile))
	if info, err := os.Stat(filepath.Dir(file)); p.project.Folder == "" || err != nil || !info.IsDir() {
		return "", nil
	}
	text, err := typegen.Generate(ctx, conn, typegen.Options{Schemas: p.Schemas})
	if err != nil {
		return "", err
	}
	// #nosec G304 -- a file of the project, in development
	if before, err := os.ReadFile(file); err == nil && string(before) == text {
		return "", nil
	}
	// #nosec G306 -- a source of the project
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return "", fmt.Errorf("write the types: %w", err)
	}
	return typesFile, nil
}
