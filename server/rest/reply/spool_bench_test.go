package reply

import (
	"io"
	"strings"
	"testing"
)

// BenchmarkSpool makes and sends bodies of so many rows of 100 bytes.
func BenchmarkSpool(b *testing.B) {
	for _, c := range []struct {
		name string
		rows int
	}{{"1 row", 1}, {"25 rows", 25}, {"1000 rows", 1000}, {"50000 rows", 50_000}} {
		row := [][]byte{[]byte(strings.Repeat("x", 90))}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s := NewSpool(0, nil, nil)
				if err := s.Begin(of(25), false); err != nil {
					b.Fatal(err)
				}
				for range c.rows {
					if err := s.Row(row); err != nil {
						b.Fatal(err)
					}
				}
				if err := s.End(); err != nil {
					b.Fatal(err)
				}
				if _, err := s.WriteTo(io.Discard); err != nil {
					b.Fatal(err)
				}
				s.Release()
			}
		})
	}
}
