package documents

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
)

// withPosts is a renderer whose table of posts has these titles, by slug.
func withPosts(t *testing.T, titles map[string]string) *Renderer {
	t.Helper()
	p, seeds := testRenderer(t, seeded()), seeded()
	p.rows = func(ctx context.Context, request string) ([]byte, error) {
		slug, isPost := strings.CutPrefix(request, "blog_posts?select=slug,title_en,title_fr,title_ar,reading_time&status=eq.published&slug=eq.")
		if !isPost {
			return seeds.ask(ctx, request)
		}
		title, ok := titles[slug]
		if !ok {
			return []byte("[]"), nil
		}
		return fmt.Appendf(nil, `[{"slug":%q,"title_en":%q,"title_fr":"","title_ar":"","reading_time":4}]`, slug, title), nil
	}
	return p
}

func TestAPostHasItsOwnPreview(t *testing.T) {
	t.Parallel()
	titles := map[string]string{"first-light": "First light", "everest": "First light"}
	p := withPosts(t, titles)
	for path, status := range map[string]int{
		"/og/blog-first-light.en.png": 200, "/og/blog-first-light.ar.png": 200, "/og/blog-unwritten.en.png": 404, "/og/blog-.en.png": 404,
		"/og/blog-First&or=x.en.png": 404, "/og/blog-" + strings.Repeat("a", 201) + ".en.png": 404,
	} {
		if w := get(p, path); w.Code != status {
			t.Errorf("%s: status %d, want %d", path, w.Code, status)
		}
	}
	tag := func(path string) string { return get(p, path).Header().Get("ETag") }
	before := tag("/og/blog-first-light.en.png")
	if other := tag("/og/blog-everest.en.png"); other == before || other == tag("/og/everest.en.png") {
		t.Error("two posts of one title look the same, or a post looks like a mountain")
	}
	if again := tag("/og/blog-first-light.en.png"); again != before {
		t.Errorf("nothing changed, and the tag went from %s to %s", before, again)
	}
	titles["first-light"] = "Last light"
	if after := tag("/og/blog-first-light.en.png"); after == before {
		t.Error("the title changed, and the picture did not")
	}
}

func TestAPostAboutAMountainShowsIt(t *testing.T) {
	t.Parallel()
	p := &Renderer{mountains: map[string]mountain{}}
	for at, slug := range []string{"everest", "k2", "annapurna-i", "mont-blanc", "toubkal"} {
		p.mountains[slug] = mountain{summit: float64(at + 1)}
	}
	for title, want := range map[string]string{
		"A first high summit: Toubkal without hurry": "toubkal", "Karakoram: K2 before Everest": "k2",
		"Why Annapurna?": "annapurna-i", "The mont blanc": "mont-blanc", "Everesting": "", "": "",
	} {
		if got := p.mountainNamed(title); got != want {
			t.Errorf("%q names %q, want %q", title, got, want)
		}
	}
	if m, ok := p.cardMountain(card{long: true, mountain: "a", named: "Toubkal", heightM: 5596}); !ok || m.summit != 5 {
		t.Errorf("a post about Toubkal has a summit of %v, want that of Toubkal", m.summit)
	}
	if m, ok := p.cardMountain(card{long: true, mountain: "everest", named: "First light", heightM: 5596}); !ok || m.summit >= 1 {
		t.Errorf("a post that names no mountain has a summit of %v, want a generated one", m.summit)
	}
}

func TestAPostsTitleStaysInItsPreview(t *testing.T) {
	t.Parallel()
	titles := map[string]string{
		"a": "On", "b": "Turning back is a decision", "c": strings.Repeat("A long way up ", 21), "d": "قرار العودة", "e": strings.Repeat("W", 90),
	}
	p := withPosts(t, titles)
	for _, language := range languages {
		c, err := p.load(t.Context(), language)
		if err != nil {
			t.Fatal(err)
		}
		for slug, title := range titles {
			shown, _, known, err := p.card(t.Context(), c, "blog-"+slug)
			if err != nil || !known {
				t.Fatal(known, err)
			}
			boxes := p.layout(c, shown).boxes
			for i, box := range boxes {
				if box.Min.X < 40 || box.Max.X > 1160 || box.Min.Y < 40 || box.Max.Y > 590 {
					t.Errorf("%q in %s: text at %v", title, language, box)
				}
				for _, other := range boxes[:i] {
					if box.Overlaps(other) {
						t.Errorf("%q in %s: texts at %v and %v lie on each other", title, language, other, box)
					}
				}
			}
		}
	}
}

func TestTruncated(t *testing.T) {
	t.Parallel()
	if got := truncated("Short"); got != "Short" {
		t.Errorf("got %q", got)
	}
	if got := truncated(strings.Repeat("word, ", 30)); len([]rune(got)) > 101 || !strings.HasSuffix(got, "word…") {
		t.Errorf("got %q", got)
	}
}

func TestTheCacheIsBounded(t *testing.T) {
	t.Parallel()
	c := newCache()
	for i := range 3 * cacheSize {
		if _, err := c.get(fmt.Sprint(i%(2*cacheSize)), fmt.Sprint(i), &sync.Mutex{}, func() ([]byte, error) { return nil, nil }); err != nil {
			t.Fatal(err)
		}
	}
	if c.entries.Len() != cacheSize {
		t.Errorf("%d entries are kept, want %d", c.entries.Len(), cacheSize)
	}
	if _, ok := c.find(fmt.Sprint(cacheSize-1), fmt.Sprint(3*cacheSize-1)); !ok {
		t.Error("the last one is not there")
	}
}
