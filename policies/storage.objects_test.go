package policies_test

import "testing"

// deleteObject does what the storage API does to delete an object.
const deleteObject = `set local storage.allow_delete_query = 'true'; delete from storage.objects where name = `

func TestStorageObjects(t *testing.T) {
	t.Parallel()
	const upload = `insert into storage.objects (bucket_id, name) values `
	db := setup(t, pictures+`
		insert into storage.buckets (id, name) values ('other', 'other');
		insert into storage.objects (bucket_id, name) values ('other', 'a.jpg');`)
	for _, a := range []act{
		{`select from storage.objects`, [5]string{"0", "0", "6", "0", "6"}},
		{upload + `('media', ` + pathOf(fresh, "7") + `)`, [5]string{refused, refused, "1", refused, "1"}},
		{upload + `('media_originals', ` + pathOf(fresh, "7") + `)`, [5]string{refused, refused, "1", refused, "1"}},
		{upload + `('media', 'a.jpg')`, [5]string{refused, refused, refused, refused, refused}},
		{upload + `('media', replace(` + pathOf(fresh, "7") + `, 'jpg', 'svg'))`, [5]string{refused, refused, refused, refused, refused}},
		{upload + `('other', ` + pathOf(fresh, "7") + `)`, [5]string{refused, refused, refused, refused, refused}},
		{`update storage.objects set metadata = '{}'`, [5]string{"0", "0", "0", "0", "0"}},
		{deleteObject + pathOf(fresh, "1"), [5]string{"0", "0", "1", "0", "1"}},
		{deleteObject + pathOf(seen, "1"), [5]string{"0", "0", "0", "0", "0"}}, // the file of a picture
		{deleteObject + `'a.jpg'`, [5]string{"0", "0", "0", "0", "0"}},
		{`delete from storage.objects`, [5]string{refused, refused, refused, refused, refused}},
	} {
		for i, as := range callers {
			check(t, db, claim{as, a.does, a.sees[i], ""})
		}
	}
}
