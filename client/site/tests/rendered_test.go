package tests

import (
	"encoding/json"
	"io/fs"
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

// builtState are the rows that the build has rendered its pages with.
func builtState(t testing.TB) string {
	t.Helper()
	text, err := fs.ReadFile(client.Dist, "dist/print/built-in/settings.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows, kept []map[string]any
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		key, _ := row["key"].(string)
		if key != "brand.wordmark" && key != "brand.name" && !strings.HasPrefix(key, "press.") {
			kept = append(kept, row)
		}
	}
	kept = append(kept, map[string]any{"key": "brand.wordmark", "value": "⟦wordmark⟧"})
	for key, name := range map[string]string{"brand.name": "name", "build.named_as": "named", "build.site_title": "title"} {
		marks := map[string]string{}
		for _, language := range codes {
			marks[language] = "⟦" + name + "." + language + "⟧"
		}
		kept = append(kept, map[string]any{"key": key, "value": marks})
	}
	state, err := json.Marshal([]any{[]any{[]string{"settings"}, kept}})
	if err != nil {
		t.Fatal(err)
	}
	return string(state)
}

var (
	builtHead = regexp.MustCompile(`(?s)<!--built head-->(.*?)<!--/built-->`)
	builtApp  = regexp.MustCompile(`(?s)<!--built app--><div id="root"[^>]*>(.*)</div><!--/built-->`)
)

// TestInterpreterRendersAsNode: with the same rows the interpreter writes, byte for byte,
// what Node wrote when the site was built. So the browser, which hydrates both, finds
// what it would have rendered. The pages of one pattern are rendered in one language each, by
// turns, and one of them in all.
func TestInterpreterRendersAsNode(t *testing.T) {
	t.Parallel()
	r, state := newRenderer(t), builtState(t)
	pages, mountains := 0, map[string]int{}
	err := fs.WalkDir(client.Dist, "dist/prerender", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(client.Dist, name)
		if err != nil {
			return err
		}
		language, path, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(name, "dist/prerender/"), ".html"), "/")
		path = "/" + strings.ReplaceAll(strings.TrimSuffix(path, "index"), "_", ":")
		if strings.HasPrefix(path, "/achievement/") && path != "/achievement/k2" {
			mountains[language]++
			if codes[mountains[language]%len(codes)] != language {
				return nil
			}
		}
		page, err := r.Page(t.Context(), path, language, state)
		if err != nil {
			t.Errorf("%s in %s: %v", path, language, err)
			return nil
		}
		pages++
		for part, pair := range map[string][2]string{
			"head": {page.Head, first(t, builtHead, string(text))}, "app": {page.App, first(t, builtApp, string(text))},
		} {
			if at := difference(pair[0], pair[1]); at >= 0 {
				t.Errorf("%s in %s, %s: %.200q, and Node wrote %.200q", path, language, part, pair[0][at:], pair[1][at:])
			}
		}
		return nil
	})
	if err != nil || pages < 65 {
		t.Errorf("%d pages were rendered, want 17 in each language and 13 in one: %v", pages, err)
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
