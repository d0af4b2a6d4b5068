package app

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// unwantedModules were in the module graph for the PDFs once: TeX, fonts of X11
// and what they bring. go-text/typesetting and golang.org/x/image do their work.
var unwantedModules = []string{
	"codeberg.org/go-pdf/fpdf", "github.com/BurntSushi/freetype-go", "github.com/BurntSushi/graphics-go", "github.com/BurntSushi/xgb",
	"github.com/BurntSushi/xgbutil", "github.com/go-fonts", "github.com/golang/freetype", "github.com/srwiley", "github.com/tdewolff",
	"modernc.org/knuth", "star-tex.org",
}

// unwanted names the modules of a go.mod or go.sum that must not come back.
func unwanted(file string) []string {
	var found []string
	for _, word := range strings.Fields(file) {
		if slices.ContainsFunc(unwantedModules, func(name string) bool { return under(word, name) }) {
			found = append(found, word)
		}
	}
	return found
}

func TestModuleGraphHasNoTeX(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		if found := unwanted(string(content)); len(found) > 0 {
			t.Errorf("%s names %v", name, found)
		}
	}
	if got := unwanted("require modernc.org/knuth v0.5.5 // indirect\ngithub.com/BurntSushi/toml v1.5.0"); !slices.Equal(got, []string{"modernc.org/knuth"}) {
		t.Errorf("unwanted finds %v, want modernc.org/knuth alone", got)
	}
}
