package admission

import (
	"math"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// caller is the record of one user or address.
type caller struct {
	name    string
	used    float64 // database time, in seconds at usage.base, so that older time weighs less
	slow    float64 // the part of it that long-running reads took
	bytes   float64 // of its answers, weighed in the same way
	long    int     // its long-running requests
	waiting int     // its waiting requests
	lines   [classes]*line
}

func (c *caller) idle() bool { return c.long == 0 && c.waiting == 0 }

// halfLife is the half-life of used time.
const halfLife = 10 * time.Second

// maxCallers bounds the callers that are remembered, of about 200 bytes each.
const maxCallers = 20_000

// usage is the database time that each caller has used lately. A second counts half
// after halfLife. Instead of lowering all values as time passes, new ones are raised,
// which keeps the order.
type usage struct {
	base    time.Time
	callers map[string]*caller
	program caller
}

func newUsage(now time.Time) usage {
	return usage{base: now, callers: map[string]*caller{}}
}

// of is the caller of that name.
func (u *usage) of(name string) *caller {
	if name == "" {
		return &u.program
	}
	c, ok := u.callers[name]
	if !ok {
		if len(u.callers) >= maxCallers {
			u.forget()
		}
		c = &caller{name: name}
		u.callers[name] = c
	}
	return c
}

// forget removes callers without a request, first those that have used little.
func (u *usage) forget() {
	var sum float64
	for _, c := range u.callers {
		sum += c.used
	}
	mean := sum / float64(len(u.callers))
	for name, c := range u.callers {
		if c.idle() && c.used <= mean {
			delete(u.callers, name)
		}
	}
}

// weight is the weight of a second that is used now.
func (u *usage) weight(now time.Time) float64 {
	return math.Exp2(now.Sub(u.base).Seconds() / halfLife.Seconds())
}

// lately is the database time that used stands for now.
func (u *usage) lately(used float64, now time.Time) time.Duration {
	if used == 0 {
		return 0
	}
	return time.Duration(used / u.weight(now) * float64(time.Second))
}

// charge adds d to what c has used.
func (u *usage) charge(c *caller, d time.Duration, now time.Time) {
	if c == &u.program {
		return
	}
	weight := u.weight(now)
	c.used = max(c.used+d.Seconds()*weight, 0)
	if weight > 1e100 { // far from the greatest float64
		u.base = now
		for _, c := range u.callers {
			c.used /= weight
			c.slow /= weight
			c.bytes /= weight
		}
	}
}

// statement is the record of one text of SQL.
type statement struct {
	average time.Duration // that it ran lately
	known   bool          // it has ended once
	running int
	long    int // of those, the long-running ones
}

// statements are the statements that callers have used last.
type statements struct {
	recent *lru.Cache[uint64, *statement]
}

// maxStatements bounds them: a project has some hundreds.
const maxStatements = 4096

func newStatements() statements {
	recent, _ := lru.New[uint64, *statement](maxStatements) // no error: the size is positive
	return statements{recent}
}

// of is the statement with that hash. Without a hash it is new each time, and never unknown.
func (s statements) of(hash uint64) *statement {
	if hash == 0 {
		return &statement{known: true}
	}
	known, ok := s.recent.Get(hash)
	if !ok {
		known = &statement{}
		s.recent.Add(hash, known)
	}
	return known
}
