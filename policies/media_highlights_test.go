package policies_test

import "testing"

func TestMediaHighlights(t *testing.T) {
	t.Parallel()
	tryPublished(
		t, "media_highlights", "",
		`title_en, title_fr, title_ar, description_en, description_fr, description_ar, date, image_url, link_url, outlet, outlet_fr, outlet_ar, display_order`,
		`'On top', 'Au sommet', 'على القمة', null, null, null, '2025-05-21', '/art/everest.svg', null, 'A magazine', null, 'مجلة', 1`,
		`display_order = 2, image_alt_en = 'A ridge', image_alt_fr = 'Une crête', image_alt_ar = 'حافة'`,
		[]claim{
			{admin, `update public.media_highlights set image_alt_ar = repeat('x', 301)`, forbidden, ""},
			{admin, `update public.media_highlights set link_url = 'javascript:alert(1)'`, forbidden, ""},
			{admin, `update public.media_highlights set image_url = ''`, forbidden, ""},
			{admin, `update public.media_highlights set title_en = repeat('x', 301)`, forbidden, ""},
		})
}
