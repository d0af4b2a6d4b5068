package s3

import (
	"context"
	"encoding/xml"
	"errors"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4"
)

// names are the codes of the storage API that S3 calls otherwise.
var names = map[string]string{
	fault.StorageResourceNotEmpty: fault.S3BucketNotEmpty,
	fault.StorageResourceLocked:   fault.S3OperationAborted,
	fault.StorageInvalidKey:       fault.S3InvalidArgument,
	fault.StorageKeyAlreadyExists: fault.S3PreconditionFailed, // only If-None-Match: * refuses one
	fault.Unavailable:             fault.S3ServiceUnavailable,
	fault.Timeout:                 fault.S3ServiceUnavailable,
	fault.TooLarge:                fault.StorageEntityTooLarge,
}

// namespace is the XML namespace of all responses but errors: Amazon's have none, and clients do not find the
// code and the message of one that has.
const namespace = "http://s3.amazonaws.com/doc/2006-03-01/"

type errorBody struct {
	XMLName   xml.Name `xml:"Error"`
	Code      string
	Message   string
	Resource  string
	RequestID string `xml:"RequestId"`
}

// refuse answers err in XML, with S3's status. A HEAD has no body.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f := object.Translate(err)
	left := errors.Is(r.Context().Err(), context.Canceled) // the client; nobody reads this
	if f.Status >= http.StatusInternalServerError && f.Status != http.StatusNotImplemented && !left {
		s.Log.ErrorContext(r.Context(), "request failed", "method", r.Method, "path", r.URL.Path, "error", err)
	}
	if tried, ok := errors.AsType[*sigv4.Mismatch](err); ok {
		s.Log.InfoContext(r.Context(), "a signature does not match: a proxy may change host or path", "tried", tried.Targets)
	}
	body := errorBody{
		Code: f.Code, Message: f.Message, Resource: strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, s.Prefix), "/"),
		RequestID: w.Header().Get("X-Request-Id"),
	}
	status := f.Status
	if name, ok := names[f.Code]; ok {
		body.Code, status = name, fault.StatusOf(name)
	}
	switch f.Code {
	case fault.StorageEntityTooLarge, fault.StorageQuotaExceeded, fault.TooLarge:
		status = http.StatusBadRequest
	case fault.StorageAccessDenied:
		if f.Hint != "" {
			body.Message += ". " + f.Hint
		}
	}
	if r.Method == http.MethodHead {
		w.WriteHeader(status)
		return
	}
	reply(w, status, body)
}
