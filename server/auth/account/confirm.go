package account

import (
	"context"

	"github.com/toubkal/toubkal/server/db"
)

// ConfirmEmail makes an address the user's own.
func (s *Store) ConfirmEmail(ctx context.Context, tx db.Tx, userID, email string) error {
	return s.confirmFor(ctx, tx, userID, "email", email, `email = $2::text, email_confirmed_at = coalesce(email_confirmed_at, $3::timestamptz),
		raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}'
			|| case when raw_user_meta_data ? 'email' then jsonb_build_object('email', $2::text) else '{}' end`)
}

// ConfirmPhone makes a number the user's own.
func (s *Store) ConfirmPhone(ctx context.Context, tx db.Tx, userID, phone string) error {
	return s.confirmFor(ctx, tx, userID, "phone", phone, `phone = $2::text, phone_change = '',
		phone_confirmed_at = case when phone = $2 then coalesce(phone_confirmed_at, $3::timestamptz) else $3 end`)
}

// confirmFor stores that an address or a number is the user's own: by set in auth.users, and
// in the identity of the provider, email or phone.
func (s *Store) confirmFor(ctx context.Context, tx db.Tx, userID, provider, contact, set string) error {
	_, err := tx.Exec(ctx, `with u as (
			update auth.users set `+set+`, is_anonymous = false, updated_at = $3,
				raw_app_meta_data = jsonb_build_object('provider', $4::text) || coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
					case when coalesce(raw_app_meta_data -> 'providers', '[]') ? $4 then raw_app_meta_data -> 'providers'
					else coalesce(raw_app_meta_data -> 'providers', '[]') || to_jsonb($4) end)
			where id = $1 returning id
		)
		insert into auth.identities as i (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
		select gen_random_uuid(), u.id::text, u.id, '{"email_verified": false, "phone_verified": false}'
			|| jsonb_build_object('sub', u.id, $4, $2::text, $4 || '_verified', true), $4, $3, $3, $3 from u
		on conflict (provider_id, provider) do update set updated_at = $3,
			identity_data = i.identity_data || jsonb_build_object($4, $2::text, $4 || '_verified', true)`,
		userID, contact, s.now(), provider)
	return err
}
