package mcp

import (
	"context"
	"errors"
	"strings"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/token"
)

const (
	owner       = "owner"
	serviceRole = token.ServiceRole
)

// rank orders callers: each may do what those below may.
type rank int

const (
	ofAnon rank = iota
	ofUser
	ofService
	ofOwner
)

// caller is the role that a statement takes: the owner of the tables, a role of the API, or a
// user, by e-mail address or id.
type caller struct {
	rank rank
	user string
}

func parse(as string) (caller, bool) {
	switch as {
	case owner:
		return caller{rank: ofOwner}, true
	case serviceRole:
		return caller{rank: ofService}, true
	case token.Anon:
		return caller{rank: ofAnon}, true
	}
	if strings.Contains(as, "@") {
		return caller{ofUser, strings.ToLower(as)}, true
	}
	if id, err := uuid.Parse(as); err == nil {
		return caller{ofUser, id.String()}, true
	}
	return caller{}, false
}

// name is what the audit says.
func (c caller) name() string {
	switch c.rank {
	case ofOwner:
		return owner
	case ofService:
		return serviceRole
	case ofAnon:
		return token.Anon
	}
	return c.user
}

// caller is the caller that a call names: the highest one, or one below.
func (s *Server) caller(as string) (caller, error) {
	if as == "" {
		return s.highest, nil
	}
	asked, ok := parse(as)
	if !ok {
		return asked, invalid("as is owner, service_role, anon, or the e-mail address or id of a user.")
	}
	if asked != s.highest && asked.rank >= s.highest.rank {
		return asked, invalid("The operator allows no caller above %s: %s is one.", s.highest.name(), asked.name())
	}
	return asked, nil
}

// claims are the claims of a caller who is not the owner.
func (s *Server) claims(ctx context.Context, pool *db.Pool, c caller) (claims token.Claims, err error) {
	err = pool.Repeat(ctx, func(conn *db.Conn) error {
		claims, err = policy.Claims(ctx, conn, c.name(), "")
		return err
	})
	if errors.Is(err, policy.ErrNoUser) {
		return claims, invalid("There is no user %s.", c.user)
	}
	return claims, err
}
