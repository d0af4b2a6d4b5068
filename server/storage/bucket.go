package storage

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// bucket is a row of storage.buckets as the API shows it.
type bucket struct {
	ID               string      `json:"id"`
	Name             string      `json:"name"`
	Owner            string      `json:"owner"`
	Public           bool        `json:"public"`
	Type             string      `json:"type,omitempty"`
	FileSizeLimit    *int64      `json:"file_size_limit"`
	AllowedMimeTypes []string    `json:"allowed_mime_types"`
	CreatedAt        object.Time `json:"created_at"`
	UpdatedAt        object.Time `json:"updated_at"`
}

const bucketColumns = `id, name, coalesce(owner_id, owner::text, ''), coalesce(public, false), type::text, file_size_limit, allowed_mime_types,
	coalesce(created_at, 'epoch'), coalesce(updated_at, 'epoch')`

func scanBucket(row pgx.CollectableRow) (b bucket, err error) {
	err = row.Scan(&b.ID, &b.Name, &b.Owner, &b.Public, &b.Type, &b.FileSizeLimit, &b.AllowedMimeTypes, (*time.Time)(&b.CreatedAt), (*time.Time)(&b.UpdatedAt))
	return b, err
}

// bucketChange is the body that creates or changes a bucket. What is absent stays.
type bucketChange struct {
	ID               string             `json:"id"`
	Name             string             `json:"name"`
	Type             string             `json:"type"`
	Public           *bool              `json:"public"`
	FileSizeLimit    optional[bytesOf]  `json:"file_size_limit"`
	AllowedMimeTypes optional[[]string] `json:"allowed_mime_types"`
	AVIF             *bool              `json:"avif_autodetection"`
	Versioning       string             `json:"versioning_status"`
	// TotalSizeLimit and OwnerSizeLimit are quotas, which Supabase's storage has not: bytes of
	// all objects, and of those of one owner.
	TotalSizeLimit optional[bytesOf] `json:"total_size_limit"`
	OwnerSizeLimit optional[bytesOf] `json:"owner_size_limit"`
}

// optional tells null from absent.
type optional[T any] struct {
	sent  bool
	value *T // nil for null
}

// UnmarshalJSON is called only for what is there.
func (o *optional[T]) UnmarshalJSON(text []byte) error {
	o.sent = true
	return json.Unmarshal(text, &o.value)
}

func (o *optional[T]) coercedAs() reflect.Type { return reflect.TypeFor[T]() }

// bytesOf is a size: a number of bytes, or a text such as "20MB", whose units are decimal.
type bytesOf int64

var sizeText = regexp.MustCompile(`(?i)^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb|tb)?$`)

// UnmarshalJSON refuses what is no size.
func (b *bytesOf) UnmarshalJSON(text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	var size float64
	switch value := value.(type) {
	case float64:
		size = value
	case string:
		m := sizeText.FindStringSubmatch(strings.TrimSpace(value))
		if m == nil {
			return object.Invalid(`a size is a number of bytes, or a text such as "20MB"`)
		}
		size, _ = strconv.ParseFloat(m[1], 64) // digits, by the expression
		size *= map[string]float64{"": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}[strings.ToLower(m[2])]
	default:
		return object.Invalid(`a size is a number of bytes, or a text such as "20MB"`)
	}
	if size < 0 || size > math.MaxInt64/2 || size != math.Trunc(size) {
		return object.Invalid("a size is a whole number of bytes, not below 0")
	}
	*b = bytesOf(size)
	return nil
}

// bucketRoutes are the routes of buckets.
type bucketRoutes struct{ *Service }

func (br bucketRoutes) create(w http.ResponseWriter, r *http.Request, c call) error {
	var b bucketChange
	if err := readJSON(w, r, &b); err != nil {
		return err
	}
	if b.Name == "" {
		return object.Unfit("body must have required property 'name'")
	}
	if b.ID == "" {
		b.ID = b.Name
	}
	b.ID, b.Name = object.Composed(b.ID), object.Composed(b.Name)
	if err := object.CheckBucketName(b.ID); err != nil {
		return err
	}
	if err := object.CheckBucketName(b.Name); err != nil {
		return err
	}
	if b.Type != "" && b.Type != "STANDARD" {
		return object.Invalid("Only buckets of the type STANDARD are served")
	}
	if err := b.check(br.Store.FileSizeLimit); err != nil {
		return err
	}
	c.bucket = b.ID
	err := br.as(r, c, func(ctx context.Context, tx db.Tx, caller object.Caller) error {
		ownerID, ownerUUID := caller.Owner()
		_, err := tx.Exec(ctx, `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types, avif_autodetection)
			values ($1, $2, $3::uuid, $4, $5, $6, $7, $8)`,
			b.ID, b.Name, ownerUUID, ownerID, b.Public != nil && *b.Public, b.FileSizeLimit.value, b.AllowedMimeTypes.list(), b.AVIF != nil && *b.AVIF)
		return errors.Join(err, b.setQuotas(ctx, tx))
	})
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"name": b.Name})
	}
	return err
}

