package policies_test

import (
	"strings"
	"testing"
)

const (
	seen    = `'00000000-0000-4000-8000-0000000000d1'` // the hero of a published expedition
	draftOf = `'00000000-0000-4000-8000-0000000000d2'` // of one that is not published
	lonely  = `'00000000-0000-4000-8000-0000000000d3'`
	fresh   = `'00000000-0000-4000-8000-0000000000d4'` // its file is there, its row is not

	shownPeak  = `'00000000-0000-4000-8000-0000000000e1'`
	hiddenPeak = `'00000000-0000-4000-8000-0000000000e2'`
	thePost    = `'00000000-0000-4000-8000-0000000000f1'`
)

// pathOf is where a picture's file is: n tells its files apart.
func pathOf(id, n string) string {
	return id[:len(id)-1] + `/00000000-0000-4000-8000-00000000000` + n + `.jpg'`
}

func objectOf(bucket, id, n string) string {
	return `insert into storage.objects (bucket_id, name, metadata) values ('` + bucket + `', ` + pathOf(id, n) + `, '{"size": 2048, "mimetype": "image/jpeg"}');`
}

func pictureOf(id string) string {
	return `insert into public.pictures (id, name, path, width, height) values (` + id + `, 'a.jpg', ` + pathOf(id, "1") + `, 1200, 800)`
}

var pictures = objectOf("media", seen, "1") + objectOf("media", draftOf, "1") + objectOf("media", lonely, "1") + objectOf("media", fresh, "1") +
	objectOf("media", seen, "2") + objectOf("media_originals", seen, "3") +
	pictureOf(seen) + `;` + pictureOf(draftOf) + `;` + pictureOf(lonely) + `;
	insert into public.expeditions (id, slug, name_en, name_fr, name_ar, year, continent, country, published, picture_id) values
		(` + shownPeak + `, 'k2', 'K2', 'K2', 'كي 2', 2025, 'Asia', 'Pakistan', true, ` + seen + `),
		(` + hiddenPeak + `, 'lhotse', 'Lhotse', 'Lhotse', 'لوتسي', 2023, 'Asia', 'Nepal', false, ` + draftOf + `);
	insert into public.site_settings (key, value) values
		('story.portrait', 'null'), ('book.cover', 'null'), ('admin.second_factor_required', 'false');`

