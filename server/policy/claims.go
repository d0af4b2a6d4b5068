package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/token"
)

// ErrNoUser is a user that does not exist.
var ErrNoUser = errors.New("there is no such user")

// ErrNoClaims is JSON that has no claims, or no role.
var ErrNoClaims = errors.New("these are no claims")

// userClaims are the claims of the access token that a sign-in with a password gives a user.
const userClaims = `
select jsonb_build_object('sub', u.id, 'role', coalesce(nullif(u.role, ''), 'authenticated'), 'aud', coalesce(nullif(u.aud, ''), 'authenticated'),
	'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''), 'aal', 'aal1', 'is_anonymous', u.is_anonymous,
	'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
	'amr', jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', floor(extract(epoch from now())))),
	'iat', floor(extract(epoch from now())), 'exp', floor(extract(epoch from now())) + 3600)::text
from auth.users u where u.deleted_at is null and `

// Claims are the claims of a caller: a user by e-mail address or id, or a role by its name, such as anon.
// more is a JSON object with claims that replace those; "" for none.
func Claims(ctx context.Context, q Querier, as, more string) (token.Claims, error) {
	text, err := userText(ctx, q, as)
	if err != nil {
		return token.Claims{}, err
	}
	claims := map[string]any{"role": as}
	if text != "" {
		if err := json.Unmarshal([]byte(text), &claims); err != nil {
			return token.Claims{}, fmt.Errorf("read the claims of %s: %w", as, err)
		}
	}
	if more != "" {
		var extra map[string]any
		if err := json.Unmarshal([]byte(more), &extra); err != nil || extra == nil {
			return token.Claims{}, fmt.Errorf("%w: %s is no JSON object", ErrNoClaims, more)
		}
		maps.Copy(claims, extra)
	}
	made := token.Claims{}
	made.Role, _ = claims["role"].(string)
	made.Subject, _ = claims["sub"].(string)
	made.Email, _ = claims["email"].(string)
	if made.Role == "" {
		return token.Claims{}, fmt.Errorf("%w: the claim role has to be the name of a role", ErrNoClaims)
	}
	made.JSON, err = json.Marshal(claims)
	return made, err
}

// userText are the claims of a user as JSON; "" where as names a role.
func userText(ctx context.Context, q Querier, as string) (text string, err error) {
	switch _, failed := uuid.Parse(as); {
	case strings.Contains(as, "@"):
		err = q.QueryRow(ctx, userClaims+"lower(u.email) = lower($1::text) order by u.created_at limit 1", as).Scan(&text)
	case failed == nil:
		err = q.QueryRow(ctx, userClaims+"u.id = $1::text::uuid", as).Scan(&text)
	default:
		return "", nil
	}
	if errors.Is(err, pgx.ErrNoRows) {
		return "", fmt.Errorf("%w: %s", ErrNoUser, as)
	}
	if err != nil {
		return "", fmt.Errorf("read the user %s: %w", as, err)
	}
	return text, nil
}
