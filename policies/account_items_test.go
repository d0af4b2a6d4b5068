package policies_test

import "testing"

func TestAccountItems(t *testing.T) {
	t.Parallel()
	const (
		keep = `insert into public.account_items (kind, name, value) values ('view', 'orders Rabat', '{"query": "q=Rabat"}')`
		mark = `insert into public.account_items (kind, name, value) values ('mark', 'contact', '"2026-11-21T10:00:00Z"')
			on conflict (account, kind, name) do update set kind = excluded.kind, name = excluded.name, value = excluded.value`
		draft = `insert into public.account_items (kind, name, value) values ('draft', 'reply.x', to_jsonb(repeat('x', `
	)
	try(t, `insert into public.account_items (account, kind, name, value) values
			('00000000-0000-4000-8000-000000000002', 'draft', 'reply.1', '{"text": "Dear Amal"}'),
			('00000000-0000-4000-8000-000000000002', 'mark', 'contact', '"2026-11-22T10:00:00Z"'),
			('00000000-0000-4000-8000-000000000004', 'draft', 'reply.1', '{"text": "Dear Badr"}'),
			('00000000-0000-4000-8000-000000000003', 'draft', 'reply.1', '{"text": "Dear Lina"}');`,
		[]act{
			{`select * from public.account_items`, [5]string{refused, "0", "2", "0", "1"}},
			{keep, [5]string{refused, refused, "1", refused, "1"}},
			{
				`insert into public.account_items (account, kind, name, value) values ('00000000-0000-4000-8000-000000000004', 'view', 'x', '{}')`,
				[5]string{refused, refused, refused, refused, "1"},
			},
			{`update public.account_items set value = '{"text": "x"}' where kind = 'draft'`, [5]string{refused, "0", "1", "0", "1"}},
			{`delete from public.account_items`, [5]string{refused, "0", "2", "0", "1"}},
		},
		[]claim{
			// A mark never moves back, in whatever order two browsers write.
			{admin, mark, "1", `(select value = '"2026-11-22T10:00:00Z"' from public.account_items where kind = 'mark')`},
			{
				admin, `update public.account_items set value = '"2026-11-23T10:00:00Z"' where kind = 'mark'`, "1",
				`(select value = '"2026-11-23T10:00:00Z"' from public.account_items where kind = 'mark')`,
			},
			{admin, `update public.account_items set value = '"soon"' where kind = 'mark'`, "22007", ""},
			{admin, `insert into public.account_items (kind, name, value) values ('cookie', 'x', '{}')`, forbidden, ""},
			{admin, `insert into public.account_items (kind, name, value) values ('view', ' ', '{}')`, forbidden, ""},
			{admin, draft + `65534)))`, "1", ""},
			{admin, draft + `65535)))`, forbidden, ""},
			{admin, `insert into public.account_items (kind, name, value) select 'view', 'v' || n, '{}' from generate_series(1, 100) n`, "100", ""},
			{admin, `insert into public.account_items (kind, name, value) select 'view', 'v' || n, '{}' from generate_series(1, 101) n`, forbidden, ""},
			{admin, `insert into public.account_items (kind, name, value) select 'mark', 'm' || n, '"2026-11-22T10:00:00Z"' from generate_series(1, 20) n`, forbidden, ""},
			// Of drafts the newest are kept, and nobody else's are touched.
			{
				admin, `insert into public.account_items (kind, name, value) select 'draft', 'reply.new' || n, '{}' from generate_series(1, 60) n`, "60",
				`(select count(*) = 50 and bool_and(name ~ 'new') from public.account_items where account = '00000000-0000-4000-8000-000000000002' and kind = 'draft')
					and (select count(*) = 2 from public.account_items where account <> '00000000-0000-4000-8000-000000000002')`,
			},
			{serviceKey, `delete from auth.users where email = 'stranger@example.test'`, refused, ""},
		})
}

func TestUnreadCounts(t *testing.T) {
	t.Parallel()
	const since = `select * from public.unread_counts(jsonb_build_object('contact', now() - interval '4 days 12 hours', 'book_order', now() - interval '2 days',
		'retreat', now() - interval '1 hour', 'review', now() - interval '1 day'))`
	db := setup(t, submissions+`insert into public.book_reviews (name, email, comment_en, status) values
		('Sara', 'sara@example.test', 'Good', 'pending'), ('Lina', 'lina@example.test', 'Good', 'approved')`)
	for i, sees := range [5]string{refused, "0", "3", "0", "3"} {
		check(t, db, claim{as: callers[i], does: since, sees: sees})
	}
	for _, c := range []claim{
		{admin, since + ` where kind = 'contact' and unread = 1`, "1", ""},
		{admin, since + ` where kind = 'book_order' and unread = 2`, "1", ""},
		{admin, since + ` where kind = 'review' and unread = 1`, "1", ""},
		{admin, `select * from public.unread_counts('{}')`, "0", ""},
		{admin, `select * from public.unread_counts('{"contact": "soon"}')`, "22007", ""},
	} {
		check(t, db, c)
	}
}
