package policies_test

import "testing"

func TestAwards(t *testing.T) {
	t.Parallel()
	tryPublished(
		t, "awards", "",
		`title_en, title_fr, title_ar, organization, year, category, description_en, description_fr, description_ar, featured, display_order`,
		`'Award', 'Prix', 'جائزة', 'A federation', 2018, 'achievement', null, null, null, true, 1`,
		`category = 'honorary', featured = false`,
		[]claim{
			{admin, `update public.awards set category = 'bought'`, forbidden, ""},
			{admin, `update public.awards set year = 1800`, forbidden, ""},
		})
}
