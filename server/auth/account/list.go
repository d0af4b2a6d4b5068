package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// Listing is the query of GET /admin/users.
type Listing struct {
	Page, PerPage uint64 // pages count from 1
	Filter        string // part of an e-mail or a full name; any case
	Email         string // the whole e-mail
	Phone         string // the whole number
	Sort          string
	Order         string // sort, as SQL
}

const matching = ` from auth.users u where ($1 = '' or strpos(lower(u.email), lower($1)) > 0
	or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0) and ($2 = '' or lower(u.email) = $2)
	and ($3 = '' or u.phone = $3)`

// List reads a page and the total of all pages, in one round trip.
func (st *Store) List(ctx context.Context, l Listing) (users []*User, total uint64, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`select count(*)`+matching, l.Filter, l.Email, l.Phone).QueryRow(func(row pgx.Row) error {
		return row.Scan(&total)
	})
	page := `select ` + listedUser + matching + ` order by ` + l.Order + ` limit $4 offset $5`
	// #nosec G115 -- both are bounded by maxPage and maxPerPage
	batch.Queue(page, l.Filter, l.Email, l.Phone, int64(l.PerPage), int64((l.Page-1)*l.PerPage)).Query(func(rows pgx.Rows) (err error) {
		users, err = collectUsers(rows)
		return err
	})
	err = st.pool.Conn(ctx, func(conn *pgx.Conn) error { return conn.SendBatch(ctx, batch).Close() })
	return users, total, err
}

// collectUsers reads rows of listedUser.
func collectUsers(rows pgx.Rows) ([]*User, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*User, error) {
		u := &User{}
		return u, u.Scan(row)
	})
}

// Cursor is the last user of a page: the next one begins after it. It is base64url of its
// JSON, as in GoTrue.
type Cursor struct {
	CreatedAt time.Time `json:"created_at"`
	ID        string    `json:"id"`
}

// ParseCursor reads a cursor; nil for "".
func ParseCursor(text string) (*Cursor, error) {
	if text == "" {
		return nil, nil
	}
	var c Cursor
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(decoded, &c) != nil || uuid.Validate(c.ID) != nil || c.CreatedAt.Year() < 1 || c.CreatedAt.Year() > 9999 {
		return nil, gotrue.Invalid("Bad Pagination Parameters: the cursor is not one of an answer")
	}
	return &c, nil
}

// Text is the cursor as an answer has it.
func (c Cursor) Text() (string, error) {
	text, err := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(text), err
}

// ListAfter reads up to limit users after a cursor, newest first; nil is the beginning.
func (st *Store) ListAfter(ctx context.Context, l Listing, after *Cursor, limit uint64) (users []*User, err error) {
	args := []any{l.Filter, l.Email, l.Phone, int64(limit)} // #nosec G115 -- bounded by the caller
	where := ``
	if after != nil {
		where = ` and (coalesce(u.created_at, '-infinity'), u.id) < ($5, $6)`
		args = append(args, after.CreatedAt, after.ID)
	}
	err = st.pool.Conn(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select `+listedUser+matching+where+`
			order by coalesce(u.created_at, '-infinity') desc, u.id desc limit $4`, args...)
		if err != nil {
			return err
		}
		users, err = collectUsers(rows)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list the users: %w", err)
	}
	return users, nil
}
