package policies_test

import "testing"

func TestBlogPostList(t *testing.T) {
	t.Parallel()
	db := setup(t, `
insert into public.blog_posts (id, slug, status, title_en, title_ar, content_en, content_ar) values
  ('00000000-0000-4000-8000-0000000000b1', 'out', 'published', 'Out', 'خارج', '<p>So.</p>', ' '),
  ('00000000-0000-4000-8000-0000000000b2', 'draft', 'draft', 'Draft', 'مسودة', '', '<p>نعم</p>');
insert into public.blog_post_copies (post_id, words, based_on) values ('00000000-0000-4000-8000-0000000000b1', '{}', now());`)
	const (
		all     = `select * from public.blog_post_list`
		out     = `select * from public.blog_post_list where slug = 'out' and written = '{en}'`
		draft   = `select * from public.blog_post_list where slug = 'draft' and written = '{ar}'`
		waiting = `select * from public.blog_post_list where copy_updated_at is not null`
	)
	for _, c := range []claim{
		{anonymous, all, refused, ""},
		{stranger, all, "1", ""},
		{stranger, waiting, "0", ""},
		{deactivated, all, "1", ""},
		{admin, all, "2", ""},
		{admin, out, "1", ""},
		{admin, draft, "1", ""},
		{admin, waiting, "1", ""},
		{admin, `update public.blog_post_list set slug = 'x'`, "55000", ""},
		{serviceKey, all, "2", ""},
	} {
		check(t, db, c)
	}
}
