package tests

import (
	"encoding/json"
	"io/fs"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client"
	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/client/site/render"
)

// newRenderer runs the script of the build.
func newRenderer(t testing.TB) *render.Renderer {
	t.Helper()
	read := func(name string) func() (string, error) {
		return func() (string, error) {
			text, err := fs.ReadFile(client.Dist, "dist/render/"+name)
			return string(text), err
		}
	}
	r := render.New(render.Options{Script: read("main.js"), Lines: read("lines.json"), Sanitize: site.Clean})
	t.Cleanup(r.Close)
	return r
}

var (
	renderedHead = regexp.MustCompile(`(?s)(<title>.*?)<link rel="preload" as="font"`)
	renderedApp  = regexp.MustCompile(`(?s)<div id="root"[^>]*>(.*)</div>\s*<script type="application/json" id="__DATA__">`)
)

// interpreterRendersAsNode: with the same rows the interpreter writes, byte for byte, what Node
// writes. So the browser, which hydrates it, finds what it would have rendered. The mountains
// are compared in one language each, by turns, and one of them in all.
func interpreterRendersAsNode(t *testing.T, s *website) {
	var pages struct {
		Public []struct {
			Path       string
			ClientOnly bool `json:"client_only"`
		}
	}
	text, err := fs.ReadFile(client.Dist, "dist/pages.json")
	if err == nil {
		err = json.Unmarshal(text, &pages)
	}
	if err != nil {
		t.Fatal(err)
	}
	type visit struct{ path, language, head, app string }
	var visits []visit
	var input strings.Builder
	see := func(path, language string) {
		s.visible(t, path+"?lang="+language)
		body := s.page(t, path+"?lang="+language).Body
		visits = append(visits, visit{path, language, first(t, renderedHead, body), first(t, renderedApp, body)})
		if err := json.NewEncoder(&input).Encode([]string{path, language, first(t, dataOf, body)}); err != nil {
			t.Fatal(err)
		}
	}
	address := strings.NewReplacer(":id", "k2", ":slug", "turning-back-is-a-decision")
	for _, page := range pages.Public {
		for _, language := range codes {
			if !page.ClientOnly {
				see(address.Replace(page.Path), language)
			}
		}
	}
	for at, slug := range []string{"kilimanjaro", "mont-blanc", "elbrus", "aconcagua", "denali", "carstensz", "everest", "vinson", "annapurna-i", "ama-dablam", "lhotse", "manaslu", "broad-peak"} {
		see("/achievement/"+slug, codes[at%len(codes)])
	}
	node := exec.CommandContext(t.Context(), "node", "testdata/node.mjs", "../../dist/render")
	node.Stdin = strings.NewReader(input.String())
	var failures strings.Builder
	node.Stderr = &failures
	output, err := node.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, failures.String())
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if len(lines) != len(visits) {
		t.Fatalf("Node wrote %d pages of %d: %s", len(lines), len(visits), failures.String())
	}
	for i, v := range visits {
		var want render.Page
		if err := json.Unmarshal([]byte(lines[i]), &want); err != nil {
			t.Fatal(err)
		}
		for part, pair := range map[string][2]string{"head": {v.head, want.Head}, "app": {v.app, want.App}} {
			if at := difference(pair[0], pair[1]); at >= 0 {
				t.Errorf("%s in %s, %s: %.200q, and Node wrote %.200q", v.path, v.language, part, pair[0][at:], pair[1][at:])
			}
		}
	}
}

// difference is where two texts begin to differ; -1 if they do not.
func difference(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}
