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

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/typegen"
)

// watcher is the program of the command dev, with the database to which it applies files.
type watcher struct {
	*program
	database   *installation.Database
	typeScript *typeScript
	calls      *functions.Service
}

// debounce is the time that the files must be unchanged before they are applied: an
// editor saves in several steps (write aside, rename).
const debounce = 50 * time.Millisecond

// watch applies migrations, policies and seeds, writes the client's types and
// reloads open pages whenever files are saved, until ctx ends. A refused file
// leaves everything as it was, and is tried again when it is saved.
func (w *watcher) watch(ctx context.Context) {
	files, err := fsnotify.NewWatcher()
	if err != nil {
		w.Log.Warn("files are not watched", "error", err)
		return
	}
	defer func() { _ = files.Close() }()
	w.addWatches(files)
	sql, pages := true, false
	changed := map[string]bool{} // functions, by the first folder of the path
	wait := time.NewTimer(0)     // files may have changed before they were watched
	for {
		select {
		case <-ctx.Done():
			return
		case event := <-files.Events:
			functions := w.functionsOf(event.Name)
			switch {
			case event.Op == fsnotify.Chmod: // some systems report it for every read
				continue
			case filepath.Ext(event.Name) == ".sql" || slices.Contains(w.sqlFolders(), event.Name):
				sql = true
			case len(functions) > 0:
				for _, name := range functions {
					changed[name] = true
				}
			case w.Supabase != nil && event.Name == filepath.Join(w.Project.Folder, "supabase", "config.toml"):
				w.Say("supabase/config.toml was saved: it applies when toubkal dev starts again")
			case inside(w.publicDir(), event.Name):
				pages = true
			case event.Op != fsnotify.Create: // a log beside the folders is written all the time
				continue
			}
			wait.Reset(debounce)
		case err := <-files.Errors:
			w.Log.Warn("changes of files may have been missed", "error", err)
			sql = true
			wait.Reset(debounce)
		case <-w.typeScript.filesKnown:
			w.addWatches(files)
			if w.savedMeanwhile(changed) {
				wait.Reset(debounce)
			}
		case <-wait.C:
			w.addWatches(files) // a folder may be new
			w.apply(ctx, sql, pages)
			w.restart(changed)
			sql, pages = false, false
			clear(changed)
		}
	}
}

// inside reports whether a file is in a folder, or below it.
func inside(folder, file string) bool {
	below, err := filepath.Rel(folder, file)
	return err == nil && filepath.IsLocal(below)
}

// functionsOf are the functions in TypeScript that a file is of: by the folder below that of the
// functions in which it is, else by what they import.
func (w *watcher) functionsOf(file string) []string {
	if w.functionsDir() == "" || !inside(w.functionsDir(), file) {
		return w.typeScript.importers(file)
	}
	below, _ := filepath.Rel(w.functionsDir(), file) // it is inside
	name, _, _ := strings.Cut(filepath.ToSlash(below), "/")
	return []string{name}
}

// savedMeanwhile adds the functions of which a file elsewhere was saved after they were started,
// before it was watched.
func (w *watcher) savedMeanwhile(changed map[string]bool) (any bool) {
	for name, own := range w.typeScript.elsewhere(w.functionsDir()) {
		for _, file := range own.files {
			if info, err := os.Stat(file); err == nil && info.ModTime().After(own.began) {
				changed[name], any = true, true
			}
		}
	}
	return any
}

// restart has the next call run the code of the functions that have changed; of all, where a file
// of none has, such as one of _shared. It serves those that are new, and no longer those that are gone.
func (w *watcher) restart(changed map[string]bool) {
	if len(changed) == 0 {
		return
	}
	before := w.typeScript.names()
	called, err := w.typeScript.served()
	if err == nil {
		err = w.calls.Replace(called)
	}
	if err != nil {
		w.Say("functions: " + err.Error())
		return
	}
	var names []string
	for name := range changed {
		if _, err := os.Stat(filepath.Join(w.functionsDir(), name, "index.ts")); err != nil {
			name = ""
		}
		names = append(names, w.typeScript.restart(name)...)
	}
	// Printed last: a call that is made on reading it runs the new code.
	if after := w.typeScript.names(); !slices.Equal(before, after) {
		w.Say("functions in TypeScript: " + strings.Join(after, ", "))
	}
	if len(names) > 0 {
		w.Say("functions restarted: " + strings.Join(names, ", "))
	}
}

