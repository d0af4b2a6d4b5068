//go:build linux || darwin || freebsd

package localpg

import (
	"os"
	"path/filepath"
	"testing"
)

// pkg makes a package as npm unpacks it: without its links.
func pkg(t *testing.T, links string) (tree string) {
	t.Helper()
	tree = filepath.Join(tempDir(t), "native")
	for name, text := range map[string]string{
		"bin/postgres": "#!/bin/sh\n" + version("18.4"), "bin/initdb": "#!/bin/sh\n",
		"lib/libpq.so.5.18": "pq", "lib/libpq.a": "static", "lib/pgxs/Makefile": "x",
		"share/postgres.bki": "bki", "pg-symlinks.json": links,
	} {
		path := filepath.Join(tree, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if filepath.Base(filepath.Dir(path)) == "bin" {
			writeProgram(t, path, text)
		} else if err := os.WriteFile(path, []byte(text), 0o600); err != nil { // as under umask 077
			t.Fatal(err)
		}
	}
	return tree
}

const pqLink = `[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.so.5"}]`

func TestLinksAreMadeOnce(t *testing.T) {
	t.Parallel()
	tree := pkg(t, pqLink)
	h, err := prepare(filepath.Join(tempDir(t), "pg"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		dir, err := h.runnable(t.Context(), filepath.Join(tree, "bin"))
		if err != nil || dir != filepath.Join(tree, "bin") {
			t.Fatalf("got %q, %v; want the package itself", dir, err)
		}
		if got, err := os.Readlink(filepath.Join(tree, "lib/libpq.so.5")); err != nil || got != "libpq.so.5.18" {
			t.Errorf("the link points to %q, %v", got, err)
		}
	}
}

func TestPackageIsCopiedWhereItCannotBeUsed(t *testing.T) {
	t.Parallel()
	tree := pkg(t, pqLink)
	h, err := prepare(filepath.Join(tempDir(t), "pg"))
	if err != nil {
		t.Fatal(err)
	}
	links, err := readLinks(tree)
	if err != nil {
		t.Fatal(err)
	}
	first, err := h.copyTree(tree, links)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Dir(first)
	for name, want := range map[string]os.FileMode{"bin/postgres": 0o755, "lib/libpq.so.5": 0o644, "share/postgres.bki": 0o644} {
		info, err := os.Stat(filepath.Join(copied, name))
		if err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v; want %v", name, info, err, want)
		}
	}
	for _, name := range []string{"lib/libpq.a", "lib/pgxs"} {
		if _, err := os.Stat(filepath.Join(copied, name)); err == nil {
			t.Errorf("%s was copied", name)
		}
	}
	if again, err := h.copyTree(tree, links); err != nil || again != first {
		t.Errorf("the second copy is %q, %v; want %q", again, err, first)
	}
	// A new version replaces the copy.
	if err := os.WriteFile(filepath.Join(tree, "..", "package.json"), []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err := h.copyTree(tree, links); err != nil || again == first || holdsPostgres(first) {
		t.Errorf("a new version is copied to %q, %v; the old one is there: %t", again, err, holdsPostgres(first))
	}
}

func TestLinksStayInThePackage(t *testing.T) {
	t.Parallel()
	for name, links := range map[string]string{
		"target outside":  `[{"source":"native/lib/libpq.so.5.18","target":"native/../../x"}]`,
		"source outside":  `[{"source":"/etc/passwd","target":"native/lib/x"}]`,
		"not JSON at all": `nix`,
	} {
		_, err := readLinks(pkg(t, links))
		if err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

func TestReadOnlyPackage(t *testing.T) {
	t.Parallel()
	tree := pkg(t, pqLink)
	// A file where the link's folder should be: making the link fails for anyone,
	// also for root, whom no mode bits stop.
	if err := os.WriteFile(filepath.Join(tree, "pg-symlinks.json"), []byte(`[{"source":"native/lib/libpq.so.5.18","target":"native/lib/libpq.a/x"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	links, err := readLinks(tree)
	if err != nil {
		t.Fatal(err)
	}
	if err := makeLinks(tree, links); err == nil {
		t.Error("a link that cannot be made is not reported")
	}
}
