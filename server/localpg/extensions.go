//go:build linux || darwin || freebsd

package localpg

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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

// Offered are the names of the extensions of the PostgreSQL that Start would take for a new cluster, and its major
// version. It starts and writes nothing.
func Offered(o Options) (names []string, major int, err error) {
	if o, err = o.complete(); err != nil {
		return nil, 0, err
	}
	dirs := []string{o.Bin, filepath.Join(o.Bin, "bin")}
	if o.Bin == "" {
		dirs = candidates(o.Root, o.Install)
	}
	if len(o.Extensions) > 0 {
		if with := withExtensions(dirs, o.Extensions); len(with) > 0 {
			dirs = with
		}
	}
	for _, dir := range dirs {
		if holdsPostgres(dir) {
			return offered(dir), majorOf(dir), nil
		}
	}
	return nil, 0, notFound(o.Root, nil)
}

// offered are the extensions whose control files are installed with the programs in bin.
func offered(bin string) (names []string) {
	tree := filepath.Dir(bin)
	for _, share := range []string{
		filepath.Join(tree, "share", "postgresql"), filepath.Join(tree, "share"),
		filepath.Join("/usr/share/postgresql", strconv.Itoa(majorOf(bin))), // Debian, Ubuntu
	} {
		found, _ := filepath.Glob(filepath.Join(share, "extension", "*.control")) // errs on a bad pattern only
		for _, file := range found {
			names = append(names, strings.TrimSuffix(filepath.Base(file), ".control"))
		}
	}
	return names
}

// majorOf is the major version that a folder of programs tells by its name: npm's has the version of its package.
func majorOf(bin string) int {
	if strings.Contains(bin, "@embedded-postgres") {
		text, _, _ := strings.Cut(packageVersion, ".")
		major, _ := strconv.Atoi(text)
		return major
	}
	return versionIn(bin)
}

// withExtensions are the folders of programs that have all of these extensions.
func withExtensions(bins, names []string) []string {
	return slices.DeleteFunc(slices.Clone(bins), func(bin string) bool {
		has := offered(bin)
		return slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(has, name) })
	})
}

// errWithoutExtensions says that no PostgreSQL of this machine has these extensions.
func errWithoutExtensions(names []string) error {
	return fmt.Errorf("no PostgreSQL of this machine has the extensions that the migrations create (%s): install them, or name the programs of one in TOUBKAL_POSTGRES_BIN, or a server in DATABASE_URL", strings.Join(names, ", "))
}
