package policies_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/test/pgtest"
)

const (
	rowOfAdmin = `'00000000-0000-4000-8000-0000000000a2'`
	rowOfSuper = `'00000000-0000-4000-8000-0000000000a4'`
	// secondSuper makes the admin a second super admin.
	secondSuper = `update public.admin_users set role = 'super_admin' where id = ` + rowOfAdmin
)

func TestAdminUsers(t *testing.T) {
	t.Parallel()
	const (
		insert    = `insert into public.admin_users (auth_user_id, email, role, full_name, active) values ('` // + account
		forOne    = `', 'stranger@example.test', 'admin', null, true)`
		ofAdmin   = ` where id = ` + rowOfAdmin
		lastLogin = `update public.admin_users set last_login = '2026-11-21T04:00:00Z'` + ofAdmin
	)
	try(t, "",
		[]act{
			{`select * from public.admin_users`, [5]string{refused, "0", "3", "0", "3"}},
			{`select * from public.admin_users where auth_user_id = '` + admin.id + `' and active`, [5]string{refused, "0", "1", "0", "1"}},
			{insert + stranger.id + forOne, [5]string{refused, refused, refused, refused, "1"}},
			{lastLogin, [5]string{refused, "0", "1", "0", "1"}},
			{`update public.admin_users set role = 'super_admin'` + ofAdmin, [5]string{refused, "0", refused, "0", "1"}},
			{`update public.admin_users set active = true, role = 'admin' where auth_user_id = '` + deactivated.id + `'`, [5]string{refused, "0", "0", "0", "1"}},
			{`update public.admin_users set email = 'admin@example.test', full_name = 'Aya', role = 'admin', active = false` + ofAdmin, [5]string{refused, "0", refused, "0", "1"}},
			{`update public.admin_users set auth_user_id = '` + stranger.id + `'`, [5]string{refused, refused, refused, refused, refused}},
			{`update public.admin_users set invited_at = now()` + ofAdmin, [5]string{refused, "0", refused, "0", "1"}},
			{`delete from public.admin_users` + ofAdmin, [5]string{refused, "0", "0", "0", "1"}},
		},
		[]claim{
			{admin, lastLogin, "1", `(select last_login = now() from public.admin_users where id = ` + rowOfAdmin + `)`},
			{admin, `update public.admin_users set last_login = now() where id = ` + rowOfSuper, "0", "true"},
			{admin, `update public.admin_users set last_login = now(), full_name = 'Aya'` + ofAdmin, refused, ""},
			{super, `update public.admin_users set email = 'other@example.test'` + ofAdmin, forbidden, ""},
			{super, `update public.admin_users set email = 'Admin@Example.test'` + ofAdmin, "1", `(select email = 'admin@example.test' from public.admin_users where id = ` + rowOfAdmin + `)`},
			{super, insert + stranger.id + `', 'ADMIN@example.test', 'admin', null, true)`, taken, ""},
			{super, insert + stranger.id + `', 'stranger@example.test', 'owner', null, true)`, forbidden, ""},
			{super, insert + stranger.id + `', 'Stranger@Example.test', 'super_admin', 'Lina', true)`, "1", `(select email = 'stranger@example.test' from public.admin_users where full_name = 'Lina')`},
		})
}

func TestAdminUsersKeepASuperAdmin(t *testing.T) {
	t.Parallel()
	const (
		demote     = `update public.admin_users set role = 'admin' where id = ` + rowOfSuper
		deactivate = `update public.admin_users set active = false where id = ` + rowOfSuper
		remove     = `delete from public.admin_users where id = ` + rowOfSuper
		account    = `delete from auth.users where id = '00000000-0000-4000-8000-000000000004'`
	)
	owner := caller{"owner", "postgres", "", ""}
	one, two := setup(t, ""), setup(t, secondSuper)
	owner.role = ownerOf(t, one)
	for _, c := range []claim{
		{super, demote, "", ""},
		{super, deactivate, "", ""},
		{super, remove, "", ""},
		{serviceKey, demote, "", ""},
		{serviceKey, deactivate, "", ""},
		{serviceKey, remove, "", ""},
		{owner, demote, "", ""},
		{owner, remove, "", ""},
		{owner, account, "", ""},
	} {
		c.sees = forbidden
		check(t, one, c)
		c.sees = "1"
		check(t, two, c)
	}
	// One who has not accepted the invitation cannot sign in, so it does not count.
	const invited = `, invited_at = now() where id = ` + rowOfAdmin
	pending, accepted := setup(t, `update public.admin_users set role = 'super_admin'`+invited), setup(t, `update public.admin_users set role = 'super_admin', last_login = now()`+invited)
	for _, does := range []string{demote, deactivate, remove} {
		check(t, pending, claim{super, does, forbidden, ""})
		check(t, accepted, claim{super, does, "1", ""})
	}
	check(t, pending, claim{super, `delete from public.admin_users where id = ` + rowOfAdmin, "1", ""})
	check(t, pending, claim{super, `update public.admin_users set role = 'admin' where id = ` + rowOfAdmin, "1", ""})
	check(t, two, claim{super, `update public.admin_users set role = 'admin' where role = 'super_admin' and active`, refused, ""})
	check(t, two, claim{owner, `update public.admin_users set active = false`, forbidden, ""})
	check(t, two, claim{owner, `delete from public.admin_users`, forbidden, ""})
	check(t, one, claim{
		owner, `delete from auth.users where id = '00000000-0000-4000-8000-000000000002'`,
		"1", `not exists (select from public.admin_users where id = ` + rowOfAdmin + `)`,
	})
}

