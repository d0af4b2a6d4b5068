package reply

import (
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
)

// Decides reports whether only the result shows if a change may stay.
func Decides(p plan.Plan) bool {
	return !p.ReadOnly && p.Format.Explain == nil && (p.Format.Singular || p.MaxAffected != nil)
}

// Check refuses a result that the request rules out. What it refuses must not
// stay in the database.
func Check(p plan.Plan, r plan.Result) error {
	if p.Format.Explain != nil { // a plan has no rows to judge
		return nil
	}
	if write, ok := p.Action.(plan.Write); ok && write.Op == plan.Put && r.Rows != 1 {
		return fault.New(fault.RestPutMismatch, "Payload values do not match URL in primary key column(s)")
	}
	if p.Format.Singular && r.Rows != 1 {
		return fault.New(fault.RestNotSingular, "Cannot coerce the result to a single JSON object").
			WithDetails("The result contains " + decimal(r.Rows) + " rows")
	}
	if p.MaxAffected != nil && r.Rows > *p.MaxAffected {
		return fault.New(fault.RestMaxAffected, "Query result exceeds max-affected preference constraint").
			WithDetails("The query affects " + decimal(r.Rows) + " rows")
	}
	return nil
}
