package policies_test

import "testing"

// A draft shows picture lonely, a newsletter that was sent shows seen, both in French.
const shownInMail = `
insert into public.newsletters (id, subject_fr, body_fr) values
	('00000000-0000-4000-8000-0000000000e1', 'Brouillon', '<p>a</p><img src="/storage/v1/object/public/media/' || ` + lonelyPath + ` || '" alt="" width="1200" height="800">'),
	('00000000-0000-4000-8000-0000000000e2', 'Parti', '<p>b</p><img src="/storage/v1/object/public/media/' || ` + lonelyPath + ` || '" alt="" width="1200" height="800">');
update public.newsletters set status = 'scheduled' where subject_fr = 'Parti';
update public.newsletters set status = 'sending' where subject_fr = 'Parti';
update public.newsletters set status = 'sent' where subject_fr = 'Parti';`

const lonelyPath = `(select path from public.pictures where id = ` + lonely + `)`

func TestPicturesOfNewsletters(t *testing.T) {
	t.Parallel()
	const file = `(select count(*) from storage.objects where bucket_id = 'media' and name = `
	replace := `update public.pictures set path = ` + pathOf(lonely, "2") + `, width = 300, height = 900 where id = ` + lonely
	remove := `delete from public.pictures where id = ` + lonely
	uses := `select string_agg(place || ' ' || title_en, ', ' order by place) from public.picture_uses where picture_id = ` + lonely
	for _, c := range []struct {
		name, more string
		claim
	}{
		{"both uses are listed", "", claim{admin, uses, "1", `(` + uses + `) = 'newsletters Brouillon, newsletters.sent Parti'`}},
		{"nobody else sees them", "", claim{stranger, `select from public.picture_uses where picture_id = ` + lonely, "0", ""}},
		{"a draft holds its picture", "", claim{admin, remove, "23503", ""}},
		{
			"a draft takes the new file and its size, what was sent keeps the old one", "",
			claim{admin, replace, "1", `(select strpos(body_fr, ` + pathOf(lonely, "2") + `) > 0 and body_fr like '%width="300" height="900"%' from public.newsletters where subject_fr = 'Brouillon')
				and (select strpos(body_fr, ` + pathOf(lonely, "1") + `) > 0 and body_fr like '%width="1200" height="800"%' from public.newsletters where subject_fr = 'Parti')
				and (select count(distinct updated_at) = 1 from public.newsletters where subject_fr = 'Brouillon' and updated_at = '2020-01-01')
				and ` + file + pathOf(lonely, "1") + `) = 1 and ` + file + pathOf(lonely, "2") + `) = 1`},
		},
		{"without a newsletter that was sent the old file goes", `delete from public.newsletters where subject_fr = 'Parti'`, claim{admin, replace, "1", file + pathOf(lonely, "1") + `) = 0`}},
		{
			"what was sent does not hold its picture, and all files go", `delete from public.newsletters where subject_fr = 'Brouillon';` + replace,
			claim{admin, remove, "1", `not exists (select from storage.objects where bucket_id = 'media' and starts_with(name, ` + lonely + `))`},
		},
		{
			"a draft that is saved with the old file", replace,
			claim{
				admin, `update public.newsletters set body_fr = replace(body_fr, ` + pathOf(lonely, "2") + `, ` + pathOf(lonely, "1") + `) where status = 'draft'`, "1",
				`(select strpos(body_fr, ` + pathOf(lonely, "2") + `) > 0 from public.newsletters where subject_fr = 'Brouillon')`,
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := setup(t, pictures+objectOf("media", lonely, "2")+shownInMail+`
				set session_replication_role = replica; update public.newsletters set updated_at = '2020-01-01'; reset session_replication_role;`+c.more)
			check(t, db, c.claim)
		})
	}
}
