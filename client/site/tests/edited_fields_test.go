package tests

import (
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/apptest"
)

// edited is a public table, one row of which is edited in every column.
type edited struct {
	table, where string
	pages        []string
	// set is the SQL of what is no text; the other columns that are shown get a text of
	// their own.
	set map[string]string
	// shown is what the pages show for a column of set, in each language; {} is the text
	// that the column itself got.
	shown map[string][3]string
	// hidden are the columns that no page shows without a script, and why.
	hidden map[string]string
}

// own are the columns of every table that no page shows.
var own = map[string]string{
	"id": "the key", "created_at": "not public", "updated_at": "in the sitemap", "display_order": "the order",
	"published": "whether it is shown", "picture_id": "shown as the picture", "sample": "of the back-office",
}

var everyLanguage = func(text string) [3]string { return [3]string{text, text, text} }

const pictureFile = "aaaaaaaa-0000-4000-8000-000000000001/bbbbbbbb-0000-4000-8000-000000000001.jpg"

var editedTables = []edited{
	{
		table: "expeditions", where: "slug = 'k2'", pages: []string{"/achievement/k2"},
		set: map[string]string{
			"year": "2031", "height_m": "7777", "duration_days": "77", "flag": "'QZ'", "continent": "'Oz'", "is_attempt": "false",
			"beyond_seven_summits": "false", "hero_image_url": "'/edited.jpg'",
		},
		shown: map[string][3]string{
			"year": everyLanguage(">2031<"), "height_m": {"7,777", "7\u202f777", "7,777"}, "duration_days": everyLanguage("77"),
			"continent": everyLanguage(">Oz<"), "hero_image_url": everyLanguage("/edited.jpg"),
		},
		hidden: map[string]string{
			"slug": "the address", "flag": "a drawing, and the name of the country if it has one", "is_attempt": "tested below", "beyond_seven_summits": "tested below",
			"badge_en": "on /expeditions", "badge_fr": "on /expeditions", "badge_ar": "on /expeditions",
		},
	},
	{
		table: "media_highlights", where: "published", pages: []string{"/", "/media"},
		set:   map[string]string{"date": "'2031-12-24'", "image_url": "'/edited.jpg'", "picture_id": "null"},
		shown: map[string][3]string{"date": everyLanguage("24/12/2031"), "image_url": everyLanguage("/edited.jpg")},
		hidden: map[string]string{
			"description_en": "in a dialog", "description_fr": "in a dialog", "description_ar": "in a dialog", "link_url": "in a dialog",
		},
	},
	{
		table: "media_coverage", where: "true", pages: []string{"/media"},
		set: map[string]string{"date": "'2031-12-24'", "type": "'radio'", "link_url": "'https://example.org/edited'"},
		shown: map[string][3]string{
			"date": everyLanguage("24/12/2031"), "type": {"Radio", "Radio", "إذاعة"}, "link_url": everyLanguage(`href="https://example.org/edited"`),
		},
	},
	{
		table: "book_reviews", where: "status = 'approved'", pages: []string{"/book"},
		set:   map[string]string{"rating": "1", "verified": "true", "featured": "true"},
		shown: map[string][3]string{"verified": {"Verified purchase", "Achat vérifié", "عملية شراء موثقة"}, "featured": {"My choice", "Mon choix", "من اختياري"}, "rating": {"1 out of 5", "1 sur 5", "1 من 5"}},
		hidden: map[string]string{
			"status": "whether it is shown", "email": "moved", "ordered": "whether verified is shown", "proof_path": "private", "purchase_image_url": "private", "reviewer_image_url": "not used",
		},
	},
	{
		table: "speaking_topics", where: "true", pages: []string{"/speaking"},
		set: map[string]string{
			"outcomes_en": "array['one A', 'one B', 'one C']", "outcomes_fr": "array['deux A', 'deux B', 'deux C']", "outcomes_ar": "array['ثلاثة أ', 'ثلاثة ب', 'ثلاثة ج']",
		},
		shown:  map[string][3]string{"outcomes_en": {"one B", "", ""}, "outcomes_fr": {"", "deux C", ""}, "outcomes_ar": {"", "", "ثلاثة أ"}},
		hidden: map[string]string{"slug": "the key of a choice"},
	},
	{
		table: "awards", where: "true", pages: []string{"/media"},
		set:    map[string]string{"year": "2031", "category": "'honorary'", "featured": "true"},
		shown:  map[string][3]string{"year": everyLanguage(">2031<"), "category": {"Honorary", "Honorifique", "فخرية"}},
		hidden: map[string]string{"organization": "not used", "featured": "not used"},
	},
	{table: "testimonials", where: "true", pages: []string{"/speaking"}},
	{
		table: "blog_posts", where: "slug = 'preparation-is-the-climb'", pages: []string{"/blog/preparation-is-the-climb"},
		set: map[string]string{
			"reading_time": "77", "published_at": "'2020-12-24 23:30+00'", "content_en": "'<h2>Part</h2><p>edited content</p>'",
			"content_fr": "'<p>contenu</p>'", "content_ar": "'<p>محتوى</p>'", "featured_image_url": "'/edited.jpg'", "picture_id": "null",
		},
		shown: map[string][3]string{
			"reading_time": everyLanguage("77"), "published_at": everyLanguage("24/12/2020"), "content_en": {"<p>edited content</p>", "", ""},
			"content_fr": {"", "<p>contenu</p>", ""}, "content_ar": {"", "", "<p>محتوى</p>"},
		},
		hidden: map[string]string{
			"slug": "the address", "status": "whether it is shown", "author_id": "private", "view_count": "for admins", "featured_image_url": "on /blog",
			"featured_image_alt_en": "decorative", "featured_image_alt_fr": "decorative", "featured_image_alt_ar": "decorative",
		},
	},
	{
		table: "blog_posts", where: "slug = 'preparation-is-the-climb'", pages: []string{"/blog"},
		set: map[string]string{
			"reading_time": "78", "published_at": "'2020-12-25 23:30+00'", "featured_image_url": "'/edited.jpg'", "picture_id": "null",
		},
		shown: map[string][3]string{
			"reading_time": everyLanguage("78"), "published_at": everyLanguage("25/12/2020"), "featured_image_url": everyLanguage("/edited.jpg"),
		},
		hidden: map[string]string{
			"slug": "the address", "status": "whether it is shown", "author_id": "private", "view_count": "for admins",
			"content_en": "on its page", "content_fr": "on its page", "content_ar": "on its page",
			"featured_image_alt_en": "decorative", "featured_image_alt_fr": "decorative", "featured_image_alt_ar": "decorative",
		},
	},
	{
		table: "expeditions", where: "slug = 'k2'", pages: []string{"/expeditions"},
		set:    map[string]string{"year": "2032", "height_m": "7778", "flag": "'QZ'"},
		shown:  map[string][3]string{"year": everyLanguage("2032"), "height_m": {"7,778", "7\u202f778", "7,778"}},
		hidden: onItsPage("slug", "flag", "continent", "location", "route", "duration_days", "temperature", "team_size", "description", "beyond_seven_summits", "is_attempt", "hero_image_url", "hero_image_alt", "location_en", "route_en"),
	},
}

