package app

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/project"
)

// A command that is asked for its help starts nothing, and leaves nothing in the folder but, where Run answers, keys.
func TestHelpOfEachCommand(t *testing.T) {
	t.Parallel()
	for _, c := range allCommands(project.Project{}) {
		if c.Name == "psql" { // psql answers
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			var out strings.Builder
			err := Command(t.Context(), project.Project{Folder: dir}, []string{c.Name, "--help"}, []string{"HOME=" + dir, "DATABASE_URL=postgres://127.0.0.1:1/none"}, &out, io.Discard)
			text := out.String()
			if err != nil { // a usage of its own
				text = err.Error()
			}
			if !strings.Contains(text, "toubkal "+c.Name) || strings.Contains(text, "127.0.0.1:1") {
				t.Errorf("%s --help: %q, %v", c.Name, out.String(), err)
			}
			made, err := os.ReadDir(dir)
			if made = slices.DeleteFunc(made, func(e os.DirEntry) bool { return e.Name() == ".toubkal" && c.Manual }); err != nil || len(made) > 0 {
				t.Errorf("%s --help left %v, %v", c.Name, made, err)
			}
		})
	}
}
