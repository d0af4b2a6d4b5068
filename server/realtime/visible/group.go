package visible

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"weak"

	"github.com/toubkal/toubkal/server/realtime/visible/policy"
	"github.com/toubkal/toubkal/server/token"
)

// Group stands for all subscribers of a role whom the database cannot tell apart:
// one question is asked for all of them. Equal callers have the same one, as long
// as somebody holds it.
type Group struct {
	rights *Rights
	claims string         // request.jwt.claims
	worth  []policy.Worth // what the claims are worth to the rule
}

// Rights are those that the group was made of.
func (g *Group) Rights() *Rights { return g.rights }

// Group is whom a caller belongs to. PostgreSQL is asked once for a group what its
// claims are worth to the rule of the policies, where there is one.
func (g *Guard) Group(ctx context.Context, r *Rights, claims token.Claims) (*Group, error) {
	key := r.tells(claims)
	if group := r.groups.find(key); group != nil {
		return group, nil
	}
	group := &Group{rights: r, claims: string(claims.JSON)}
	if key == "" {
		group.claims = nobodyInParticular(r.Role)
	}
	if r.rule != nil && len(r.rule.Values) > 0 {
		var err error
		if group.worth, err = g.worth(ctx, r, group.claims); err != nil {
			return nil, fmt.Errorf("compute what claims are worth to the policies of %s.%s: %w", r.Table.Schema, r.Table.Name, err)
		}
	}
	return r.groups.hold(key, group), nil
}

// tells is what sets a caller apart from others of the role.
func (r *Rights) tells(claims token.Claims) string {
	switch {
	case r.Class == Opaque, r.Class == Own && r.rule.Fleeting:
		return string(claims.JSON)
	case r.Class == Own:
		return lasting(claims.JSON)
	}
	return ""
}

func nobodyInParticular(role string) string {
	claims, _ := json.Marshal(map[string]string{"role": role})
	return string(claims)
}

// lasting are the claims that another token of the same user has, too.
func lasting(claims []byte) string {
	var set map[string]json.RawMessage
	if json.Unmarshal(claims, &set) != nil {
		return string(claims)
	}
	policy.Lasting(set)
	text, err := json.Marshal(set)
	if err != nil {
		return string(claims)
	}
	return string(text)
}

func (g *groups) find(key string) *Group {
	g.Lock()
	defer g.Unlock()
	return g.by[key].Value()
}

// hold gives the group that another was faster to make, or else this one.
func (g *groups) hold(key string, group *Group) *Group {
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
