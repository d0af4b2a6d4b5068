package auth

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/auth/gotrue"
)

// auditColumns are the conditions of GET /admin/audit?query=NAME:VALUE, by name: parts of an
// author's name, and whole actions and types.
var auditColumns = map[string]string{
	"author": `strpos(lower(coalesce(payload ->> 'actor_username', '') || ' ' || coalesce(payload ->> 'actor_name', '')), lower($1)) > 0`,
	"action": `payload ->> 'action' = $1`,
	"type":   `payload ->> 'log_type' = $1`,
}

// shownEntry is an entry of the audit log in a list.
type shownEntry struct {
	ID        string          `json:"id"`
	Payload   json.RawMessage `json:"payload"`
	CreatedAt time.Time       `json:"created_at"`
	IPAddress string          `json:"ip_address"`
}

// listAudit is GET /admin/audit?page&per_page&query, newest first.
func (a adminRoutes) listAudit(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	page, err := ordinal(q.Get("page"), 1, maxPage)
	if err != nil {
		return err
	}
	perPage, err := ordinal(q.Get("per_page"), defaultPerPage, maxPerPage)
	if err != nil {
		return err
	}
	where, value := `$1 = ''`, ""
	if text := q.Get("query"); text != "" {
		name, after, _ := strings.Cut(text, ":")
		condition, known := auditColumns[name]
		if !known || after == "" || !gotrue.ValidText(after) {
			return gotrue.Invalid("Bad query: use author:NAME, action:NAME, or type:NAME")
		}
		where, value = condition, after
	}
	entries, total := []shownEntry{}, uint64(0)
	batch := &pgx.Batch{}
	batch.Queue(`select count(*) from auth.audit_log_entries where `+where, value).QueryRow(func(row pgx.Row) error {
		return row.Scan(&total)
	})
	// #nosec G115 -- both are bounded by maxPage and maxPerPage
	batch.Queue(`select id::text, coalesce(payload, '{}'), coalesce(created_at, 'epoch'), ip_address from auth.audit_log_entries
		where `+where+` order by created_at desc, id limit $2 offset $3`, value, int64(perPage), int64((page-1)*perPage)).Query(func(rows pgx.Rows) error {
		for rows.Next() {
			var e shownEntry
			if err := rows.Scan(&e.ID, &e.Payload, &e.CreatedAt, &e.IPAddress); err != nil {
				return err
			}
			e.CreatedAt = e.CreatedAt.UTC()
			entries = append(entries, e)
		}
		return rows.Err()
	})
	if err := a.pool.Conn(r.Context(), func(conn *pgx.Conn) error { return conn.SendBatch(r.Context(), batch).Close() }); err != nil {
		return fmt.Errorf("list the audit log: %w", err)
	}
	last := max(1, (total+perPage-1)/perPage)
	link := func(page uint64, rel string) string {
		query := fmt.Sprintf("page=%d&per_page=%d", page, perPage)
		if value != "" {
			query += "&" + url.Values{"query": {q.Get("query")}}.Encode()
		}
		return fmt.Sprintf(`</admin/audit?%s>; rel=%q`, query, rel)
	}
	links := link(last, "last")
	if page < last {
		links = link(page+1, "next") + ", " + links
	}
	w.Header().Set("X-Total-Count", strconv.FormatUint(total, 10))
	w.Header().Set("Link", links)
	return gotrue.Reply(w, http.StatusOK, entries)
}
