package policies_test

import "testing"

func TestBookReviewContacts(t *testing.T) {
	t.Parallel()
	try(t, reviews,
		[]act{
			{`select * from public.book_review_contacts`, [5]string{refused, "0", "2", "0", "2"}},
			{
				`select r.name, c.email from public.book_reviews r left join public.book_review_contacts c on c.review_id = r.id`,
				[5]string{refused, "1", "3", "1", "3"},
			},
			{
				`insert into public.book_review_contacts values ('00000000-0000-4000-8000-00000000b003', 'lina@example.test')`,
				[5]string{refused, refused, refused, refused, refused},
			},
			{`update public.book_review_contacts set email = 'lina@example.test'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.book_review_contacts`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{
				anonymous, `insert into public.book_reviews (id, name, email, comment_en)
				          values ('00000000-0000-4000-8000-00000000b004', 'Lina', 'lina@example.test', 'Fine')`,
				"1", `(select email is null from public.book_reviews where name = 'Lina')
				      and (select email = 'lina@example.test' from public.book_review_contacts where review_id = '00000000-0000-4000-8000-00000000b004')`,
			},
			{
				serviceKey, `update public.book_reviews set email = 'new@example.test' where name = 'Sara'`,
				"1", `(select count(*) = 1 from public.book_review_contacts c join public.book_reviews r on r.id = c.review_id
				       where r.name = 'Sara' and r.email is null and c.email = 'new@example.test')`,
			},
			{
				admin, `delete from public.book_reviews where name = 'Sara'`,
				"1", `not exists (select from public.book_review_contacts where email = 'sara@example.test')`,
			},
		})
}
