package deno

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// modules are the arguments by which Deno finds the modules of the function, its entrypoint last.
func (f Function) modules() []string {
	args := []string{"--no-config"}
	if f.Config != "" {
		args = []string{"--config", f.Config}
	}
	if f.ImportMap != "" {
		args = append(args, "--import-map", f.ImportMap)
	}
	return append(args, f.Entrypoint)
}

// beside is the environment of Deno where it runs no function: the engine's own.
func beside() []string { return slices.Concat(inherited(), os.Environ(), fixed) }

// Files are the paths of the files that the function is made of: its modules, and what says where
// they are. cache is the folder of what it imports from elsewhere.
func (f Function) Files(ctx context.Context, executable, cache string) ([]string, error) {
	info := exec.CommandContext(ctx, executable, append([]string{"info", "--json", "--quiet", "--no-lock"}, f.modules()...)...) // #nosec G204 -- the project's own
	info.Env = append(beside(), "DENO_DIR="+cache)
	text, err := info.Output()
	if err != nil {
		return nil, fmt.Errorf("ask Deno what function %s imports: %w", f.Name, err)
	}
	var graph struct {
		Modules []struct {
			Specifier string `json:"specifier"`
			Local     string `json:"local"` // a file in the cache for what is from elsewhere
		} `json:"modules"`
	}
	if err := json.Unmarshal(text, &graph); err != nil {
		return nil, fmt.Errorf("read what function %s imports: %w", f.Name, err)
	}
	var files []string
	for _, file := range []string{f.Config, f.ImportMap} {
		if file != "" {
			files = append(files, file)
		}
	}
	for _, module := range graph.Modules {
		if strings.HasPrefix(module.Specifier, "file:") && module.Local != "" {
			files = append(files, module.Local)
		}
	}
	return files, nil
}
