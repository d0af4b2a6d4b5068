package policies_test

import "testing"

func TestSpeakingTopics(t *testing.T) {
	t.Parallel()
	tryPublished(
		t, "speaking_topics", "slug",
		`title_en, title_fr, title_ar, description_en, description_fr, description_ar, outcomes_en, outcomes_fr, outcomes_ar, display_order`,
		`'Risk', 'Risque', 'المخاطرة', 'a', 'b', 'c', '{one,two,three}', '{un,deux,trois}', '{}', 1`,
		`outcomes_ar = '{أ,ب,ج}'`,
		[]claim{
			{admin, `update public.speaking_topics set outcomes_en = '{one,two}'`, forbidden, ""},
			{admin, `update public.speaking_topics set outcomes_fr = '{un}'`, forbidden, ""},
			{admin, `update public.speaking_topics set slug = 'hidden' where slug = 'shown'`, taken, ""},
		})
}
