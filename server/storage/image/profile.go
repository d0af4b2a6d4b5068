package image

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// A picture keeps the profile of its colours where that is not sRGB, such as the Display
// P3 of phones: browsers convert it for the screen at hand, and a conversion to sRGB here
// would lose the colours that only such screens show. Averaging pixels is the same in
// both. sRGB, which is what a picture without a profile has, is left out.

// wideGamut gives a profile that the result must have: one of RGB colours that does not
// call itself sRGB. Others, broken ones and those above maxChunk are left out.
func wideGamut(profile []byte) []byte {
	const header = 128
	if len(profile) < header || len(profile) > maxChunk || string(profile[16:20]) != "RGB " || string(profile[36:40]) != "acsp" {
		return nil
	}
	// The description is ASCII in version 2 of ICC profiles, UTF-16 in version 4.
	wide := []byte("s\x00R\x00G\x00B")
	if bytes.Contains(profile[header:], []byte("sRGB")) || bytes.Contains(profile[header:], wide) {
		return nil
	}
	return profile
}

// profileParts are the segments of a profile in a JPEG (ICC.1:2010, B.4).
type profileParts struct {
	parts map[byte][]byte
	count byte
	size  int
}

func (p *profileParts) add(segment []byte) {
	if len(segment) < 2 || p.size+len(segment) > maxChunk {
		return
	}
	if p.parts == nil {
		p.parts = map[byte][]byte{}
	}
	p.parts[segment[0]], p.count = segment[2:], segment[1]
	p.size += len(segment)
}

// join gives the profile, or nil where a part is missing.
func (p *profileParts) join() (whole []byte) {
	for i := 1; i <= int(p.count); i++ {
		part, ok := p.parts[byte(i)]
		if !ok {
			return nil
		}
		whole = append(whole, part...)
	}
	return whole
}

// insertIntoJPEG puts a profile behind the first two bytes of an encoded JPEG.
func insertIntoJPEG(encoded, profile []byte) []byte {
	const most = 65535 - 2 - 14 // of a segment, without its length and header
	parts := slices.Collect(slices.Chunk(profile, most))
	whole := slices.Clone(encoded[:2])
	for i, part := range parts {
		whole = append(whole, 0xff, 0xe2)
		whole = binary.BigEndian.AppendUint16(whole, uint16(len(part)+16)) // #nosec G115 -- at most 65535
		whole = append(whole, "ICC_PROFILE\x00"...)
		whole = append(whole, byte(i+1), byte(len(parts)))
		whole = append(whole, part...)
	}
	return append(whole, encoded[2:]...)
}

// insertIntoPNG puts a profile behind the header of an encoded PNG.
func insertIntoPNG(encoded, profile []byte) []byte {
	chunk := bytes.NewBufferString("iCCPicc\x00\x00") // kind, name, method
	w := zlib.NewWriter(chunk)
	_, _ = w.Write(profile) // to memory
	_ = w.Close()
	const header = 8 + 25
	whole := slices.Clone(encoded[:header])
	whole = binary.BigEndian.AppendUint32(whole, uint32(chunk.Len()-4)) // #nosec G115 -- bounded by maxChunk
	whole = append(whole, chunk.Bytes()...)
	whole = binary.BigEndian.AppendUint32(whole, crc32.ChecksumIEEE(chunk.Bytes()))
	return append(whole, encoded[header:]...)
}
