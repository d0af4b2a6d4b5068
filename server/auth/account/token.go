package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
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

// Tokens makes and finds one-time tokens.
type Tokens struct{ o TokenOptions }

// TokenOptions configure Tokens. All are needed.
type TokenOptions struct {
	// Now is the clock, in UTC at the precision that PostgreSQL keeps.
	Now  func() time.Time
	Rand io.Reader
	// Length is the number of digits of codes.
	Length int
	// MailExpiry is the lifetime of a mailed code or link, and SMSExpiry that of a code that was sent
	// to a phone.
	MailExpiry, SMSExpiry time.Duration
}

// NewTokens makes Tokens.
func NewTokens(o TokenOptions) *Tokens { return &Tokens{o} }

// Purpose is the use of a one-time token: its token_type, which is also the name of its
// column in auth.users.
type Purpose string

const (
	Confirmation       Purpose = "confirmation_token"
	Recovery           Purpose = "recovery_token"
	EmailChangeNew     Purpose = "email_change_token_new"
	EmailChangeCurrent Purpose = "email_change_token_current"
	PhoneChange        Purpose = "phone_change_token"
	Reauthentication   Purpose = "reauthentication_token"
)

// sentColumn is the column of the instant at which the last token of the purpose was sent.
func (p Purpose) sentColumn() string {
	switch p {
	case EmailChangeNew, EmailChangeCurrent:
		return "email_change_sent_at"
	case PhoneChange:
		return "phone_change_sent_at"
	case Confirmation, Recovery, Reauthentication:
	}
	return strings.TrimSuffix(string(p), "_token") + "_sent_at"
}

// MaxWrongCodes is the number of wrong codes that voids a token: five guesses of a million codes.
const MaxWrongCodes = 5

// PKCEPrefix marks the hash of a token that was asked for with a code challenge.
const PKCEPrefix = "pkce_"

// Token is a token as it is sent.
type Token struct {
	Code string // digits
	Hash string // hex, with PKCEPrefix where there is a code challenge
}

// New makes a token for an address or a phone number.
func (ts *Tokens) New(relatesTo string, pkce bool) (Token, error) {
	code, err := random.Digits(ts.o.Rand, ts.o.Length)
	if err != nil {
		return Token{}, err
	}
	t := Token{Code: code}
	t.Hash = CodeHash(relatesTo, t.Code)
	if pkce {
		t.Hash = PKCEPrefix + t.Hash
	}
	return t, nil
}

// CodeHash is the hash of a code as GoTrue stores it: hex of SHA-224 of the address and the code.
func CodeHash(relatesTo, code string) string {
	sum := sha256.Sum224([]byte(relatesTo + code))
	return hex.EncodeToString(sum[:])
}

// Save replaces the user's token of that purpose.
func (ts *Tokens) Save(ctx context.Context, tx db.Tx, userID string, p Purpose, relatesTo string, t Token) error {
	_, err := tx.Exec(ctx, `with saved as (
			insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
			values (gen_random_uuid(), $1, $2::text::auth.one_time_token_type, $3, $4, $5::timestamptz at time zone 'UTC', $5 at time zone 'UTC')
			on conflict (user_id, token_type) do update set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
				created_at = excluded.created_at, updated_at = excluded.updated_at, wrong_codes = 0
		)
		update auth.users set `+string(p)+` = $3, `+p.sentColumn()+` = $5, updated_at = $5 where id = $1`,
		userID, string(p), t.Hash, relatesTo, ts.o.Now())
	if err != nil {
		return fmt.Errorf("save a one-time token: %w", err)
	}
	return nil
}

// Issue makes a token for an address, and saves it.
func (ts *Tokens) Issue(ctx context.Context, tx db.Tx, userID string, p Purpose, relatesTo string, pkce bool) (Token, error) {
	t, err := ts.New(relatesTo, pkce)
	if err != nil {
		return Token{}, err
	}
	return t, ts.Save(ctx, tx, userID, p, relatesTo, t)
}

// Found is a token that was presented, and is valid.
type Found struct {
	User      User
	Purpose   Purpose
	RelatesTo string
	PKCE      bool
}

// Presented is a token as it is presented: by the hash of its link, or as a code with the address
// or phone number that it was sent to.
type Presented struct {
	Hash            string
	Code, RelatesTo string
}

