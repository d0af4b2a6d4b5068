package app

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Bounds of GOGC, the garbage that may gather beside the live heap, in percent.
// Tables alone keep 3 to 5 MB alive, so that Go's default of 100 collects every few
// hundred requests; measured on one-row reads: 61 µs of CPU a request at 100, 51 at
// 400, for 12 MB more. A site may keep 30 MB and more alive, of which 400 % would be
// too much: there garbage is bounded by size.
const (
	maxPercent = 400
	minPercent = 100
	maxGarbage = 48 << 20 // bytes
)

// setGC sets GOGC, again after each collection, unless the operator has set it.
func (p *program) setGC() {
	if p.values["GOGC"] != "" {
		return
	}
	percent := maxPercent
	debug.SetGCPercent(percent)
	// Each collection runs the finalizer of an unreachable object, which sets
	// the next one.
	type marker struct{ _ *byte } // with a pointer: tiny objects without share a block
	var collected func(*marker)
	collected = func(m *marker) {
		if now := percentFor(liveHeap()); now != percent { // each change stops the world for a moment
			percent = now
			debug.SetGCPercent(percent)
		}
		runtime.SetFinalizer(m, collected)
	}
	runtime.SetFinalizer(&marker{}, collected)
}

// percentFor is in steps, so that it seldom changes.
func percentFor(live uint64) int {
	const step = 50
	percent := maxPercent
	if live > 0 {
		percent = int(min(maxPercent, maxGarbage*100/live))
	}
	return max(minPercent, percent/step*step)
}

// liveHeap is what the last collection left, in bytes.
func liveHeap() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
