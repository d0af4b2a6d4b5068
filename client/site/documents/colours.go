package documents

import "image/color"

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
