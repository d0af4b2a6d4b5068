package policies_test

import "testing"

func TestImportSubscribers(t *testing.T) {
	t.Parallel()
	const (
		records = `'[{"line": 2, "email": "New@Example.test", "language": "fr", "status": "confirmed", "confirmed_at": "2026-01-02T10:00:00Z"},
			{"line": 3, "email": "plain@example.test"}, {"line": 4, "email": "left@example.test", "status": "confirmed"},
			{"line": 5, "email": "plain@example.test", "status": "confirmed"}, {"line": 6, "email": "gone@example.test", "status": "unsubscribed"}]'`
		add  = `select * from public.import_subscribers(` + records + `)`
		ask  = `select * from public.import_subscribers(` + records + `, true) where known`
		mail = `(select count(*) = 0 from toubkal_mail.messages) and (select count(*) = 0 from toubkal_jobs.river_job)`
	)
	db := setup(t, `insert into public.newsletter_subscribers (email, status) values ('left@example.test', 'unsubscribed')`)
	for _, a := range []act{
		{add, [5]string{refused, refused, "5", refused, "5"}},
		{ask, [5]string{refused, refused, "1", refused, "1"}},
	} {
		for i, as := range callers {
			check(t, db, claim{as: as, does: a.does, sees: a.sees[i]})
		}
	}
	for _, c := range []claim{
		// The consent of the file, in its own words; who has left stays away, and nobody is written to.
		{admin, add, "5", `(select string_agg(concat_ws(' ', email, language, status, confirmed_at at time zone 'UTC', imported_at is not null), '; ' order by email)
			= 'gone@example.test en unsubscribed t; left@example.test en unsubscribed f; new@example.test fr confirmed 2026-01-02 10:00:00 t; plain@example.test en pending t'
			from public.newsletter_subscribers) and ` + mail},
		{admin, `select * from public.import_subscribers(` + records + `) where known`, "1", ""},
		{admin, ask, "1", `(select count(*) = 1 from public.newsletter_subscribers)`},
		{
			admin, `with once as materialized (select count(*) from public.import_subscribers(` + records + `))
			select from once, lateral (select * from public.import_subscribers(` + records + `) where once.count > 0) as twice where known`, "5",
			`(select count(*) = 4 from public.newsletter_subscribers)`,
		},
		{admin, `select * from public.import_subscribers('[{"line": 2, "email": "nowhere"}]')`, forbidden, ""},
		{admin, `select * from public.import_subscribers('[{"line": 2, "email": "a@b.test", "status": "loved"}]')`, forbidden, ""},
		{admin, `select * from public.import_subscribers('{}')`, "PT400", ""},
		{admin, `select * from public.import_subscribers((select jsonb_agg(jsonb_build_object('line', n, 'email', n || '@b.test')) from generate_series(1, 501) n))`, "PT400", ""},
		{admin, `select * from public.import_subscribers((select jsonb_agg(jsonb_build_object('line', n, 'email', n || '@b.test')) from generate_series(1, 500) n))`, "500", ""},
	} {
		check(t, db, c)
	}
}
