package policies_test

import "testing"

func TestMediaCoverage(t *testing.T) {
	t.Parallel()
	tryPublished(
		t, "media_coverage", "",
		`type, date, outlet, outlet_fr, outlet_ar, title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar, link_url, display_order`,
		`'interview', '2025-05-21', 'A radio', 'Une radio', 'إذاعة', 'On top', 'Au sommet', 'على القمة', null, null, null, 'https://example.test/talk', 1`,
		`type = 'podcast'`,
		[]claim{
			{admin, `update public.media_coverage set type = 'rumour'`, forbidden, ""},
			{admin, `update public.media_coverage set link_url = 'data:text/html,x'`, forbidden, ""},
			{admin, `update public.media_coverage set outlet = ' '`, forbidden, ""},
		})
}
