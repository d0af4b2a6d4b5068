package policies_test

import "testing"

// One sample and one row of the owner's in each table that has samples.
const samples = `
insert into public.testimonials (id, author_name, quote_en, sample) values
  ('00000000-0000-4000-8000-00000000a101', 'S. A.', 'Strong', true), ('00000000-0000-4000-8000-00000000a102', 'Sara', 'Strong', false);
insert into public.media_highlights (title_en, title_fr, title_ar, date, image_url, sample) values
  ('First', 'Un', 'أول', '2017-06-15', '/art/everest.svg', true), ('Second', 'Deux', 'ثان', '2018-06-15', '/art/vinson.svg', false);
insert into public.media_coverage (type, date, outlet, title_en, title_fr, title_ar, sample) values
  ('article', '2017-06-02', 'A daily', 'First', 'Un', 'أول', true), ('article', '2018-06-02', 'Another', 'Second', 'Deux', 'ثان', false);
insert into public.awards (title_en, organization, year, category, sample) values
  ('First', 'Forum', 2018, 'achievement', true), ('Second', 'Forum', 2019, 'achievement', false);
insert into public.book_reviews (name, comment_en, status, sample) values
  ('Salma B.', 'Fine', 'approved', true), ('Idir', 'Fine', 'approved', false);
insert into public.blog_posts (slug, status, title_en, content_en, sample) values
  ('first', 'published', 'First', '<p>One</p>', true), ('second', 'published', 'Second', '<p>Two</p>', false);
`

const left = `(select count(*) from public.testimonials) + (select count(*) from public.media_highlights)
	+ (select count(*) from public.media_coverage) + (select count(*) from public.awards) + (select count(*) from public.book_reviews)
	+ (select count(*) from public.blog_posts)`

func TestSamples(t *testing.T) {
	t.Parallel()
	db := setup(t, samples)
	const all = `array['testimonials', 'media_highlights', 'media_coverage', 'awards', 'book_reviews', 'blog_posts']`
	for _, a := range []act{
		{`select * from public.sample_rows()`, [5]string{refused, "6", "6", "6", "6"}},
		{`select public.remove_samples(` + all + `)`, [5]string{refused, refused, "1", refused, "1"}},
		{`update public.testimonials set sample = false`, [5]string{refused, refused, refused, refused, refused}},
		{`update public.media_highlights set sample = false`, [5]string{refused, refused, refused, refused, refused}},
		{`update public.media_coverage set sample = true`, [5]string{refused, refused, refused, refused, refused}},
		{`update public.awards set sample = true`, [5]string{refused, refused, refused, refused, refused}},
		{`update public.book_reviews set sample = false`, [5]string{refused, refused, refused, refused, refused}},
		{`insert into public.book_reviews (name, comment_en, sample) values ('Lina', 'Fine', true)`, [5]string{refused, refused, refused, refused, refused}},
	} {
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	for _, c := range []claim{
		{admin, `select public.remove_samples(` + all + `)`, "1", left + ` = 6 and not exists (select from public.sample_rows())`},
		{admin, `select public.remove_samples('{book_reviews}')`, "1", left + ` = 11`},
		{admin, `select public.remove_samples('{}')`, "1", left + ` = 12`},
		{admin, `select public.remove_samples('{admin_users}')`, "22023", ""},
		{
			admin, `update public.testimonials set quote_en = 'Signed by me' where author_name = 'S. A.'`,
			"1", `(select not sample from public.testimonials where author_name = 'S. A.')`,
		},
		{
			admin, `update public.testimonials set published = false, display_order = 7 where author_name = 'S. A.'`,
			"1", `(select sample from public.testimonials where author_name = 'S. A.')`,
		},
		{admin, `update public.blog_posts set content_en = '<p>Mine</p>'`, "2", `not exists (select from public.blog_posts where sample)`},
		{anonymous, `update public.blog_posts set view_count = view_count + 1 where slug = 'first'`, "1", `(select sample from public.blog_posts where slug = 'first')`},
		{admin, `update public.media_highlights set outlet = 'A channel'`, "2", `not exists (select from public.media_highlights where sample)`},
		{admin, `update public.media_coverage set link_url = 'https://example.org/'`, "2", `not exists (select from public.media_coverage where sample)`},
		{admin, `update public.awards set organization = 'The federation'`, "2", `not exists (select from public.awards where sample)`},
	} {
		check(t, db, c)
	}
}

// Visitors are told of a verified purchase only where an order is behind the review.
func TestVerifiedPurchases(t *testing.T) {
	t.Parallel()
	db := setup(t, `
insert into public.book_orders (buyer_name, buyer_email, buyer_phone, paid, fulfilled) values
  ('Sara', 'Sara@example.test', '0611111111', true, false), ('Omar', 'omar@example.test', '0622222222', false, false);
insert into public.book_reviews (id, name, email, comment_en, status) values
  ('00000000-0000-4000-8000-00000000b001', 'Sara', 'sara@example.test', 'Fine', 'approved'),
  ('00000000-0000-4000-8000-00000000b002', 'Omar', 'omar@example.test', 'Fine', 'approved'),
  ('00000000-0000-4000-8000-00000000b003', 'Aya', null, 'Fine', 'approved');`)
	const ordered = `(select coalesce(string_agg(name, ' ' order by name), '') from public.book_reviews where ordered)`
	for _, c := range []claim{
		{admin, `update public.book_reviews set verified = true`, "3", ordered + ` = 'Sara'`},
		{admin, `update public.book_reviews set verified = false`, "3", ordered + ` = ''`},
		{admin, `update public.book_reviews set ordered = true`, refused, ""},
		{serviceKey, `update public.book_reviews set ordered = true`, "3", ordered + ` = ''`},
		{anonymous, `insert into public.book_reviews (name, email, comment_en, verified) values ('Lina', 'sara@example.test', 'Fine', true)`, "1", ordered + ` = ''`},
		{
			admin, `insert into public.book_reviews (name, email, comment_en, verified, status) values ('Lina', 'sara@example.test', 'Fine', true, 'approved')`,
			"1", ordered + ` = 'Lina'`,
		},
	} {
		check(t, db, c)
	}
}
