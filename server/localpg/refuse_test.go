//go:build linux || darwin || freebsd

package localpg

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestStartRefuses(t *testing.T) {
	t.Parallel()
	write := func(name, text string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(name string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, test := range []struct {
		name  string
		spoil func(t *testing.T, dir string)
		want  []string
	}{
		{"another version's data", write("data/PG_VERSION", "14\n"), []string{"PostgreSQL 14's", "use those of version 14", "dump"}},
		{"no version", remove("data/PG_VERSION"), []string{"PG_VERSION is missing", "restore a backup"}},
		{"no control file", remove("data/global/pg_control"), []string{"global/pg_control is missing", "restore a backup"}},
		{"a broken control file", write("data/global/pg_control", strings.Repeat("x", 8192)), []string{"PostgreSQL does not start in", "FATAL", "whole log: "}},
		{"a folder of it is gone", remove("data/pg_wal"), []string{"PostgreSQL does not start in", "pg_wal", "restore a backup"}},
		{"no password", remove("password"), []string{"password", "is missing", "restore it"}},
		{"a wrong setting", write("data/postgresql.auto.conf", "nix = 1\n"), []string{"PostgreSQL does not start in", "nix"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := cluster(t)
			test.spoil(t, dir)
			_, err := Start(t.Context(), Options{Root: root, Dir: dir})
			says(t, err, append(test.want, dir)...)
		})
	}
}

func TestDataOfAnotherAccount(t *testing.T) {
	t.Parallel()
	h := clusterDir{dir: tempDir(t), who: account{name: "somebody", uid: os.Geteuid() + 1}}
	if err := h.ownedByAccount(); err != nil {
		t.Errorf("without data: got %v, want nil", err)
	}
	if err := os.Mkdir(h.data(), 0o700); err != nil {
		t.Fatal(err)
	}
	says(t, h.ownedByAccount(), h.data(), "belongs to "+accountName(os.Geteuid()), "not to somebody", "chown -R somebody "+h.dir)
}

func TestFileInPlaceOfTheFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "pg")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Start(t.Context(), Options{Root: root, Dir: dir})
	says(t, err, "cannot make the folder for PostgreSQL, "+dir)
}

func TestHalfMadeClusterIsMadeAnew(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(tempDir(t), "pg")
	if err := os.MkdirAll(filepath.Join(dir, "data.new", "base"), 0o755); err != nil {
		t.Fatal(err)
	}
	ask(t, connect(t, start1(t, Options{Dir: dir})), "select 1")
}

// programs makes a folder with a postgres and an initdb that do as told.
func programs(t *testing.T, postgres, initdb string) string {
	t.Helper()
	dir := filepath.Join(tempDir(t), "bin")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"postgres": postgres, "initdb": initdb} {
		writeProgram(t, filepath.Join(dir, name), "#!/bin/sh\n"+text+"\n")
	}
	return dir
}

// writeProgram writes a file that can be run at once: see copyFile.
func writeProgram(t *testing.T, path, text string) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

func version(v string) string { return "echo 'postgres (PostgreSQL) " + v + "'" }

func TestInitdbFails(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, initdb string
		want         []string
	}{
		{"disk full", "echo creating; echo 'initdb: error: could not write file: No space left on device' >&2; exit 1", []string{"initdb cannot make the cluster", "No space left on device", "free some space", "exit status 1"}},
		{"without a word", "exit 3", []string{"it said nothing", "exit status 3"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(tempDir(t), "pg")
			_, err := Start(t.Context(), Options{Dir: dir, Bin: programs(t, version("18.1"), test.initdb)})
			says(t, err, append(test.want, dir)...)
			for _, name := range []string{"data", "data.new", "pwfile"} {
				if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
					t.Errorf("%s is left behind", name)
				}
			}
		})
	}
}

