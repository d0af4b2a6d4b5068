package app

import (
	"fmt"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/app/installation"
	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/functions/deno"
	"github.com/toubkal/toubkal/server/project/dotenv"
)

// typeScriptTime is the time that a request to a function in TypeScript may last, its stream or
// websocket too: the wall clock of Supabase's paid plan.
const typeScriptTime = 400 * time.Second

// typeScript adds the functions in TypeScript of the project's folder to called, but for those
// of a name that a function in Go has. The Runtime is nil where there are none, or no Deno.
func (p *program) typeScript(d *installation.Database, k *installation.Credentials, called map[string]functions.Function, address string) (*deno.Runtime, error) {
	folder, settings := p.FunctionsFolder()
	found := slices.DeleteFunc(deno.Find(folder, settings), func(f deno.Function) bool { _, inGo := called[f.Name]; return inGo })
	if len(found) == 0 {
		return nil, nil
	}
	executable, err := deno.Executable(p.Deno, p.Project.Folder)
	if err != nil {
		return nil, err
	}
	if executable == "" {
		p.refuseTypeScript(found, called)
		return nil, nil
	}
	environ, err := p.functionEnviron(d, k, folder, address)
	if err != nil {
		return nil, err
	}
	cache, err := filepath.Abs(filepath.Join(p.DataDir, "deno"))
	if err != nil {
		return nil, fmt.Errorf("the folder of what functions import: %w", err)
	}
	runtime, err := deno.New(deno.Options{
		Executable: executable, Environ: environ, Cache: cache, Processes: p.FunctionProcesses, Memory: p.FunctionMemory << 20,
		FirstByte: time.Duration(p.FunctionTimeout), Idle: time.Duration(p.FunctionIdle), Console: p.functionConsole, Log: p.Log,
	})
	if err != nil {
		return nil, err
	}
	for _, f := range found {
		called[f.Name] = functions.Function{
			Public: f.Public, OwnCORS: true, Timeout: typeScriptTime, MaxBody: p.FunctionBody << 20,
			Handle: func(w http.ResponseWriter, r *http.Request, _ *functions.Call) error {
				runtime.Serve(f, w, r)
				return nil
			},
		}
	}
	return runtime, nil
}

// refuseTypeScript answers 501 for functions that nothing can run, and notes which.
func (p *program) refuseTypeScript(found []deno.Function, called map[string]functions.Function) {
	names := make([]string, len(found))
	for i, f := range found {
		names[i] = f.Name
		called[f.Name] = functions.Function{Public: true, Handle: func(http.ResponseWriter, *http.Request, *functions.Call) error {
			return functions.Refuse(http.StatusNotImplemented, "Functions in TypeScript need Deno: "+deno.HowToInstall)
		}}
	}
	p.functionNotes = append(p.functionNotes, fmt.Sprintf("functions in TypeScript (%s) need Deno: %s", strings.Join(names, ", "), deno.HowToInstall))
}

// functionEnviron are the variables of functions in TypeScript: those of Supabase's runtime,
// [edge_runtime.secrets], and .env in the folder of functions, of which the last wins. Names
// that begin with SUPABASE_ are the engine's.
func (p *program) functionEnviron(d *installation.Database, k *installation.Credentials, folder, address string) ([]string, error) {
	file := filepath.Join(folder, ".env")
	own, err := dotenv.Read(file, file)
	if err != nil {
		return nil, err
	}
	values := map[string]string{}
	if p.Supabase != nil {
		maps.Copy(values, p.Supabase.FunctionVariables)
	}
	maps.Copy(values, own)
	for name := range values {
		if strings.HasPrefix(name, "SUPABASE_") {
			p.functionNotes = append(p.functionNotes, "functions: the variable "+name+" is left out: names with SUPABASE_ are the server's")
			delete(values, name)
		}
	}
	keys, err := k.ForFunctions()
	if err != nil {
		return nil, err
	}
	maps.Copy(values, keys)
	values["SUPABASE_URL"] = address
	if url := p.functionDatabase(d); url != "" {
		values["SUPABASE_DB_URL"] = url
	}
	environ := make([]string, 0, len(values))
	for name, value := range values {
		environ = append(environ, name+"="+value)
	}
	slices.Sort(environ)
	return environ, nil
}

// functionDatabase is the address of the database for functions: of the embedded PostgreSQL, where
// it listens on a port.
func (p *program) functionDatabase(d *installation.Database) string {
	if d.Embedded == nil {
		return p.DatabaseURL
	}
	if p.PostgresPort == 0 {
		return ""
	}
	return d.Embedded.PortURL("postgres")
}

// functionConsole logs a line that a function prints; dev shows it as it is.
func (p *program) functionConsole(function, line string) {
	if p.reloader != nil {
		p.Say(function + ": " + line)
		return
	}
	p.Log.Info(line, "component", "functions", "function", function)
}
