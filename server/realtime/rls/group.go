package rls

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"weak"

	"github.com/toubkal/toubkal/server/realtime/rls/policy"
	"github.com/toubkal/toubkal/server/token"
)

// CallerGroup stands for all subscribers of a role whom the database cannot tell apart:
// one question is asked for all of them. Equal callers have the same one, as long
// as somebody holds it.
type CallerGroup struct {
	access *Access
	claims string              // request.jwt.claims
	values []policy.ClaimValue // what the claims are worth to the rule
}

// Access are those that the group was made of.
func (g *CallerGroup) Access() *Access { return g.access }

// Group is whom a caller belongs to. PostgreSQL is asked once for a group what its
// claims are worth to the rule of the policies, where there is one.
func (g *Checker) Group(ctx context.Context, r *Access, claims token.Claims) (*CallerGroup, error) {
	key := r.groupKey(claims)
	if group := r.groups.find(key); group != nil {
		return group, nil
	}
	group := &CallerGroup{access: r, claims: string(claims.JSON)}
	if key == "" {
		group.claims = roleClaims(r.Role)
	}
	if r.precondition != nil && len(r.precondition.Values) > 0 {
		var err error
		if group.values, err = g.claimValues(ctx, r, group.claims); err != nil {
			return nil, fmt.Errorf("compute what claims are worth to the policies of %s.%s: %w", r.Table.Schema, r.Table.Name, err)
		}
	}
	return r.groups.hold(key, group), nil
}

// groupKey is what sets a caller apart from others of the role.
func (r *Access) groupKey(claims token.Claims) string {
	switch {
	case r.Strategy == PerCaller, r.Strategy == ByOwner && r.precondition.UsesVolatileClaims:
		return string(claims.JSON)
	case r.Strategy == ByOwner:
		return stableClaims(claims.JSON)
	}
	return ""
}

func roleClaims(role string) string {
	claims, _ := json.Marshal(map[string]string{"role": role})
	return string(claims)
}

// stableClaims are the claims that another token of the same user has, too.
func stableClaims(claims []byte) string {
	var set map[string]json.RawMessage
	if json.Unmarshal(claims, &set) != nil {
		return string(claims)
	}
	policy.StableClaims(set)
	text, err := json.Marshal(set)
	if err != nil {
		return string(claims)
	}
	return string(text)
}

func (g *groups) find(key string) *CallerGroup {
	g.Lock()
	defer g.Unlock()
	return g.by[key].Value()
}

// hold gives the group that another was faster to make, or else this one.
func (g *groups) hold(key string, group *CallerGroup) *CallerGroup {
	g.Lock()
	defer g.Unlock()
	if other := g.by[key].Value(); other != nil {
		return other
	}
	g.by[key] = weak.Make(group)
	runtime.AddCleanup(group, g.drop, key)
	return group
}

// drop forgets a group that nobody holds any more.
func (g *groups) drop(key string) {
	g.Lock()
	defer g.Unlock()
	if pointer, ok := g.by[key]; ok && pointer.Value() == nil {
		delete(g.by, key)
	}
}
