package account

import (
	"context"
	"encoding/json"

	"github.com/jackc/pgx/v5"
)

// CompleteImported adds what an account lacks that an old Supabase project or plain SQL
// has made: its identity, and the providers in app_metadata. It is one statement, and
// none for an account that has both.
func (st *Store) CompleteImported(ctx context.Context, u *User) error {
	var app struct {
		Provider string `json:"provider"`
	}
	if err := json.Unmarshal(u.AppMetadata, &app); len(u.Identities) > 0 && err == nil && app.Provider != "" || u.Email == "" {
		return nil
	}
	return st.pool.Conn(ctx, func(conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, completeSQL, u.ID, st.now())
		return err
	})
}

const completeSQL = `with u as (
	update auth.users set raw_app_meta_data =
		case when jsonb_typeof(raw_app_meta_data) = 'object' then raw_app_meta_data else '{}' end || (
			select jsonb_build_object('provider', ways.all -> 0, 'providers', ways.all) from (
				select coalesce(jsonb_agg(i.provider order by i.created_at), '["email"]') as all
				from auth.identities i where i.user_id = users.id
			) as ways
		)
	where id = $1 returning id, email, email_confirmed_at is not null as verified
)
insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
select u.id::text, u.id, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', u.verified, 'phone_verified', false),
	'email', $2, $2, $2
from u where not exists (select from auth.identities i where i.user_id = u.id)
on conflict (provider_id, provider) do nothing`
