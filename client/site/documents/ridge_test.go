package documents

import (
	"math"
	"slices"
	"testing"
)

// What art/ridgeline.ts draws for the same name and height.
func TestRidgeIsTheOneThatTheSiteDraws(t *testing.T) {
	t.Parallel()
	m := ridge("turning-back-is-a-decision", 6500)
	for at, want := range map[int]float64{
		0: 0.00986641924828291, 777: 0.0272227730602026, 2600: 0.06259696930646896, 2650: 0.006548645906150341,
		2700: 0.03785485401749611, 6000: 0.014696073718369007, 12479: 0.007622438948601484,
	} {
		if got := m.heights[at]; math.Abs(got-want) > 1e-6 {
			t.Errorf("point %d is %v high, want %v", at, got, want)
		}
	}
	top := slices.Index(m.heights, slices.Max(m.heights))
	if want := 6500.0 / 8848; top != 2765 || math.Abs(m.heights[top]-want) > 1e-12 || m.summit != want {
		t.Errorf("the summit is point %d, %v high: want 2765, %v", top, m.heights[top], want)
	}
}
