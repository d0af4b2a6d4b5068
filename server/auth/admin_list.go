package auth

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

const (
	defaultPerPage = 50
	maxPerPage     = 1000
	// maxPage keeps page times perPage inside what offset takes.
	maxPage = 1 << 40
)

// listing is what GET /admin/users asks for.
type listing struct {
	page, perPage uint64 // pages count from 1
	filter        string // part of an e-mail or a full name; any case
	email         string // the whole e-mail
	phone         string // the whole number
	sort          string
	order         string // sort, as SQL
}

// listUsers is GET /admin/users?page&per_page&filter&email&phone&sort, newest first.
func (s *Service) listUsers(w http.ResponseWriter, r *http.Request) error {
	l, err := parseListing(r.URL.Query())
	if err != nil {
		return err
	}
	if q := r.URL.Query(); (q.Has("limit") || q.Has("cursor")) && !q.Has("page") && !q.Has("per_page") {
		return s.listUsersAfter(w, r, l)
	}
	users, total, err := s.users(r.Context(), l)
	if err != nil {
		return err
	}
	w.Header().Set("X-Total-Count", strconv.FormatUint(total, 10))
	w.Header().Set("Link", l.links(total))
	return gotrue.Reply(w, http.StatusOK, map[string]any{"users": users, "aud": "authenticated"})
}

func parseListing(q url.Values) (l listing, err error) {
	l = listing{filter: q.Get("filter"), email: lower(q.Get("email")), sort: q.Get("sort")}
	if l.page, err = ordinal(q.Get("page"), 1, maxPage); err != nil {
		return listing{}, err
	}
	if l.perPage, err = ordinal(q.Get("per_page"), defaultPerPage, maxPerPage); err != nil {
		return listing{}, err
	}
	if !gotrue.ValidText(l.filter) || !gotrue.ValidText(l.email) {
		return listing{}, gotrue.Invalid("Bad Filter Parameters: not valid UTF-8")
	}
	if phone := q.Get("phone"); phone != "" {
		// A plus that was not escaped is a space.
		if l.phone, err = checkPhone(phone); err != nil {
			return listing{}, err
		}
	}
	l.order, err = ordering(l.sort)
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
func (l listing) links(total uint64) string {
	last := max(1, (total+l.perPage-1)/l.perPage)
	var links []string
	if l.page < last {
		links = append(links, l.link(l.page+1, "next"))
	}
	return strings.Join(append(links, l.link(last, "last")), ", ")
}

func (l listing) link(page uint64, rel string) string {
	more := url.Values{}
	for name, value := range map[string]string{"filter": l.filter, "email": l.email, "phone": l.phone, "sort": l.sort} {
		if value != "" {
			more.Set(name, value)
		}
	}
	query := fmt.Sprintf("page=%d&per_page=%d", page, l.perPage)
	if len(more) > 0 {
		query += "&" + more.Encode()
	}
	return fmt.Sprintf(`</admin/users?%s>; rel=%q`, query, rel)
}

const matching = ` from auth.users u where ($1 = '' or strpos(lower(u.email), lower($1)) > 0
	or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0) and ($2 = '' or lower(u.email) = $2)
	and ($3 = '' or u.phone = $3)`

// users reads a page and the total of all pages, in one round trip.
func (s *Service) users(ctx context.Context, l listing) (users []*User, total uint64, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`select count(*)`+matching, l.filter, l.email, l.phone).QueryRow(func(row pgx.Row) error {
		return row.Scan(&total)
	})
	page := `select ` + listedUser + matching + ` order by ` + l.order + ` limit $4 offset $5`
	// #nosec G115 -- both are bounded by maxPage and maxPerPage
	batch.Queue(page, l.filter, l.email, l.phone, int64(l.perPage), int64((l.page-1)*l.perPage)).Query(func(rows pgx.Rows) (err error) {
		users, err = collectUsers(rows)
		return err
	})
	err = s.pool.Conn(ctx, func(conn *pgx.Conn) error { return conn.SendBatch(ctx, batch).Close() })
	return users, total, err
}

// collectUsers reads rows of listedUser.
func collectUsers(rows pgx.Rows) ([]*User, error) {
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*User, error) {
		u := &User{}
		return u, u.scan(row)
	})
}
