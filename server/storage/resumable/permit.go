package resumable

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/token"
)

// operations are what storage.operation() says in a policy, by method.
var operations = map[string]string{
	http.MethodHead: "storage.tus.upload.get", http.MethodPatch: "storage.tus.upload.part", http.MethodDelete: "storage.tus.upload.delete",
}

// Grant is what a signed upload token allows.
type Grant struct {
	// Caller has the right already: the policies were asked when the token was made.
	Caller       object.Caller
	Bucket, Name string
	Upsert       bool
}

// identify finds out who asks: by the token of the caller, or by a signed one.
func (s *Service) identify(r *http.Request, asked *request, operation string) (err error) {
	asked.upserts = strings.EqualFold(r.Header.Get("X-Upsert"), "true")
	if !asked.signed {
		asked.caller, err = s.Store.Verified(r, operation)
		return err
	}
	if s.Signed == nil {
		return errNotFound
	}
	asked.grant, err = s.Signed(r, r.Header.Get("X-Signature"), operation)
	asked.caller, asked.upserts = asked.grant.Caller, asked.grant.Upsert
	return err
}

// permit finds the upload that a request is for, and refuses a caller who may not do that.
// The policies are asked each time: a right may have ended since the upload began.
func (s *Service) permit(r *http.Request, asked *request, id string) (err error) {
	if err := s.identify(r, asked, operations[r.Method]); err != nil {
		return err
	}
	u, err := s.find(r.Context(), id)
	if err != nil {
		return err
	}
	if u.Signed != asked.signed {
		return errNotFound
	}
	if u.Signed && (u.Bucket != asked.grant.Bucket || u.Name != asked.grant.Name) {
		return errOtherObject
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
func account(r *http.Request, c object.Caller) string {
	switch {
	case c.Claims.Subject != "":
		return "user " + c.Claims.Subject
	case c.Claims.Role == token.ServiceRole:
		return ""
	}
	return "network " + limit.Network(r.RemoteAddr)
}
