package catalog_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/catalog"
)

var update = flag.Bool("update", false, "write the generated types over testdata/world.ts")

// TestTypeScript compares with testdata/world.ts. That file has been through
// prettier --check with the client's settings, and tsc --strict.
func TestTypeScript(t *testing.T) {
	t.Parallel()
	got := catalog.TypeScript(world(t))
	if *update {
		if err := os.WriteFile("testdata/world.ts", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/world.ts")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("TypeScript (-testdata/world.ts +got); go test -update writes it anew:\n%s", diff)
	}
}

// TestTypeScriptIsStable runs over the maps of one snapshot many times: their
// order must not show.
func TestTypeScriptIsStable(t *testing.T) {
	t.Parallel()
	s := world(t)
	first := catalog.TypeScript(s)
	for range 20 {
		if again := catalog.TypeScript(s); again != first {
			t.Fatalf("the same snapshot gave another text:\n%s", cmp.Diff(first, again))
		}
	}
}
