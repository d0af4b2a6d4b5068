package app

import (
	"os"
	"strings"
	"testing"
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
	for _, name := range Variables() {
		if !strings.Contains(configuration, "`"+name+"`") {
			t.Errorf("docs/configuration.md lacks the variable %s", name)
		}
	}
	for _, c := range commands {
		if !strings.Contains(readme, "toubkal "+c.name) {
			t.Errorf("README.md lacks the command %s", c.name)
		}
	}
	if n := strings.Count(readme, "\n"); n > 200 {
		t.Errorf("README.md has %d lines, more than 200", n)
	}
}
