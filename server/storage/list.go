package storage

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/object"
)

// placeholder is the name of the object by which Supabase's dashboard keeps an empty folder.
const placeholder = ".emptyFolderPlaceholder"

// maxListed bounds a page of list, and maxPage one of list-v2.
const (
	maxListed = 1500
	maxPage   = 1000
)

// sortBy is the order of a list. The zero value is the default.
type sortBy struct {
	Column string `json:"column"`
	Order  string `json:"order"`
}

// check refuses what is none of the columns.
func (s sortBy) check(columns ...string) error {
	for _, column := range columns {
		if s.Column == column || s.Column == "" {
			if o := strings.ToLower(s.Order); o != "" && o != "asc" && o != "desc" {
				return object.Unfit("body/sortBy/order must be equal to one of the allowed values: asc, desc")
			}
			return nil
		}
	}
	return object.Unfit("body/sortBy/column must be equal to one of the allowed values: " + strings.Join(columns, ", "))
}

// item is an object or a folder of a list. A folder has a name alone.
type item struct {
	Name           string          `json:"name"`
	ID             *string         `json:"id"`
	UpdatedAt      *object.Time    `json:"updated_at"`
	CreatedAt      *object.Time    `json:"created_at"`
	LastAccessedAt *object.Time    `json:"last_accessed_at"`
	Metadata       json.RawMessage `json:"metadata"`
}

// list answers with what is in a folder: names are relative to it.
func (s *Service) list(w http.ResponseWriter, r *http.Request, c call) error {
	body := struct {
		Prefix string `json:"prefix"`
		Limit  *int   `json:"limit"`
		Offset *int   `json:"offset"`
		SortBy sortBy `json:"sortBy"`
		Search string `json:"search"`
	}{}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if err := body.SortBy.check("name", "updated_at", "created_at", "last_accessed_at"); err != nil {
		return err
	}
	limit, err := within("limit", body.Limit, 100, 1, maxListed)
	if err != nil {
		return err
	}
	offset, err := within("offset", body.Offset, 0, 0, 1<<31-1)
	if err != nil {
		return err
	}
	prefix := object.Composed(body.Prefix)
	if prefix != "" && !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	if strings.ContainsRune(prefix+body.Search, 0) {
		return object.Invalid("A name has no character 0")
	}
	found := []item{}
	err = s.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		rows, err := tx.Query(ctx, `select name, id::text, updated_at, created_at, last_accessed_at, metadata
			from storage.search($1, $2, $3, 1, $4, $5, $6, $7)`,
			prefix, c.bucket, limit, offset, object.Composed(body.Search), body.SortBy.Column, strings.ToLower(body.SortBy.Order))
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (i item, err error) {
			var updated, created, accessed *time.Time
			err = row.Scan(&i.Name, &i.ID, &updated, &created, &accessed, &i.Metadata)
			i.UpdatedAt, i.CreatedAt, i.LastAccessedAt = (*object.Time)(updated), (*object.Time)(created), (*object.Time)(accessed)
			return i, err
		})
		return err
	})
	if err == nil {
		reply(w, http.StatusOK, found)
	}
	return err
}

// within is a number of the body, where above the greatest the greatest is meant.
func within(name string, value *int, byDefault, least, most int) (int, error) {
	if value == nil {
		return byDefault, nil
	}
	if *value < least {
		return 0, object.Unfit("body/" + name + " must be >= " + strconv.Itoa(least))
	}
	return min(*value, most), nil
}

// listPage answers with a page of objects below a prefix, folders apart.
func (s *Service) listPage(w http.ResponseWriter, r *http.Request, c call) error {
	var body struct {
		Prefix        string `json:"prefix"`
		Limit         *int   `json:"limit"`
		Cursor        string `json:"cursor"`
		WithDelimiter bool   `json:"with_delimiter"`
		SortBy        sortBy `json:"sortBy"`
		// WithUserMetadata is not Supabase's.
		WithUserMetadata bool `json:"with_user_metadata"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if err := body.SortBy.check("name", "updated_at", "created_at"); err != nil {
		return err
	}
	limit, err := within("limit", body.Limit, maxPage, 1, maxPage)
	if err != nil {
		return err
	}
	if strings.ContainsRune(body.Prefix, 0) {
		return object.Invalid("A name has no character 0")
	}
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	page, next, err := s.Store.List(r.Context(), caller, c.bucket, object.Page{
		Prefix: body.Prefix, Delimited: body.WithDelimiter, Limit: limit, Column: body.SortBy.Column,
		Descending: strings.EqualFold(body.SortBy.Order, "desc"), Cursor: body.Cursor, UserMetadata: body.WithUserMetadata,
	})
	if err != nil {
		return err
	}
	type folder struct {
		Key  string `json:"key"`
		Name string `json:"name"`
	}
	type listed struct {
		Key string `json:"key,omitempty"`
		item
		UserMetadata json.RawMessage `json:"user_metadata,omitempty"`
	}
	answer := struct {
		HasNext       bool     `json:"hasNext"`
		NextCursor    string   `json:"nextCursor,omitempty"`
		NextCursorKey string   `json:"nextCursorKey,omitempty"`
		Folders       []folder `json:"folders"`
		Objects       []listed `json:"objects"`
	}{HasNext: next != "", NextCursor: next, Folders: []folder{}, Objects: []listed{}}
	for _, o := range page {
		if answer.HasNext {
			answer.NextCursorKey = o.Name
		}
		switch {
		case o.ID == "":
			answer.Folders = append(answer.Folders, folder{o.Key, o.Name})
		case o.Name != placeholder && !strings.HasSuffix(o.Name, "/"+placeholder):
			answer.Objects = append(answer.Objects, listed{o.Key, item{o.Name, &o.ID, o.UpdatedAt, o.CreatedAt, o.LastAccessedAt, o.Metadata}, o.UserMetadata})
		}
	}
	reply(w, http.StatusOK, answer)
	return nil
}
