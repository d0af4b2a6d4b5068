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
	for at, want := range map[int][2]float64{
		0: {0.003054546657949686, 0.1750222146511078}, 777: {0.04938783496618271, 0.5614956617355347},
		2600: {0.06677732616662979, 0.711860716342926}, 3650: {0.009016686119139194, 0.22386281192302704},
		5000: {0.07087338715791702, 0.7472789287567139}, 9000: {0.0031446143984794617, 0.17576003074645996},
		16199: {0.001957981614395976, 0.166039377450943},
	} {
		if got := [2]float64{m.heights[at], m.tones[at]}; math.Abs(got[0]-want[0]) > 1e-6 || math.Abs(got[1]-want[1]) > 1e-6 {
			t.Errorf("point %d has height and tone %v, want %v", at, got, want)
		}
	}
	top := slices.Index(m.heights, slices.Max(m.heights))
	if want := 0.12207341939210892; top != 3751 || math.Abs(m.heights[top]-want) > 1e-7 || m.heights[top] != m.summit {
		t.Errorf("the summit is point %d, %v high: want 3151, %v", top, m.heights[top], want)
	}
	if math.Abs(m.drops[10]-0.022248417139053345) > 1e-7 || m.drops[53] != 0.25 {
		t.Errorf("lines 10 and 53 are %v and %v lower: want 0.0222, 0.25", m.drops[10], m.drops[53])
	}
}
