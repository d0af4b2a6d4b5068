package rls

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"sync"
	"weak"

	"github.com/toubkal/toubkal/server/realtime/rls/policy"
	"github.com/toubkal/toubkal/server/token"
)

// CallerGroup stands for all callers of a role whom the policies cannot tell apart, and
// who are checked once. Equal callers have the same group as long as one is in use.
type CallerGroup struct {
	access *Access
	claims string              // request.jwt.claims
	values []policy.ClaimValue // of the precondition, for these claims
}

// Group returns the group of a caller. PostgreSQL computes the values of the
// precondition once per group, where there is one.
func (c *Checker) Group(ctx context.Context, a *Access, claims token.Claims) (*CallerGroup, error) {
	key := a.groupKey(claims)
	if group := a.groups.find(key); group != nil {
		return group, nil
	}
	group := &CallerGroup{access: a, claims: string(claims.JSON)}
	if key == "" { // every caller of the role
		text, _ := json.Marshal(map[string]string{"role": a.Role})
		group.claims = string(text)
	}
	if a.precondition != nil && len(a.precondition.Values) > 0 {
		var err error
		if group.values, err = c.claimValues(ctx, a, group.claims); err != nil {
			return nil, fmt.Errorf("compute the claims that policies of %s.%s compare: %w", a.Table.Schema, a.Table.Name, err)
		}
	}
	return a.groups.hold(key, group), nil
}

// groupKey is the key of a caller: the claims that the policies read.
func (a *Access) groupKey(claims token.Claims) string {
	switch {
	case a.Strategy == PerCaller, a.Strategy == ByOwner && a.precondition.UsesVolatileClaims:
		return string(claims.JSON)
	case a.Strategy == ByOwner:
		return stableClaims(claims.JSON)
	}
	return ""
}

// stableClaims are the claims that the next token of the same user has, too.
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

// groups are the groups of callers in use, by their keys.
type groups struct {
	sync.Mutex
	by map[string]weak.Pointer[CallerGroup]
}

func (g *groups) find(key string) *CallerGroup {
	g.Lock()
	defer g.Unlock()
	return g.by[key].Value()
}

// hold adds a group, or returns the one that was added meanwhile.
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

// drop removes a group that is no longer in use.
func (g *groups) drop(key string) {
	g.Lock()
	defer g.Unlock()
	if pointer, ok := g.by[key]; ok && pointer.Value() == nil {
		delete(g.by, key)
	}
}
