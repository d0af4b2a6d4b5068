package auth

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// cursor is the last user of a page: the next one begins after it. It is base64url of its
// JSON, as in GoTrue.
type cursor struct {
	CreatedAt time.Time `json:"created_at"`
	ID        string    `json:"id"`
}

func parseCursor(text string) (*cursor, error) {
	if text == "" {
		return nil, nil
	}
	var c cursor
	decoded, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || json.Unmarshal(decoded, &c) != nil || uuid.Validate(c.ID) != nil || c.CreatedAt.Year() < 1 || c.CreatedAt.Year() > 9999 {
		return nil, gotrue.Invalid("Bad Pagination Parameters: the cursor is not one of an answer")
	}
	return &c, nil
}

func (c cursor) text() (string, error) {
	text, err := json.Marshal(c)
	return base64.RawURLEncoding.EncodeToString(text), err
}

// listUsersAfter is GET /admin/users?limit&cursor&filter&email&phone, newest first. Each page
// costs the same, and none repeats or leaves out a user where others come and go.
func (s *Service) listUsersAfter(w http.ResponseWriter, r *http.Request, l listing) error {
	q := r.URL.Query()
	limit, err := ordinal(q.Get("limit"), defaultPerPage, maxPerPage)
	if err != nil {
		return err
	}
	after, err := parseCursor(q.Get("cursor"))
	if err != nil {
		return err
	}
	args := []any{l.filter, l.email, l.phone, int64(limit) + 1} // #nosec G115 -- bounded by maxPerPage
	where := ``
	if after != nil {
		where = ` and (coalesce(u.created_at, '-infinity'), u.id) < ($5, $6)`
		args = append(args, after.CreatedAt, after.ID)
	}
	var users []*User
	err = s.pool.Conn(r.Context(), func(conn *pgx.Conn) error {
		rows, err := conn.Query(r.Context(), `select `+listedUser+matching+where+`
			order by coalesce(u.created_at, '-infinity') desc, u.id desc limit $4`, args...)
		if err != nil {
			return err
		}
		users, err = collectUsers(rows)
		return err
	})
	if err != nil {
		return fmt.Errorf("list the users: %w", err)
	}
	pagination := map[string]any{"has_more": false}
	if uint64(len(users)) > limit {
		users = users[:limit]
		last := users[limit-1]
		next := cursor{ID: last.ID}
		if last.CreatedAt != nil {
			next.CreatedAt = *last.CreatedAt
		}
		text, err := next.text()
		if err != nil {
			return err
		}
		pagination = map[string]any{"has_more": true, "next_cursor": text}
		query := url.Values{"limit": {strconv.FormatUint(limit, 10)}, "cursor": {text}}
		for name, value := range map[string]string{"filter": l.filter, "email": l.email, "phone": l.phone} {
			if value != "" {
				query.Set(name, value)
			}
		}
		w.Header().Set("Link", fmt.Sprintf(`</admin/users?%s>; rel="next"`, query.Encode()))
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"users": users, "aud": "authenticated", "pagination": pagination})
}
