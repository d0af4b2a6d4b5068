package policies_test

import "testing"

func TestPictureList(t *testing.T) {
	t.Parallel()
	db := setup(t, pictures+`update public.pictures set tags = case when id = `+seen+` then '{k2}' else '{k2,snow}'::text[] end;`)
	const all = `select * from public.picture_list`
	for _, c := range []claim{
		{anonymous, all, refused, ""},
		{stranger, all, "1", ""},
		{deactivated, all, "1", ""},
		{admin, all, "3", ""},
		{serviceKey, all, "3", ""},
		{admin, `select from public.picture_list where uses = 0`, "1", ""},
		{admin, `delete from public.picture_list`, "55000", ""},
	} {
		check(t, db, c)
	}
}
