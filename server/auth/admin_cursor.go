package auth

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// listUsersAfter is GET /admin/users?limit&cursor&filter&email&phone, newest first. Each page
// costs the same, and none repeats or leaves out a user where others come and go.
func (s *Service) listUsersAfter(w http.ResponseWriter, r *http.Request, l account.Listing) error {
	q := r.URL.Query()
	limit, err := ordinal(q.Get("limit"), defaultPerPage, maxPerPage)
	if err != nil {
		return err
	}
	after, err := account.ParseCursor(q.Get("cursor"))
	if err != nil {
		return err
	}
	users, err := s.accounts.ListAfter(r.Context(), l, after, limit+1)
	if err != nil {
		return err
	}
	pagination := map[string]any{"has_more": false}
	if uint64(len(users)) > limit {
		users = users[:limit]
		last := users[limit-1]
		next := account.Cursor{ID: last.ID}
		if last.CreatedAt != nil {
			next.CreatedAt = *last.CreatedAt
		}
		text, err := next.Text()
		if err != nil {
			return err
		}
		pagination = map[string]any{"has_more": true, "next_cursor": text}
		query := url.Values{"limit": {strconv.FormatUint(limit, 10)}, "cursor": {text}}
		for name, value := range map[string]string{"filter": l.Filter, "email": l.Email, "phone": l.Phone} {
			if value != "" {
				query.Set(name, value)
			}
		}
		w.Header().Set("Link", fmt.Sprintf(`</admin/users?%s>; rel="next"`, query.Encode()))
	}
	return gotrue.Reply(w, http.StatusOK, map[string]any{"users": users, "aud": "authenticated", "pagination": pagination})
}
