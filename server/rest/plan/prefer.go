package plan

import (
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

// applied says which preferences mean something for a request; tx, handling and
// timezone always may.
type applied struct{ resolution, missing, returned, count, maxAffected bool }

// prefer refuses what a strict client asks in vain, and lists what is honoured.
func (pl *planner) prefer(a applied) error {
	p := pl.Prefer
	if p.Strict() && len(p.Unknown) > 0 {
		return fault.New(fault.RestBadPreference, "Invalid preferences given with handling=strict").
			WithDetails("Invalid preferences: " + strings.Join(p.Unknown, ", "))
	}
	var list []string
	add := func(applies bool, name, value string) {
		if applies && value != "" {
			list = append(list, name+"="+value)
		}
	}
	add(a.resolution, "resolution", p.Resolution)
	add(a.missing, "missing", p.Missing)
	add(a.returned, "return", p.Return)
	add(a.count, "count", p.Count)
	add(pl.options.TxOverride, "tx", p.Tx)
	add(true, "handling", p.Handling)
	if p.Timezone != nil {
		add(true, "timezone", *p.Timezone)
	}
	if p.MaxAffected != nil {
		add(a.maxAffected && p.Strict(), "max-affected", strconv.FormatInt(*p.MaxAffected, 10))
	}
	if p.Wait > 0 {
		add(true, "wait", strconv.FormatInt(int64(p.Wait/time.Second), 10))
	}
	pl.plan.Applied = strings.Join(list, ", ")
	return nil
}
