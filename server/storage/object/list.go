package object

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
)

// Page is the requested part of a list.
type Page struct {
	// Prefix is the beginning of the names.
	Prefix string
	// Delimited lists what is in the folder alone; folders in it are items of their own.
	Delimited bool
	Limit     int // of objects and folders together
	// Column is name, created_at or updated_at.
	Column     string
	Descending bool
	// Cursor is the cursor of the last page; "" for the first.
	Cursor string
	// UserMetadata has it in the rows.
	UserMetadata bool
}

// Listed is an object or, with an empty ID, a folder, whose name ends with a slash.
type Listed struct {
	ID string
	// Key is the last part of the name below Prefix; "" where the page is not Delimited.
	Key, Name                            string
	UpdatedAt, CreatedAt, LastAccessedAt *Time
	Metadata, UserMetadata               json.RawMessage
}

// cursor is the end of a page. It holds nothing that the page did not.
type cursor struct {
	Name string    `json:"n"`
	Time time.Time `json:"t,omitzero"` // of the column, where that is no name
}

// List gives a page of the objects that the policies let the caller see, and the cursor
// of the next one; "" where there is none. By name, and by time without folders, a page's
// cost does not depend on how many objects there are; by time with folders everything
// below Prefix is read.
func (s *Store) List(ctx context.Context, c Caller, bucket string, p Page) (page []Listed, next string, err error) {
	var from cursor
	if p.Cursor != "" {
		text, err := base64.RawURLEncoding.DecodeString(p.Cursor)
		if err != nil || json.Unmarshal(text, &from) != nil || strings.ContainsRune(from.Name, 0) {
			return nil, "", Invalid("The cursor is not one of this list")
		}
	}
	p.Prefix = Composed(p.Prefix)
	sql, args := p.query(bucket, from)
	err = s.As(ctx, c, bucket, func(tx db.Tx) error {
		rows, err := tx.Query(ctx, sql, args...)
		if err != nil {
			return err
		}
		page, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (o Listed, err error) {
			var id *string
			var updated, created, accessed *time.Time
			err = row.Scan(&o.Key, &o.Name, &id, &updated, &created, &accessed, &o.Metadata, &o.UserMetadata)
			o.UpdatedAt, o.CreatedAt, o.LastAccessedAt = (*Time)(updated), (*Time)(created), (*Time)(accessed)
			if id == nil {
				o.Name += "/"
			} else {
				o.ID = *id
			}
			return o, err
		})
		return err
	})
	if err != nil || len(page) <= p.Limit {
		return page, "", err
	}
	page = page[:p.Limit]
	last := page[p.Limit-1]
	end := cursor{Name: last.Name}
	switch at := last.CreatedAt; {
	case p.Column == "updated_at" && last.UpdatedAt != nil:
		end.Time = time.Time(*last.UpdatedAt)
	case p.Column == "created_at" && at != nil:
		end.Time = time.Time(*at)
	}
	text, err := json.Marshal(end)
	return page, base64.RawURLEncoding.EncodeToString(text), err
}

// query reads one row more than the page has, which says whether there is another page.
func (p Page) query(bucket string, from cursor) (sql string, args []any) {
	direction, after := "asc", ">"
	if p.Descending {
		direction, after = "desc", "<"
	}
	userMetadata := "null::jsonb"
	if p.UserMetadata {
		userMetadata = "l.user_metadata"
	}
	columns := `l.name, l.id::text, l.updated_at, l.created_at, l.last_accessed_at, l.metadata, ` + userMetadata
	byTime := p.Column == "created_at" || p.Column == "updated_at"
	switch {
	case p.Delimited:
		at := ""
		if byTime && !from.Time.IsZero() {
			at = from.Time.Format(time.RFC3339Nano)
		}
		return `select coalesce(l.key, ''), ` + columns + ` from storage.search_v2($1, $2, $3, $4, $5, $6, $7, $8) l`,
			[]any{p.Prefix, bucket, p.Limit + 1, strings.Count(p.Prefix, "/") + 1, from.Name, direction, p.Column, at}
	case !byTime:
		return `select '', ` + columns + ` from storage.list_objects_with_delimiter($1, $2, '', $3, $4, '', $5) l`,
			[]any{bucket, p.Prefix, p.Limit + 1, from.Name, direction}
	}
	// the column is one of two
	return `select '', ` + columns + ` from storage.objects l where l.bucket_id = $1 and l.name collate "C" >= $2 and l.name collate "C" < $3
		and ($4 = '' or (l.` + p.Column + `, l.name collate "C") ` + after + ` ($5, $4))
		order by l.` + p.Column + ` ` + direction + `, l.name collate "C" ` + direction + ` limit $6`,
		[]any{bucket, p.Prefix, afterPrefix(p.Prefix), from.Name, from.Time, p.Limit + 1}
}
