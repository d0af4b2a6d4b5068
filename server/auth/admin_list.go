package auth

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/auth/account"
	"github.com/toubkal/toubkal/server/auth/gotrue"
)

const (
	defaultPerPage = 50
	maxPerPage     = 1000
	// maxPage keeps page times perPage inside what offset takes.
	maxPage = 1 << 40
)

// listUsers is GET /admin/users?page&per_page&filter&email&phone&sort, newest first.
func (a adminRoutes) listUsers(w http.ResponseWriter, r *http.Request) error {
	l, err := parseListing(r.URL.Query())
	if err != nil {
		return err
	}
	if q := r.URL.Query(); (q.Has("limit") || q.Has("cursor")) && !q.Has("page") && !q.Has("per_page") {
		return a.listUsersAfter(w, r, l)
	}
	users, total, err := a.accounts.List(r.Context(), l)
	if err != nil {
		return err
	}
	w.Header().Set("X-Total-Count", strconv.FormatUint(total, 10))
	w.Header().Set("Link", links(l, total))
	return gotrue.Reply(w, http.StatusOK, map[string]any{"users": users, "aud": "authenticated"})
}

func parseListing(q url.Values) (l account.Listing, err error) {
	l = account.Listing{Filter: q.Get("filter"), Email: account.Lower(q.Get("email")), Sort: q.Get("sort")}
	if l.Page, err = ordinal(q.Get("page"), 1, maxPage); err != nil {
		return account.Listing{}, err
	}
	if l.PerPage, err = ordinal(q.Get("per_page"), defaultPerPage, maxPerPage); err != nil {
		return account.Listing{}, err
	}
	if !gotrue.ValidText(l.Filter) || !gotrue.ValidText(l.Email) {
		return account.Listing{}, gotrue.Invalid("Bad Filter Parameters: not valid UTF-8")
	}
	if phone := q.Get("phone"); phone != "" {
		// A plus that was not escaped is a space.
		if l.Phone, err = account.CheckPhone(phone); err != nil {
			return account.Listing{}, err
		}
	}
	l.Order, err = ordering(l.Sort)
	return l, err
}

// ordinal reads a number from 1 to most; larger is most, absent is otherwise.
func ordinal(text string, otherwise, most uint64) (uint64, error) {
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, gotrue.Invalid("Bad Pagination Parameters: " + err.Error())
	}
	if n == 0 {
		return 0, gotrue.Invalid("Bad Pagination Parameters: pages and their length count from 1")
	}
	return min(n, most), nil
}

// ordering reads `created_at desc`; ties are broken by id, so that pages do not
// overlap.
func ordering(sort string) (string, error) {
	if sort == "" {
		sort = "created_at desc"
	}
	field, direction, _ := strings.Cut(strings.TrimSpace(sort), " ")
	direction = strings.ToLower(strings.TrimSpace(direction))
	if field != "created_at" {
		return "", gotrue.Invalid(fmt.Sprintf("Bad Sort Parameters: bad field for sort '%s'", field))
	}
	if !slices.Contains([]string{"", "asc", "desc"}, direction) {
		return "", gotrue.Invalid(fmt.Sprintf("Bad Sort Parameters: bad direction for sort '%s', only 'asc' and 'desc' allowed", direction))
	}
	if direction == "asc" {
		return "created_at, id", nil
	}
	return "created_at desc, id desc", nil
}

// links is the Link header (RFC 8288). supabase-js expects page to be the first
// parameter.
func links(l account.Listing, total uint64) string {
	last := max(1, (total+l.PerPage-1)/l.PerPage)
	var links []string
	if l.Page < last {
		links = append(links, link(l, l.Page+1, "next"))
	}
	return strings.Join(append(links, link(l, last, "last")), ", ")
}

func link(l account.Listing, page uint64, rel string) string {
	more := url.Values{}
	for name, value := range map[string]string{"filter": l.Filter, "email": l.Email, "phone": l.Phone, "sort": l.Sort} {
		if value != "" {
			more.Set(name, value)
		}
	}
	query := fmt.Sprintf("page=%d&per_page=%d", page, l.PerPage)
	if len(more) > 0 {
		query += "&" + more.Encode()
	}
	return fmt.Sprintf(`</admin/users?%s>; rel=%q`, query, rel)
}

// listUsersAfter is GET /admin/users?limit&cursor&filter&email&phone, newest first. Each page
// costs the same, and none repeats or leaves out a user where others come and go.
func (a adminRoutes) listUsersAfter(w http.ResponseWriter, r *http.Request, l account.Listing) error {
	q := r.URL.Query()
	limit, err := ordinal(q.Get("limit"), defaultPerPage, maxPerPage)
	if err != nil {
		return err
	}
	after, err := account.ParseCursor(q.Get("cursor"))
	if err != nil {
		return err
	}
	users, err := a.accounts.ListAfter(r.Context(), l, after, limit+1)
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