func (w *watcher) functionsDir() string {
	folder, _ := w.FunctionsFolder()
	return folder
}

func (w *watcher) publicDir() string { return filepath.Join(w.Project.Folder, "public") }

// sqlFolders are the folders whose SQL files are applied, whether they are there or
// not.
func (w *watcher) sqlFolders() []string {
	folders := []string{w.PoliciesDir}
	in := func(names ...string) {
		for _, name := range names {
			folders = append(folders, filepath.Join(w.Project.Folder, name))
		}
	}
	switch {
	case w.Supabase != nil:
		in("supabase", "supabase/migrations")
		for _, pattern := range w.Supabase.SeedPaths {
			in(filepath.Join("supabase", filepath.Dir(pattern)))
		}
	case w.Project.Folder != "":
		in("schema", "schema/seeds")
	}
	return folders
}

// addWatches watches the folders that are there; one that is watched stays.
func (w *watcher) addWatches(files *fsnotify.Watcher) {
	for _, folder := range w.sqlFolders() {
		_ = files.Add(folder) // fails where there is none
	}
	if w.Project.Folder == "" {
		return
	}
	_ = files.Add(w.Project.Folder)
	for _, own := range w.typeScript.elsewhere(w.functionsDir()) {
		for _, file := range own.files {
			_ = files.Add(filepath.Dir(file))
		}
	}
	for _, folder := range []string{w.publicDir(), w.functionsDir()} {
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err == nil && entry.IsDir() {
				_ = files.Add(path)
			}
			return nil
		})
	}
}

// apply brings database, types and pages to what the files say, and prints what
// it did in one line.
func (w *watcher) apply(ctx context.Context, sql, pages bool) {
	began := time.Now()
	lines := []string{}
	if sql && w.AutoMigrate {
		w.applying.Lock()
		err := w.database.AsOwner(ctx, func(conn *db.Conn) error {
			applied, err := w.Migrate(ctx, conn)
			lines = append(lines, applied...)
			if err != nil {
				return err
			}
			written, err := w.writeTypes(ctx, conn)
			if written != "" {
				lines = append(lines, written+" written")
			}
			return err
		})
		w.applying.Unlock()
		if err != nil && ctx.Err() == nil {
			for line := range strings.Lines(err.Error()) {
				w.Say(strings.TrimSpace(line))
			}
		}
	}
	if len(lines) > 0 {
		lines[len(lines)-1] += fmt.Sprintf(" in %d ms", time.Since(began).Milliseconds())
	}
	if (len(lines) > 0 || pages) && w.reloader != nil {
		if n := w.reloader.Reload(); n > 0 {
			lines = append(lines, fmt.Sprintf("%d pages reloaded", n))
		}
	}
	if len(lines) > 0 {
		w.Say(strings.Join(lines, "; "))
	}
}

// typesFile is the path of the types of a project's Vite client.
const typesFile = "client/src/database.types.ts"

// writeTypes writes the types of a Vite client where they have changed, and
// returns the file's name, "" where there is nothing to do.
func (w *watcher) writeTypes(ctx context.Context, conn *db.Conn) (string, error) {
	file := filepath.Join(w.Project.Folder, filepath.FromSlash(typesFile))
	if info, err := os.Stat(filepath.Dir(file)); w.Project.Folder == "" || err != nil || !info.IsDir() {
		return "", nil
	}
	text, err := typegen.Generate(ctx, conn, typegen.Options{Schemas: w.Schemas})
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
