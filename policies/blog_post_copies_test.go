package policies_test

import "testing"

func TestBlogPostCopies(t *testing.T) {
	t.Parallel()
	const (
		begin = `insert into public.blog_post_copies (post_id, words, based_on) values ('00000000-0000-4000-8000-0000000000b1', '{"title_en": "Next"}', now())`
		copy  = `insert into public.blog_post_copies (post_id, words, based_on) values ('00000000-0000-4000-8000-0000000000b2', '{"title_en": "Later"}', now());`
	)
	try(t, post+copy,
		[]act{
			{`select * from public.blog_post_copies`, [5]string{refused, "0", "1", "0", "1"}},
			{begin, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.blog_post_copies set words = '{"title_en": "Mine"}', updated_at = now()`, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.blog_post_copies set author_id = null`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.blog_post_copies`, [5]string{refused, "0", "1", "0", "1"}},
		},
		[]claim{
			{admin, begin, "1", `(select author_id = '` + admin.id + `' from public.blog_post_copies where words->>'title_en' = 'Next')`},
			{admin, `insert into public.blog_post_copies (post_id, words, based_on) values ('00000000-0000-4000-8000-0000000000b2', '{}', now())`, taken, ""},
			{admin, `insert into public.blog_post_copies (post_id, words, based_on, author_id) values ('00000000-0000-4000-8000-0000000000b1', '{}', now(), '` + super.id + `')`, refused, ""},
			{admin, `update public.blog_post_copies set words = '[]'`, forbidden, ""},
			{admin, `update public.blog_post_copies set words = '{"title_en": "Mine"}'`, "1", `(select u.auth_user_id = '` + admin.id + `'
				from public.blog_post_copies c join public.admin_users u on u.id = c.saved_by)`},
			{admin, `update public.blog_post_copies set saved_by = null`, refused, ""},
			{admin, `update public.blog_post_copies set updated_at = '2001-01-01'`, "1", `(select updated_at = now() from public.blog_post_copies)`},
			{admin, `delete from public.blog_posts where slug = 'out'`, "1", `(select count(*) = 0 from public.blog_post_copies)`},
			{admin, `update public.blog_posts set title_en = 'Out now' where slug = 'out'`, "1", `(select words->>'title_en' = 'Later' from public.blog_post_copies)`},
		})
}
