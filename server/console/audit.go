package console

import (
	"time"

	"github.com/toubkal/toubkal/server/console/audit"
)

// audited is a line of the audit.
type audited struct {
	statement string
	written   bool // by the operator, in the editor
	took      time.Duration
	rows      int64
	err       error
}

// audit writes a line, also where the operator has left.
func (c *core) audit(r *call, a audited) {
	c.trail.Write(r.Context(), c.Owner, c.Log, audit.Line{
		Operator: r.who.Operator, Role: r.as.name(), Statement: a.statement, Written: a.written, Took: a.took, Rows: a.rows, Err: a.err,
	})
}
