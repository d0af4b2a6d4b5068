package policies_test

import "testing"

func TestNewsletterRecipients(t *testing.T) {
	t.Parallel()
	const add = `insert into public.newsletter_recipients (newsletter_id, subscriber_id, language)
		values (` + sending + `, '00000000-0000-4000-8000-0000000000b1', 'en')`
	try(t, newsletters,
		[]act{
			{`select id, newsletter_id, subscriber_id, language, state, reason, message_id from public.newsletter_recipients`, [5]string{refused, "0", "2", "0", "2"}},
			{add, [5]string{refused, refused, refused, refused, refused}},
			{`update public.newsletter_recipients set state = 'sent'`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.newsletter_recipients`, [5]string{refused, refused, refused, refused, refused}},
		},
		[]claim{
			{admin, `select leave_token_hash from public.newsletter_recipients`, refused, ""},
			{serviceKey, add, taken, ""},
			// They have French only, whose text is written.
			{serviceKey, `select from public.newsletter_recipients where language = 'fr'`, "2", ""},
			{
				admin, `delete from public.newsletter_subscribers where email = 'en@example.test'`, "1",
				`(select count(*) = 1 from public.newsletter_recipients where subscriber_id is null) and (select recipients = 2 from public.newsletters where id = ` + sending + `)`,
			},
			{admin, `select * from public.newsletter_groups(` + draft + `) where sent_in = 'fr' and recipients = 1`, "2", ""},
			{admin, `select * from public.newsletter_groups(` + empty + `) where sent_in is null`, "2", ""},
			{stranger, `select * from public.newsletter_groups(` + draft + `)`, "0", ""},
			{anonymous, `select * from public.newsletter_groups(` + draft + `)`, refused, ""},
		})
}
