package policies_test

import "testing"

func TestExpeditionPictures(t *testing.T) {
	t.Parallel()
	const save = `select public.save_expedition_gallery(` + shownPeak + `, `
	try(t, pictures+`
		insert into public.expedition_pictures (expedition_id, picture_id, display_order) values
			(`+shownPeak+`, `+seen+`, 1), (`+shownPeak+`, `+lonely+`, 2), (`+hiddenPeak+`, `+seen+`, 1);`,
		[]act{
			{`select * from public.expedition_pictures`, [5]string{"2", "2", "3", "2", "3"}},
			{
				`insert into public.expedition_pictures (expedition_id, picture_id, display_order) values (` + hiddenPeak + `, ` + lonely + `, 3)`,
				[5]string{refused, refused, "1", refused, "1"},
			},
			{`update public.expedition_pictures set display_order = 4`, [5]string{refused, "0", "3", "0", "3"}},
			{`update public.expedition_pictures set picture_id = ` + draftOf, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.expedition_pictures`, [5]string{refused, "0", "3", "0", "3"}},
			{save + `array[` + lonely + `, ` + draftOf + `]::uuid[], array[` + seen + `, ` + lonely + `]::uuid[])`, [5]string{refused, refused, "1", refused, "1"}},
		},
		[]claim{
			{
				admin, save + `array[` + lonely + `, ` + draftOf + `]::uuid[], array[` + seen + `, ` + lonely + `]::uuid[])`, "1",
				`(select array_agg(picture_id order by display_order) = array[` + lonely + `, ` + draftOf + `]::uuid[]
					from public.expedition_pictures where expedition_id = ` + shownPeak + `)`,
			},
			{admin, save + `'{}', array[` + lonely + `, ` + seen + `]::uuid[])`, "PT409", ""}, // sorted otherwise by now
			{admin, save + `array[` + fresh + `]::uuid[], array[` + seen + `, ` + lonely + `]::uuid[])`, absent, ""},
			{admin, `select public.save_expedition_gallery(gen_random_uuid(), '{}', '{}')`, refused, ""},
			{admin, `delete from public.expeditions where id = ` + hiddenPeak, "1", `(select count(*) = 2 from public.expedition_pictures)`},
		})
}
