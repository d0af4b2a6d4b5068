package image

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// FuzzRead reads headers of anything: it neither fails without a message nor lets
// through what is above the limits.
func FuzzRead(f *testing.F) {
	p := quarters(9, 7)
	exif := exifOf(6, binary.BigEndian)
	for _, seed := range [][]byte{
		withSegment(asJPEG(f, p), 0xe1, append([]byte("Exif\x00\x00"), exif...)), insertIntoJPEG(asJPEG(f, p), profileNamed("P3")),
		withChunk(asPNG(f, p), "eXIf", exif), insertIntoPNG(asPNG(f, p), profileNamed("P3")), asGIF(f, p), asWebP(f, p, 0, exif), asWebP(f, p, 1, nil),
		[]byte("\x00\x00\x00\x18ftypheic"),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Read(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		if s.Width < 1 || s.Height < 1 || s.Width*s.Height > MaxResolution || s.Orientation < 1 || s.Orientation > 8 || s.decodedSize <= 0 {
			t.Fatalf("got %+v", s)
		}
		if Memory(s, Options{}, WebP) > 16<<20 {
			return // it is not worth the time
		}
		if result, err := Render(s, bytes.NewReader(data), Options{Width: 5, Height: 5}, PNG); err == nil {
			read(t, result)
		}
	})
}

// FuzzOrientation reads EXIF data.
func FuzzOrientation(f *testing.F) {
	f.Add(exifOf(6, binary.BigEndian))
	f.Add(exifOf(3, binary.LittleEndian))
	f.Fuzz(func(t *testing.T, data []byte) {
		if o := orientation(data); o < 1 || o > 8 {
			t.Errorf("got %d", o)
		}
	})
}
