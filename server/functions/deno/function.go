package deno

import (
	"cmp"
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
)

// Function is one function in TypeScript.
type Function struct {
	// Name is the path segment at which it is served, and the name of its folder.
	Name string
	// Entrypoint is the path of its first module.
	Entrypoint string
	// Config is the path of its deno.json; "" for none.
	Config string
	// ImportMap is the path of an import map that is no deno.json; "" for none.
	ImportMap string
	// Readable are the files and folders that the code may read: its own folder, _shared beside
	// it, and its static files.
	Readable []string
	// Public lets everybody call: verify_jwt = false.
	Public bool
}

// Setting is [functions.NAME] of config.toml. The zero value has the CLI's defaults but
// for Public. Paths are absolute.
type Setting struct {
	Disabled    bool
	Public      bool
	Entrypoint  string   // defaults to index.ts of the function's folder
	ImportMap   string   // an import map or a deno.json
	StaticFiles []string // globs
}

var validName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// ValidName reports whether a function may have a name: it is a path segment.
func ValidName(name string) bool { return validName.MatchString(name) }

// Find lists the functions of a folder by name: each is a folder with an index.ts, or has a
// setting with an entrypoint that is there.
func Find(folder string, settings map[string]Setting) []Function {
	names := slices.Collect(maps.Keys(settings))
	entries, _ := os.ReadDir(folder) // none where there is no folder
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	slices.Sort(names)
	var found []Function
	for _, name := range slices.Compact(names) {
		if !ValidName(name) || settings[name].Disabled {
			continue
		}
		if f, ok := locate(folder, name, settings[name]); ok {
			found = append(found, f)
		}
	}
	return found
}

func locate(folder, name string, setting Setting) (f Function, ok bool) {
	own := filepath.Join(folder, name)
	f = Function{Name: name, Entrypoint: setting.Entrypoint, Public: setting.Public}
	if f.Entrypoint == "" {
		for _, extension := range []string{".ts", ".js", ".mjs", ".jsx", ".tsx"} {
			f.Entrypoint = cmp.Or(f.Entrypoint, firstFile(filepath.Join(own, "index"+extension)))
		}
	}
	if firstFile(f.Entrypoint) == "" {
		return Function{}, false
	}
	f.Readable = []string{own, filepath.Join(folder, "_shared"), filepath.Dir(f.Entrypoint)}
	for _, pattern := range setting.StaticFiles {
		files, _ := filepath.Glob(pattern) // fails for a pattern that matches nothing
		f.Readable = append(f.Readable, files...)
	}
	f.ImportMap = setting.ImportMap
	if base := filepath.Base(f.ImportMap); base == "deno.json" || base == "deno.jsonc" {
		f.Config, f.ImportMap = f.ImportMap, ""
	}
	if f.Config == "" && f.ImportMap == "" {
		f.Config = firstFile(filepath.Join(own, "deno.json"), filepath.Join(own, "deno.jsonc"), filepath.Join(folder, "deno.json"), filepath.Join(folder, "deno.jsonc"))
	}
	if f.Config == "" && f.ImportMap == "" {
		f.ImportMap = firstFile(filepath.Join(own, "import_map.json"), filepath.Join(folder, "import_map.json"))
	}
	if f.Config == "" && f.ImportMap == "" { // as Deno looks for it, in the folders above
		f.Config = firstFile(filepath.Join(folder, "..", "deno.json"), filepath.Join(folder, "..", "deno.jsonc"))
	}
	for _, file := range []string{f.Config, f.ImportMap} {
		if file != "" {
			f.Readable = append(f.Readable, file)
		}
	}
	return f, true
}

// Check checks the types of the function, and writes what is wrong to out: then it fails with
// *exec.ExitError.
func (f Function) Check(ctx context.Context, executable string, out io.Writer) error {
	check := exec.CommandContext(ctx, executable, append([]string{"check", "--quiet", "--no-lock"}, f.modules()...)...) // #nosec G204 -- the project's own
	check.Stdout, check.Stderr, check.Env = out, out, beside()
	return check.Run()
}

// fixed are the variables of each Deno: it prints plain text, looks for no newer release, and for
// no package.json in the folders above a function.
var fixed = []string{"DENO_NO_UPDATE_CHECK=1", "DENO_NO_PACKAGE_JSON=1", "NO_COLOR=1"}

// firstFile is the first path that is a file; "" for none.
func firstFile(paths ...string) string {
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
	}
	return ""
}
