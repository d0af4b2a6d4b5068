package storage

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
)

// words are the short names of statuses that older clients read in "error".
var words = map[string]string{
	fault.StorageNoSuchBucket:        "Bucket not found",
	fault.StorageNoSuchKey:           "not_found",
	fault.StorageKeyAlreadyExists:    "Duplicate",
	fault.StorageBucketAlreadyExists: "Duplicate",
	fault.StorageAccessDenied:        "Unauthorized",
	fault.StorageEntityTooLarge:      "Payload too large",
	fault.StorageInvalidMimeType:     "invalid_mime_type",
	fault.StorageResourceNotEmpty:    "InvalidRequest",
	fault.NotFound:                   "Not Found",
}

// refuse answers err. Its HTTP status is 400 for most, as Supabase's storage answers, and
// the true one stands in the body; Options.TrueStatus has it true in both.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := translate(err)
	left := errors.Is(r.Context().Err(), context.Canceled) // the client; nobody reads this
	if f.Status >= http.StatusInternalServerError && !left {
		s.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	status := f.Status
	if !s.TrueStatus {
		switch {
		case f.Code == fault.NotFound: // of a route, not of an object
		case status >= http.StatusInternalServerError, status == http.StatusTooManyRequests, status == http.StatusRequestedRangeNotSatisfiable:
		default:
			status = http.StatusBadRequest
		}
	}
	word, ok := words[f.Code]
	if !ok {
		word = f.Code
	}
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	body := map[string]any{"statusCode": strconv.Itoa(f.Status), "error": word, "message": f.Message, "code": f.Code}
	if f.Hint != "" {
		body["hint"] = f.Hint
	}
	reply(w, status, body)
}

func reply(w http.ResponseWriter, status int, body any) {
	text, err := json.Marshal(body)
	if err != nil { // no type that is answered with fails
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have left
}

// translate gives every error a code of the API. What is none becomes a 500, whose text
// stays in the log.
func translate(err error) *fault.Fault {
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		return known
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return tooLarge()
	}
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return noSuchKey()
	case errors.Is(err, files.ErrLeaseLost):
		return fault.New(fault.Unavailable, "The upload took too long and was given up; please send it again")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fault.New(fault.Timeout, "The request took too long; please try again").Because(err)
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fromPostgres(pg).Because(err)
	}
	if errors.Is(err, db.ErrBusy) || db.IsUnavailable(err) {
		return fault.New(fault.Unavailable, "The database does not answer; please try again after a moment").Because(err)
	}
	return fault.New(fault.StorageInternal, "Internal Server Error").Because(err)
}

// fromPostgres turns what a client can cause into a 4xx.
func fromPostgres(pg *pgconn.PgError) *fault.Fault {
	switch {
	case pg.Code == db.InsufficientPrivilege:
		return accessDenied(pg.Message)
	case pg.ConstraintName == "storage_quota":
		return fault.New(fault.StorageQuotaExceeded, pg.Message).WithHint(pg.Hint)
	case pg.ConstraintName == "bucketid_objname":
		return fault.New(fault.StorageKeyAlreadyExists, "The resource already exists")
	case pg.ConstraintName == "buckets_pkey", pg.ConstraintName == "bname":
		return fault.New(fault.StorageBucketAlreadyExists, "The resource already exists")
	case pg.ConstraintName == "objects_bucketId_fkey" && strings.HasPrefix(pg.Routine, "RI_FKey_noaction_del"), pg.ConstraintName == "objects_bucketId_fkey" && pg.TableName == "buckets":
		return fault.New(fault.StorageResourceNotEmpty, "The bucket you tried to delete is not empty")
	case pg.ConstraintName == "objects_bucketId_fkey":
		return noSuchBucket()
	case pg.Code == db.QueryCanceled:
		return fault.New(fault.Timeout, "The database took too long; please try again")
	case strings.HasPrefix(pg.Code, "57P"), strings.HasPrefix(pg.Code, "53"): // a shutdown, too little of something
		return fault.New(fault.Unavailable, "The database does not answer; please try again after a moment")
	case pg.Code == db.SerializationFailure, pg.Code == "40P01": // deadlock_detected
		return fault.New(fault.StorageResourceLocked, "The object is being changed; please try again after a moment")
	case strings.HasPrefix(pg.Code, "22"), strings.HasPrefix(pg.Code, "23"), pg.Code == "P0001", strings.HasPrefix(pg.Code, "54"):
		return invalid(pg.Message)
	}
	return fault.New(fault.StorageInternal, "Internal Server Error")
}

func invalid(message string) *fault.Fault { return fault.New(fault.StorageInvalidRequest, message) }

func noSuchKey() *fault.Fault { return fault.New(fault.StorageNoSuchKey, "Object not found") }

func noSuchBucket() *fault.Fault { return fault.New(fault.StorageNoSuchBucket, "Bucket not found") }

func tooLarge() *fault.Fault {
	return fault.New(fault.StorageEntityTooLarge, "The object exceeded the maximum allowed size")
}

func accessDenied(message string) *fault.Fault { return fault.New(fault.StorageAccessDenied, message) }
