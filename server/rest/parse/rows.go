package parse

import (
	"math"
	"regexp"
	"strconv"

	"github.com/toubkal/toubkal/server/fault"
)

// Rows is a range of rows. The zero value is all of them.
type Rows struct {
	Offset  int64
	Limited bool
	Limit   int64 // if Limited; 0 is allowed and gives none
}

// Limits is the range that an embed asks for.
type Limits struct {
	Path []string
	Rows Rows
}

// rangeHeader is the only form of Range that is understood; any other is
// ignored, as RFC 9110 has it.
var rangeHeader = regexp.MustCompile(`^([0-9]+)-([0-9]*)$`)

// limits gathers limit= and offset= of one level.
type limits struct {
	path          []string
	limit, offset *int64
}

// within restricts rows to those of the Range header, whose positions count
// from the first row of the table.
func (r Rows) within(header string) (Rows, error) {
	r.Offset = max(r.Offset, 0)
	match := rangeHeader.FindStringSubmatch(header)
	if match == nil || r.Limited && r.Limit == 0 {
		return r, nil
	}
	from, until := number(match[1]), number(match[2])
	if until < from {
		return Rows{}, badRange("The lower boundary must be lower than or equal to the upper boundary in the Range header.")
	}
	end := until
	if r.Limited {
		end = min(until, r.Offset+r.Limit-1)
	}
	r.Offset = max(r.Offset, from)
	if end == math.MaxInt64 {
		return r, nil
	}
	r.Limited, r.Limit = true, end-r.Offset+1
	if r.Limit <= 0 {
		return Rows{}, badRange("Limit should be greater than or equal to zero.")
	}
	return r, nil
}

// number reads digits; none, or too many, are without bound.
func number(digits string) int64 {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return n
}

func badRange(details string) error {
	return fault.New(fault.RestBadRange, "Requested range not satisfiable").WithDetails(details)
}
