package account

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/audit"
	"github.com/toubkal/toubkal/server/auth/gotrue"
	"github.com/toubkal/toubkal/server/fault"
)

// softDeleteSQL replaces personal data by a hash, so that the address can
// be used again and the row cannot be traced.
const softDeleteSQL = `with gone as (
	update auth.users set
		email = encode(sha256(convert_to(id::text || coalesce(email, ''), 'UTF8')), 'hex'), phone = null,
		encrypted_password = null, email_change = '', phone_change = '', confirmation_token = '', recovery_token = '',
		email_change_token_new = '', email_change_token_current = '', phone_change_token = '', reauthentication_token = '',
		raw_app_meta_data = '{}', raw_user_meta_data = '{}', deleted_at = $2, updated_at = $2
	where id = $1 and deleted_at is null returning id
), identity as (
	update auth.identities set identity_data = '{}', updated_at = $2,
		provider_id = encode(sha256(convert_to(user_id::text || provider_id, 'UTF8')), 'hex')
	where user_id = $1
), out as (
	delete from auth.sessions where user_id = $1
), void as (
	delete from auth.one_time_tokens where user_id = $1
), factors as (
	delete from auth.mfa_factors where user_id = $1
), passkeys as (
	delete from auth.webauthn_credentials where user_id = $1
), flows as (
	delete from auth.flow_state where user_id = $1
)
` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $3::json, $2, $4 from gone`

const deleteSQL = `with gone as (delete from auth.users where id = $1 returning id)
	` + audit.Insert + ` select '` + audit.NilUUID + `', gen_random_uuid(), $3::json, $2, $4 from gone`

// one expects a statement to have found its user.
func one(tag interface{ RowsAffected() int64 }, err error) error {
	switch {
	case err != nil:
		return gotrue.RefusedBy(err)
	case tag.RowsAffected() == 0:
		return fault.New(fault.AuthUserNotFound, "User not found")
	}
	return nil
}

// Delete deletes an account. soft keeps the row, for tables that refer to it, without
// personal data.
func (st *Store) Delete(ctx context.Context, id string, soft bool, from audit.Client) error {
	statement := deleteSQL
	if soft {
		statement = softDeleteSQL
	}
	err := st.pool.Conn(ctx, func(conn *pgx.Conn) error {
		return one(conn.Exec(ctx, statement, id, st.now(), audit.Admin(audit.Deleted, id, ""), from.Address()))
	})
	if err != nil {
		return fmt.Errorf("delete user %s: %w", id, err)
	}
	return nil
}
