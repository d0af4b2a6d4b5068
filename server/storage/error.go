package storage

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// shortNames are the short names of statuses that older clients read in "error".
var shortNames = map[string]string{
	fault.StorageNoSuchBucket:        "Bucket not found",
	fault.StorageNoSuchKey:           "not_found",
	fault.StorageKeyAlreadyExists:    "Duplicate",
	fault.StorageBucketAlreadyExists: "Duplicate",
	fault.StorageAccessDenied:        "Unauthorized",
	fault.StorageEntityTooLarge:      "Payload too large",
	fault.StorageInvalidMimeType:     "invalid_mime_type",
	fault.StorageInvalidBucketName:   "Invalid Input",
	fault.StorageInvalidRange:        "invalid_range",
	fault.StorageInternal:            "Internal",
	fault.NotFound:                   "Not Found",
}

// errRole marks what is refused to a role, whatever the policies say: its status is 403.
var errRole = errors.New("the role is not allowed")

// refuse answers err. Its HTTP status is 400 for most, as Supabase's storage answers, and
// the true one stands in the body; Options.TrueStatus has it true in both.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := object.Translate(err)
	left := errors.Is(r.Context().Err(), context.Canceled) // the client; nobody reads this
	if f.Status >= http.StatusInternalServerError && !left {
		s.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	status := f.Status
	if !s.TrueStatus {
		switch {
		case errors.Is(err, errRole):
		case f.Code == fault.NotFound: // of a route, not of an object
		case status >= http.StatusInternalServerError, status == http.StatusTooManyRequests, status == http.StatusRequestedRangeNotSatisfiable:
		default:
			status = http.StatusBadRequest
		}
	}
	word, ok := shortNames[f.Code]
	if !ok {
		word = f.Code
	}
	if own, ok := f.Details.(object.Word); ok {
		word = string(own)
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
