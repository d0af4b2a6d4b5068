package policies_test

import "testing"

// The admins after they have given a second factor.
var (
	adminAAL2 = caller{"admin at aal2", admin.role, admin.id, "aal2"}
	superAAL2 = caller{"super admin at aal2", super.role, super.id, "aal2"}
)

const (
	settingRows = `insert into public.site_settings (key, value) values ('admin.second_factor_required', 'false'), ('contact.email', 'null');`
	contactRow  = `insert into public.contact_submissions (name, email, subject, message) values ('Sara', 'sara@example.test', 'General Inquiry', 'Hello');`
	required    = `update public.site_settings set value = 'true' where key = 'admin.second_factor_required';`
	optional    = `update public.site_settings set value = 'false' where key = 'admin.second_factor_required'`

	requiredNow = `(select value = 'true' from public.site_settings where key = 'admin.second_factor_required')`
)

// factorOf gives the caller a second factor; status is verified or unverified.
func factorOf(c caller, status string) string {
	return `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
		values (gen_random_uuid(), '` + c.id + `', 'totp', '` + status + `', now(), now(), 'sealed');`
}

// TestSecondFactor: an admin with a verified factor who has not given it is treated as a stranger, on every
// table that has nothing of the caller's own.
func TestSecondFactor(t *testing.T) {
	t.Parallel()
	rows := orders + settingRows + contactRow
	withFactor := factorOf(admin, "verified") + factorOf(super, "verified")
	statements := []struct{ does, refusal, allowed string }{
		{`select * from public.book_orders`, "0", "1"},
		{
			`insert into public.book_orders (order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city, total_amount)
				values ('BO1763000000001999', 'Lina', 'lina@example.test', '0611111111', '1, rue Atlas', 'Rabat', 300) returning id`,
			refused, "1",
		},
		{`update public.book_orders set confirmed = true`, "0", "1"},
		{
			`insert into public.book_order_changes (order_id, from_status, to_status, reason) values ('00000000-0000-4000-8000-00000000d001', 'new', 'cancelled', 'asked')`,
			refused, "1",
		},
		{`select public.edit_order('00000000-0000-4000-8000-00000000d001', (select updated_at from public.book_orders), '{"quantity": 2}')`, "PT404", "1"},
		{`select * from public.contact_submissions`, "0", "1"},
		{`insert into public.contact_submissions (name, email, subject, message) values ('Lina', 'lina@example.test', 'General Inquiry', 'A talk?') returning id`, refused, "1"},
		{`update public.contact_submissions set status = 'read'`, "0", "1"},
		{`update public.site_settings set value = '"a@example.test"' where key = 'contact.email'`, "0", "1"},
		{`select public.save_settings('{"contact.email": "a@example.test"}')`, refused, "1"},
		{`select * from public.audit_log limit 1`, "0", "1"},
		{`delete from public.contact_submissions`, "0", "1"},
		{`select * from public.find_person('sara@example.test')`, refused, "3"},
		{`select public.export_person('[]')`, "1", "1"},
		{`select public.erase_person('[]')`, refused, "1"},
		{`insert into public.newsletter_subscribers (email) values ('lina@example.test') returning id`, refused, "1"},
		{`delete from public.newsletter_subscribers`, "0", "1"},
		{`select * from public.admin_users`, "1", "3"}, // the own row: the page of the account shows it
		{`update public.admin_users set last_login = now() where auth_user_id = (select auth.uid())`, "0", "1"},
	}
	rows += `insert into public.newsletter_subscribers (email) values ('sara@example.test');`
	for _, setting := range []struct {
		name, rows      string
		aal1, aal1Super bool // whether they are let in with the password alone
	}{
		{"no factors, setting off", rows, true, true},
		{"factors, setting off", rows + withFactor, false, false},
		{"unverified factors, setting off", rows + factorOf(admin, "unverified") + factorOf(super, "unverified"), true, true},
		{"a colleague's factor, setting off", rows + factorOf(super, "verified"), true, false},
		{"no factors, setting on", rows + required, false, false},
		{"factors, setting on", rows + required + withFactor, false, false},
	} {
		t.Run(setting.name, func(t *testing.T) {
			t.Parallel()
			db := setup(t, setting.rows)
			for _, statement := range statements {
				for _, as := range []struct {
					caller
					enters bool
				}{{admin, setting.aal1}, {super, setting.aal1Super}, {adminAAL2, true}, {superAAL2, true}} {
					sees := statement.refusal
					if as.enters {
						sees = statement.allowed
					}
					check(t, db, claim{as.caller, statement.does, sees, ""})
				}
				check(t, db, claim{caller{"deactivated admin at aal2", deactivated.role, deactivated.id, "aal2"}, `select * from public.book_orders`, "0", ""})
			}
		})
	}
}

