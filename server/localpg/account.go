//go:build linux || darwin || freebsd

package localpg

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
	"time"
)

// account is the operating system's account of PostgreSQL. PostgreSQL refuses to run as root, so as
// root it is another account; otherwise it is ourselves.
type account struct {
	name     string
	uid, gid int
	other    bool // not ourselves: programs need its credential, files its ownership
}

// runAs picks the account: ourselves, or as root the owner of an existing data
// folder, else postgres, else nobody.
func runAs(data string) (account, error) {
	if os.Geteuid() != 0 {
		return account{name: accountName(os.Geteuid()), uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	if uid, gid, err := owner(data); err == nil && uid != 0 {
		return account{name: accountName(uid), uid: uid, gid: gid, other: true}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		if a, err := lookUp(name); err == nil {
			return a, nil
		}
	}
	return account{}, errors.New("PostgreSQL refuses to run as root, and there is no account postgres or nobody to run it as: create one (useradd postgres) or start as an ordinary user")
}

func lookUp(name string) (account, error) {
	u, err := user.Lookup(name)
	if err != nil {
		return account{}, err
	}
	// 32 bits, unsigned: nobody is 4294967294 on macOS.
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	return account{name: name, uid: int(uid), gid: int(gid), other: true}, errors.Join(err1, err2)
}

func accountName(uid int) string {
	id := strconv.Itoa(uid)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return "number " + id
}

// owner is the user and group that a file belongs to.
func owner(path string) (uid, gid int, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, 0, err
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, fmt.Errorf("stat %s: %w", path, fs.ErrInvalid)
	}
	return int(st.Uid), int(st.Gid), nil
}

// own hands a file or folder to the account.
func (a account) own(path string) error {
	if !a.other {
		return nil
	}
	return os.Lchown(path, a.uid, a.gid)
}

// command is a program run as the account in dir, with an environment of our own:
// PG* variables of the user's shell would change what initdb and postgres do, and
// messages are matched in English.
func (a account) command(ctx context.Context, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...) // #nosec G204 -- PostgreSQL's own programs
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C", "TZ=UTC"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if a.other {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)} // #nosec G115 -- the system's own numbers, of 32 bits
	}
	cmd.WaitDelay = time.Second
	return cmd
}

// reaches reports whether the account may enter the folder dir and execute file
// in it. It is tried, not computed: only the system knows about access lists,
// read-only mounts and namespaces. (The child changes folder after it has
// dropped root's rights.)
func (a account) reaches(ctx context.Context, dir, file string) bool {
	return a.command(ctx, dir, "/bin/sh", "-c", `test -x "$0"`, file).Run() == nil
}
