package policies_test

import "testing"

func TestTestimonials(t *testing.T) {
	t.Parallel()
	tryPublished(
		t, "testimonials", "",
		`author_name, author_role_en, author_role_fr, author_role_ar, organization, quote_en, quote_fr, quote_ar, display_order`,
		`'S. B.', 'Director', 'Directrice', 'مديرة', null, 'Strong', 'Fort', 'قوي', 1`,
		`quote_en = 'Stronger'`,
		[]claim{
			{admin, `update public.testimonials set quote_en = ''`, forbidden, ""},
			{admin, `update public.testimonials set author_name = repeat('x', 201)`, forbidden, ""},
		})
}