// Find finds a valid token of one of the purposes, and locks its user's row. A
// wrong code is counted, in the transaction: commit it also where the error is
// ErrInvalidToken.
func (ts *Tokens) Find(ctx context.Context, tx db.Tx, g Presented, purposes ...Purpose) (Found, error) {
	kinds := make([]string, len(purposes))
	for i, p := range purposes {
		kinds[i] = string(p)
	}
	where, args := `t.token_hash = $2`, []any{kinds, g.Hash}
	if g.Hash == "" {
		where, args = `t.relates_to = $2`, []any{kinds, g.RelatesTo}
	}
	rows, err := tx.Query(ctx, `select t.user_id::text, t.token_type::text, t.token_hash, t.relates_to, t.created_at at time zone 'UTC', t.wrong_codes
		from auth.one_time_tokens t where t.token_type = any ($1::text[]::auth.one_time_token_type[]) and `+where+`
		order by t.created_at desc limit 4`, args...)
	if err != nil {
		return Found{}, fmt.Errorf("find a one-time token: %w", err)
	}
	type row struct {
		UserID, Kind, Hash, RelatesTo string
		Created                       time.Time
		Wrong                         int
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[row])
	if err != nil {
		return Found{}, fmt.Errorf("find a one-time token: %w", err)
	}
	expected := []string{g.Hash}
	if g.Hash == "" {
		hash := CodeHash(g.RelatesTo, g.Code)
		expected = []string{hash, PKCEPrefix + hash}
	}
	for _, candidate := range all {
		life := ts.o.MailExpiry
		if Purpose(candidate.Kind) == PhoneChange || !strings.Contains(candidate.RelatesTo, "@") {
			life = ts.o.SMSExpiry
		}
		alive := candidate.Wrong < MaxWrongCodes && ts.o.Now().Sub(candidate.Created) < life
		if !alive || !slices.ContainsFunc(expected, func(hash string) bool { return hmac.Equal([]byte(hash), []byte(candidate.Hash)) }) {
			continue
		}
		u, err := LockUser(ctx, tx, `u.id = $1 and u.deleted_at is null`, candidate.UserID)
		if errors.Is(err, pgx.ErrNoRows) {
			continue
		}
		if err != nil {
			return Found{}, err
		}
		// Whoever locked the user before may have used the token.
		still := false
		err = tx.QueryRow(ctx, `select exists (select from auth.one_time_tokens
			where user_id = $1 and token_type = $2::text::auth.one_time_token_type and token_hash = $3)`,
			u.ID, candidate.Kind, candidate.Hash).Scan(&still)
		if err != nil {
			return Found{}, fmt.Errorf("find a one-time token: %w", err)
		}
		if still {
			return Found{u, Purpose(candidate.Kind), candidate.RelatesTo, strings.HasPrefix(candidate.Hash, PKCEPrefix)}, nil
		}
	}
	if g.Hash == "" {
		for _, candidate := range all {
			_, err := tx.Exec(ctx, `update auth.one_time_tokens set wrong_codes = wrong_codes + 1
				where user_id = $1 and token_type = $2::text::auth.one_time_token_type`, candidate.UserID, candidate.Kind)
			if err != nil {
				return Found{}, fmt.Errorf("count a wrong code: %w", err)
			}
		}
	}
	return Found{}, ErrInvalidToken
}

// ErrInvalidToken is a token that is unknown, used, expired, or was guessed at too often.
var ErrInvalidToken = errors.New("invalid one-time token")

// DeleteToken ends the user's token of that purpose.
func DeleteToken(ctx context.Context, tx db.Tx, userID string, p Purpose) error {
	_, err := tx.Exec(ctx, `with gone as (
			delete from auth.one_time_tokens where user_id = $1 and token_type = $2::text::auth.one_time_token_type
		)
		update auth.users set `+string(p)+` = '' where id = $1`, userID, string(p))
	if err != nil {
		return fmt.Errorf("delete a one-time token: %w", err)
	}
	return nil
}

// InvalidCode is the refusal of a code.
func InvalidCode() *fault.Fault {
	return fault.New(fault.AuthOTPExpired, "Token has expired or is invalid")
}

// InvalidLink is the refusal of a link.
func InvalidLink() *fault.Fault {
	return fault.New(fault.AuthOTPExpired, "Email link is invalid or has expired")
}
