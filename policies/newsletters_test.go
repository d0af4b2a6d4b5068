package policies_test

import "testing"

// A draft that can be sent, an empty one, one that is scheduled and one being sent.
const newsletters = `
insert into public.newsletter_subscribers (id, email, language, status) values
  ('00000000-0000-4000-8000-0000000000b1', 'en@example.test', 'en', 'confirmed'),
  ('00000000-0000-4000-8000-0000000000b2', 'ar@example.test', 'ar', 'confirmed'),
  ('00000000-0000-4000-8000-0000000000b3', 'pending@example.test', 'fr', 'pending');
insert into public.newsletters (id, subject_fr, body_fr) values
  ('00000000-0000-4000-8000-0000000000d1', 'Bonjour', '<p>Oui</p>'),
  ('00000000-0000-4000-8000-0000000000d2', 'Bonjour', '<p>&nbsp; </p>'),
  ('00000000-0000-4000-8000-0000000000d3', 'Bonjour', '<p><img src="/a.jpg"></p>'),
  ('00000000-0000-4000-8000-0000000000d4', 'Bonjour', '<p>Oui</p>');
update public.newsletters set status = 'scheduled' where id::text ~ 'd[34]$';
update public.newsletters set status = 'sending' where id::text like '%d4';`

const (
	draft     = `'00000000-0000-4000-8000-0000000000d1'`
	empty     = `'00000000-0000-4000-8000-0000000000d2'`
	scheduled = `'00000000-0000-4000-8000-0000000000d3'`
	sending   = `'00000000-0000-4000-8000-0000000000d4'`
)

func TestNewsletters(t *testing.T) {
	t.Parallel()
	become := func(id, status string) string {
		return `update public.newsletters set status = '` + status + `' where id = ` + id
	}
	const (
		jobs = `(select count(*) from toubkal_jobs.river_job where kind = 'site-newsletter' and args ->> 'id' = `
		sent = `update public.newsletter_recipients set state = 'sent' where subscriber_id = '00000000-0000-4000-8000-0000000000b1'`
	)
	try(t, newsletters,
		[]act{
			{`select * from public.newsletters`, [5]string{refused, "0", "4", "0", "4"}},
			{`insert into public.newsletters (subject_en, body_en) values ('Hello', '<p>Yes</p>')`, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.newsletters set subject_fr = 'Salut' where id = ` + draft, [5]string{refused, "0", "1", "0", "1"}},
			{become(draft, "scheduled"), [5]string{refused, "0", "1", "0", "1"}},
			{`delete from public.newsletters`, [5]string{refused, "0", "2", "0", "2"}},
		},
		[]claim{
			{admin, `insert into public.newsletters (subject_en) values ('Hello')`, "1", `(select author_id = '00000000-0000-4000-8000-000000000002'
				and status = 'draft' and written = '{}' from public.newsletters where subject_en = 'Hello')`},
			{admin, `insert into public.newsletters (status) values ('scheduled')`, refused, ""},
			{admin, `update public.newsletters set subject_fr = 'Salut' where id = ` + draft, "1", `(select u.auth_user_id = '00000000-0000-4000-8000-000000000002'
				from public.newsletters n join public.admin_users u on u.id = n.saved_by where n.id = ` + draft + `)`},
			{admin, `update public.newsletters set saved_by = null`, refused, ""},
			{serviceKey, `insert into public.newsletters (status, subject_en, body_en, scheduled_for) values ('sent', 'a', 'b', now())`, forbidden, ""},
			{admin, become(draft, "scheduled"), "1", jobs + draft + `) = 1 and (select scheduled_for = now() from public.newsletters where id = ` + draft + `)`},
			{
				admin, `update public.newsletters set status = 'scheduled', scheduled_for = '2999-01-01' where id = ` + draft, "1",
				`(select scheduled_at = '2999-01-01' from toubkal_jobs.river_job where args ->> 'id' = ` + draft + `)`,
			},
			{
				admin, `update public.newsletters set status = 'scheduled', scheduled_for = '1999-01-01' where id = ` + draft, "1",
				`(select scheduled_for = now() from public.newsletters where id = ` + draft + `)`,
			},
			{admin, `update public.newsletters set status = 'scheduled', scheduled_for = 'infinity' where id = ` + draft, forbidden, ""},
			{admin, become(empty, "scheduled"), forbidden, ""},
			{admin, become(draft, "cancelled"), forbidden, ""},
			{admin, become(draft, "sending"), refused, ""},
			{serviceKey, become(draft, "sending"), forbidden, ""},
			{serviceKey, become(draft, "sent"), forbidden, ""},
			{admin, become(scheduled, "sending"), refused, ""},
			{admin, become(scheduled, "draft"), forbidden, ""},
			{serviceKey, become(scheduled, "sent"), forbidden, ""},
			{admin, become(scheduled, "cancelled"), "1", `(select finished_at = now() from public.newsletters where id = ` + scheduled + `)`},
			{admin, `update public.newsletters set body_fr = 'Non' where id = ` + scheduled, forbidden, ""},
			{serviceKey, `update public.newsletters set body_fr = 'Non' where id = ` + sending, forbidden, ""},
			{
				admin, `update public.newsletters set scheduled_for = '2999-01-01' where id = ` + scheduled, "1",
				`(select scheduled_for < '2999-01-01' from public.newsletters where id = ` + scheduled + `)`,
			},
			{admin, `update public.newsletters set sent = 9`, refused, ""},
			{admin, become(sending, "sent"), refused, ""},
			{admin, become(sending, "draft"), forbidden, ""},
			{serviceKey, become(sending, "sent"), "1", ""},
			{admin, become(sending, "cancelled"), "1", `(select skipped = 2 and recipients = 2 from public.newsletters where id = ` + sending + `)
				and (select bool_and(state = 'skipped' and reason = 'cancelled') from public.newsletter_recipients)`},
			{serviceKey, sent, "1", `(select sent = 1 and skipped = 0 and recipients = 2 from public.newsletters where id = ` + sending + `)`},
		})
}

func TestNewsletterStatesThatEnd(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"sent", "cancelled"} {
		db := setup(t, newsletters+`update public.newsletters set status = '`+end+`' where id = `+sending)
		for _, next := range []string{"draft", "scheduled", "sending", "sent", "cancelled"} {
			want := forbidden
			if next == end {
				want = "1"
			}
			check(t, db, claim{serviceKey, `update public.newsletters set status = '` + next + `' where id = ` + sending, want, ""})
		}
	}
}
