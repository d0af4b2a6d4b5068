package schema_test

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/server/pgtest"
)

// The end of migration 0049 writes the present file and size of their pictures into the texts that are there, and
// is no edit of them.
func TestPictureFilesInOldPosts(t *testing.T) {
	t.Parallel()
	text, err := fs.ReadFile(schema.Files, "0049_picture_files_in_posts.sql")
	if err != nil {
		t.Fatal(err)
	}
	_, update, found := strings.Cut(string(text), "-- Texts that were written before.")
	if !found {
		t.Fatal("the migration has no such part")
	}
	const (
		file = `/storage/v1/object/public/media/00000000-0000-4000-8000-0000000000d1/00000000-0000-4000-8000-000000000001.jpg`
		old  = `<figure><img src="` + file + `" alt="" width="1200" height="800"></figure>`
		now  = `<figure><img src="` + file + `" alt="" width="300" height="900"></figure>`
	)
	pool := pgtest.New(t).Admin
	run(t, pool, `
		insert into storage.objects (bucket_id, name, metadata) values ('media', substr('`+file+`', 33), '{"size": 9, "mimetype": "image/jpeg"}');
		insert into public.pictures (id, name, path, width, height) values ('00000000-0000-4000-8000-0000000000d1', 'a', substr('`+file+`', 33), 300, 900);
		alter table public.blog_posts disable trigger user;
		alter table public.blog_post_copies disable trigger user;
		insert into public.blog_posts (slug, title_en, content_en, content_ar, updated_at) values ('a', 'A', '`+old+`', '<p>`+old+`', '2020-01-01');
		insert into public.blog_post_copies (post_id, based_on, updated_at, words)
			select id, updated_at, updated_at, jsonb_build_object('content_fr', content_en) from public.blog_posts where slug = 'a';
		alter table public.blog_posts enable trigger user;
		alter table public.blog_post_copies enable trigger user;
		--`+update)
	got := rows[string](t, pool, `select concat_ws(' ', p.content_en, p.content_ar, c.words ->> 'content_fr', extract(year from p.updated_at), extract(year from c.updated_at),
		(select count(*) from public.blog_post_revisions r where r.post_id = p.id)) from public.blog_posts p join public.blog_post_copies c on c.post_id = p.id`)
	if want := []string{now + " <p>" + now + " " + now + " 2020 2020 0"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
