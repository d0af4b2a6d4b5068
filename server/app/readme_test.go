package app

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/app/command"
	"github.com/toubkal/toubkal/server/app/config"
)

func TestDocsNameEveryVariableAndCommand(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		text, err := os.ReadFile("../../" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	configuration, readme := read("docs/configuration.md"), read("README.md")
	for _, name := range config.Variables() {
		if !strings.Contains(configuration, "`"+name+"`") {
			t.Errorf("docs/configuration.md lacks the variable %s", name)
		}
	}
	for _, c := range slices.Concat(commands, command.All) {
		if !strings.Contains(readme, "toubkal "+c.Name) {
			t.Errorf("README.md lacks the command %s", c.Name)
		}
	}
	if n := strings.Count(readme, "\n"); n > 200 {
		t.Errorf("README.md has %d lines, more than 200", n)
	}
}

var linkTarget = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)

func TestDocsLinkToFilesThatExist(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(files) < 6 {
		t.Fatalf("found %q, %v, want all of docs/", files, err)
	}
	for _, file := range append(files, "../../README.md", "../../docs/examples/README.md", "../rest/README.md", "../realtime/README.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, link := range linkTarget.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), link[1])); err != nil {
				t.Errorf("%s links to %s: %v", file, link[1], err)
			}
		}
	}
}
