package documents

import (
	"image/color"
	"strings"
	"unicode"
)

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
