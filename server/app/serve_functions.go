package app

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/functions/deno"
)

// typeScriptTime is the time that a request to a function in TypeScript may last, its stream or
// websocket too: the wall clock of Supabase's paid plan.
const typeScriptTime = 400 * time.Second

// typeScript serves the functions in TypeScript of the project's folder.
type typeScript struct {
	*program
	database *installation.Database
	keys     *installation.Credentials
	address  string                        // of this server
	inGo     map[string]functions.Function // which win over those of the same name
	logs     *deno.Logs

	mu      sync.Mutex
	runtime *deno.Runtime // nil while there is no function, or no Deno
	found   []deno.Function
	files   map[string]madeOf // of the functions that have been started, in development

	filesKnown chan struct{} // 1: files has changed
}

// madeOf are the files of a function, as it was started.
type madeOf struct {
	files []string
	began time.Time
}

func (p *program) newTypeScript(d *installation.Database, k *installation.Credentials, address string, inGo map[string]functions.Function) *typeScript {
	return &typeScript{program: p, database: d, keys: k, address: address, inGo: inGo, logs: p.FunctionLogs(), files: map[string]madeOf{}, filesKnown: make(chan struct{}, 1)}
}

// served are the functions of the program as the folder is now.
func (t *typeScript) served() (map[string]functions.Function, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	folder, settings := t.FunctionsFolder()
	t.found = slices.DeleteFunc(deno.Find(folder, settings), func(f deno.Function) bool { _, inGo := t.inGo[f.Name]; return inGo })
	all := maps.Clone(t.inGo)
	if len(t.found) == 0 {
		return all, nil
	}
	if err := t.start(); err != nil {
		return nil, err
	}
	for _, f := range t.found {
		all[f.Name] = t.function(f)
	}
	return all, nil
}

// start makes the Runtime, where Deno is found.
func (t *typeScript) start() error {
	if t.runtime != nil {
		return nil
	}
	executable, err := deno.Executable(t.Deno, t.Project.Folder)
	if err != nil {
		return err
	}
	if executable == "" {
		t.Note(fmt.Sprintf("functions in TypeScript (%s) need Deno: %s", strings.Join(t.names(), ", "), deno.HowToInstall))
		return nil
	}
	own, err := t.FunctionVariables()
	if err != nil {
		return err
	}
	for name := range own {
		if installation.IsReserved(name) {
			t.Note("functions: the variable " + name + " is left out: names with SUPABASE_ are the server's")
		}
	}
	cache, err := filepath.Abs(filepath.Join(t.DataDir, "deno"))
	if err != nil {
		return fmt.Errorf("the folder of what functions import: %w", err)
	}
	var started func(deno.Function, time.Time)
	if t.reloader != nil {
		started = func(f deno.Function, at time.Time) { t.learnFiles(f, executable, cache, at) }
	}
	t.runtime, err = deno.New(deno.Options{
		Executable: executable, Environ: t.variables, Cache: cache, Processes: t.FunctionProcesses, Memory: t.FunctionMemory << 20,
		FirstByte: time.Duration(t.FunctionTimeout), Idle: time.Duration(t.FunctionIdle), Started: started, Console: t.console, Log: t.Log,
	})
	return err
}

// learnFiles asks what a function imports, so that its files are watched wherever they are.
func (t *typeScript) learnFiles(f deno.Function, executable, cache string, began time.Time) {
	files, err := f.Files(context.Background(), executable, cache)
	if err != nil {
		t.Log.Warn("files that a function imports from other folders are not watched", "function", f.Name, "error", err)
		return
	}
	t.mu.Lock()
	t.files[f.Name] = madeOf{files, began}
	t.mu.Unlock()
	select {
	case t.filesKnown <- struct{}{}:
	default: // the watcher has not looked yet
	}
}

// importers are the functions that have been started and are made of a file.
func (t *typeScript) importers(file string) (names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for name, own := range t.files {
		if slices.Contains(own.files, file) {
			names = append(names, name)
		}
	}
	return names
}

// elsewhere are the files outside of a folder, of the functions that have been started.
func (t *typeScript) elsewhere(folder string) map[string]madeOf {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := map[string]madeOf{}
	for name, own := range t.files {
		outside := slices.DeleteFunc(slices.Clone(own.files), func(file string) bool { return inside(folder, file) })
		all[name] = madeOf{outside, own.began}
	}
	return all
}

func (t *typeScript) names() []string {
	names := make([]string, len(t.found))
	for i, f := range t.found {
		names[i] = f.Name
	}
	return names
}

// function answers with a process of Deno's, and 501 where there is no Deno.
func (t *typeScript) function(f deno.Function) functions.Function {
	runtime := t.runtime
	if runtime == nil {
		return functions.Function{Public: true, Source: f.Entrypoint, Handle: func(http.ResponseWriter, *http.Request, *functions.Call) error {
			return functions.Refuse(http.StatusNotImplemented, "Functions in TypeScript need Deno: "+deno.HowToInstall)
		}}
	}
	return functions.Function{
		Public: f.Public, Source: f.Entrypoint, OwnCORS: true, Timeout: typeScriptTime, MaxBody: t.FunctionBody << 20,
		Handle: func(w http.ResponseWriter, r *http.Request, _ *functions.Call) error {
			runtime.Serve(f, w, r)
			return nil
		},
	}
}

// restart has the next call run the code as it is now; "" is all functions.
func (t *typeScript) restart(name string) []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.runtime == nil {
		return nil
	}
	return t.runtime.Restart(name)
}

// warm starts the functions, where the configuration says so.
func (t *typeScript) warm(ctx context.Context) {
	t.mu.Lock()
	runtime, found := t.runtime, t.found
	t.mu.Unlock()
	if t.FunctionWarm && runtime != nil {
		runtime.Warm(ctx, found)
	}
}

func (t *typeScript) close(ctx context.Context) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.runtime != nil {
		t.runtime.Close(ctx)
	}
}

// variables are those of Supabase's runtime, and the project's own.
func (t *typeScript) variables() ([]string, error) {
	values, err := t.FunctionVariables()
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(values, func(name, _ string) bool { return installation.IsReserved(name) })
	keys, err := t.keys.ForFunctions()
	if err != nil {
		return nil, err
	}
	maps.Copy(values, keys)
	values["SUPABASE_URL"] = t.address
	if url := t.databaseURL(); url != "" {
		values["SUPABASE_DB_URL"] = url
	}
	environ := make([]string, 0, len(values))
	for name, value := range values {
		environ = append(environ, name+"="+value)
	}
	return environ, nil
}

// databaseURL is the address of the database for functions: of the embedded PostgreSQL, where it
// listens on a port.
func (t *typeScript) databaseURL() string {
	if t.database.Embedded == nil {
		return t.DatabaseURL
	}
	if t.PostgresPort == 0 {
		return ""
	}
	return t.database.Embedded.PortURL("postgres")
}

// console keeps a line that a function prints, and logs it; dev shows it as it is.
func (t *typeScript) console(function, line string) {
	if err := t.logs.Add(function, line); err != nil {
		t.Log.Warn("the console of a function is not kept", "function", function, "error", err)
	}
	if t.reloader != nil {
		t.Say(function + ": " + line)
		return
	}
	t.Log.Info(line, "component", "functions", "function", function)
}