func TestPictures(t *testing.T) {
	t.Parallel()
	const replace = `update public.pictures set path = `
	try(t, pictures,
		[]act{
			{`select * from public.pictures`, [5]string{"1", "1", "3", "1", "3"}},
			{pictureOf(fresh), [5]string{refused, refused, "1", refused, "1"}},
			{`insert into public.pictures (name, path, width, height, bytes) values ('a', 'b', 1, 1, 1)`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.pictures set alt_en = 'K2', alt_fr = 'K2', alt_ar = 'K2', credit_en = 'A', credit_fr = 'A', credit_ar = 'A', focal_x = 0.25, focal_y = 1,
				tags = '{k2}', placeholder = 'data:image/webp;base64,AAAA', name = 'b', width = 3, height = 2`, [5]string{refused, "0", "3", "0", "3"}},
			{`update public.pictures set content_type = 'image/png'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.pictures where id = ` + lonely, [5]string{refused, "0", "1", "0", "1"}},
		},
		[]claim{
			{admin, pictureOf(fresh), "1", `(select bytes = 2048 and content_type = 'image/jpeg' from public.pictures where id = ` + fresh + `)`},
			{admin, `insert into public.pictures (id, name, path, width, height) values (` + fresh + `, 'a', ` + pathOf(fresh, "9") + `, 1, 1)`, absent, ""},
			{admin, `insert into public.pictures (id, name, path, width, height) values (gen_random_uuid(), 'a', ` + pathOf(fresh, "1") + `, 1, 1)`, forbidden, ""},
			{admin, `update public.pictures set focal_x = 1.1`, forbidden, ""},
			{admin, `update public.pictures set placeholder = 'data:image/svg+xml;base64,AAAA'`, forbidden, ""},
			{admin, `update public.pictures set placeholder = 'data:image/png;base64,' || repeat('A', 2000)`, forbidden, ""},
			{admin, `update public.pictures set tags = '{""}'`, forbidden, ""},
			{admin, `update public.pictures set crop = '{0,0,1,0.5}' where id = ` + seen, forbidden, ""}, // without the original
			{
				admin, `update public.pictures set crop = '{0.1,0,0.9,0.5}', original_path = ` + pathOf(seen, "3") + ` where id = ` + seen, "1",
				`(select crop[3] = 0.9 from public.pictures where id = ` + seen + `)`,
			},
			{admin, `update public.pictures set crop = '{0.2,0,0.9,0.5}', original_path = ` + pathOf(seen, "3") + ` where id = ` + seen, forbidden, ""},
			{admin, `update public.pictures set crop = '{0,0,1}', original_path = ` + pathOf(seen, "3") + ` where id = ` + seen, forbidden, ""},
			{admin, `update public.pictures set updated_at = '2001-01-01'`, "3", `(select bool_and(updated_at = now()) from public.pictures)`},
			// the file goes with its row, and a replaced one with the change
			{admin, `delete from public.pictures where id = ` + lonely, "1", `not exists (select from storage.objects where name = ` + pathOf(lonely, "1") + `)`},
			{
				admin, replace + pathOf(seen, "2") + ` where id = ` + seen, "1",
				`not exists (select from storage.objects where name = ` + pathOf(seen, "1") + `) and exists (select from storage.objects where name = ` + pathOf(seen, "2") + `)`,
			},
			{admin, replace + pathOf(seen, "9") + ` where id = ` + seen, absent, ""},
			// one that is shown stays
			{admin, `delete from public.pictures where id = ` + seen, absent, ""},
			{admin, `delete from public.pictures where id = ` + draftOf, absent, ""},
			{serviceKey, `delete from public.pictures where id = ` + seen, absent, ""},
			{admin, `update public.expeditions set picture_id = ` + fresh, absent, ""},
			{admin, `update public.site_settings set value = to_jsonb(` + lonely + `::text) where key = 'book.cover'`, "1", ""},
			{admin, `update public.site_settings set value = to_jsonb(` + fresh + `::text) where key = 'book.cover'`, absent, ""},
			{admin, `update public.site_settings set value = '"cover"' where key = 'book.cover'`, forbidden, ""},
		})
}

// TestPicturesOfPages: a visitor reads a picture once a page that the visitor may read shows it.
func TestPicturesOfPages(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, shows, sees string }{
		{"nothing", ``, "0"},
		{"a gallery", `insert into public.expedition_pictures (expedition_id, picture_id) values (` + shownPeak + `, ` + lonely + `)`, "1"},
		{"a hidden gallery", `insert into public.expedition_pictures (expedition_id, picture_id) values (` + hiddenPeak + `, ` + lonely + `)`, "0"},
		{"a post", `insert into public.blog_posts (slug, status, title_en, picture_id) values ('a', 'published', 'A', ` + lonely + `)`, "1"},
		{"a draft", `insert into public.blog_posts (slug, title_en, picture_id) values ('a', 'A', ` + lonely + `)`, "0"},
		{"a post that is scheduled", `insert into public.blog_posts (slug, status, published_at, title_en, picture_id) values ('a', 'published', '2999-01-01', 'A', ` + lonely + `)`, "0"},
		{"a highlight", `insert into public.media_highlights (title_en, title_fr, title_ar, date, picture_id) values ('A', 'A', 'ا', '2026-01-01', ` + lonely + `)`, "1"},
		{"a hidden highlight", `insert into public.media_highlights (title_en, title_fr, title_ar, date, picture_id, published) values ('A', 'A', 'ا', '2026-01-01', ` + lonely + `, false)`, "0"},
		{"coverage", `insert into public.media_coverage (type, date, outlet, title_en, title_fr, title_ar, picture_id) values ('radio', '2026-01-01', 'A', 'A', 'A', 'ا', ` + lonely + `)`, "1"},
		{"an award", `insert into public.awards (title_en, organization, year, category, picture_id) values ('A', 'A', 2020, 'milestone', ` + lonely + `)`, "1"},
		{"a testimonial", `insert into public.testimonials (author_name, quote_en, picture_id) values ('A', 'A', ` + lonely + `)`, "1"},
		{"the portrait", `update public.site_settings set value = to_jsonb(` + lonely + `::text) where key = 'story.portrait'`, "1"},
		{"the cover", `update public.site_settings set value = to_jsonb(` + lonely + `::text) where key = 'book.cover'`, "1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := setup(t, pictures+c.shows)
			for _, as := range []caller{anonymous, stranger, deactivated} {
				check(t, db, claim{as, `select from public.pictures where id = ` + lonely, c.sees, ""})
			}
			if c.shows != "" {
				check(t, db, claim{admin, `delete from public.pictures where id = ` + lonely, absent, ""})
				check(t, db, claim{admin, `select from public.picture_uses where picture_id = ` + lonely, "1", ""})
			}
		})
	}
}

// A figure as the editor writes it. The file is 1 or 2, the size as in `width="…" height="…"`.
func figure(n, size string) string {
	return `<figure><img src="/storage/v1/object/public/media/` + strings.Trim(pathOf(lonely, n), "'") + `" alt="A &gt; B"` + size + `></figure>`
}

const (
	oldSize = ` width="1200" height="800"`
	newSize = ` width="300" height="900"`
)

// TestReplacedPicturesInPosts: the text of a post and its working copy get the address and the size of the new file,
// in each language, its revisions the address. It is no edit of them.
func TestReplacedPicturesInPosts(t *testing.T) {
	t.Parallel()
	const replace = `update public.pictures set width = 300, height = 900, path = `
	db := setup(t, pictures+objectOf("media", lonely, "2")+`
		insert into public.blog_posts (id, slug, status, title_en, content_en, content_fr, content_ar, updated_at) values
			(`+thePost+`, 'a', 'published', 'A', '<p>So.</p>`+figure("1", oldSize)+`', '`+figure("1", oldSize)+figure("1", "")+`', '<p>a</p>', '2020-01-01');
		insert into public.blog_post_copies (post_id, based_on, updated_at, words)
			select id, updated_at, '2020-01-01', jsonb_build_object('title_en', 'A', 'content_fr', content_en, 'reading_time', 3) from public.blog_posts;`)
	check(t, db, claim{admin, `select from public.picture_uses where picture_id = ` + lonely, "2", ""})
	check(t, db, claim{admin, `delete from public.pictures where id = ` + lonely, absent, ""})
	for _, c := range []struct{ name, then string }{
		{"every language of the post", `(select content_en = '<p>So.</p>` + figure("2", newSize) + `' and content_fr = '` + figure("2", newSize) + figure("2", newSize) + `' and content_ar = '<p>a</p>' from public.blog_posts)`},
		{"the working copy", `(select words = jsonb_build_object('title_en', 'A', 'content_fr', '<p>So.</p>` + figure("2", newSize) + `', 'reading_time', 3) from public.blog_post_copies)`},
		{"the address in revisions", `(select words ->> 'content_en' = '<p>So.</p>` + figure("2", oldSize) + `' from public.blog_post_revisions)`},
		{"no time and no revision of an edit", `(select count(*) = 1 from public.blog_posts p join public.blog_post_copies c on c.post_id = p.id and c.based_on = p.updated_at
			join public.blog_post_revisions r on r.post_id = p.id where p.updated_at = '2020-01-01' and c.updated_at = '2020-01-01')`},
		{"nobody who has saved the copy", `(select saved_by is null from public.blog_post_copies)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, db, claim{admin, replace + pathOf(lonely, "2") + ` where id = ` + lonely, "1", c.then})
		})
	}
}

// TestPicturesInWrittenPosts: whoever writes a text from an earlier state, its pictures have their present file and size.
func TestPicturesInWrittenPosts(t *testing.T) {
	t.Parallel()
	db := setup(t, pictures+objectOf("media", lonely, "2")+`update public.pictures set width = 300, height = 900, path = `+pathOf(lonely, "2")+` where id = `+lonely+`;
		insert into public.blog_posts (id, slug, status, title_en, updated_at) values (`+thePost+`, 'a', 'published', 'A', '2020-01-01');`)
	const elsewhere = `<img src="https://example.org/a.jpg" width="1" height="2">`
	const unknown = `<img src="/storage/v1/object/public/media/00000000-0000-4000-8000-0000000000d9/00000000-0000-4000-8000-000000000001.jpg" width="1" height="2">`
	address := strings.Trim(pathOf(lonely, "2"), "'")
	for _, c := range []struct{ name, text, want string }{
		{"an earlier file", figure("1", oldSize), figure("2", newSize)},
		{"without a size", figure("1", ""), figure("2", newSize)},
		{"its size in another order", figure("2", ` height="900" width="300"`), figure("2", ` height="900" width="300"`)},
		{"one number of two", figure("2", ` width="300"`), figure("2", newSize)},
		{"a rendering, which has a size of its own", `<img src="/storage/v1/render/image/public/media/` + address + `?width=100" width="100" height="300">`, `<img src="/storage/v1/render/image/public/media/` + address + `?width=100" width="100" height="300">`},
		{"a link", `<a href="/storage/v1/object/public/media/` + strings.Trim(pathOf(lonely, "1"), "'") + `">a</a>`, `<a href="/storage/v1/object/public/media/` + address + `">a</a>`},
		{"a picture of elsewhere", elsewhere, elsewhere},
		{"a picture that is not there", unknown, unknown},
	} {
		t.Run(c.name, func(t *testing.T) {
			check(t, db, claim{admin, `update public.blog_posts set content_ar = '` + c.text + `'`, "1", `(select content_ar = '` + c.want + `' and updated_at = now() from public.blog_posts)`})
			check(t, db, claim{admin, `insert into public.blog_posts (slug, title_en, content_en) values ('b', 'B', '` + c.text + `')`, "1", `(select content_en = '` + c.want + `' from public.blog_posts where slug = 'b')`})
			check(t, db, claim{
				admin, `insert into public.blog_post_copies (post_id, based_on, words) values (` + thePost + `, now(), jsonb_build_object('content_en', '` + c.text + `'))`, "1",
				`(select words ->> 'content_en' = '` + c.want + `' from public.blog_post_copies)`,
			})
		})
	}
}

// TestPicturesNeedTheSecondFactor: where it is due, an admin without it is a stranger, in the library as in the buckets.
func TestPicturesNeedTheSecondFactor(t *testing.T) {
	t.Parallel()
	db := setup(t, pictures+required)
	for _, c := range []struct{ does, refusal, allowed string }{
		{`select from public.pictures where id = ` + lonely, "0", "1"},
		{pictureOf(fresh), refused, "1"},
		{`update public.pictures set alt_en = 'A' where id = ` + lonely, "0", "1"},
		{`delete from public.pictures where id = ` + lonely, "0", "1"},
		{`select from public.picture_list`, "1", "3"},
		{`select from storage.objects where bucket_id = 'media'`, "0", "5"},
		{`insert into storage.objects (bucket_id, name) values ('media', ` + pathOf(fresh, "7") + `)`, refused, "1"},
		{deleteObject + pathOf(fresh, "1"), "0", "1"},
		{`select public.save_expedition_gallery(` + shownPeak + `, array[` + lonely + `]::uuid[], '{}')`, refused, "1"},
	} {
		check(t, db, claim{admin, c.does, c.refusal, ""})
		check(t, db, claim{adminAAL2, c.does, c.allowed, ""})
	}
}
