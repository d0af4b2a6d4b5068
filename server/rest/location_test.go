package rest_test

import (
	"strings"
	"testing"
)

// A long list of keys is a fair question. Its answer repeats the address only
// where a proxy can be expected to take such a header.
func TestContentLocationIsBounded(t *testing.T) {
	t.Parallel()
	a := setup(t)
	for _, test := range []struct {
		name string
		ids  int
		sent bool
	}{
		{"short", 3, true},
		{"just short enough", 900, true},
		{"long", 3000, false},
	} {
		path := "/climbers?id=in.(1" + strings.Repeat(",1", test.ids-1) + ")&select=id"
		for _, method := range []string{"GET ", "HEAD "} {
			got := a.do("u", method+path, "")
			location := got.Header.Get("Content-Location")
			if got.StatusCode != 200 || (location != "") != test.sent {
				t.Errorf("%s%s: got %d with a Content-Location of %d bytes", method, test.name, got.StatusCode, len(location))
			}
		}
	}
}
