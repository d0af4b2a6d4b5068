//go:build linux || darwin || freebsd

package localpg

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// ensure makes the cluster, or refuses a data folder that these binaries cannot
// run.
func (c clusterDir) ensure(ctx context.Context, in install, o Options) error {
	if !hasData(c.dir) {
		fmt.Fprintf(o.Log, "making a PostgreSQL %s cluster in %s\n", in.version, c.dir)
		return c.initialise(ctx, in, o)
	}
	if major := c.dataMajor(); major != 0 && major != in.major {
		return fmt.Errorf("the data in %s are PostgreSQL %d's, but the programs in %s are PostgreSQL %d: use those of version %d, or dump with them and load into a new folder", c.data(), major, in.bin, in.major, major)
	}
	return c.whole()
}

// dataMajor is the major version that the data folder was made by, 0 if unknown.
func (c clusterDir) dataMajor() int {
	text, err := os.ReadFile(filepath.Join(c.data(), "PG_VERSION"))
	if err != nil {
		return 0
	}
	major, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return major
}

// whole refuses a data folder whose first files are missing. (What is missing
// deeper, PostgreSQL says itself.)
func (c clusterDir) whole() error {
	for _, file := range []string{"PG_VERSION", "global/pg_control", "pg_hba.conf", "postgresql.conf"} {
		_, err := os.Stat(filepath.Join(c.data(), file))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is no whole PostgreSQL data folder (%s is missing): restore a backup, or delete %s to start again", c.data(), file, c.dir)
		}
		if err != nil {
			return explain("cannot read the data folder", err)
		}
	}
	return nil
}

// initialise runs initdb beside the final place and renames it there when it is
// whole: a run that is killed meanwhile leaves nothing to trip over.
func (c clusterDir) initialise(ctx context.Context, in install, o Options) error {
	fresh := c.fresh()
	if err := c.endInitdb(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(fresh); err != nil {
		return explain("cannot remove an unfinished cluster", err)
	}
	pwfile := filepath.Join(c.dir, "pwfile")
	defer os.Remove(pwfile)
	if err := c.writeSecrets(pwfile, o.Password); err != nil {
		return explain("cannot keep the password of PostgreSQL", err)
	}
	if err := c.mkdirOwned(fresh); err != nil {
		return explain("cannot make the data folder", err)
	}
	if err := c.initdb(ctx, in, fresh, pwfile, o.Fast); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	return os.Rename(fresh, c.data())
}

func (c clusterDir) initdb(ctx context.Context, in install, dir, pwfile string, fast bool) error {
	args := []string{
		"-D", dir, "--username=" + Superuser, "--pwfile=" + pwfile,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-instructions",
	}
	if in.major >= 17 {
		// Byte order like C, yet upper and lower case beyond ASCII, and the same on
		// every system: indexes survive an upgrade of the C library.
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	}
	switch {
	case fast:
		args = append(args, "--no-sync")
	case in.major >= 17 && runtime.GOOS == "linux":
		args = append(args, "--sync-method=syncfs") // as recovery_init_sync_method
	}
	out, err := c.who.command(ctx, dir, in.program("initdb"), args...).CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("make the cluster: %w", ctx.Err())
	}
	if err != nil {
		return failed("initdb cannot make the cluster in "+c.dir, lines(out), err.Error())
	}
	return nil
}

// writeSecrets takes the given password, or generates one (26 letters, 130 bits), and
// writes it for us, and for initdb, which reads it as the account.
func (c clusterDir) writeSecrets(pwfile, given string) error {
	password := cmp.Or(given, rand.Text())
	if err := writeSecret(c.password(), password); err != nil {
		return err
	}
	if err := writeSecret(pwfile, password); err != nil {
		return err
	}
	return c.who.own(pwfile)
}

// writeSecret writes a file that only its owner reads, to disk.
func writeSecret(path, text string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // #nosec G304 -- a file of the cluster's folder
	if err != nil {
		return err
	}
	_, err = f.WriteString(text + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}

func (c clusterDir) readPassword() (string, error) {
	text, err := os.ReadFile(c.password())
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s, which holds the password of the data beside it, is missing: restore it, or delete %s to start again", c.password(), c.dir)
	}
	if err != nil {
		return "", explain("cannot read the password of PostgreSQL", err)
	}
	return strings.TrimSpace(string(text)), nil
}