// Two super admins remove each other at the same time: one of them must stay.
func TestAdminUsersKeepASuperAdminAgainstEachOther(t *testing.T) {
	t.Parallel()
	for _, isolation := range []string{"read committed", "repeatable read"} {
		t.Run(isolation, func(t *testing.T) {
			t.Parallel()
			db := setup(t, secondSuper)
			ctx := t.Context()
			first, err := db.Admin.Begin(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer first.Rollback(ctx)
			if _, err := first.Exec(ctx, `update public.admin_users set active = false where id = `+rowOfSuper); err != nil {
				t.Fatalf("first: %v", err)
			}
			second := make(chan error, 1)
			go func() {
				_, err := db.Admin.Exec(ctx, `begin isolation level `+isolation+`;
					update public.admin_users set role = 'admin' where id = `+rowOfAdmin+`; commit`)
				second <- err
			}()
			for len(second) == 0 && !waitsForALock(t, db) { // each look is a round trip
			}
			if err := first.Commit(ctx); err != nil {
				t.Fatalf("first: %v", err)
			}
			if err := <-second; err == nil {
				t.Error("second: removed the last super admin")
			}
			var left int
			if err := db.Admin.QueryRow(ctx, `select count(*) from public.admin_users where role = 'super_admin' and active`).Scan(&left); err != nil || left != 1 {
				t.Errorf("super admins left: got %d (%v), want 1", left, err)
			}
		})
	}
}

// waitsForALock tells whether a session of the database waits for a lock.
func waitsForALock(t *testing.T, db *pgtest.DB) (waits bool) {
	t.Helper()
	err := db.Admin.QueryRow(t.Context(), `select exists (select from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock')`).Scan(&waits)
	if err != nil {
		t.Fatalf("look for a waiting session: %v", err)
	}
	return waits
}

func ownerOf(t *testing.T, db *pgtest.DB) (role string) {
	t.Helper()
	if err := db.Admin.QueryRow(t.Context(), `select current_user`).Scan(&role); err != nil {
		t.Fatal(err)
	}
	return role
}

// Who is removed can sign in no more: account and sessions go in the same transaction.
func TestAdminUsersLoseTheirAccount(t *testing.T) {
	t.Parallel()
	db := setup(t, `
		insert into auth.sessions (user_id) select id from auth.users;
		insert into public.blog_posts (slug, title_en, author_id) values ('mine', 'Mine', '`+admin.id+`');`)
	const (
		remove  = `delete from public.admin_users where id = ` + rowOfAdmin
		account = `exists (select from auth.users where id = '00000000-0000-4000-8000-000000000002')`
		session = `exists (select from auth.sessions where user_id = '00000000-0000-4000-8000-000000000002')`
		others  = `(select count(*) = 3 from auth.users) and (select count(*) = 3 from auth.sessions)`
		post    = `exists (select from public.blog_posts where slug = 'mine' and author_id is null)`
	)
	for _, c := range []claim{
		{anonymous, remove, refused, ""},
		{stranger, remove, "0", account + " and " + session},
		{admin, remove, "0", account + " and " + session},
		{deactivated, remove, "0", account + " and " + session},
		{super, remove, "1", "not " + account + " and not " + session + " and " + others + " and " + post},
		{serviceKey, remove, "1", "not " + account + " and not " + session + " and " + others},
		{super, `update public.admin_users set active = false where id = ` + rowOfAdmin, "1", account},
	} {
		check(t, db, c)
	}
}
