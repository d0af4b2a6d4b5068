package object

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
)

// Translate gives every error a code of the API. What is none becomes a 500, whose text
// stays in the log.
func Translate(err error) *fault.Fault {
	if known, ok := errors.AsType[*fault.Fault](err); ok {
		return known
	}
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return TooLarge()
	}
	switch {
	case errors.Is(err, blob.ErrNotFound):
		return NoSuchKey()
	case errors.Is(err, files.ErrLeaseLost):
		return fault.New(fault.Unavailable, "The upload took too long and was given up; please send it again")
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fault.New(fault.Timeout, "The request took too long; please try again").Because(err)
	}
	if pg, ok := errors.AsType[*pgconn.PgError](err); ok {
		return fromPostgres(pg).Because(err)
	}
	if errors.Is(err, admission.ErrTooMany) {
		return db.Fault(err, false)
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
	case pg.ConstraintName == "objects_bucketId_fkey":
		return NoSuchBucket()
	case pg.Code == db.QueryCanceled:
		return fault.New(fault.Timeout, "The database took too long; please try again")
	case strings.HasPrefix(pg.Code, "57P"), strings.HasPrefix(pg.Code, "53"): // a shutdown, too little of something
		return fault.New(fault.Unavailable, "The database does not answer; please try again after a moment")
	case pg.Code == db.SerializationFailure, pg.Code == "40P01": // deadlock_detected
		return fault.New(fault.StorageResourceLocked, "The object is being changed; please try again after a moment")
	case strings.HasPrefix(pg.Code, "PT"): // raised by a trigger or a policy's function
		status := db.StatusOf(pg.Code, false)
		if status < http.StatusBadRequest {
			status = http.StatusBadRequest
		}
		return Invalid(pg.Message).WithStatus(status).WithHint(pg.Hint)
	case strings.HasPrefix(pg.Code, "22"), strings.HasPrefix(pg.Code, "23"), pg.Code == "P0001", strings.HasPrefix(pg.Code, "54"):
		return Invalid(pg.Message)
	}
	return fault.New(fault.StorageInternal, "Internal Server Error")
}

// Invalid is a request that cannot be understood.
func Invalid(message string) *fault.Fault { return fault.New(fault.StorageInvalidRequest, message) }

// Word is the short name of a refusal, for older clients, where it does not follow from the code:
// in the details of the fault.
type Word string

// Unfit is a request that has not the shape which the route asks for.
func Unfit(message string) *fault.Fault { return Invalid(message).WithDetails(Word("Error")) }

// NoSuchKey is an object that is not there, or that the caller may not read.
func NoSuchKey() *fault.Fault { return fault.New(fault.StorageNoSuchKey, "Object not found") }

// NoSuchBucket is a bucket that is not there, or that the caller may not see.
func NoSuchBucket() *fault.Fault { return fault.New(fault.StorageNoSuchBucket, "Bucket not found") }

// TooLarge is a file above a limit.
func TooLarge() *fault.Fault {
	return fault.New(fault.StorageEntityTooLarge, "The object exceeded the maximum allowed size")
}

func accessDenied(message string) *fault.Fault { return fault.New(fault.StorageAccessDenied, message) }
