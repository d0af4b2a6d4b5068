package tests

// edited is a public table, one row of which is edited in every column, and pages that show
// the row. A table with several lists of columns is here several times; set is in the first.
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
		shown: map[string][3]string{
			"reading_time": everyLanguage("77"), "published_at": everyLanguage("24/12/2020"), "featured_image_url": everyLanguage("/edited.jpg"),
		},
		hidden: map[string]string{
			"slug": "the address", "status": "whether it is shown", "author_id": "private", "view_count": "for admins",
			"content_en": "on its page", "content_fr": "on its page", "content_ar": "on its page",
			"featured_image_alt_en": "decorative", "featured_image_alt_fr": "decorative", "featured_image_alt_ar": "decorative",
		},
	},
	{
		table: "expeditions", where: "slug = 'k2'", pages: []string{"/expeditions"},
		shown:  map[string][3]string{"year": everyLanguage("2031"), "height_m": {"7,777", "7\u202f777", "7,777"}},
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
