package tests

import (
	"fmt"
	"strings"
	"testing"
)

// editSettings edits every setting that a page shows.
func (s *website) editSettings(t *testing.T, wants wantsOfPages) {
	t.Helper()
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
	for key, setting := range settings {
		execute(t, s, fmt.Sprintf("update public.site_settings set value = '%s' where key = '%s'", setting.value, key))
		for i, text := range setting.shown {
			wants.add(setting.page, i, key, text)
		}
	}
}

// putPictures puts one picture everywhere, whose file and texts the pages show.
func (s *website) putPictures(t *testing.T, wants wantsOfPages) {
	t.Helper()
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
		"/": {true, true}, "/story": {true, true}, "/achievement/everest": {true, true}, "/media": {true, true}, "/speaking": {true, false},
		"/book": {false, false}, "/blog": {true, false}, "/blog/turning-back-is-a-decision": {true, true},
	} {
		for i := range codes {
			wants.add(page, i, "the file", file+"?width=1080")
			wants.add(page, i, "the focal point", "photo-x-2 photo-y-7")
			wants.add(page, i, "the placeholder", "data:image/webp;base64,AAAA")
			if has[0] {
				wants.add(page, i, "the alternative text", `alt="`+alts[i]+`"`)
			}
			if has[1] {
				wants.add(page, i, "the credit", ">"+credits[i]+"</bdi>")
			}
		}
	}
}
