package policies_test

import "testing"

func TestPictureTags(t *testing.T) {
	t.Parallel()
	db := setup(t, pictures+`update public.pictures set tags = case when id = `+seen+` then '{k2}' else '{k2,snow}'::text[] end;`)
	const all = `select * from public.picture_tags`
	for _, c := range []claim{
		{anonymous, all, refused, ""},
		{stranger, all, "1", ""},
		{deactivated, all, "1", ""},
		{admin, all, "2", ""},
		{serviceKey, all, "2", ""},
		{admin, `select from public.picture_tags where tag = 'k2' and pictures = 3`, "1", ""},
		{admin, `delete from public.picture_tags`, "55000", ""},
	} {
		check(t, db, c)
	}
}