// TestMissingSecondFactor: what the back-office asks for next.
func TestMissingSecondFactor(t *testing.T) {
	t.Parallel()
	const says = `select where public.missing_second_factor() is not distinct from `
	db := setup(t, settingRows+required+factorOf(super, "verified"))
	for _, c := range []claim{
		{super, says + `'code'`, "1", ""},
		{superAAL2, says + `null`, "1", ""},
		{admin, says + `'enrol'`, "1", ""},
		{anonymous, says + `null`, refused, ""},
	} {
		check(t, db, c)
	}
	off := setup(t, settingRows)
	check(t, off, claim{admin, says + `null`, "1", ""})
}

// TestSecondFactorSetting: only a super admin who has a factor of their own turns it on, so that one can
// always enter.
func TestSecondFactorSetting(t *testing.T) {
	t.Parallel()
	const save = `select public.save_settings('{"admin.second_factor_required": true}')`
	none, some := setup(t, settingRows), setup(t, settingRows+factorOf(super, "verified")+factorOf(admin, "verified"))
	check(t, none, claim{super, save, forbidden, ""})
	check(t, none, claim{superAAL2, save, forbidden, ""}) // the factor was removed after the sign-in
	check(t, none, claim{admin, save, refused, ""})
	check(t, some, claim{adminAAL2, save, refused, ""})
	check(t, some, claim{super, save, refused, ""})
	check(t, some, claim{superAAL2, save, "1", requiredNow})
	check(t, some, claim{superAAL2, `update public.site_settings set value = '"yes"' where key = 'admin.second_factor_required'`, forbidden, ""})
	check(t, some, claim{superAAL2, `update public.site_settings set value = null where key = 'admin.second_factor_required'`, forbidden, ""})
	on := setup(t, settingRows+required+factorOf(super, "verified")+factorOf(admin, "verified"))
	check(t, on, claim{super, optional, "0", requiredNow})
	check(t, on, claim{adminAAL2, optional, refused, requiredNow})
	check(t, on, claim{adminAAL2, `select public.save_settings('{"contact.email": "a@example.test"}')`, "1", requiredNow})
	check(t, on, claim{superAAL2, optional, "1", "not " + requiredNow})
}

// TestRemoveSecondFactor: a super admin helps a colleague who lost the phone, which may be signed in.
func TestRemoveSecondFactor(t *testing.T) {
	t.Parallel()
	db := setup(t, settingRows+factorOf(admin, "verified")+factorOf(super, "verified")+`
		insert into auth.sessions (user_id) select id from auth.users;`)
	const (
		remove = `select public.remove_second_factor(` + rowOfAdmin + `)`
		kept   = `(select count(*) = 2 from auth.mfa_factors) and (select count(*) = 4 from auth.sessions)`
	)
	for _, as := range []caller{stranger, deactivated, admin, adminAAL2, super} {
		check(t, db, claim{as, remove, refused, kept})
	}
	check(t, db, claim{anonymous, remove, refused, ""})
	check(t, db, claim{superAAL2, remove, "1", `not exists (select from auth.mfa_factors where user_id = '` + admin.id + `')
		and not exists (select from auth.sessions where user_id = '` + admin.id + `')
		and exists (select from auth.revocations where user_id = '` + admin.id + `')
		and (select count(*) = 1 from auth.mfa_factors) and (select count(*) = 3 from auth.sessions)
		and (select count(*) = 1 from public.audit_log where table_name = 'admin_users' and row_id = ` + rowOfAdmin + `
			and changes ? 'second_factor_removed_at' and actor = '` + super.id + `' and actor_role = 'super_admin')`})
	check(t, db, claim{superAAL2, `select public.remove_second_factor(` + rowOfSuper + `)`, "PT409", ""})
	check(t, db, claim{superAAL2, `select public.remove_second_factor(gen_random_uuid())`, "PT404", ""})
	check(t, db, claim{superAAL2, `select private.remove_second_factor('` + admin.id + `')`, refused, ""})
	check(t, db, claim{serviceKey, `select private.remove_second_factor('` + admin.id + `')`, refused, ""})
	check(t, db, claim{superAAL2, `update public.admin_users set second_factor_removed_at = now()`, refused, ""})
	check(t, db, claim{superAAL2, `select secret from auth.mfa_factors`, refused, ""})
}

func TestAdminsWithSecondFactor(t *testing.T) {
	t.Parallel()
	db := setup(t, settingRows+factorOf(admin, "verified")+factorOf(super, "verified")+factorOf(stranger, "verified"))
	const list = `select * from public.admins_with_second_factor()`
	for _, c := range []claim{
		{anonymous, list, refused, ""},
		{stranger, list, "0", ""},
		{adminAAL2, list, "0", ""},
		{super, list, "0", ""},
		{superAAL2, list, "2", ""},
	} {
		check(t, db, c)
	}
}
