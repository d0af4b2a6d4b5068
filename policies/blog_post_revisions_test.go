package policies_test

import "testing"

const post = `
insert into public.blog_posts (id, slug, status, title_en) values
  ('00000000-0000-4000-8000-0000000000b1', 'draft', 'draft', 'Draft'),
  ('00000000-0000-4000-8000-0000000000b2', 'out', 'published', 'Out');`

func TestBlogPostRevisions(t *testing.T) {
	t.Parallel()
	const (
		draft = `(select count(*) from public.blog_post_revisions where post_id = '00000000-0000-4000-8000-0000000000b1')`
		out   = `(select count(*) from public.blog_post_revisions where post_id = '00000000-0000-4000-8000-0000000000b2')`
		last  = `(select r from public.blog_post_revisions r order by id desc limit 1)`
	)
	try(t, post,
		[]act{
			{`select * from public.blog_post_revisions`, [5]string{refused, "0", "2", "0", "2"}},
			{`insert into public.blog_post_revisions (post_id, status, words) values ('00000000-0000-4000-8000-0000000000b1', 'draft', '{}')`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.blog_post_revisions set author = 'Nobody'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.blog_post_revisions`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, `update public.blog_posts set title_en = 'Second' where slug = 'draft'`, "1", draft + ` = 2 and (` + last + `).words->>'title_en' = 'Second' and (` + last + `).author = 'admin@example.test'`},
			{admin, `update public.blog_posts set title_en = title_en where slug = 'draft'`, "1", draft + ` = 1`},
			{anonymous, `update public.blog_posts set view_count = view_count + 1 where slug = 'out'`, "1", out + ` = 1`},
			{admin, `insert into public.blog_posts (slug, title_en) values ('new', 'New')`, "1", `(` + last + `).words->>'title_en' = 'New' and not (` + last + `).words ? 'view_count'`},
			{admin, `delete from public.blog_posts where slug = 'draft'`, "1", draft + ` = 0`},
		})
}

func TestBlogPostRevisionsOfOneSitting(t *testing.T) {
	t.Parallel()
	db := setup(t, post)
	save := func(as caller, slug, title string) {
		t.Helper()
		tx, err := db.Admin.Begin(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), become, as.role, as.claims()); err != nil {
			t.Fatal(err)
		}
		if _, err := tx.Exec(t.Context(), `update public.blog_posts set title_en = $1 where slug = $2`, title, slug); err != nil {
			t.Fatal(err)
		}
		if err := tx.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	titles := func(slug string) (got string) {
		t.Helper()
		const sql = `select string_agg(r.words->>'title_en', ', ' order by r.id)
			from public.blog_post_revisions r join public.blog_posts p on p.id = r.post_id where p.slug = $1`
		if err := db.Admin.QueryRow(t.Context(), sql, slug).Scan(&got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	for _, slug := range []string{"draft", "out"} {
		save(admin, slug, "A1")
		save(admin, slug, "A2")
		save(super, slug, "S1")
		save(admin, slug, "A3")
	}
	if got, want := titles("draft"), "Draft, A2, S1, A3"; got != want {
		t.Errorf("a draft's revisions are %q, want %q: one for a sitting", got, want)
	}
	if got, want := titles("out"), "Out, A1, A2, S1, A3"; got != want {
		t.Errorf("a published post's revisions are %q, want %q: one for each save", got, want)
	}
	if _, err := db.Admin.Exec(t.Context(), `update public.blog_post_revisions set created_at = now() - interval '11 minutes'`); err != nil {
		t.Fatal(err)
	}
	save(admin, "draft", "A4")
	if got, want := titles("draft"), "Draft, A2, S1, A3, A4"; got != want {
		t.Errorf("after ten minutes the revisions are %q, want %q", got, want)
	}
}
