package site

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "write the expected files again")

// structuredOf reads the JSON-LD of a page; "" if it has none.
func structuredOf(page string) string {
	_, rest, _ := strings.Cut(page, `<script type="application/ld+json">`)
	text, _, _ := strings.Cut(rest, "</script>")
	return text
}

func TestStructuredData(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, target string
		change       func(*tables)
	}{
		{"home.en", "/", nil},
		{"home.ar", "/?lang=ar", nil},
		{"home-with-film.en", "/", setting("video.home_film", `"dQw4w9WgXcQ"`)},
		{"home-with-bad-film.en", "/", setting("video.home_film", `"x\"><script>"`)},
		{"story.fr", "/story?lang=fr", nil},
		{"home-with-bad-links.en", "/", setting("social.youtube", `"javascript:alert(1)"`)},
		{"book.fr", "/book?lang=fr", nil},
		{"book-sold-out.en", "/book", func(f *tables) {
			setting("book.stock", "0")(f)
			f.rows["book_reviews"] = "[]"
		}},
		{"retreat.ar", "/retreat?lang=ar", nil},
		{"retreat-past.en", "/retreat", setting("retreat", `{"start":"2025-11-07","end":"2025-11-09","city":{"en":"Marrakech"}}`)},
		{"achievement.fr", "/achievement/everest?lang=fr", nil},
		{"post.fr", "/blog/first-light?lang=fr", nil},
		{"post.ar", "/blog/first-light?lang=ar", nil},
		{"without-database.en", "/book", func(f *tables) { clear(f.rows) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			from := seeded()
			if c.change != nil {
				c.change(from)
			}
			_, page := ask(siteOn(t, built(), from), c.target)
			var got bytes.Buffer
			if err := json.Indent(&got, []byte(structuredOf(page)), "", "\t"); err != nil {
				t.Fatalf("it is no JSON: %v: %s", err, structuredOf(page))
			}
			got.WriteByte('\n')
			same(t, filepath.Join("testdata", "structured", c.name+".json"), got.Bytes())
			requireMembers(t, got.Bytes())
		})
	}
}

// setting adds a row over those that are there: the last of a key counts.
func setting(key, value string) func(*tables) {
	return func(f *tables) {
		f.rows["site_settings"] = strings.TrimSuffix(f.rows["site_settings"], "]") + `,{"key":"` + key + `","value":` + value + `}]`
	}
}

// same compares with the expected file, or writes it.
func same(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("it is not as in %s:\n%s", file, got)
	}
}

// required are the members without which search engines make nothing of a type
// (developers.google.com/search/docs/appearance/structured-data), but for those
// that nobody has told us.
var required = map[string][]string{
	"WebSite": {"name", "url"}, "Person": {"name"}, "ProfilePage": {"mainEntity"},
	"VideoObject": {"name", "thumbnailUrl", "embedUrl"}, "Book": {"name", "author", "url"}, "Product": {"name", "image"},
	"Offer": {"price", "priceCurrency", "availability"}, "AggregateRating": {"ratingValue", "reviewCount"},
	"Review": {"author", "reviewRating"}, "Rating": {"ratingValue"},
	"Event": {"name", "startDate", "location"}, "Place": {"name", "address"}, "PostalAddress": {"addressCountry"},
	"BlogPosting":    {"headline", "datePublished", "dateModified", "author", "image"},
	"BreadcrumbList": {"itemListElement"}, "ListItem": {"position", "name", "item"},
}

func requireMembers(t *testing.T, text []byte) {
	t.Helper()
	walkNodes(as[any](text), func(node map[string]any) {
		for _, kind := range kindsOf(node) {
			if _, known := required[kind]; !known {
				t.Errorf("%s is no type that we write: %v", kind, node)
			}
			for _, member := range required[kind] {
				if node[member] == nil || node[member] == "" {
					t.Errorf("a %s lacks %s: %v", kind, member, node)
				}
			}
		}
	})
}

func kindsOf(node map[string]any) []string {
	switch kind := node["@type"].(type) {
	case string:
		return []string{kind}
	case []any:
		return slices.Collect(func(yield func(string) bool) {
			for _, each := range kind {
				if name, ok := each.(string); ok && !yield(name) {
					return
				}
			}
		})
	}
	return nil
}

func walkNodes(value any, see func(map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		see(value)
		for _, key := range slices.Sorted(maps.Keys(value)) {
			walkNodes(value[key], see)
		}
	case []any:
		for _, each := range value {
			walkNodes(each, see)
		}
	}
}

// The retreat is no event any more on the day on which it begins.
func TestTheRetreatEndsBeingAnEvent(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]bool{"2027-05-06": true, "2027-05-07": false, "2028-01-01": false} {
		now, err := time.Parse(time.DateOnly, day)
		if err != nil {
			t.Fatal(err)
		}
		site := siteOn(t, built(), seeded())
		site.Now = func() time.Time { return now.Add(time.Hour) }
		site.client.now = site.Now
		_, page := ask(site, "/retreat")
		if got := strings.Contains(structuredOf(page), `"Event"`); got != want {
			t.Errorf("on %s it is an event: %v, want %v", day, got, want)
		}
	}
}
