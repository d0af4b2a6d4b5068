package image

import "encoding/binary"

// orientation reads the tag 0x0112 of EXIF data, which begins with a TIFF header: 1 to 8,
// or 1 where the data have none or are broken, as browsers read it (EXIF 2.32, 4.6.4).
func orientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	at := uint64(order.Uint32(tiff[4:]))
	if at+2 > uint64(len(tiff)) {
		return 1
	}
	count := order.Uint16(tiff[at:])
	for field := at + 2; count > 0 && field+12 <= uint64(len(tiff)); field, count = field+12, count-1 {
		const short = 3
		if order.Uint16(tiff[field:]) != 0x0112 {
			continue
		}
		value := order.Uint16(tiff[field+8:])
		if order.Uint16(tiff[field+2:]) != short || value < 1 || value > 8 {
			return 1
		}
		return int(value)
	}
	return 1
}

// turn is the orientation of stored pixels: the axes change places, then each may
// be reversed.
type turn struct{ swap, flipX, flipY bool }

// turnOf says what an orientation of EXIF means.
func turnOf(orientation int) turn {
	o := orientation
	return turn{swap: o >= 5, flipX: o == 2 || o == 3 || o == 7 || o == 8, flipY: o == 3 || o == 4 || o == 6 || o == 7}
}

// size is the size as it is shown of a stored one, or the other way round.
func (t turn) size(w, h int) (int, int) {
	if t.swap {
		return h, w
	}
	return w, h
}

// area gives the stored place of an area as it is shown; w and h are of the whole, stored.
func (t turn) area(a area, w, h int) area {
	if t.swap {
		a = area{a.y0, a.x0, a.y1, a.x1}
	}
	if t.flipX {
		a.x0, a.x1 = float64(w)-a.x1, float64(w)-a.x0
	}
	if t.flipY {
		a.y0, a.y1 = float64(h)-a.y1, float64(h)-a.y0
	}
	return a
}

// pixels gives w×h stored pixels of n bytes as they are shown.
func (t turn) pixels(stored []byte, w, h, n int) []byte {
	if t == (turn{}) {
		return stored
	}
	shownW, shownH := t.size(w, h)
	shown := make([]byte, len(stored))
	at := 0
	for y := range shownH {
		for x := range shownW {
			u, v := x, y
			if t.swap {
				u, v = y, x
			}
			if t.flipX {
				u = w - 1 - u
			}
			if t.flipY {
				v = h - 1 - v
			}
			from := (v*w + u) * n
			copy(shown[at:at+n], stored[from:from+n])
			at += n
		}
	}
	return shown
}
