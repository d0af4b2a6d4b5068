package object

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/token"
)

// Caller is the user of a request, and its operation.
type Caller struct {
	Claims token.Claims
	// Operation is the value of storage.operation() in a policy, such as storage.object.upload.
	Operation string
	session   db.Session
	// verbs are the rights on storage.objects that the operation needs; "" for what its name says.
	verbs string
}

// OnBehalf is the caller of an operation that was allowed beforehand, with an owner for what
// it stores, "" for none: policies do not bind it.
func OnBehalf(r *http.Request, owner, operation string) Caller {
	text, _ := json.Marshal(map[string]string{"role": token.ServiceRole, "sub": owner}) // of texts: it cannot fail
	return NewCaller(r, token.Claims{Role: token.ServiceRole, Subject: owner, JSON: text}, operation)
}

// IsService reports whether the caller has the service key.
func (c Caller) IsService() bool { return c.Claims.Role == token.ServiceRole }

// needs is the caller of an operation whose refusal names these rights on storage.objects.
func (c Caller) needs(verbs string) Caller {
	c.verbs = verbs
	return c
}

// Verified verifies the request's token. Supabase's storage takes no request without one.
func (s *Store) Verified(r *http.Request, operation string) (Caller, error) {
	bearer, sent := token.BearerSent(r.Context())
	if !sent {
		return Caller{}, Unfit("headers must have required property 'authorization'")
	}
	claims, err := s.Verify(bearer)
	if err != nil {
		reason := err
		if cause := errors.Unwrap(err); cause != nil {
			reason = cause // golang-jwt's text
		}
		return Caller{}, fault.New(fault.StorageAccessDenied, reason.Error()).Because(err)
	}
	return NewCaller(r, claims, operation), nil
}

// NewCaller is the caller of statements about rows of storage.buckets and
// storage.objects, with what a policy reads of the request.
func NewCaller(r *http.Request, claims token.Claims, operation string) Caller {
	headers := map[string]string{}
	for name, values := range r.Header {
		if name != "Authorization" && name != "Apikey" && name != "Cookie" {
			headers[strings.ToLower(name)] = strings.ToValidUTF8(strings.Join(values, ", "), "")
		}
	}
	text, _ := json.Marshal(headers) // of texts: it cannot fail
	return Caller{Claims: claims, Operation: operation, session: db.Session{
		Claims: claims, Admission: asker(r, claims.Subject, claims.Role == token.Anon),
		CallerSettings: []db.Setting{
			{Name: "storage.operation", Value: operation},
			{Name: "storage.allow_delete_query", Value: "false"},
			{Name: "request.method", Value: r.Method},
			{Name: "request.path", Value: strings.ToValidUTF8(strings.ReplaceAll(r.URL.Path, "\x00", ""), "")},
			{Name: "request.headers", Value: string(text)},
		},
	}}
}

// asker is the caller to whom a request is charged: a user, or without one its network.
func asker(r *http.Request, user string, anonymous bool) admission.Request {
	a := admission.Request{Caller: user, Write: r.Method != http.MethodGet && r.Method != http.MethodHead}
	if user == "" {
		a.Caller, a.Anonymous = limit.Network(r.RemoteAddr), anonymous
	}
	return a
}

// As executes fn as the caller in one transaction. bucket is named in the refusal of a
// policy; "" for none.
func (s *Store) As(ctx context.Context, c Caller, bucket string, fn func(db.Tx) error) error {
	return c.explain(s.Pool.Tx(ctx, c.session, fn), bucket)
}

// Become gives an open transaction of the login the caller's role and settings.
func (c Caller) Become(ctx context.Context, tx db.Tx) error { return db.Become(ctx, tx, c.session) }

// explain says in the refusal of a policy who was refused what, which PostgreSQL's message
// does not: half of all questions about storage are about that.
func (c Caller) explain(err error, bucket string) error {
	if err == nil {
		return nil
	}
	f := Translate(err)
	if f.Code == fault.StorageAccessDenied {
		f.Hint = fmt.Sprintf("A policy must allow %s the operation %s", c.Claims.Role, c.Operation)
		if bucket != "" {
			f.Hint += fmt.Sprintf(" in the bucket %q", bucket)
		}
		if c.verbs != "" {
			f.Hint += ": it needs " + c.verbs + " on storage.objects"
		}
		f.Hint += "."
	}
	return f
}

// Owner is the user to whom an object of the caller belongs, nil for no user. The column owner
// takes a uuid alone.
func (c Caller) Owner() (id, ownerUUID *string) {
	if c.Claims.Subject == "" {
		return nil, nil
	}
	id = &c.Claims.Subject
	if uuid.Validate(*id) == nil {
		ownerUUID = id
	}
	return id, ownerUUID
}
