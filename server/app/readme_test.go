package app

import (
	"os"
	"strings"
	"testing"
)

func TestReadmeNamesEveryVariableAndCommand(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Variables() {
		if !strings.Contains(string(text), "`"+name+"`") {
			t.Errorf("the README lacks the variable %s", name)
		}
	}
	for _, v := range commands {
		if !strings.Contains(string(text), "`"+v.name) && !strings.Contains(string(text), "toubkal "+v.name) {
			t.Errorf("the README lacks the command %s", v.name)
		}
	}
}
