package installation

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"github.com/toubkal/toubkal/server/functions/deno"
	"github.com/toubkal/toubkal/server/project/dotenv"
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

// IsReserved reports whether a variable is the server's, and so none of the project's own.
func IsReserved(variable string) bool { return strings.HasPrefix(variable, "SUPABASE_") }

// FunctionVariables are the project's own variables of functions: [edge_runtime.secrets], .env in
// the folder of functions, and FunctionSecrets, of which the last wins.
func (i *Installation) FunctionVariables() (map[string]string, error) {
	values := map[string]string{}
	if i.Supabase != nil {
		maps.Copy(values, i.Supabase.FunctionVariables)
	}
	folder, _ := i.FunctionsFolder()
	file := filepath.Join(folder, ".env")
	own, err := dotenv.Read(file, file)
	if err != nil {
		return nil, err
	}
	secrets, err := i.FunctionSecrets()
	if err != nil {
		return nil, err
	}
	maps.Copy(values, own)
	maps.Copy(values, secrets)
	return values, nil
}

// FunctionSecrets are the variables of `toubkal secrets set`. They are in a file of the data folder
// that only its owner can read, and not in the database, so that no dump contains them. Each node
// has its own; functions/.env is copied with the project's folder.
func (i *Installation) FunctionSecrets() (map[string]string, error) {
	secrets := map[string]string{}
	file := i.KeyFile("function-secrets.json")
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return secrets, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the secrets of functions: %w", err)
	}
	if err := json.Unmarshal(text, &secrets); err != nil { // the error may repeat a secret
		return nil, fmt.Errorf("%s is damaged: remove it and set the secrets again", file)
	}
	return secrets, nil
}

// KeepFunctionSecrets keeps them.
func (i *Installation) KeepFunctionSecrets(secrets map[string]string) error {
	if err := openDataDir(i.Config); err != nil {
		return err
	}
	text, err := json.Marshal(secrets)
	if err != nil {
		return fmt.Errorf("write the secrets of functions: %w", err)
	}
	return WriteSecret(i.KeyFile("function-secrets.json"), string(text))
}

// FunctionLogs has what functions print.
func (i *Installation) FunctionLogs() *deno.Logs {
	return &deno.Logs{Folder: filepath.Join(i.DataDir, "logs", "functions")}
}
