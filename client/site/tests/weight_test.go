package tests

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

// The documents of pages, compressed: with styles and rows, they are all that a first paint
// waits for. A drawing that is large belongs in public/art.
func TestPagesAreLight(t *testing.T) {
	t.Parallel()
	s := boot(t)
	for path, limit := range map[string]int{
		"/": 37_600, "/story": 31_800, "/expeditions": 44_000, "/speaking": 41_000, "/book": 35_700,
		"/achievement/everest": 39_300, "/blog": 37_100, "/contact": 28_700,
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			s.visible(t, path)
			answer := s.page(t, path)
			var packed bytes.Buffer
			w := gzip.NewWriter(&packed)
			if _, err := io.WriteString(w, answer.Body); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if answer.Status != 200 || packed.Len() > limit {
				t.Errorf("%d, %d bytes compressed, at most %d", answer.Status, packed.Len(), limit)
			}
		})
	}
}
