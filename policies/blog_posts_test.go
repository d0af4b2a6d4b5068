package policies_test

import "testing"

const posts = `
insert into public.blog_posts (slug, status, title_en, published_at, view_count) values
  ('out', 'published', 'Out', '2025-01-01', 7),
  ('due-later', 'published', 'Due later', now() + interval '1 day', 0),
  ('draft', 'draft', 'Draft', null, 0),
  ('old', 'archived', 'Old', '2024-01-01', 3);`

func TestBlogPosts(t *testing.T) {
	t.Parallel()
	try(t, posts,
		[]act{
			{`select * from public.blog_posts`, [5]string{"1", "1", "4", "1", "4"}},
			{`select * from public.blog_posts where status = 'published' and published_at <= now()`, [5]string{"1", "1", "1", "1", "1"}},
			{`insert into public.blog_posts (slug, title_en) values ('new', 'New')`, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.blog_posts set view_count = 8 where slug = 'out'`, [5]string{"1", "1", "1", "1", "1"}},
			{`update public.blog_posts set view_count = 1 where slug = 'draft'`, [5]string{"0", "0", "1", "0", "1"}},
			{`update public.blog_posts set title_en = 'Mine' where slug = 'out'`, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.blog_posts set title_en = 'Mine', view_count = 8 where slug = 'out'`, [5]string{refused, refused, "1", refused, "1"}},
			{
				`update public.blog_posts set featured_image_alt_en = 'A ridge', featured_image_alt_fr = 'Une crête', featured_image_alt_ar = 'حافة'`,
				[5]string{refused, refused, "4", refused, "4"},
			},
			{`update public.blog_posts set status = 'archived'`, [5]string{refused, refused, "4", refused, "4"}},
			{`update public.blog_posts set author_id = null`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.blog_posts`, [5]string{refused, "0", "4", "0", "4"}},
		},
		nil)
}

func TestBlogPostsViews(t *testing.T) {
	t.Parallel()
	db := setup(t, posts)
	const (
		views     = `(select view_count from public.blog_posts where slug = 'out')`
		untouched = ` and (select updated_at < '2026-01-01' from public.blog_posts where slug = 'out')`
	)
	if _, err := db.Admin.Exec(t.Context(), `alter table public.blog_posts disable trigger user;
		update public.blog_posts set updated_at = '2025-01-01';
		alter table public.blog_posts enable trigger user`); err != nil {
		t.Fatal(err)
	}
	for _, c := range []claim{
		{anonymous, `update public.blog_posts set view_count = view_count + 1 where slug = 'out'`, "1", views + " = 8" + untouched},
		{anonymous, `update public.blog_posts set view_count = view_count + 2 where slug = 'out'`, "1", views + " = 8" + untouched},
		{anonymous, `update public.blog_posts set view_count = 1000000`, "1", views + " = 8"},
		{anonymous, `update public.blog_posts set view_count = 0`, "1", views + " = 8"},
		{stranger, `update public.blog_posts set view_count = 1000000 where slug = 'out'`, "1", views + " = 8" + untouched},
		{admin, `update public.blog_posts set view_count = 1000000 where slug = 'out'`, "1", views + " = 8" + untouched},
		{admin, `update public.blog_posts set title_en = 'Edited', view_count = 5 where slug = 'out'`, "1", views + " = 7"},
		{admin, `update public.blog_posts set title_en = 'Edited', updated_at = '2001-01-01' where slug = 'out'`, "1", `(select updated_at = now() from public.blog_posts where slug = 'out')`},
		{serviceKey, `update public.blog_posts set view_count = 40 where slug = 'out'`, "1", views + " = 40"},
	} {
		check(t, db, c)
	}
}

func TestBlogPostsPublishing(t *testing.T) {
	t.Parallel()
	db := setup(t, posts)
	for _, c := range []claim{
		{admin, `update public.blog_posts set status = 'published' where slug = 'draft'`, "1", `(select published_at = now() from public.blog_posts where slug = 'draft')`},
		{admin, `update public.blog_posts set status = 'published' where slug = 'old'`, "1", `(select published_at = '2024-01-01' from public.blog_posts where slug = 'old')`},
		{admin, `update public.blog_posts set status = 'published', published_at = '2050-01-01' where slug = 'draft'`, "1", `(select published_at = '2050-01-01' from public.blog_posts where slug = 'draft')`},
		{admin, `insert into public.blog_posts (slug, title_en, status) values ('new', 'New', 'published')`, "1", `(select published_at = now() from public.blog_posts where slug = 'new')`},
		{admin, `insert into public.blog_posts (slug, title_en) values ('new', 'New')`, "1", `(select published_at is null and reading_time = 5 and status = 'draft' from public.blog_posts where slug = 'new')`},
		{admin, `insert into public.blog_posts (slug, title_en) values ('new', 'New')`, "1", `(select author_id = '` + admin.id + `' from public.blog_posts where slug = 'new')`},
		{admin, `insert into public.blog_posts (slug, title_en, author_id) values ('new', 'New', '` + super.id + `')`, refused, ""},
		{admin, `insert into public.blog_posts (slug, title_en) values ('Not a slug', 'New')`, forbidden, ""},
		{admin, `insert into public.blog_posts (slug, title_en) values ('out', 'New')`, taken, ""},
		{admin, `update public.blog_posts set status = 'gone'`, forbidden, ""},
	} {
		check(t, db, c)
	}
}
