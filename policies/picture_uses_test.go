package policies_test

import "testing"

func TestPictureUses(t *testing.T) {
	t.Parallel()
	db := setup(t, pictures+`update public.pictures set tags = case when id = `+seen+` then '{k2}' else '{k2,snow}'::text[] end;`)
	const all = `select * from public.picture_uses`
	for _, c := range []claim{
		{anonymous, all, refused, ""},
		{stranger, all, "1", ""},
		{deactivated, all, "1", ""},
		{admin, all, "2", ""},
		{serviceKey, all, "2", ""},
		{admin, `delete from public.picture_uses`, "55000", ""},
	} {
		check(t, db, c)
	}
}
