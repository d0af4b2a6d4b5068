package supabase

import (
	"path/filepath"
	"strings"

	"github.com/toubkal/toubkal/server/functions/deno"
)

// functions reads [functions.NAME] and [edge_runtime]. Paths are those of the folder supabase/.
func (r *reader) functions(folder string) {
	r.c.Functions = map[string]deno.Setting{}
	for setting := range r.settings {
		section, isFunction := strings.CutPrefix(setting, "functions.")
		name, _, _ := strings.Cut(section, ".")
		if _, known := r.c.Functions[name]; isFunction && !known {
			r.c.Functions[name] = r.function(folder, "functions."+name+".")
		}
	}
	r.c.FunctionVariables = r.variables("edge_runtime.secrets")
	if !r.flag("edge_runtime.enabled", true) {
		r.c.Disabled = append(r.c.Disabled, "functions")
	}
}

func (r *reader) function(folder, prefix string) deno.Setting {
	path := func(name string) string {
		value, ok := r.text(prefix + name)
		if !ok || value == "" {
			return ""
		}
		return filepath.Join(folder, filepath.FromSlash(value))
	}
	s := deno.Setting{
		Disabled: !r.flag(prefix+"enabled", true), Public: !r.flag(prefix+"verify_jwt", true),
		Entrypoint: path("entrypoint"), ImportMap: path("import_map"),
	}
	files, _ := r.list(prefix + "static_files")
	for _, pattern := range files {
		s.StaticFiles = append(s.StaticFiles, filepath.Join(folder, filepath.FromSlash(pattern)))
	}
	return s
}

// variables is a table of variables, whose values may be env(NAME).
func (r *reader) variables(name string) map[string]string {
	table, _ := r.settings[name].(map[string]any)
	r.used[name] = true
	found := map[string]string{}
	for key, value := range table {
		setting := name + "." + key
		r.settings[setting] = value
		if text, ok := r.text(setting); ok {
			found[key] = text
		}
	}
	return found
}
