package documents

import (
	"image/color"
	"strings"
	"unicode"
)

// The colours of the site.
var (
	night     = color.RGBA{0x0b, 0x19, 0x20, 0xff}
	lake      = color.RGBA{0x16, 0x32, 0x3d, 0xff}
	limestone = color.RGBA{0xf4, 0xeb, 0xdd, 0xff}
	ground    = color.RGBA{0xf6, 0xee, 0xe0, 0xff}
	sand      = color.RGBA{0xe8, 0xda, 0xbf, 0xff}
	clay      = color.RGBA{0xb2, 0x3a, 0x12, 0xff}
	ember     = color.RGBA{0xff, 0x8a, 0x57, 0xff}
	ink       = color.RGBA{0x12, 0x25, 0x2d, 0xff}
)

// mix interpolates between a (part 0) and b (part 1).
func mix(a, b color.RGBA, part float64) color.RGBA {
	between := func(x, y uint8) uint8 { return uint8(float64(x) + (float64(y)-float64(x))*part + 0.5) }
	return color.RGBA{between(a.R, b.R), between(a.G, b.G), between(a.B, b.B), 0xff}
}

// muted is the colour of secondary text. Its contrast is 5.6:1 on ground and 8:1
// on night.
func muted(text, behind color.RGBA) color.RGBA { return mix(text, behind, 0.28) }

// withoutScheme is a URL as people write it.
func withoutScheme(address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://")
}

// dialable removes spaces and punctuation from a telephone number.
func dialable(phone string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || r == '+' {
			return r
		}
		return -1
	}, phone)
}

// The text styles. Arabic is set a little larger, since its letters are lower, and
// small labels are bold instead of monospaced capitals.

func (s *typesetter) label(c color.RGBA) style {
	if s.rtl {
		return style{role: bold, size: 8, leading: 1.4, colour: c, caps: true}
	}
	return style{role: mono, size: 6.6, leading: 1.5, colour: c, tracking: 0.06, caps: true}
}

func (s *typesetter) headline(size float64, c color.RGBA) style {
	if s.rtl {
		return style{role: display, size: size * 0.86, leading: 1.3, colour: c, caps: true}
	}
	return style{role: display, size: size, leading: 1.02, colour: c, caps: true}
}

func (s *typesetter) prose(size float64, c color.RGBA) style {
	if s.rtl {
		size *= 1.08
	}
	return style{role: body, size: size, leading: 1.55, colour: c}
}

func (s *typesetter) strong(size float64, c color.RGBA) style {
	st := s.prose(size, c)
	st.role, st.leading = bold, 1.35
	return st
}
