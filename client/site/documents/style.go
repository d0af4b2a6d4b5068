package documents

import (
	"image/color"
	"strings"
	"unicode"
)

// bare is an address as people write it.
func bare(address string) string {
	return strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://")
}

// digits keeps a number dialable.
func digits(phone string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) || r == '+' {
			return r
		}
		return -1
	}, phone)
}

// The voices of a page. Arabic is set a little larger, since its letters are
// lower, and small labels are bold instead of monospaced capitals.

func (s *setter) label(c color.RGBA) style {
	if s.rtl {
		return style{voice: bold, size: 8, leading: 1.4, colour: c, caps: true}
	}
	return style{voice: mono, size: 6.6, leading: 1.5, colour: c, tracking: 0.06, caps: true}
}

func (s *setter) headline(size float64, c color.RGBA) style {
	if s.rtl {
		return style{voice: display, size: size * 0.86, leading: 1.3, colour: c, caps: true}
	}
	return style{voice: display, size: size, leading: 1.02, colour: c, caps: true}
}

func (s *setter) figure(size float64, c color.RGBA) style {
	return style{voice: display, size: size, leading: 1, colour: c}
}

func (s *setter) prose(size float64, c color.RGBA) style {
	if s.rtl {
		size *= 1.08
	}
	return style{voice: body, size: size, leading: 1.55, colour: c}
}

func (s *setter) strong(size float64, c color.RGBA) style {
	st := s.prose(size, c)
	st.voice, st.leading = bold, 1.35
	return st
}
