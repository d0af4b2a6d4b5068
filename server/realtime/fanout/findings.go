package fanout

// findings are what a cohort has been found for.
type findings struct {
	hits []hit
	asks []question
}

// hit is an event, by its place in the run, and whose bindings want it.
type hit struct {
	event int32
	of    bits
}

// question is a binding that wants an event if PostgreSQL says so.
type question struct {
	event   int32
	binding *binding
	parts   int // how many comparisons it takes
}

func (f *findings) empty() bool { return len(f.hits) == 0 && len(f.asks) == 0 }

func (f *findings) add(event int32, bit int) {
	if n := len(f.hits); n == 0 || f.hits[n-1].event != event {
		f.hits = append(f.hits, hit{event: event})
	}
	f.hits[len(f.hits)-1].of.set(bit)
}

// maxBindings bounds a channel's entries of postgres_changes: one bit each.
const maxBindings = 128

// bits is a set of a cohort's bindings.
type bits [maxBindings / 64]uint64

func (b *bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b *bits) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b *bits) empty() bool    { return *b == bits{} }

func (b *bits) and(other bits) (both bits) {
	for i := range b {
		both[i] = b[i] & other[i]
	}
	return both
}
