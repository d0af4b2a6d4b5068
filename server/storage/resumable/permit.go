package resumable

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/signed"
)

// operations are the values of storage.operation() in a policy, by method.
var operations = map[string]string{
	http.MethodHead: "storage.tus.upload.get", http.MethodPatch: "storage.tus.upload.part", http.MethodDelete: "storage.tus.upload.delete",
}

// identify finds out who asks for the object that path names: by the token of the caller, or
// by a signed one, for whose object the policies were asked when it was made.
func (s *Service) identify(asked *request, operation, path string) (err error) {
	asked.upserts = strings.EqualFold(asked.Header.Get("X-Upsert"), "true")
	if !asked.signed {
		asked.caller, err = s.Store.Verified(asked.Request, operation)
		return err
	}
	claims, err := s.Signer.Verify(asked.Header.Get("X-Signature"), signed.Upload, path)
	if err != nil {
		return err
	}
	asked.caller, asked.upserts = object.OnBehalf(asked.Request, claims.Owner, operation), claims.Upsert
	return nil
}

// permit finds the upload that a request is for, and refuses a caller who may not do that.
// The policies are asked each time: a right may have ended since the upload began.
func (s *Service) permit(r *http.Request, asked *request, id string) error {
	u, err := s.find(r.Context(), id)
	if err != nil {
		return err
	}
	if u.Signed != asked.signed {
		return errNotFound
	}
	if err := s.identify(asked, operations[r.Method], u.Bucket+"/"+u.Name); err != nil {
		return err
	}
	asked.upload = u
	declared := u.Received
	if r.Method == http.MethodPatch {
		if r.Header.Get("Content-Type") != chunkType {
			return errNoType
		}
		if r.Header.Get("Upload-Offset") == "" {
			return errNoOffset
		}
		u.Upsert = u.Upsert || asked.upserts
		declared += max(r.ContentLength, 0)
	}
	if r.Method == http.MethodHead && u.isOf(asked.caller) {
		return nil
	}
	switch text := r.Header.Get("Upload-Length"); {
	case u.Length != nil:
		declared = *u.Length
	case text != "":
		if declared, err = strconv.ParseInt(text, 10, 64); err != nil {
			return object.Invalid("Upload-Length is not a number of bytes")
		}
	}
	limits, err := s.Store.Try(r.Context(), asked.caller, u.Object, declared)
	if f, ok := errors.AsType[*fault.Fault](err); ok && f.Code == fault.StorageKeyAlreadyExists && u.Finished {
		return nil // the policy allowed it: the object is the upload's own
	}
	asked.limit = limits.Size
	return err
}

// isOf tells whether a user has created the upload.
func (u *upload) isOf(c object.Caller) bool {
	return u.Owner != nil && c.Claims.Subject == *u.Owner
}

// account is among whose open uploads a caller's count; "" for no bound.
func account(r *request) string {
	switch {
	case r.caller.Claims.Subject != "":
		return "user " + r.caller.Claims.Subject
	case r.caller.IsService() && !r.signed:
		return ""
	}
	return "network " + limit.Network(r.RemoteAddr)
}
