package app

import (
	"math"
	"testing"
)

func TestConnectionsLeaveFilesToTheRest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		wanted int
		files  uint64
		want   int
	}{
		{20_000, 1 << 20, 20_000},
		{20_000, math.MaxUint64, 20_000}, // no limit
		{20_000, 20_000, 19_000},
		{20_000, 1024, 512},
		{100, 1024, 100},
	} {
		if got := connections(c.wanted, c.files); got != c.want {
			t.Errorf("of %d wanted, with %d files: %d, want %d", c.wanted, c.files, got, c.want)
		}
	}
}