func (br bucketRoutes) update(w http.ResponseWriter, r *http.Request, c call) error {
	var b bucketChange
	if err := readJSON(w, r, &b); err != nil {
		return err
	}
	if err := b.check(br.Store.FileSizeLimit); err != nil {
		return err
	}
	b.ID = c.bucket
	err := br.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		tag, err := tx.Exec(ctx, `update storage.buckets set public = coalesce($2, public), updated_at = now(),
				file_size_limit = case when $3 then $4 else file_size_limit end,
				allowed_mime_types = case when $5 then $6 else allowed_mime_types end,
				avif_autodetection = coalesce($7, avif_autodetection)
			where id = $1`,
			c.bucket, b.Public, b.FileSizeLimit.sent, b.FileSizeLimit.value, b.AllowedMimeTypes.sent, b.AllowedMimeTypes.list(), b.AVIF)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			return object.NoSuchBucket()
		}
		return b.setQuotas(ctx, tx)
	})
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"message": "Successfully updated"})
	}
	return err
}

// check refuses limits that cannot be meant.
func (b bucketChange) check(most int64) error {
	if limit := b.FileSizeLimit.value; limit != nil && int64(*limit) > most {
		return object.TooLarge().WithHint("The limit of the bucket is above that of the server, " + strconv.FormatInt(most, 10) + " bytes.")
	}
	for _, limit := range []*bytesOf{b.TotalSizeLimit.value, b.OwnerSizeLimit.value} {
		if limit != nil && *limit == 0 {
			return object.Invalid("A quota is above 0 bytes; null removes it")
		}
	}
	if b.Versioning != "" && b.Versioning != "DISABLED" {
		return fault.New(fault.StorageFeatureNotEnabled, "Older versions of objects are not kept on this server")
	}
	for _, kind := range b.AllowedMimeTypes.list() {
		if !mimePattern.MatchString(kind) {
			return fault.New(fault.StorageInvalidMimeType, "mime type "+kind+" is not supported")
		}
	}
	return nil
}

var mimePattern = regexp.MustCompile(`^(\*/\*|[A-Za-z0-9!#$&^_.+-]+/(\*|[A-Za-z0-9!#$&^_.+-]+))$`)

func (o optional[T]) list() T {
	if o.value == nil {
		return *new(T)
	}
	return *o.value
}

// setQuotas keeps the quotas of a bucket that the caller has created or changed: who may
// do that may set them. They are no column of storage.buckets, which is Supabase's.
func (b bucketChange) setQuotas(ctx context.Context, tx db.Tx) error {
	if !b.TotalSizeLimit.sent && !b.OwnerSizeLimit.sent {
		return nil
	}
	if _, err := tx.Exec(ctx, `reset role`); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `insert into toubkal_storage.quotas as q (bucket_id, total_size_limit, owner_size_limit) values ($1, $3, $5)
		on conflict (bucket_id) do update set
			total_size_limit = case when $2 then excluded.total_size_limit else q.total_size_limit end,
			owner_size_limit = case when $4 then excluded.owner_size_limit else q.owner_size_limit end`,
		b.ID, b.TotalSizeLimit.sent, b.TotalSizeLimit.value, b.OwnerSizeLimit.sent, b.OwnerSizeLimit.value)
	return err
}

func (br bucketRoutes) get(w http.ResponseWriter, r *http.Request, c call) error {
	var found bucket
	err := br.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		rows, err := tx.Query(ctx, `select `+bucketColumns+` from storage.buckets where id = $1`, c.bucket)
		if err != nil {
			return err
		}
		found, err = pgx.CollectExactlyOneRow(rows, scanBucket)
		if errors.Is(err, pgx.ErrNoRows) {
			return object.NoSuchBucket()
		}
		return err
	})
	if err == nil {
		found.Type = "" // which Supabase's storage gives in lists alone
		reply(w, http.StatusOK, found)
	}
	return err
}

// bucketOrders are the columns that buckets may be listed by.
var bucketOrders = map[string]string{"": "name", "id": "id", "name": "name", "created_at": "created_at", "updated_at": "updated_at"}

// maxBuckets bounds a list that has no limit.
const maxBuckets = 1000

func (br bucketRoutes) list(w http.ResponseWriter, r *http.Request, c call) error {
	query := r.URL.Query()
	limit, err := number(query, "limit", maxBuckets)
	if err != nil {
		return err
	}
	offset, err := number(query, "offset", 0)
	if err != nil {
		return err
	}
	column, ok := bucketOrders[query.Get("sortColumn")]
	if !ok {
		return object.Unfit("querystring/sortColumn must be equal to one of the allowed values: id, name, created_at, updated_at")
	}
	direction, ok := map[string]string{"": "asc", "asc": "asc", "desc": "desc"}[query.Get("sortOrder")]
	if !ok {
		return object.Unfit("querystring/sortOrder must be equal to one of the allowed values: asc, desc")
	}
	var found []bucket
	err = br.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		rows, err := tx.Query(ctx, `select `+bucketColumns+` from storage.buckets where $1 = '' or name ilike '%' || $1 || '%'
			order by `+column+` `+direction+`, id limit $2 offset $3`, likeText(query.Get("search")), min(limit, maxBuckets), offset)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, scanBucket)
		return err
	})
	if err == nil {
		reply(w, http.StatusOK, found)
	}
	return err
}

// likeText is text for LIKE, where it means itself.
func likeText(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}

// number reads a number of the query that is not below 0; an empty text is the default.
func number(query url.Values, name string, byDefault int) (int, error) {
	text := query.Get(name)
	if text == "" {
		return byDefault, nil
	}
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, object.Unfit("querystring/" + name + " must be integer, and 0 or more")
	}
	return int(n), nil // #nosec G115 -- 31 bits
}

func (br bucketRoutes) delete(w http.ResponseWriter, r *http.Request, c call) error {
	err := br.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		return object.RemoveBucket(ctx, tx, c.bucket)
	})
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"message": "Successfully deleted"})
	}
	return err
}
