package policies_test

import "testing"

func TestSiteSettings(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.site_settings (key, value) values ('book.price_mad', '279'), ('book.stock', '47'), ('contact.email', 'null')`,
		[]act{
			{`select * from public.site_settings`, [5]string{"3", "3", "3", "3", "3"}},
			{`insert into public.site_settings (key, value) values ('contact.fax', '"1"')`, [5]string{refused, refused, refused, refused, refused}},
			{
				`update public.site_settings set value = '"hello@example.test"', updated_at = now() where key = 'contact.email'`,
				[5]string{refused, "0", "1", "0", "1"},
			},
			{`update public.site_settings set key = 'contact.mail' where key = 'contact.email'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.site_settings`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, `update public.site_settings set value = '0' where key = 'book.price_mad'`, forbidden, ""},
			{admin, `update public.site_settings set value = '"279"' where key = 'book.price_mad'`, forbidden, ""},
			{admin, `update public.site_settings set value = '-1' where key = 'book.stock'`, forbidden, ""},
			{admin, `update public.site_settings set value = '4.5' where key = 'book.stock'`, forbidden, ""},
			{admin, `update public.site_settings set value = null where key = 'book.stock'`, forbidden, ""},
			{
				admin, `update public.site_settings set value = null where key = 'contact.email'`,
				"1", `(select value = 'null' from public.site_settings where key = 'contact.email')`,
			},
			{admin, `update public.site_settings set value = '250.5' where key = 'book.price_mad'`, "1", `(select updated_at = now() from public.site_settings where key = 'book.price_mad')`},
		})
}