// onItsPage are columns that the page of the row shows, and a list does not.
func onItsPage(names ...string) map[string]string {
	hidden := map[string]string{}
	for _, name := range names {
		for _, end := range []string{"", "_en", "_fr", "_ar"} {
			hidden[name+end] = "on the page of the row"
		}
	}
	return hidden
}

var codes = []string{"en", "fr", "ar"}

// TestEditedFieldsAreInTheHTML edits every column of a row of every public table, and
// reads the pages that show it without scripts, in three languages.
func TestEditedFieldsAreInTheHTML(t *testing.T) {
	t.Parallel()
	s := boot(t)
	execute(t, s, `insert into public.book_review_contacts (review_id, email) select id, 'reader@example.org' from public.book_reviews
			on conflict (review_id) do update set email = excluded.email;
		insert into public.book_orders (buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, paid)
			values ('Reader', 'reader@example.org', '+212600000001', '1 Rue Atlas', 'Rabat', true)`)
	for _, e := range editedTables {
		wants := [3]map[string]string{{}, {}, {}}
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
			for i, text := range shown {
				if isShown && text != "" {
					wants[i][column] = text
				}
			}
		}
		execute(t, s, fmt.Sprintf("update public.%s set %s where ctid = (select ctid from public.%s where %s limit 1)", e.table, strings.Join(sets, ", "), e.table, e.where))
		for _, page := range e.pages {
			for i, code := range codes {
				s.wantShown(t, page+"?lang="+code, wants[i])
			}
		}
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

// scripts are what a reader without scripts does not see.
var scripts = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>`)

// visible is what is in the HTML of a page, rendered with its rows.
func (s *website) visible(t testing.TB, path string) string {
	t.Helper()
	return s.visibleWhen(t, path, func(string) bool { return true })
}

// visibleWhen asks until the page is rendered with its rows and is as wanted: what this test
// changes in the database is in it two seconds later at the latest, and a machine with other
// work takes longer to render than a page waits. In the end it is as it is.
func (s *website) visibleWhen(t testing.TB, path string, wanted func(page string) bool) string {
	t.Helper()
	limit := time.After(apptest.Timeout)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := s.page(t, path)
		page := html.UnescapeString(scripts.ReplaceAllString(answer.Body, ""))
		isRendered := answer.Status == http.StatusOK && strings.Contains(answer.Body, `data-render="rows"`)
		if isRendered && wanted(page) {
			return page
		}
		select {
		case <-tick.C:
		case <-limit:
			if !isRendered {
				t.Fatalf("%s is not rendered with its rows: %d %.300s", path, answer.Status, answer.Body)
			}
			return page
		}
	}
}

func (s *website) wantShown(t *testing.T, path string, wants map[string]string) {
	t.Helper()
	page := s.visibleWhen(t, path, func(page string) bool {
		for _, want := range wants {
			if !strings.Contains(page, want) {
				return false
			}
		}
		return true
	})
	for name, want := range wants {
		if !strings.Contains(page, want) {
			t.Errorf("%s lacks %q of %s", path, want, name)
		}
	}
	if strings.Contains(page, "⟦") || strings.Contains(page, `role="status" data`) {
		t.Errorf("%s has a mark of the build", path)
	}
}

// TestEditedSettingsAreInTheHTML edits every setting that a page shows.
func TestEditedSettingsAreInTheHTML(t *testing.T) {
	t.Parallel()
	s := boot(t)
	texts := func(name string) string {
		return fmt.Sprintf(`{"en": "%s in English", "fr": "%s en français", "ar": "%s بالعربية"}`, name, name, name)
	}
	inEach := func(name string) [3]string {
		return [3]string{name + " in English", name + " en français", name + " بالعربية"}
	}
	hidden := map[string]bool{
		// of the server, of forms, and of what a script opens
		"admin.second_factor_required": true, "setup.checklist": true, "mail.owner_inquiries": true, "mail.owner_language": true, "mail.owner_orders": true, "newsletter.sync": true,
		"book.max_per_order": true, "book.price_alternative_mad": true, "book.reservation_days": true,
		// of the back-office
		"shipping.name": true, "shipping.address": true, "shipping.phone": true,
		// tested with pictures
		"book.cover": true, "story.portrait": true,
	}
	settings := map[string]struct {
		value string
		page  string
		shown [3]string
	}{
		"brand.wordmark":       {`"Edited & Co"`, "/contact", everyLanguage("Edited & Co")},
		"brand.name":           {texts("Name"), "/story", inEach("Name")},
		"brand.portrait":       {texts("Portrait"), "/", inEach("Portrait")},
		"book.price_mad":       {"1299", "/book", [3]string{"1,299", "1\u202f299", "1,299"}},
		"book.stock":           {"3", "/book", everyLanguage("3")},
		"book.rating_baseline": {`{"average": 3.1, "count": 100000, "note": ` + texts("Note") + `}`, "/book", [3]string{"3.1", "3,1", "3.1"}},
		"book.excerpt":         {texts("Excerpt"), "/book", inEach("Excerpt")},
		"book.delivery":        {`[{"city": ` + texts("City") + `, "days": [8, 9]}]`, "/book", inEach("City")},
		"contact.email":        {`"edited@example.org"`, "/contact", everyLanguage("edited@example.org")},
		"contact.phone":        {`"+212600000001"`, "/contact", everyLanguage("tel:+212600000001")},
		"contact.whatsapp":     {`"+212600000002"`, "/contact", everyLanguage("212600000002")},
		"contact.location":     {texts("Place"), "/contact", inEach("Place")},
		"social.instagram":     {`"https://instagram.com/edited"`, "/contact", everyLanguage("https://instagram.com/edited")},
		"social.youtube":       {`"https://youtube.com/@edited"`, "/contact", everyLanguage("https://youtube.com/@edited")},
		"social.linkedin":      {`"https://linkedin.com/in/edited"`, "/contact", everyLanguage("https://linkedin.com/in/edited")},
		"video.home_film":      {`"dQw4w9WgXcQ"`, "/film", [3]string{"aria-label=\"Play", "", ""}},
		"video.full_film":      {`"https://example.org/film"`, "/film", everyLanguage("https://example.org/film")},
		"retreat":              {`{"start": "2031-11-07", "end": "2031-11-09", "city": ` + texts("Town") + `, "theme": ` + texts("Theme") + `}`, "/retreat", [3]string{"November", "novembre", "نونبر"}},
		"expeditions.note":     {texts("Facts"), "/achievement/k2", inEach("Facts")},
		"hero.strip":           {`[{"name": ` + texts("Peak") + `, "height_m": 7777, "year": 2031, "outcome": "summit"}]`, "/", inEach("Peak")},
		"figures":              {`{"started": 1999, "highest_m": 8001, "continents": 6, "peaks": 77}`, "/", [3]string{"8,001", "8\u202f001", "8,001"}},
		"press.bio_short":      {texts("Short"), "/media-kit", inEach("Short")},
		"press.bio_medium":     {texts("Medium"), "/media-kit", inEach("Medium")},
		"press.bio_long":       {texts("Long"), "/media-kit", inEach("Long")},
	}
	rows, err := s.DB.Admin.Query(t.Context(), "select key from public.site_settings order by key")
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			t.Fatal(err)
		}
		if _, ok := settings[key]; !ok && !hidden[key] {
			t.Errorf("nothing says which page shows the setting %s", key)
		}
	}
	pages := map[string][3]map[string]string{}
	for key, setting := range settings {
		execute(t, s, fmt.Sprintf("update public.site_settings set value = '%s' where key = '%s'", setting.value, key))
		if _, ok := pages[setting.page]; !ok {
			pages[setting.page] = [3]map[string]string{{}, {}, {}}
		}
		for i := range codes {
			if setting.shown[i] != "" {
				pages[setting.page][i][key] = setting.shown[i]
			}
		}
	}
	for page, wants := range pages {
		for i, code := range codes {
			s.wantShown(t, page+"?lang="+code, wants[i])
		}
	}
	book := s.page(t, "/book?lang=fr").Body
	if !strings.Contains(first(t, structuredIn, book), `"price":1299`) {
		t.Error("the price in JSON-LD is not that of the page")
	}
}

// TestPicturesAreInTheHTML puts one picture everywhere, and reads its texts.
func TestPicturesAreInTheHTML(t *testing.T) {
	t.Parallel()
	s := boot(t)
	id, _, _ := strings.Cut(pictureFile, "/")
	execute(t, s, `insert into storage.objects (bucket_id, name, metadata) values ('media', '`+pictureFile+`', '{"mimetype": "image/jpeg", "size": 1}')`)
	execute(t, s, `insert into public.pictures (id, name, path, content_type, bytes, width, height, placeholder, focal_x, focal_y,
		alt_en, alt_fr, alt_ar, credit_en, credit_fr, credit_ar) values ('`+id+`', 'a.jpg', '`+pictureFile+`', 'image/jpeg', 1, 4000, 3000,
		'data:image/webp;base64,AAAA', 0.2, 0.7, 'Alt in English', 'Alt en français', 'بديل', 'Credit in English', 'Crédit', 'اعتماد')`)
	for _, table := range []string{"expeditions", "media_highlights", "media_coverage", "awards", "testimonials", "blog_posts"} {
		execute(t, s, `update public.`+table+` set picture_id = '`+id+`'`)
	}
	execute(t, s, `insert into public.expedition_pictures (expedition_id, picture_id, display_order) select id, '`+id+`', 1 from public.expeditions`)
	execute(t, s, `update public.site_settings set value = to_jsonb('`+id+`'::text) where key in ('story.portrait', 'book.cover')`)
	file := "/storage/v1/render/image/public/media/" + pictureFile
	alts, credits := [3]string{"Alt in English", "Alt en français", "بديل"}, [3]string{"Credit in English", "Crédit", "اعتماد"}
	// whether the page shows the alternative text and the credit
	for page, has := range map[string][2]bool{
		"/": {true, true}, "/story": {true, true}, "/achievement/k2": {true, true}, "/media": {true, true}, "/speaking": {true, false},
		"/book": {false, false}, "/blog": {true, false}, "/blog/preparation-is-the-climb": {true, true},
	} {
		for i, code := range codes {
			wants := map[string]string{"the file": file + "?width=960", "the focal point": "photo-x-2 photo-y-7", "the placeholder": "data:image/webp;base64,AAAA"}
			if has[0] {
				wants["the alternative text"] = `alt="` + alts[i] + `"`
			}
			if has[1] {
				wants["the credit"] = ">" + credits[i] + "</span>"
			}
			s.wantShown(t, page+"?lang="+code, wants)
		}
	}
	sitemap := s.page(t, "/sitemap.xml").Body
	if !strings.Contains(sitemap, "<image:loc>"+s.URL+"/storage/v1/object/public/media/"+pictureFile+"</image:loc>") {
		t.Errorf("the sitemap does not name the picture: %.2000s", sitemap)
	}
}

// TestPostWithoutATranslation is shown in English, and says so to readers and machines.
func TestPostWithoutATranslation(t *testing.T) {
	t.Parallel()
	s := boot(t)
	execute(t, s, `update public.blog_posts set title_ar = '', content_ar = '', content_en = '<table><tr><td>a</td></tr></table><p>Hello</p>' where slug = 'preparation-is-the-climb'`)
	page := s.visible(t, "/blog/preparation-is-the-climb?lang=ar")
	for _, want := range []string{
		`<html lang="ar" dir="rtl">`, "لم يُترجم هذا النص", `<div lang="en" dir="ltr" class="article"><div class="article-wide" tabindex="0"><table>`,
		`<link rel="canonical" href="` + s.URL + `/blog/preparation-is-the-climb?lang=en">`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if slices.Contains(regexp.MustCompile(`hreflang="(\w+)"`).FindStringSubmatch(page), "ar") {
		t.Error("the page claims to be in Arabic")
	}
}
