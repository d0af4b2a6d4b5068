package image

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
)

// maxChunk bounds what is kept of a header's chunk, in bytes: EXIF data or a profile.
const maxChunk = 256 << 10

// readPNG reads the chunks before the pixels.
func (s *Source) readPNG(r *bufio.Reader) error {
	if _, err := r.Discard(8); err != nil {
		return err
	}
	for first := true; ; first = false {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			return err
		}
		length, kind := int64(binary.BigEndian.Uint32(head[:])), string(head[4:])
		if kind == "IDAT" || kind == "IEND" {
			return nil
		}
		if first != (kind == "IHDR") {
			return errors.New("its header is not where it must be")
		}
		const sum = 4 // CRC
		if length > maxChunk || kind != "IHDR" && kind != "eXIf" && kind != "iCCP" {
			if err := discard(r, length+sum); err != nil {
				return err
			}
			continue
		}
		chunk := make([]byte, length+sum)
		if _, err := io.ReadFull(r, chunk); err != nil {
			return err
		}
		chunk = chunk[:length]
		switch kind {
		case "IHDR":
			if length < 13 {
				return errors.New("its header is cut off")
			}
			s.Width, s.Height = int(binary.BigEndian.Uint32(chunk)), int(binary.BigEndian.Uint32(chunk[4:]))
			if s.Width > MaxSourceSide || s.Height > MaxSourceSide {
				return fmt.Errorf("%w: it has %d×%d pixels", ErrResolution, s.Width, s.Height)
			}
			bytesPerPixel := int64(4)
			if chunk[8] == 16 {
				bytesPerPixel = 8
			}
			s.decodedSize = bytesPerPixel * int64(s.Width) * int64(s.Height)
			if chunk[12] == 1 { // interlaced: the last pass has half of the lines
				s.decodedSize += s.decodedSize / 2
			}
		case "eXIf":
			s.Orientation = orientation(chunk)
		case "iCCP":
			_, compressed, ok := bytes.Cut(chunk, []byte{0})
			if !ok || len(compressed) < 1 {
				continue
			}
			plain, err := zlib.NewReader(bytes.NewReader(compressed[1:]))
			if err != nil {
				continue
			}
			profile, err := io.ReadAll(io.LimitReader(plain, maxChunk+1))
			if err == nil {
				s.Profile = wideGamut(profile)
			}
		}
	}
}

// summedPNG is a PNG with the checksum of each chunk as it has to be: the decoder refuses another
// one, also where every pixel is there.
type summedPNG struct {
	r     io.Reader
	ready []byte // to be read next: the signature, the head of a chunk, or its checksum
	left  int64  // of the chunk's content
	sum   hash.Hash32
}

// Read implements io.Reader.
func (s *summedPNG) Read(p []byte) (n int, err error) {
	if s.sum == nil {
		s.sum, s.ready = crc32.NewIEEE(), make([]byte, 8)
		_, err = io.ReadFull(s.r, s.ready)
	} else if len(s.ready) == 0 && s.left == 0 {
		s.ready = make([]byte, 8)
		if _, err = io.ReadFull(s.r, s.ready); err == nil {
			s.left = int64(binary.BigEndian.Uint32(s.ready))
			s.sum.Reset()
			_, _ = s.sum.Write(s.ready[4:])
			s.endChunk()
		}
	}
	switch {
	case err != nil:
		return 0, err
	case len(s.ready) > 0:
		n = copy(p, s.ready)
		s.ready = s.ready[n:]
		return n, nil
	}
	n, err = s.r.Read(p[:min(int64(len(p)), s.left)])
	if n == 0 {
		return 0, err
	}
	s.left -= int64(n)
	_, _ = s.sum.Write(p[:n])
	s.endChunk()
	return n, nil // an error comes again
}

// endChunk takes the checksum of a chunk whose content was read, and has its own read next.
func (s *summedPNG) endChunk() {
	if s.left == 0 {
		_, _ = io.CopyN(io.Discard, s.r, 4) // a file that ends here ends with the chunk
		s.ready = s.sum.Sum(s.ready)
	}
}

// readWebP reads the chunks of the RIFF container.
func (s *Source) readWebP(r *bufio.Reader) error {
	if _, err := r.Discard(12); err != nil {
		return err
	}
	extended, alpha, exif := false, false, false
	for {
		var head [8]byte
		if _, err := io.ReadFull(r, head[:]); err != nil {
			if extended && s.decodedSize > 0 { // the end
				return nil
			}
			return err
		}
		length := int64(binary.LittleEndian.Uint32(head[4:]))
		padded := length + length&1
		switch kind := string(head[:4]); {
		case kind == "VP8X" && length >= 10:
			chunk, err := r.Peek(10)
			if err != nil {
				return err
			}
			if chunk[0]&2 != 0 {
				return ErrAnimated
			}
			extended, alpha, exif = true, chunk[0]&16 != 0, chunk[0]&8 != 0
		case (kind == "EXIF" || kind == "ICCP") && length <= maxChunk:
			chunk := make([]byte, length)
			if _, err := io.ReadFull(r, chunk); err != nil {
				return err
			}
			padded -= length
			if kind == "ICCP" {
				s.Profile = wideGamut(chunk)
			} else {
				s.Orientation = orientation(bytes.TrimPrefix(chunk, []byte("Exif\x00\x00")))
			}
		case kind == "VP8 " || kind == "VP8L":
			if s.decodedSize > 0 {
				return errors.New("it has two pictures")
			}
			if err := s.readBitstream(r, kind, alpha); err != nil {
				return err
			}
			if !extended || !exif { // nothing that is needed comes after the pixels
				return nil
			}
		}
		if err := discard(r, padded); err != nil {
			if s.decodedSize > 0 {
				return nil // cut off after the header: the decoder says what is wrong
			}
			return err
		}
	}
}

// readBitstream reads the size from the start of the compressed pixels, which it leaves in r.
func (s *Source) readBitstream(r *bufio.Reader, kind string, alpha bool) error {
	start, err := r.Peek(10)
	if err != nil {
		return err
	}
	if kind == "VP8 " {
		s.Width, s.Height = int(binary.LittleEndian.Uint16(start[6:])&0x3fff), int(binary.LittleEndian.Uint16(start[8:])&0x3fff)
	} else {
		bits := binary.LittleEndian.Uint32(start[1:])
		s.Width, s.Height = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
	}
	pixels := int64(s.Width+15) / 16 * 16 * (int64(s.Height+15) / 16 * 16)
	switch {
	case kind == "VP8L":
		s.decodedSize = 10 * pixels // with its transforms
	case alpha:
		s.decodedSize = 14 * pixels // the alpha plane is a picture of its own
	default:
		s.decodedSize = 2 * pixels
	}
	s.decodedSize += 2 * s.fileSize // chunks are held in memory
	return nil
}

// discard skips n bytes.
func discard(r *bufio.Reader, n int64) error {
	_, err := io.CopyN(io.Discard, r, n)
	return err
}
