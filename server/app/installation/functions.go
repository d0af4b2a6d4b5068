package installation

import (
	"path/filepath"

	"github.com/toubkal/toubkal/server/functions/deno"
)

// FunctionsFolder is the folder of the project's functions in TypeScript, with what config.toml
// says of them; "" where the project has no folder.
func (i *Installation) FunctionsFolder() (folder string, settings map[string]deno.Setting) {
	if i.Project.Folder == "" {
		return "", nil
	}
	folder = filepath.Join(i.Project.Folder, "functions")
	if i.Supabase != nil {
		folder, settings = filepath.Join(i.Project.Folder, "supabase", "functions"), i.Supabase.Functions
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		folder = absolute
	}
	return folder, settings
}
