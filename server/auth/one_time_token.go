package auth

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/random"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// A one-time token proves that its user reads an address or a phone. The mail shows it as a
// code of digits, and has it in a link as the hash of the address and the code. Its hash is
// kept twice, as GoTrue does: in auth.one_time_tokens, by which it is found here, and in a
// column of auth.users, which applications read.

// purpose is what a one-time token is for: its token_type, which is also the name of its
// column in auth.users.
type purpose string

const (
	confirmation       purpose = "confirmation_token"
	recovery           purpose = "recovery_token"
	emailChangeNew     purpose = "email_change_token_new"
	emailChangeCurrent purpose = "email_change_token_current"
	phoneChange        purpose = "phone_change_token"
	reauthentication   purpose = "reauthentication_token"
)

// sentColumn says when the last token of the purpose was sent.
func (p purpose) sentColumn() string {
	switch p {
	case emailChangeNew, emailChangeCurrent:
		return "email_change_sent_at"
	case phoneChange:
		return "phone_change_sent_at"
	case confirmation, recovery, reauthentication:
	}
	return strings.TrimSuffix(string(p), "_token") + "_sent_at"
}

// maxWrongCodes is how many wrong codes void a token: five guesses of a million codes.
const maxWrongCodes = 5

// pkcePrefix marks the hash of a token that was asked for with a code challenge.
const pkcePrefix = "pkce_"

// oneTimeToken is a token as it is sent.
type oneTimeToken struct {
	code string // digits
	hash string // hex, with pkcePrefix where there is a code challenge
}

// newOneTimeToken makes a token for an address or a phone number.
func (s *Service) newOneTimeToken(relatesTo string, pkce bool) (oneTimeToken, error) {
	code, err := random.Digits(s.rand, s.flows.OTPLength)
	if err != nil {
		return oneTimeToken{}, err
	}
	t := oneTimeToken{code: code}
	t.hash = codeHash(relatesTo, t.code)
	if pkce {
		t.hash = pkcePrefix + t.hash
	}
	return t, nil
}

// codeHash is how GoTrue keeps a code: hex of SHA-224 of the address and the code.
func codeHash(relatesTo, code string) string {
	sum := sha256.Sum224([]byte(relatesTo + code))
	return hex.EncodeToString(sum[:])
}

// saveToken replaces the user's token of that purpose.
func (s *Service) saveToken(ctx context.Context, tx db.Tx, userID string, p purpose, relatesTo string, t oneTimeToken) error {
	_, err := tx.Exec(ctx, `with saved as (
			insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
			values (gen_random_uuid(), $1, $2::text::auth.one_time_token_type, $3, $4, $5::timestamptz at time zone 'UTC', $5 at time zone 'UTC')
			on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
				created_at = excluded.created_at, updated_at = excluded.updated_at, wrong_codes = 0
		)
		update auth.users set `+string(p)+` = $3, `+p.sentColumn()+` = $5, updated_at = $5 where id = $1`,
		userID, string(p), t.hash, relatesTo, s.clock())
	if err != nil {
		return fmt.Errorf("save a one-time token: %w", err)
	}
	return nil
}

// issueToken makes a token for an address, and saves it.
func (s *Service) issueToken(ctx context.Context, tx db.Tx, userID string, p purpose, relatesTo string, pkce bool) (oneTimeToken, error) {
	t, err := s.newOneTimeToken(relatesTo, pkce)
	if err != nil {
		return oneTimeToken{}, err
	}
	return t, s.saveToken(ctx, tx, userID, p, relatesTo, t)
}

// foundToken is a token that was presented, and is valid.
type foundToken struct {
	user      User
	purpose   purpose
	relatesTo string
	pkce      bool
}

// given is how a token is presented: by the hash of its link, or as a code with the address
// or phone number that it was sent to.
type given struct {
	hash            string
	code, relatesTo string
}

