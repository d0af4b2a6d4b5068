package tests

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client"
)

var codes = []string{"en", "fr", "ar"}

// wantsOfPages are the texts that a page has to show in each language, by the column or
// setting that they come from.
type wantsOfPages map[string]*[3]map[string]string

// add wants a text on a page, in the language of an index of codes. An empty text is nothing.
func (w wantsOfPages) add(page string, language int, name, text string) {
	if w[page] == nil {
		w[page] = &[3]map[string]string{{}, {}, {}}
	}
	if text != "" {
		w[page][language][name] = text
	}
}

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

// testedElsewhere are the other tables of public pages: in editSettings and
// putPictures.
var testedElsewhere = []string{"site_settings", "pictures", "expedition_pictures"}

var tableOf = regexp.MustCompile(`^/rest/v1/(\w+)`)

// TestWhatIsEditedIsInTheHTML edits every column of a row of every public table and every
// setting, and puts a picture everywhere. Each page is then rendered once in each language,
// since that is what takes the time, and read without scripts. Rows that are hidden are on no
// page any longer.
func TestWhatIsEditedIsInTheHTML(t *testing.T) {
	t.Parallel()
	s := boot(t)
	wants := wantsOfPages{}
	s.putPictures(t, wants)
	shows := s.markRows(t, wants)
	s.editRows(t, wants)
	s.editSettings(t, wants)
	for page, texts := range wants {
		for i, code := range codes {
			s.wantShown(t, page+"?lang="+code, texts[i])
		}
	}
	if price := first(t, structuredIn, s.page(t, "/book?lang=fr").Body); !strings.Contains(price, `"price":1299`) {
		t.Errorf("the price in JSON-LD is not that of the page: %s", price)
	}
	image := "<image:loc>" + s.URL + "/storage/v1/object/public/media/" + pictureFile + "</image:loc>"
	if sitemap := s.page(t, "/sitemap.xml").Body; !strings.Contains(sitemap, image) {
		t.Errorf("the sitemap does not name the picture: %.2000s", sitemap)
	}

	for table, m := range marked {
		execute(t, s, fmt.Sprintf("update public.%s set %s", table, m.hide))
	}
	// Row policies hide a row, in every language alike: each page is read in one, by turns.
	for at, page := range slices.Sorted(maps.Keys(shows)) {
		if strings.HasPrefix(page, "/achievement/") || strings.HasPrefix(page, "/blog/") {
			continue // TestPageOfALostRow
		}
		path := page + "?lang=" + codes[at%len(codes)]
		hidden := func(page string) bool {
			return !slices.ContainsFunc(slices.Collect(maps.Keys(marked)), func(table string) bool {
				return strings.Contains(page, "Edited "+table)
			})
		}
		if page := s.visibleWhen(t, path, hidden); !hidden(page) {
			t.Errorf("%s shows what is hidden: %.100q", path, page[strings.Index(page, "Edited "):])
		}
	}
}

// markRows gives one text to all rows of each public table, and wants it on each page that asks
// for the table; it returns the tables of each page.
func (s *website) markRows(t *testing.T, wants wantsOfPages) map[string][]string {
	t.Helper()
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
		for _, code := range codes {
			execute(t, s, fmt.Sprintf("update public.%[1]s set %[2]s_%[3]s = 'Edited %[1]s %[2]s_%[3]s'", table, m.text, code))
		}
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
		for i, code := range codes {
			for _, table := range tables {
				wants.add(path, i, "rows of "+table, "Edited "+table+" "+marked[table].text+"_"+code)
			}
		}
	}
	return shows
}

// editRows edits every column of a row of every public table.
func (s *website) editRows(t *testing.T, wants wantsOfPages) {
	t.Helper()
	execute(t, s, `insert into public.book_review_contacts (review_id, email) select id, 'reader@example.org' from public.book_reviews
			on conflict (review_id) do update set email = excluded.email;
		insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, paid)
			values ('Reader', 'reader@example.org', '+212600000001', '1 Rue Atlas', 'Rabat', true)`)
	for _, e := range editedTables {
		sets := []string{}
		for _, column := range s.columns(t, e.table) {
			set, isSet := e.set[column]
			shown, isShown := e.shown[column]
			_, isHidden := e.hidden[column]
			_, isOwn := own[column]
			text := "Edited " + e.table + " " + column
			switch {
			case isSet:
				sets = append(sets, column+" = "+set)
			case isShown || isHidden || isOwn:
			default:
				sets = append(sets, fmt.Sprintf("%s = '%s'", column, text))
				shown, isShown = everyLanguage(text), true
				for i, code := range codes {
					if ends := regexp.MustCompile(`_(en|fr|ar)$`).FindString(column); ends != "" && ends != "_"+code {
						shown[i] = ""
					}
				}
			}
			if isSet && !isShown && !isHidden && !isOwn {
				t.Errorf("%s.%s is edited, and nothing says what shows it", e.table, column)
			}
			for _, page := range e.pages {
				for i, text := range shown {
					wants.add(page, i, e.table+"."+column, text)
				}
			}
		}
		execute(t, s, fmt.Sprintf("update public.%s set %s where ctid = (select ctid from public.%s where %s limit 1)", e.table, strings.Join(sets, ", "), e.table, e.where))
	}
}

// columns are those of a public table.
func (s *website) columns(t *testing.T, table string) (names []string) {
	t.Helper()
	rows, err := s.DB.Admin.Query(t.Context(), "select column_name::text from information_schema.columns where table_schema = 'public' and table_name = $1 order by 1", table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		t.Fatalf("there is no table %s", table)
	}
	return names
}