func TestChoose(t *testing.T) {
	t.Parallel()
	p15, p18 := programs(t, version("15.2"), ""), programs(t, version("18.4 (Debian 18.4-1)"), "")
	p14, pBroken := programs(t, version("14.9"), ""), programs(t, "echo no such library >&2; exit 127", "")
	pMute := programs(t, "echo hello", "")
	for _, test := range []struct {
		name    string
		dirs    []string
		data    string // PG_VERSION
		want    string // version
		refuses []string
	}{
		{"the first", []string{p18, p15}, "", "18.4", nil},
		{"the data's version before the first", []string{p18, p15}, "15", "15.2", nil},
		{"no such version: the first", []string{p18, p15}, "16", "18.4", nil},
		{"over a broken and an old one", []string{pBroken, p14, p15}, "", "15.2", nil},
		{"none", nil, "", "", []string{"no PostgreSQL found", "npm", "PostgreSQL 15 or newer", "DATABASE_URL"}},
		{"none usable", []string{pBroken, p14, pMute}, "", "", []string{"no such library", "PostgreSQL 14.9, older than 15", "does not tell its version"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h, err := prepare(filepath.Join(tempDir(t), "pg"))
			if err != nil {
				t.Fatal(err)
			}
			if test.data != "" {
				os.Mkdir(h.data(), 0o700)
				os.WriteFile(filepath.Join(h.data(), "PG_VERSION"), []byte(test.data+"\n"), 0o600)
			}
			in, err := h.choose(t.Context(), test.dirs, "/project")
			if test.refuses != nil {
				says(t, err, test.refuses...)
				return
			}
			if err != nil || in.version != test.want {
				t.Errorf("got %q, %v; want %q", in.version, err, test.want)
			}
		})
	}
}

func TestExplicitFolder(t *testing.T) {
	t.Parallel()
	h, err := prepare(filepath.Join(tempDir(t), "pg"))
	if err != nil {
		t.Fatal(err)
	}
	bin := programs(t, version("16.1"), "")
	for _, dir := range []string{bin, filepath.Dir(bin)} {
		in, err := h.find(t.Context(), Options{Bin: dir})
		if err != nil || in.bin != bin || in.major != 16 {
			t.Errorf("%s: got %+v, %v", dir, in, err)
		}
	}
	empty := tempDir(t)
	_, err = h.find(t.Context(), Options{Bin: empty})
	says(t, err, "no PostgreSQL in "+empty, "postgres and initdb")
}

func TestLogIsSmall(t *testing.T) {
	t.Parallel()
	h := clusterDir{dir: tempDir(t)}
	l, err := h.openLog()
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Repeat("x", 1000)
	for i := range 3000 {
		fmt.Fprintf(l, "%s %d\n", line, i)
	}
	fmt.Fprint(l, "FATAL:  half a")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{h.log(), h.log() + ".1"} {
		if info, err := os.Stat(name); err != nil || info.Size() > logMax || info.Size() < 1000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
	if _, err := os.Stat(h.log() + ".2"); err == nil {
		t.Error("more than one old log is kept")
	}
	last := l.last()
	if len(last) != logKeep+1 || last[logKeep] != "FATAL:  half a" || !strings.HasSuffix(last[logKeep-1], " 2999") {
		t.Errorf("last has %d lines and ends %q", len(last), last[len(last)-1])
	}
}

func TestTelling(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"nothing", nil, "it said nothing"},
		{"the severe ones", []string{"LOG: a", "FATAL:  b", "LOG: c"}, "FATAL:  b"},
		{"the last three", []string{"PANIC: 1", "ERROR: 2", "x", "FATAL: 3", "initdb: error: 4"}, "ERROR: 2 / FATAL: 3 / initdb: error: 4"},
		{"with the cause before", []string{"2026-11-21 05:02:08.799 UTC [19631] LOG:  starting PostgreSQL 18.4", "2026-11-21 05:02:08.799 UTC [19631] LOG:  unrecognized configuration parameter", "2026-11-21 05:02:08.799 UTC [19631] FATAL:  contains errors"}, "LOG:  unrecognized configuration parameter / FATAL:  contains errors"},
		{"else the last lines", []string{"1", "2", "3", "4"}, "2 / 3 / 4"},
	} {
		if got := errorLines(test.lines); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}
