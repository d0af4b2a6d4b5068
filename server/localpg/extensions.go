//go:build linux || darwin || freebsd

package localpg

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/toubkal/toubkal/server/system/extensions"
)

// extensionsSince is the major version that has extension_control_path.
const extensionsSince = 18

// extensionPath writes the engine's own extensions beside the data, and returns the extension_control_path
// that finds them after the server's; "" for a PostgreSQL that has no such setting, and for a folder whose
// name separates the setting's folders.
func (c clusterDir) extensionPath(in install) (string, error) {
	parent := filepath.Join(c.dir, "extensions")
	dir := filepath.Join(parent, "extension") // the name that PostgreSQL looks for
	if in.major < extensionsSince || strings.Contains(dir, ":") {
		return "", nil
	}
	for _, made := range []string{parent, dir} {
		if err := mkdir(made, 0o755); err != nil { // PostgreSQL's account reads
			return "", err
		}
	}
	for name, text := range extensions.Files() {
		path := filepath.Join(dir, name)
		// #nosec G304 -- a file of the cluster's folder
		if kept, err := os.ReadFile(path); err == nil && bytes.Equal(kept, []byte(text)) {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil { // #nosec G306 -- no secret, and the account reads it
			return "", err
		}
		if err := os.Chmod(path, 0o644); err != nil { // #nosec G302 -- whatever the umask
			return "", err
		}
	}
	return "$system:" + parent, nil
}
