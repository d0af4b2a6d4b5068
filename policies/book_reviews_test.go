package policies_test

import "testing"

const reviews = `
insert into public.book_reviews (id, name, email, comment_en, status) values
  ('00000000-0000-4000-8000-00000000b001', 'Sara', 'sara@example.test', 'Fine', 'approved'),
  ('00000000-0000-4000-8000-00000000b002', 'Omar', 'omar@example.test', 'Fine', 'pending'),
  ('00000000-0000-4000-8000-00000000b003', 'Aya', null, 'Fine', 'rejected')`

func TestBookReviews(t *testing.T) {
	t.Parallel()
	try(t, reviews,
		[]act{
			{`select * from public.book_reviews`, [5]string{"1", "1", "3", "1", "3"}},
			{`select * from public.book_reviews where email is not null`, [5]string{"0", "0", "0", "0", "0"}},
			{
				`insert into public.book_reviews (id, name, email, rating, comment_en, comment_fr, comment_ar, status, verified, featured)
				 values ('00000000-0000-4000-8000-00000000b004', 'Lina', 'lina@example.test', 4, null, 'Beau', null, 'pending', false, false)`,
				[5]string{"1", "1", "1", "1", "1"},
			},
			{
				`insert into public.book_reviews (name, comment_en, display_order) values ('Lina', 'Fine', -1)`,
				[5]string{refused, refused, refused, refused, refused},
			},
			{`update public.book_reviews set status = 'approved'`, [5]string{refused, "0", "3", "0", "3"}},
			{`update public.book_reviews set verified = true, updated_at = now()`, [5]string{refused, "0", "3", "0", "3"}},
			{`update public.book_reviews set featured = true, display_order = 3 where status <> 'rejected'`, [5]string{refused, "0", "2", "0", "2"}},
			{`update public.book_reviews set purchase_image_url = '/x.jpg'`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.book_reviews set rating = 1`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_reviews`, [5]string{refused, "0", "3", "0", "3"}},
		},
		[]claim{
			{admin, `update public.book_reviews set featured = true where status = 'rejected'`, forbidden, ""},
			{
				admin, `with chosen as (update public.book_reviews set featured = true where name = 'Sara') update public.book_reviews set featured = true where name = 'Omar'`,
				"1", `(select count(*) = 2 from public.book_reviews where featured)`,
			},
			{
				admin, `insert into public.book_reviews (name, comment_en, status, featured) values ('Lina', 'Fine', 'approved', true); update public.book_reviews set status = 'rejected' where name = 'Lina'`,
				"1", `(select not featured from public.book_reviews where name = 'Lina')`,
			},
			{
				anonymous, `insert into public.book_reviews (name, comment_en, status, verified, featured) values ('Lina', 'Fine', 'approved', true, true)`,
				"1", `(select status = 'pending' and not verified and not featured from public.book_reviews where name = 'Lina')`,
			},
			{
				stranger, `insert into public.book_reviews (name, comment_en, status, verified, featured) values ('Lina', 'Fine', 'approved', true, true)`,
				"1", `(select status = 'pending' and not verified and not featured from public.book_reviews where name = 'Lina')`,
			},
			{
				admin, `insert into public.book_reviews (name, rating, comment_en, verified, status) values ('Lina', 5, 'Fine', true, 'approved')`,
				"1", `(select status = 'approved' and verified from public.book_reviews where name = 'Lina')`,
			},
			{
				anonymous, `insert into public.book_reviews (name, comment_en) values ('Lina', 'Fine'), ('Ines', 'Fine')`,
				"2", `(select string_agg(name, ' ' order by display_order) = 'Ines Lina' from public.book_reviews where display_order < 0)`,
			},
			{
				admin, `insert into public.book_reviews (name, comment_en, status) values ('Lina', 'Fine', 'approved')`,
				"1", `(select display_order = -1 from public.book_reviews where name = 'Lina')`,
			},
			{
				anonymous, `insert into public.book_reviews (name, email, comment_en) values ('Lina', '  ', 'Fine')`,
				"1", `(select count(*) = 2 from public.book_review_contacts)`,
			},
			// A forged answer to "who wrote this": the e-mail must not land on another's review.
			{
				anonymous, `insert into public.book_reviews (id, name, email, comment_en)
				          values ('00000000-0000-4000-8000-00000000b003', 'Lina', 'lina@example.test', 'Fine') on conflict do nothing`,
				"0", `not exists (select from public.book_review_contacts where email = 'lina@example.test')`,
			},
			{anonymous, `insert into public.book_reviews (name, comment_en, rating) values ('Lina', 'Fine', 6)`, forbidden, ""},
			{anonymous, `insert into public.book_reviews (name, comment_en, comment_ar) values ('Lina', '', ' ')`, forbidden, ""},
			{anonymous, `insert into public.book_reviews (name, comment_en, email) values ('Lina', 'Fine', 'nowhere')`, forbidden, ""},
		})
}
