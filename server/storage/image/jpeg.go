package image

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
)

// readJPEG reads the markers until the frame's, and those after it until the pixels, as
// image/jpeg does: bytes that are no marker are skipped.
func (s *Source) readJPEG(r *bufio.Reader) error {
	if _, err := r.Discard(2); err != nil { // SOI
		return err
	}
	var profile profileParts
	framed, adobeRGB := false, false
	for {
		marker, err := nextMarker(r)
		if err != nil {
			return err
		}
		const soi, eoi, sos, sof0, sof2, app1, app2, app14 = 0xd8, 0xd9, 0xda, 0xc0, 0xc2, 0xe1, 0xe2, 0xee
		switch {
		case marker == eoi || marker == soi:
			return errors.New("it ends before its pixels")
		case marker == sos:
			if !framed {
				return errors.New("it has no frame before its pixels")
			}
			if adobeRGB {
				s.decodedSize += 4 * int64(s.Width) * int64(s.Height) // converted after decoding
			}
			if !s.gray {
				s.Profile = wideGamut(profile.join())
			}
			return nil
		case marker >= 0xd0 && marker <= 0xd7: // RST has no length
			continue
		}
		length, err := be16(r)
		if err != nil {
			return err
		}
		if length -= 2; length < 0 {
			return errors.New("a segment has no length")
		}
		kept := marker >= sof0 && marker <= sof2 || marker == app1 || marker == app2 || marker == app14
		if !kept {
			if _, err := r.Discard(length); err != nil {
				return err
			}
			continue
		}
		segment := make([]byte, length)
		if _, err := io.ReadFull(r, segment); err != nil {
			return err
		}
		switch marker {
		case app1:
			if tiff, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok {
				s.Orientation = orientation(tiff)
			}
		case app2:
			if part, ok := bytes.CutPrefix(segment, []byte("ICC_PROFILE\x00")); ok {
				profile.add(part)
			}
		case app14:
			adobeRGB = adobeRGB || len(segment) >= 12 && string(segment[:5]) == "Adobe" && segment[11] == 0
		default:
			if framed {
				return errors.New("it has two frames")
			}
			framed = true
			rgb, err := s.readFrame(segment, marker == sof2)
			if err != nil {
				return err
			}
			adobeRGB = adobeRGB || rgb
		}
	}
}

// readFrame reads a SOF segment: the size, and what image/jpeg allocates for it. rgb
// reports components that are named R, G and B.
func (s *Source) readFrame(segment []byte, progressive bool) (rgb bool, err error) {
	if len(segment) < 6 || len(segment) < 6+3*int(segment[5]) {
		return false, errors.New("its frame is cut off")
	}
	s.Height, s.Width = int(binary.BigEndian.Uint16(segment[1:])), int(binary.BigEndian.Uint16(segment[3:]))
	components := int(segment[5])
	// Planes are whole blocks; the greatest has 32 pixels a side.
	pixels := int64(s.Width+31) / 32 * 32 * (int64(s.Height+31) / 32 * 32)
	samples := int64(components) * pixels
	switch components {
	case 1:
		s.gray = true
	case 3:
		y, cb, cr := segment[7], segment[10], segment[13]
		if luma := int64(y>>4) * int64(y&15); cb == 0x11 && cr == 0x11 && luma > 0 {
			samples = pixels + 2*pixels/luma
		}
		rgb = segment[6] == 'R' && segment[9] == 'G' && segment[12] == 'B'
	case 4:
		s.decodedSize += 4 * pixels // CMYK beside its planes
	}
	s.decodedSize += samples
	if progressive {
		s.decodedSize += 4 * samples // an int32 for each coefficient
	}
	return rgb, nil
}

// nextMarker skips to the next marker and gives its second byte.
func nextMarker(r *bufio.Reader) (byte, error) {
	for {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if b != 0xff {
			continue
		}
		for b == 0xff { // fill bytes
			if b, err = r.ReadByte(); err != nil {
				return 0, err
			}
		}
		if b != 0 {
			return b, nil
		}
	}
}

func be16(r io.Reader) (int, error) {
	var b [2]byte
	_, err := io.ReadFull(r, b[:])
	return int(binary.BigEndian.Uint16(b[:])), err
}
