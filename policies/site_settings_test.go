package policies_test

import "testing"

func TestSiteSettings(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.site_settings (key, value) values ('book.price_mad', '279'), ('book.stock', '47'), ('contact.email', 'null'),
		   ('contact.whatsapp', 'null'), ('social.instagram', 'null'), ('book.rating_baseline', '{"average": 4.9, "count": 234}'),
		   ('retreat', '{"start": "2025-11-07", "end": "2025-11-09", "city": {"en": "Fez"}, "theme": {"en": "Breath"}}'), ('shipping.address', '"1, rue A"')`,
		[]act{
			{`select * from public.site_settings`, [5]string{"7", "7", "8", "7", "8"}},
			{`select * from public.site_settings where key = 'shipping.address'`, [5]string{"0", "0", "1", "0", "1"}},
			{`select public.save_settings('{"shipping.address": "2, rue B"}')`, [5]string{refused, refused, "1", refused, "1"}},
			{`insert into public.site_settings (key, value) values ('contact.fax', '"1"')`, [5]string{refused, refused, refused, refused, refused}},
			{
				`update public.site_settings set value = '"hello@example.test"', updated_at = now() where key = 'contact.email'`,
				[5]string{refused, "0", "1", "0", "1"},
			},
			{`select public.save_settings('{"contact.email": "hello@example.test"}')`, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.site_settings set key = 'contact.mail' where key = 'contact.email'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.site_settings`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, `update public.site_settings set value = '0' where key = 'book.price_mad'`, forbidden, ""},
			{admin, `update public.site_settings set value = '{}' where key = 'shipping.address'`, forbidden, ""},
			{admin, `update public.site_settings set value = null where key = 'shipping.address'`, "1", `(select value = 'null' from public.site_settings where key = 'shipping.address')`},
			{admin, `update public.site_settings set value = '"279"' where key = 'book.price_mad'`, forbidden, ""},
			{admin, `update public.site_settings set value = '-1' where key = 'book.stock'`, forbidden, ""},
			{admin, `update public.site_settings set value = '4.5' where key = 'book.stock'`, forbidden, ""},
			{admin, `update public.site_settings set value = null where key = 'book.stock'`, forbidden, ""},
			{
				admin, `update public.site_settings set value = null where key = 'contact.email'`,
				"1", `(select value = 'null' from public.site_settings where key = 'contact.email')`,
			},
			{admin, `update public.site_settings set value = '250.5' where key = 'book.price_mad'`, "1", `(select updated_at = now() from public.site_settings where key = 'book.price_mad')`},
			{admin, `update public.site_settings set value = '"javascript:alert(1)"' where key = 'social.instagram'`, forbidden, ""},
			{admin, `update public.site_settings set value = '"nowhere"' where key = 'contact.email'`, forbidden, ""},
			{admin, `update public.site_settings set value = '"call me"' where key = 'contact.whatsapp'`, forbidden, ""},
			{admin, `update public.site_settings set value = '"+212 6 12 34 56 78"' where key = 'contact.whatsapp'`, "1", "true"},
			{admin, `update public.site_settings set value = '{"average": 5.1, "count": 0}' where key = 'book.rating_baseline'`, forbidden, ""},
			{admin, `update public.site_settings set value = '{"start": "2026-11-09", "end": "2026-11-07"}' where key = 'retreat'`, forbidden, ""},
			// Several at once: all of them, or none.
			{
				admin, `select public.save_settings('{"contact.email": null, "book.price_mad": 300}')`,
				"1", `(select count(*) = 2 from public.site_settings where (key, value) in (('contact.email', 'null'), ('book.price_mad', '300')))`,
			},
			{admin, `select public.save_settings('{"contact.email": "a@example.test", "contact.fax": "1"}')`, refused, ""},
			{admin, `select public.save_settings('{"contact.email": "a@example.test", "book.price_mad": 0}')`, forbidden, ""},
			// What is known of them must be so still; who may not change them learns nothing of it.
			{
				admin, `select public.save_settings('{"book.price_mad": 300, "contact.email": "a@example.test"}', '{"book.price_mad": 279.0, "contact.email": null}')`,
				"1", `(select value = '300' from public.site_settings where key = 'book.price_mad')`,
			},
			{admin, `select public.save_settings('{"book.price_mad": 300, "contact.email": "a@example.test"}', '{"book.price_mad": 250}')`, "PT409", ""},
			{stranger, `select public.save_settings('{"book.price_mad": 300}', '{"book.price_mad": 250}')`, refused, ""},
		})
}
