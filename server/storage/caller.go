package storage

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/admission"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/token"
)

// claims verifies the request's token. Supabase's storage takes no request without one.
func (s *Service) claims(r *http.Request) (token.Claims, error) {
	bearer, sent := token.BearerSent(r.Context())
	if !sent {
		return token.Claims{}, invalid("headers must have required property 'authorization'")
	}
	claims, err := s.Verify(bearer)
	if err != nil {
		reason := err
		if cause := errors.Unwrap(err); cause != nil {
			reason = cause // golang-jwt's text
		}
		return token.Claims{}, fault.New(fault.StorageAccessDenied, reason.Error()).Because(err)
	}
	return claims, nil
}

// session is the caller of statements about rows of storage.buckets and storage.objects,
// and what a policy reads of the request.
func session(r *http.Request, claims token.Claims, operation string) db.Session {
	headers := map[string]string{}
	for name, values := range r.Header {
		if name != "Authorization" && name != "Apikey" && name != "Cookie" {
			headers[strings.ToLower(name)] = strings.Join(values, ", ")
		}
	}
	text, _ := json.Marshal(headers) // of texts: it cannot fail
	asker := admission.Request{Caller: claims.Subject, Write: r.Method != http.MethodGet && r.Method != http.MethodHead}
	if asker.Caller == "" {
		asker.Caller, asker.Anonymous = limit.Network(r.RemoteAddr), claims.Role == token.Anon
	}
	return db.Session{
		Claims: claims, Admission: asker,
		CallerSettings: []db.Setting{
			{Name: "storage.operation", Value: operation},
			{Name: "storage.allow_delete_query", Value: "false"},
			{Name: "request.method", Value: r.Method},
			{Name: "request.path", Value: strings.ToValidUTF8(strings.ReplaceAll(r.URL.Path, "\x00", ""), "")},
			{Name: "request.headers", Value: string(text)},
		},
	}
}

// as executes fn as the request's caller in one transaction.
func (s *Service) as(r *http.Request, c call, fn func(context.Context, db.Tx, token.Claims) error) error {
	claims, err := s.claims(r)
	if err != nil {
		return err
	}
	err = s.Pool.Tx(r.Context(), session(r, claims, c.operation), func(tx db.Tx) error { return fn(r.Context(), tx, claims) })
	return explain(err, claims, c)
}

// asOwner executes fn in one transaction as the owner of the tables, whom no policy binds.
// It is for what the API decides by itself: whether a bucket is public, and its limits.
func (s *Service) asOwner(ctx context.Context, fn func(db.Tx) error) error {
	return s.Pool.Conn(ctx, func(conn *db.Conn) error { return pgx.BeginFunc(ctx, conn, fn) })
}

// explain says in the refusal of a policy who was refused what, which PostgreSQL's message
// does not: half of all questions about storage are about that.
func explain(err error, claims token.Claims, c call) error {
	if err == nil {
		return nil
	}
	f := translate(err)
	if f.Code == fault.StorageAccessDenied {
		f.Hint = fmt.Sprintf("A policy must allow %s the operation %s", claims.Role, c.operation)
		if c.bucket != "" {
			f.Hint += fmt.Sprintf(" in the bucket %q", c.bucket)
		}
		f.Hint += "."
	}
	return f
}

// owner is whom an object belongs to: the column owner takes a uuid alone.
func owner(claims token.Claims) (id *string, ownerUUID *string) {
	if claims.Subject == "" {
		return nil, nil
	}
	id = &claims.Subject
	if isUUID(claims.Subject) {
		ownerUUID = id
	}
	return id, ownerUUID
}
