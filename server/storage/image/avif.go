package image

import (
	_ "embed"
	"image"
)

// libavif with libaom, as WebAssembly: lib/avif.wasm.gz of github.com/gen2brain/avif v0.5.0
// (MIT; the licences of what is in it are LICENSE.libavif and LICENSE.aom).
//
//go:embed avif.wasm.gz
var libavif []byte

// avifEncoder takes seconds to compile and about 60 MB to keep: the caller of Render ends
// with CloseAVIF.
var avifEncoder = library{compressed: libavif}

// CloseAVIF gives back what encoding AVIF has taken. The next Render as AVIF takes it again.
func CloseAVIF() error { return avifEncoder.close() }

// avifSpeed is libaom's, 0 to 10: 10 takes half the time of 8 for a file that is a
// quarter larger.
const avifSpeed = 10

// avifCompiled is the memory that compiling the encoder takes, in bytes.
const avifCompiled = 120 << 20

// encodeAVIF writes a lossy AVIF.
func encodeAVIF(p *image.NRGBA, quality int) ([]byte, error) {
	const yuv420 = 3
	q := uint64(quality) // #nosec G115 -- at most 100
	return avifEncoder.encode(avifMemory(p.Rect.Dx(), p.Rect.Dy()), p, q, q, avifSpeed, yuv420)
}

// avifMemory is the memory of the encoder for a picture, in bytes.
func avifMemory(w, h int) int64 {
	pixels := int64(w+63) / 64 * 64 * (int64(h+63) / 64 * 64)
	return (20<<20 + 45*pixels + 0xffff) &^ 0xffff
}
