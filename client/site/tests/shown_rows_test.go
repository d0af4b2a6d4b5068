package tests

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client"
)

// marked are the public tables: a text of each that pages show, in three columns, and what
// hides a row.
var marked = map[string]struct{ text, hide string }{
	"expeditions":      {"name", "published = false"},
	"media_highlights": {"title", "published = false"},
	"media_coverage":   {"title", "published = false"},
	"awards":           {"title", "published = false"},
	"speaking_topics":  {"title", "published = false"},
	"testimonials":     {"quote", "published = false"},
	"blog_posts":       {"title", "status = 'draft'"},
	"book_reviews":     {"comment", "status = 'rejected'"},
}

// testedElsewhere are the other tables of public pages: in TestEditedSettingsAreInTheHTML and
// TestPicturesAreInTheHTML.
var testedElsewhere = []string{"site_settings", "pictures", "expedition_pictures"}

var tableOf = regexp.MustCompile(`^/rest/v1/(\w+)`)

// TestEveryPageShowsItsRows: each page shows the rows of each table that it asks for, in three
// languages without scripts, and no longer after they are hidden.
func TestEveryPageShowsItsRows(t *testing.T) {
	t.Parallel()
	s := boot(t)
	text, err := fs.ReadFile(client.Dist, "dist/pages.json")
	if err != nil {
		t.Fatal(err)
	}
	var pages struct {
		Public []struct {
			Path string
			Data []struct{ Request string }
		}
	}
	if err := json.Unmarshal(text, &pages); err != nil {
		t.Fatal(err)
	}
	for table, m := range marked {
		execute(t, s, fmt.Sprintf("update public.%[1]s set %[2]s_en = 'Marked %[1]s en', %[2]s_fr = 'Marked %[1]s fr', %[2]s_ar = 'Marked %[1]s ar'", table, m.text))
	}
	address := strings.NewReplacer(":id", "k2", ":slug", "preparation-is-the-climb")
	shows := map[string][]string{}
	seen := map[string]bool{}
	for _, page := range pages.Public {
		path := address.Replace(page.Path)
		for _, query := range page.Data {
			table := tableOf.FindStringSubmatch(query.Request)[1]
			if seen[table] = true; slices.Contains(testedElsewhere, table) {
				continue
			}
			if _, ok := marked[table]; !ok {
				t.Errorf("%s shows %s, and nothing tests that", page.Path, table)
			}
			if path != "/book" || table != "expeditions" { // which is drawn there by its height
				shows[path] = append(shows[path], table)
			}
		}
	}
	for table := range marked {
		if !seen[table] {
			t.Errorf("no page asks for %s", table)
		}
	}
	for path, tables := range shows {
		for _, code := range codes {
			wants := map[string]string{}
			for _, table := range tables {
				wants[table] = "Marked " + table + " " + code
			}
			s.wantShown(t, path+"?lang="+code, wants)
		}
	}
	for table, m := range marked {
		execute(t, s, fmt.Sprintf("update public.%s set %s", table, m.hide))
	}
	for path := range shows {
		if strings.HasPrefix(path, "/achievement/") || strings.HasPrefix(path, "/blog/") {
			continue // TestPageOfALostRow
		}
		for _, code := range codes {
			hidden := func(page string) bool { return !strings.Contains(page, "Marked ") }
			if page := s.visibleWhen(t, path+"?lang="+code, hidden); !hidden(page) {
				at := strings.Index(page, "Marked ")
				t.Errorf("%s in %s shows what is hidden: %.100q", path, code, page[at:])
			}
		}
	}
}
