package app

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// How much garbage may gather beside what is alive, in percent. Tables alone keep
// 3 to 5 MB alive, so that Go's own 100 collects at every few hundred requests;
// measured on one-row reads: 61 µs of CPU a request at 100, 51 at 400, for 12 MB
// more. The site keeps 30 MB and more (its documents, fonts, what was printed), of
// which 400 would be 150: there garbage is bounded by size.
const (
	mostPercent  = 400
	leastPercent = 100
	mostGarbage  = 48 << 20 // bytes
)

// collectLess leaves an operator's own GOGC alone.
func (p *program) collectLess() {
	if p.values["GOGC"] != "" {
		return
	}
	percent := mostPercent
	debug.SetGCPercent(percent)
	afterCollections(func() {
		if now := percentFor(alive()); now != percent { // each change stops the world for a moment
			percent = now
			debug.SetGCPercent(percent)
		}
	})
}

// percentFor is in steps, so that it seldom changes.
func percentFor(alive uint64) int {
	const step = 50
	percent := mostPercent
	if alive > 0 {
		percent = int(min(mostPercent, mostGarbage*100/alive))
	}
	return max(leastPercent, percent/step*step)
}

// alive is what the last collection left, in bytes.
func alive() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// afterCollections calls fn after each collection of garbage, one at a time:
// what nobody holds is finalized by each of them, and holds itself anew.
func afterCollections(fn func()) {
	type marker struct{ _ *byte } // with a pointer: tiny objects without share a block
	var again func(*marker)
	again = func(m *marker) {
		fn()
		runtime.SetFinalizer(m, again)
	}
	runtime.SetFinalizer(&marker{}, again)
}
