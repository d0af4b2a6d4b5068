package policies_test

import "testing"

func TestExpeditions(t *testing.T) {
	t.Parallel()
	tryPublished(
		t, "expeditions", "slug",
		`name_en, name_fr, name_ar, year, height_m, continent, country, location, location_fr, location_ar, flag, route, route_fr, route_ar, duration_days, temperature, team_size,
		 description_en, description_fr, description_ar, badge_en, badge_fr, badge_ar, beyond_seven_summits, is_attempt, hero_image_url,
		 hero_image_alt_en, hero_image_alt_fr, hero_image_alt_ar, display_order`,
		`'Toubkal', 'Toubkal', 'توبقال', 2026, 4167, 'Africa', 'Morocco', 'High Atlas', 'Haut Atlas', 'الأطلس الكبير', 'MA', 'South cirque', 'Cirque sud', 'السيرك الجنوبي', 2, '-5 to 15 °C', '4',
		 'Roof', 'Toit', 'سقف', null, null, null, true, false, '/art/toubkal.svg',
		 'A ridge', 'Une crête', 'حافة', 0`,
		`height_m = 4168`,
		[]claim{
			{admin, `update public.expeditions set hero_image_alt_en = repeat('x', 301)`, forbidden, ""},
			{admin, `update public.expeditions set slug = 'Toubkal!' where slug = 'shown'`, forbidden, ""},
			{admin, `update public.expeditions set slug = 'hidden' where slug = 'shown'`, taken, ""},
			{admin, `update public.expeditions set height_m = 9001`, forbidden, ""},
			{admin, `update public.expeditions set flag = 'Maroc'`, forbidden, ""},
			{admin, `update public.expeditions set hero_image_url = 'javascript:alert(1)'`, forbidden, ""},
			{admin, `update public.expeditions set name_en = ''`, forbidden, ""},
		})
}
