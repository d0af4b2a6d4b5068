package policies_test

import "testing"

func TestNewsletterSubscribers(t *testing.T) {
	t.Parallel()
	try(t,
		`insert into public.newsletter_subscribers (email, language, status) values
		  ('sara@example.test', 'en', 'confirmed'), ('omar@example.test', 'en', 'unsubscribed')`,
		[]act{
			{`select * from public.newsletter_subscribers`, [5]string{refused, "0", "2", "0", "2"}},
			{
				`insert into public.newsletter_subscribers (id, email, language, status)
				 values ('00000000-0000-4000-8000-00000000e001', 'lina@example.test', 'ar', 'pending')`,
				[5]string{"1", "1", "1", "1", "1"},
			},
			{`update public.newsletter_subscribers set status = 'confirmed'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.newsletter_subscribers`, [5]string{refused, "0", "2", "0", "2"}},
		},
		[]claim{
			{
				anonymous, `insert into public.newsletter_subscribers (email, language, status) values (' Lina@Example.test ', 'fr', 'confirmed')`,
				"1", `(select status = 'pending' and language = 'fr' from public.newsletter_subscribers where email = 'lina@example.test')`,
			},
			// No unique violation: it would tell who has subscribed.
			{
				anonymous, `insert into public.newsletter_subscribers (email, language) values ('SARA@example.test', 'fr')`,
				"0", `(select status = 'confirmed' and language = 'en' from public.newsletter_subscribers where email = 'sara@example.test')`,
			},
			{
				anonymous, `insert into public.newsletter_subscribers (email, language) values ('omar@example.test', 'fr')`,
				"0", `(select status = 'pending' and language = 'fr' from public.newsletter_subscribers where email = 'omar@example.test')`,
			},
			{anonymous, `insert into public.newsletter_subscribers (email, language) values ('lina@example.test', 'es')`, forbidden, ""},
			{anonymous, `insert into public.newsletter_subscribers (email) values ('lina')`, forbidden, ""},
		})
}
