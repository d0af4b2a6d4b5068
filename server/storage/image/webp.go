package image

import (
	"encoding/binary"
	"image"
)

// encodeWebP writes a lossy WebP, with its transparency and a profile where there is one. opaque
// says that it has no transparency.
func encodeWebP(p *image.NRGBA, opaque bool, quality int, profile []byte) ([]byte, error) {
	const rgba, lossy, exact = 0, 0, 0
	encoded, err := webpEncoder.encode(webpMemory(p.Rect.Dx(), p.Rect.Dy(), opaque), p, rgba, uint64(quality), webpMethod, lossy, exact) // #nosec G115 -- at most 100
	if err != nil || profile == nil {
		return encoded, err
	}
	return insertIntoWebP(encoded, profile, p.Rect.Dx(), p.Rect.Dy()), nil
}

// webpMethod is libwebp's effort, 0 to 6: the next takes three times the time for a file
// that is a tenth smaller (BenchmarkRender).
const webpMethod = 2

// webpMemory is the memory of the encoder for a picture, in bytes: at least what it takes for
// noise at the best quality (TestMemoryOfWebP). Opacity is compressed without loss, which
// takes more.
func webpMemory(w, h int, opaque bool) int64 {
	perPixel := int64(20)
	if !opaque {
		perPixel = 40
	}
	pixels := int64(w+15) / 16 * 16 * (int64(h+15) / 16 * 16)
	return (2<<20 + perPixel*pixels + 0xffff) &^ 0xffff
}

// insertIntoWebP puts a profile before the pixels, in the extended form that has flags
// and a size of its own (RFC 9649, 2.7).
func insertIntoWebP(encoded, profile []byte, w, h int) []byte {
	const extended, head = "VP8X", 12
	rest := encoded[head:]
	flags := byte(0x20) // a profile
	if string(rest[:4]) == extended {
		flags |= rest[8]
		rest = rest[18:]
	}
	whole := append([]byte("RIFF\x00\x00\x00\x00WEBP"+extended), 10, 0, 0, 0, flags, 0, 0, 0)
	for _, side := range [2]int{w - 1, h - 1} {
		whole = append(whole, byte(side), byte(side>>8), byte(side>>16))
	}
	whole = append(whole, "ICCP"...)
	whole = binary.LittleEndian.AppendUint32(whole, uint32(len(profile))) // #nosec G115 -- bounded by maxChunk
	whole = append(whole, profile...)
	if len(profile)&1 == 1 {
		whole = append(whole, 0)
	}
	whole = append(whole, rest...)
	binary.LittleEndian.PutUint32(whole[4:], uint32(len(whole)-8)) // #nosec G115 -- a picture
	return whole
}
