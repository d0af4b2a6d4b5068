package tests

import (
	"bytes"
	"compress/gzip"
	"io"
	"testing"
)

// The documents of pages, compressed: with styles and rows, they are all that a first paint
// waits for. A drawing that is large belongs in public/art.
func pagesAreLight(t *testing.T, s *website) {
	for path, limit := range map[string]int{
		"/": 38_000, "/story": 32_000, "/expeditions": 44_500, "/speaking": 41_500, "/book": 36_200,
		"/achievement/everest": 40_000, "/blog": 37_600, "/contact": 29_200,
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
