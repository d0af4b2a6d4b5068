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
		0: {0.0016497178003191948, 0.1635141372680664}, 777: {0.019986111670732498, 0.31372204422950745},
		2600: {0.042169440537691116, 0.49907898902893066}, 3650: {0.00222204951569438, 0.16820256412029266},
		5000: {0.023314910009503365, 0.34099090099334717}, 9000: {0.0018110839882865548, 0.16483601927757263},
		16199: {0.0012745123822242022, 0.16044053435325623},
	} {
		if got := [2]float64{m.heights[at], m.tones[at]}; math.Abs(got[0]-want[0]) > 1e-6 || math.Abs(got[1]-want[1]) > 1e-6 {
			t.Errorf("point %d has height and tone %v, want %v", at, got, want)
		}
	}
	top := slices.Index(m.heights, slices.Max(m.heights))
	if want := 0.12207341939210892; top != 3151 || math.Abs(m.heights[top]-want) > 1e-7 || m.heights[top] != m.summit {
		t.Errorf("the summit is point %d, %v high: want 3151, %v", top, m.heights[top], want)
	}
	if math.Abs(m.drops[10]-0.022248417139053345) > 1e-7 || m.drops[53] != 0.25 {
		t.Errorf("lines 10 and 53 are %v and %v lower: want 0.0222, 0.25", m.drops[10], m.drops[53])
	}
}
