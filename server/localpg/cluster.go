//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ensure makes the cluster, or refuses a data folder that these binaries cannot
// run.
func (h home) ensure(ctx context.Context, in install, o Options) error {
	if !hasData(h.dir) {
		fmt.Fprintf(o.Log, "making a PostgreSQL %s cluster in %s\n", in.version, h.dir)
		return h.initialise(ctx, in, o)
	}
	if major := h.dataMajor(); major != 0 && major != in.major {
		return fmt.Errorf("the data in %s are PostgreSQL %d's, but the programs in %s are PostgreSQL %d: use those of version %d, or dump with them and load into a new folder", h.data(), major, in.bin, in.major, major)
	}
	return h.whole()
}

// dataMajor is the major version that the data folder was made by, 0 if unknown.
func (h home) dataMajor() int {
	text, err := os.ReadFile(filepath.Join(h.data(), "PG_VERSION"))
	if err != nil {
		return 0
	}
	major, _ := strconv.Atoi(strings.TrimSpace(string(text)))
	return major
}

// whole refuses a data folder whose first files are missing. (What is missing
// deeper, PostgreSQL says itself.)
func (h home) whole() error {
	for _, file := range []string{"PG_VERSION", "global/pg_control", "pg_hba.conf", "postgresql.conf"} {
		_, err := os.Stat(filepath.Join(h.data(), file))
		if errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is no whole PostgreSQL data folder (%s is missing): restore a backup, or delete %s to begin anew", h.data(), file, h.dir)
		}
		if err != nil {
			return clear("cannot read the data folder", err)
		}
	}
	return nil
}

// initialise runs initdb beside the final place and renames it there when it is
// whole: a run that is killed meanwhile leaves nothing to trip over.
func (h home) initialise(ctx context.Context, in install, o Options) error {
	fresh := h.fresh()
	if err := h.endInitdb(ctx); err != nil {
		return err
	}
	if err := os.RemoveAll(fresh); err != nil {
		return clear("cannot remove an unfinished cluster", err)
	}
	pwfile := filepath.Join(h.dir, "pwfile")
	defer os.Remove(pwfile)
	if err := h.writeSecrets(pwfile); err != nil {
		return clear("cannot keep the password of PostgreSQL", err)
	}
	if err := h.mkdirOwned(fresh); err != nil {
		return clear("cannot make the data folder", err)
	}
	if err := h.initdb(ctx, in, fresh, pwfile, o.Fast); err != nil {
		return errors.Join(err, os.RemoveAll(fresh))
	}
	return os.Rename(fresh, h.data())
}

func (h home) initdb(ctx context.Context, in install, dir, pwfile string, fast bool) error {
	args := []string{
		"-D", dir, "--username=" + Superuser, "--pwfile=" + pwfile,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-instructions",
	}
	if in.major >= 17 {
		// Byte order like C, yet upper and lower case beyond ASCII, and the same on
		// every system: indexes survive an upgrade of the C library.
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	}
	if fast {
		args = append(args, "--no-sync")
	}
	out, err := h.who.command(ctx, dir, in.program("initdb"), args...).CombinedOutput()
	if ctx.Err() != nil {
		return fmt.Errorf("make the cluster: %w", ctx.Err())
	}
	if err != nil {
		return failed("initdb cannot make the cluster in "+h.dir, lines(out), err.Error())
	}
	return nil
}

// writeSecrets generates the superuser's password (26 letters, 130 bits) and
// writes it for us, and for initdb, which reads it as the account.
func (h home) writeSecrets(pwfile string) error {
	password := rand.Text()
	if err := writeSecret(h.password(), password); err != nil {
		return err
	}
	if err := writeSecret(pwfile, password); err != nil {
		return err
	}
	return h.who.own(pwfile)
}

// writeSecret writes a file that only its owner reads, to disk.
func writeSecret(path, text string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text + "\n")
	return errors.Join(err, f.Sync(), f.Close())
}

func (h home) readPassword() (string, error) {
	text, err := os.ReadFile(h.password())
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s, which holds the password of the data beside it, is missing: restore it, or delete %s to begin anew", h.password(), h.dir)
	}
	if err != nil {
		return "", clear("cannot read the password of PostgreSQL", err)
	}
	return strings.TrimSpace(string(text)), nil
}
