package tests

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the client's built-in content anew")

// snapshot is the literal in one of the client's built-in files.
type snapshot struct {
	Request string `json:"request"`
	Rows    any    `json:"rows"`
}

// builtInContent compares what the client shows without a server with what
// a freshly seeded server answers. `make content` writes it.
func builtInContent(t *testing.T, s *website) {
	files, err := filepath.Glob("../../src/shared/api/built-in/*.gen.ts")
	if err != nil || len(files) == 0 {
		t.Fatalf("no built-in content found: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			before := string(text)
			head, literal, found := strings.Cut(before, "> = ")
			if !found {
				t.Fatalf("%s holds no literal", file)
			}
			want := head + "> = " + s.ask(t, strings.TrimSuffix(literal, ";\n")) + ";\n"
			switch {
			case *update:
				if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
			case before != want:
				t.Errorf("%s differs from what a seeded server answers: run `make content`", file)
			}
		})
	}
}

// ask makes the request that a literal names and returns the literal as it
// should be: an object that is JSON and TypeScript.
func (s *website) ask(t *testing.T, literal string) string {
	t.Helper()
	var shot snapshot
	if err := json.Unmarshal([]byte(literal), &shot); err != nil {
		t.Fatalf("read the literal: %v", err)
	}
	answer := s.Send(t, "GET", shot.Request, "", s.Headers("")...)
	if answer.Status != 200 {
		t.Fatalf("%s answered %d %s", shot.Request, answer.Status, answer.Body)
	}
	if err := json.Unmarshal([]byte(answer.Body), &shot.Rows); err != nil {
		t.Fatalf("read the answer to %s: %v", shot.Request, err)
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(shot); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}
