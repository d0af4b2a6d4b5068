package documents

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// journal answers for posts by their slug, as the table does.
func journal(t *testing.T, titles map[string]string) *Press {
	t.Helper()
	p, seeds := press(t, seeded()), seeded()
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

func TestAPostHasItsOwnPicture(t *testing.T) {
	t.Parallel()
	titles := map[string]string{"first-light": "First light", "everest": "First light"}
	p := journal(t, titles)
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

func TestAPostsTitleStaysInItsPicture(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"On", "Turning back is a decision", strings.Repeat("A long way up ", 21), "قرار العودة", strings.Repeat("W", 90)} {
		for _, language := range languages {
			p := journal(t, map[string]string{"a": title})
			c, err := p.read(t.Context(), language)
			if err != nil {
				t.Fatal(err)
			}
			shown, _, known, err := p.card(t.Context(), c, "blog-a")
			if err != nil || !known {
				t.Fatal(known, err)
			}
			boxes := p.lay(c, shown).boxes
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

func TestClipped(t *testing.T) {
	t.Parallel()
	if got := clipped("Short"); got != "Short" {
		t.Errorf("got %q", got)
	}
	if got := clipped(strings.Repeat("word, ", 30)); len([]rune(got)) > 101 || !strings.HasSuffix(got, "word…") {
		t.Errorf("got %q", got)
	}
}

func TestTheShelfHasAnEnd(t *testing.T) {
	t.Parallel()
	s := newShelf()
	for i := range 3 * room {
		s.put(fmt.Sprint(i%(2*room)), shelved{version: fmt.Sprint(i)})
	}
	if len(s.all) != room || len(s.order) != room {
		t.Errorf("%d prints in an order of %d are kept, want %d", len(s.all), len(s.order), room)
	}
	if _, ok := s.find(fmt.Sprint(room-1), fmt.Sprint(3*room-1)); !ok {
		t.Error("the last one is not there")
	}
}
