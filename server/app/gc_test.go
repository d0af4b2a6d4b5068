package app

import "testing"

func TestGarbageIsBoundedBySize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		alive uint64
		want  int
	}{
		{"nothing yet", 0, 400},
		{"tables alone", 4 << 20, 400},
		{"the site", 24 << 20, 200},
		{"a site with documents in its cache", 40 << 20, 100},
		{"what is large anyway", 4 << 30, 100},
	} {
		if got := percentFor(c.alive); got != c.want {
			t.Errorf("%s: got %d%%, want %d%%", c.name, got, c.want)
		}
	}
}
