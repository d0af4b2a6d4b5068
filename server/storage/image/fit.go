package image

import "math"

// area is a part of a picture, in pixels, which need not be whole.
type area struct{ x0, y0, x1, y1 float64 }

// fit says which part of a picture of w×h is kept, and the size of the result. It never
// enlarges: what is smaller than asked for keeps its size. A side that is not asked for
// is at most MaxSide too, which bounds what encoding takes. Gravity sm is placed by the
// caller: the part is at the start here.
func (o Options) fit(w, h int) (part area, width, height int) {
	wantW, wantH := float64(o.Width), float64(o.Height)
	sourceW, sourceH := float64(w), float64(h)
	scaleX, scaleY := wantW/sourceW, wantH/sourceH
	switch {
	case o.Width == 0 && o.Height == 0:
		scaleX, scaleY = 1, 1
	case o.Width == 0:
		scaleX = scaleY
	case o.Height == 0:
		scaleY = scaleX
	case o.Resize == Fill:
	case o.Resize == Contain:
		scaleX = min(scaleX, scaleY)
		scaleY = scaleX
	default:
		scaleX = max(scaleX, scaleY)
		scaleY = scaleX
	}
	scaleX, scaleY = min(scaleX, 1), min(scaleY, 1)
	if o.Width == 0 || o.Height == 0 {
		scaleX = min(scaleX, MaxSide/sourceW, MaxSide/sourceH)
		scaleY = scaleX
	}
	width, height = max(1, int(math.Round(sourceW*scaleX))), max(1, int(math.Round(sourceH*scaleY)))
	part = area{0, 0, sourceW, sourceH}
	if o.Width == 0 || o.Height == 0 || o.Resize == Fill || o.Resize == Contain {
		return part, width, height
	}
	x, y := o.place(width-min(width, o.Width), height-min(height, o.Height), width, height)
	width, height = min(width, o.Width), min(height, o.Height)
	// The scale in each direction, after rounding.
	part.x1, part.y1 = min(sourceW, float64(width)/scaleX), min(sourceH, float64(height)/scaleY)
	moveX, moveY := min(x/scaleX, sourceW-part.x1), min(y/scaleY, sourceH-part.y1)
	if scaleX == 1 { // whole pixels are copied as they are
		moveX, moveY = math.Round(moveX), math.Round(moveY)
	}
	return area{moveX, moveY, part.x1 + moveX, part.y1 + moveY}, width, height
}

// place says where the part begins that the gravity keeps, in pixels of the result before
// it is cropped: w×h, of which spareX and spareY are cut off.
func (o Options) place(spareX, spareY, w, h int) (x, y float64) {
	sx, sy := float64(spareX), float64(spareY)
	switch o.Gravity {
	case "fp":
		x = o.XOffset*float64(w) - (float64(w)-sx)/2
		y = o.YOffset*float64(h) - (float64(h)-sy)/2
	case "sm":
	default:
		x, y = sx/2+o.XOffset, sy/2+o.YOffset
		switch o.Gravity {
		case "we", "nowe", "sowe":
			x = o.XOffset
		case "ea", "noea", "soea":
			x = sx - o.XOffset
		}
		switch o.Gravity {
		case "no", "noea", "nowe":
			y = o.YOffset
		case "so", "soea", "sowe":
			y = sy - o.YOffset
		}
	}
	return max(0, min(x, sx)), max(0, min(y, sy))
}
