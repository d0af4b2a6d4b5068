package installation

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/app/config"
)

// TestProgramsThatBeginAtOnceShareTheSecret: one of two went on with a secret that
// the other had replaced, and nobody stayed signed in over its next start.
func TestProgramsThatBeginAtOnceShareTheSecret(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "jwt-secret")
	first, err := writeFirst(file, random(36))
	if err != nil {
		t.Fatal(err)
	}
	later := make([]string, 8)
	var group sync.WaitGroup
	for i := range later {
		group.Go(func() { later[i], _ = writeFirst(file, random(36)) })
	}
	group.Wait()
	for _, got := range later {
		if got != first {
			t.Errorf("a program that began later goes on with %q, want the first one's %q", got, first)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil || strings.TrimSpace(string(text)) != first {
		t.Errorf("the file holds %q (%v), want %q", text, err, first)
	}
	if left, err := filepath.Glob(file + ".*"); err != nil || len(left) > 0 {
		t.Errorf("%v stay behind (%v)", left, err)
	}
}

func TestSecretIsMadeOnceAndKept(t *testing.T) {
	t.Parallel()
	c := config.Config{DataDir: filepath.Join(t.TempDir(), "data")}
	if err := openDataDir(c); err != nil {
		t.Fatal(err)
	}
	first, err := secret(c)
	if err != nil {
		t.Fatal(err)
	}
	again, err := secret(c)
	if err != nil || again != first || len(first) < 32 {
		t.Errorf("the second start reads %q (%v), want %q", again, err, first)
	}
	info, err := os.Stat(c.KeyFile("jwt-secret"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the secret's file is %v (%v), want its owner's alone", info.Mode(), err)
	}
	if err := os.WriteFile(c.KeyFile("jwt-secret"), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := secret(c); err == nil {
		t.Error("a damaged secret was accepted")
	}
}