// findToken finds a valid token of one of the purposes, and locks its user's row. A
// wrong code is counted, in the transaction: commit it also where the error is
// errInvalidToken.
func (s *Service) findToken(ctx context.Context, tx db.Tx, g given, purposes ...purpose) (foundToken, error) {
	kinds := make([]string, len(purposes))
	for i, p := range purposes {
		kinds[i] = string(p)
	}
	where, args := `t.token_hash = $2`, []any{kinds, g.hash}
	if g.hash == "" {
		where, args = `t.relates_to = $2`, []any{kinds, g.relatesTo}
	}
	rows, err := tx.Query(ctx, `select t.user_id::text, t.token_type::text, t.token_hash, t.relates_to, t.created_at at time zone 'UTC', t.wrong_codes
		from auth.one_time_tokens t where t.token_type = any ($1::text[]::auth.one_time_token_type[]) and `+where+`
		order by t.created_at desc limit 4`, args...)
	if err != nil {
		return foundToken{}, fmt.Errorf("find a one-time token: %w", err)
	}
	type row struct {
		UserID, Kind, Hash, RelatesTo string
		Created                       time.Time
		Wrong                         int
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return foundToken{}, fmt.Errorf("find a one-time token: %w", err)
	}
	expected := []string{g.hash}
	if g.hash == "" {
		hash := codeHash(g.relatesTo, g.code)
		expected = []string{hash, pkcePrefix + hash}
	}
	for _, candidate := range all {
		life := s.flows.OTPExpiry
		if purpose(candidate.Kind) == phoneChange || !strings.Contains(candidate.RelatesTo, "@") {
			life = s.flows.SMSExpiry
		}
		alive := candidate.Wrong < maxWrongCodes && s.clock().Sub(candidate.Created) < life
		if !alive || !slices.ContainsFunc(expected, func(hash string) bool { return hmac.Equal([]byte(hash), []byte(candidate.Hash)) }) {
			continue
		}
		u, err := lockUser(ctx, tx, `u.id = $1 and u.deleted_at is null`, candidate.UserID)
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return foundToken{}, err
		}
		// Whoever locked the user before may have used the token.
		still := false
		err = tx.QueryRow(ctx, `select exists (select from auth.one_time_tokens
			where user_id = $1 and token_type = $2::text::auth.one_time_token_type and token_hash = $3)`,
			u.ID, candidate.Kind, candidate.Hash).Scan(&still)
		if err != nil {
			return foundToken{}, fmt.Errorf("find a one-time token: %w", err)
		}
		if still {
			return foundToken{u, purpose(candidate.Kind), candidate.RelatesTo, strings.HasPrefix(candidate.Hash, pkcePrefix)}, nil
		}
	}
	if g.hash == "" {
		for _, candidate := range all {
			_, err := tx.Exec(ctx, `update auth.one_time_tokens set wrong_codes = wrong_codes + 1
				where user_id = $1 and token_type = $2::text::auth.one_time_token_type`, candidate.UserID, candidate.Kind)
			if err != nil {
				return foundToken{}, fmt.Errorf("count a wrong code: %w", err)
			}
		}
	}
	return foundToken{}, errInvalidToken
}

// errInvalidToken is a token that is unknown, used, expired, or was guessed at too often.
var errInvalidToken = errors.New("invalid one-time token")

// deleteToken ends the user's token of that purpose.
func deleteToken(ctx context.Context, tx db.Tx, userID string, p purpose) error {
	_, err := tx.Exec(ctx, `with gone as (
			delete from auth.one_time_tokens where user_id = $1 and token_type = $2::text::auth.one_time_token_type
		)
		update auth.users set `+string(p)+` = '' where id = $1`, userID, string(p))
	if err != nil {
		return fmt.Errorf("delete a one-time token: %w", err)
	}
	return nil
}

func invalidCode() *fault.Fault {
	return fault.New(fault.AuthOTPExpired, "Token has expired or is invalid")
}

func invalidLink() *fault.Fault {
	return fault.New(fault.AuthOTPExpired, "Email link is invalid or has expired")
}
