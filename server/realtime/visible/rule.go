package visible

import (
	"context"

	"github.com/toubkal/toubkal/server/realtime/row"
)

type rule struct{ fleeting bool }

type worth struct{}

func (g *Guard) worth(context.Context, *Rights, string) (worth, error) { return worth{}, nil }

// judge finds the class of a table whose policies apply.
func (c *catalog) judge(*row.Table) (Class, rule) {
	for _, p := range c.Policies {
		if p.Permissive && p.Using != nil {
			return Opaque, rule{}
		}
	}
	return Nobody, rule{}
}

// Probe is a change as the pre-filter of a class looks at it.
type Probe struct{}

// Probe prepares May for a change of the table.
func (r *Rights) Probe(*row.Change) Probe { return Probe{} }

// May tells whether the group may see the change at all; where it is false, it
// surely does not, and need not be asked.
func (p Probe) May(*Group) bool { return true }
