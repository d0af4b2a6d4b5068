//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// clusterDir is the folder of one cluster. Its own files (lock, password, log) belong
// to whoever runs the program; data and run belong to the account that runs
// PostgreSQL, which thus cannot replace what root reads.
type clusterDir struct {
	dir string
	who account
}

func (c clusterDir) data() string     { return filepath.Join(c.dir, "data") }
func (c clusterDir) fresh() string    { return filepath.Join(c.dir, "data.new") } // while initdb makes it
func (c clusterDir) password() string { return filepath.Join(c.dir, "password") }
func (c clusterDir) sockets() string  { return filepath.Join(c.dir, "run") }
func (c clusterDir) log() string      { return filepath.Join(c.dir, "postgres.log") }

// name marks the cluster's processes (cluster_name), so that what outlives a
// killed postmaster can be told from any other PostgreSQL.
func (c clusterDir) name() string { return "toubkal-" + mark(c.dir) }

// mark is a short, stable name for a folder: 10 hex digits.
func mark(path string) string {
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:5])
}

// systemDir is the folder for root's clusters that their account cannot reach in the
// project, which is usual: a clone below /root, or below a mktemp -d.
const systemDir = "/var/lib/toubkal"

// locate decides the cluster's folder and account, and makes the folder. An
// existing cluster is always preferred, so that data is never lost from sight.
func locate(o Options) (clusterDir, error) {
	elsewhere := filepath.Join(o.system, filepath.Base(o.Root)+"-"+mark(o.Dir))
	if os.Geteuid() == 0 && !hasData(o.Dir) && hasData(elsewhere) {
		return prepare(elsewhere)
	}
	h, err := prepare(o.Dir)
	if err != nil || h.enterable() {
		return h, err
	}
	if hasData(o.Dir) {
		return h, fmt.Errorf("account %s, which runs PostgreSQL, cannot reach %s: let it pass the folders above (chmod o+x), or move that folder to %s", h.who.name, o.Dir, elsewhere)
	}
	_ = os.Remove(h.sockets()) // only what we made: a folder that holds more stays
	_ = os.Remove(o.Dir)
	h, err = prepare(elsewhere)
	if err == nil && !h.enterable() {
		err = fmt.Errorf("account %s, which runs PostgreSQL, cannot reach %s: let it pass the folders above (chmod o+x)", h.who.name, elsewhere)
	}
	return h, err
}

func hasData(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "data"))
	return err == nil
}

// prepare makes the folder with its socket folder, and sets who may enter.
func prepare(dir string) (clusterDir, error) {
	who, err := runAs(filepath.Join(dir, "data"))
	if err != nil {
		return clusterDir{}, err
	}
	h := clusterDir{dir: dir, who: who}
	if err := h.mkdirs(); err != nil {
		return h, explain(fmt.Sprintf("cannot make the folder for PostgreSQL, %s", dir), err)
	}
	return h, h.ownedByAccount()
}

func (c clusterDir) mkdirs() error {
	// #nosec G301 -- the folders above ours, which PostgreSQL's account passes through
	if err := os.MkdirAll(filepath.Dir(c.dir), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o700)
	if c.who.other {
		mode = 0o711 // the account passes through, and sees only what is its own
	}
	if err := mkdir(c.dir, mode); err != nil {
		return err
	}
	return c.mkdirOwned(c.sockets())
}

// mkdirOwned makes a folder inside ours that is the account's alone, also where it
// was there.
func (c clusterDir) mkdirOwned(dir string) error {
	if err := mkdir(dir, 0o700); err != nil {
		return err
	}
	return errors.Join(os.Chmod(dir, 0o700), c.who.own(dir)) // #nosec G302 -- a folder
}

// mkdir makes a folder with mode, whatever the umask; one that is there keeps its
// own.
func mkdir(dir string, mode fs.FileMode) error {
	err := os.Mkdir(dir, mode) // #nosec G703 -- the operator names the folder
	if errors.Is(err, fs.ErrExist) {
		// #nosec G703 -- the operator names the folder
		if info, err := os.Stat(dir); err != nil || info.IsDir() {
			return err
		}
	}
	if err != nil {
		return err
	}
	return os.Chmod(dir, mode) // #nosec G703 -- the operator names the folder
}

// open opens a file of ours, never through a link. As root it is given to the
// folder's owner, who may be the one to start next time.
func (c clusterDir) open(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|os.O_CREATE|syscall.O_NOFOLLOW, 0o600) // #nosec G304 -- a file of the cluster's folder
	if err != nil || os.Geteuid() != 0 {
		return f, err
	}
	uid, gid, err := owner(c.dir)
	if err == nil {
		err = f.Chown(uid, gid)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// ownedByAccount refuses a data folder that another account made: PostgreSQL
// would refuse it with a message that does not say how to go on.
func (c clusterDir) ownedByAccount() error {
	uid, _, err := owner(c.data())
	if errors.Is(err, fs.ErrNotExist) || err == nil && uid == c.who.uid {
		return nil
	}
	if err != nil {
		return explain("cannot read "+c.data(), err)
	}
	return fmt.Errorf("%s belongs to %s, not to %s: start as %s or as root, or give it away (chown -R %s %s)",
		c.data(), accountName(uid), c.who.name, accountName(uid), c.who.name, c.dir)
}

func (c clusterDir) enterable() bool {
	return c.who.reaches(context.Background(), c.sockets(), ".")
}
