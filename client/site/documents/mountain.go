package documents

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"image/color"
	"io/fs"
	"math"
	"slices"
)

// mountain is the drawing of a mountain: lines from the farthest to the nearest,
// heights as parts of 8,848 m. Only the height of the summit is real.
type mountain struct {
	rows, points int
	heights      []float64
	summit       float64
	attempt      bool
}

// camera is the projection of a mountain, in parts of the frame. It is the same as
// the client's in art/ridge-painter.ts.
type camera struct{ horizon, rise, centre, spread float64 }

// palette is the colours of a mountain.
type palette struct{ ink, peak, sky, ground, soil color.RGBA }

var (
	nightPalette = palette{ink: limestone, peak: ember, sky: lake, ground: night, soil: night}
	dayPalette   = palette{ink: ink, peak: clay, sky: ground, ground: mix(ground, sand, 0.3), soil: sand}
)

// readMountains reads the drawings of the client's build, by slug.
func readMountains(files fs.FS) (map[string]mountain, error) {
	content, err := fs.ReadFile(files, "print/massifs.json")
	if err != nil {
		return nil, fmt.Errorf("read the mountains: %w", err)
	}
	var raw map[string]struct {
		Rows, Points int
		Heights      string // base64 of 16-bit parts of 8,848 m, little endian
		Attempt      bool
	}
	if err := json.Unmarshal(content, &raw); err != nil {
		return nil, fmt.Errorf("read the mountains: %w", err)
	}
	all := map[string]mountain{}
	for slug, r := range raw {
		bytes, err := base64.StdEncoding.DecodeString(r.Heights)
		if err != nil || len(bytes) != 2*r.Rows*r.Points {
			return nil, fmt.Errorf("read the mountain %s: %d bytes for %d rows of %d: %w", slug, len(bytes), r.Rows, r.Points, err)
		}
		m := mountain{rows: r.Rows, points: r.Points, attempt: r.Attempt}
		for i := 0; i < len(bytes); i += 2 {
			height := float64(binary.LittleEndian.Uint16(bytes[i:])) / 65535
			m.heights = append(m.heights, height)
			m.summit = max(m.summit, height)
		}
		all[slug] = m
	}
	return all, nil
}

// downsampled keeps every second line and point, the summit among them, for a
// small frame.
func (m mountain) downsampled() mountain {
	top := slices.Index(m.heights, m.summit)
	row, col := top/m.points%2, top%m.points%2
	t := mountain{summit: m.summit, attempt: m.attempt}
	for ; row < m.rows; row += 2 {
		t.rows, t.points = t.rows+1, 0
		for i := col; i < m.points; i += 2 {
			t.heights, t.points = append(t.heights, m.heights[row*m.points+i]), t.points+1
		}
	}
	return t
}

// scaledTo is the mountain with the height and the outcome of its row.
func (m mountain) scaledTo(e expedition) mountain {
	factor := float64(e.HeightM) / 8848 / m.summit
	scaled := mountain{rows: m.rows, points: m.points, heights: make([]float64, len(m.heights)), summit: m.summit * factor, attempt: e.Attempt}
	for i, h := range m.heights {
		scaled.heights[i] = h * factor
	}
	return scaled
}

// paintMountain paints the sky and then the lines from far to near. Each is
// filled below, which hides those behind it.
func (s *sheet) paintMountain(m mountain, x, y, width, height float64, view camera, light palette, thick float64) {
	s.clipped(x, y, width, height, func() {
		s.gradient(x, y, width, height*0.62, light.sky, light.ground)
		s.fill([]point{{x, y + height*0.62}, {x + width, y + height*0.62}, {x + width, y + height}, {x, y + height}}, light.ground)
		for row := range m.rows {
			near := float64(row) / float64(m.rows-1)
			base := y + height*(view.horizon+(1.06-view.horizon)*(0.12*near+0.88*math.Pow(near, 1.55)))
			outline := make([]point, m.points)
			for i := range outline {
				across := view.centre + (float64(i)/float64(m.points-1)-0.5)*view.spread
				if s.rtl {
					across = 1 - across
				}
				outline[i] = point{x + width*across, base - m.heights[row*m.points+i]*view.rise*height}
			}
			s.fill(s.closed(outline, x, width, y+height*1.2), mix(light.ground, light.soil, near))
			s.strokeRow(m, row, outline, light, near, thick)
		}
	})
}

// closed closes an outline below the frame and outside of both of its sides.
func (s *sheet) closed(outline []point, x, width, bottom float64) []point {
	first, last := outline[0], outline[len(outline)-1]
	near, far := x-1, x+width+1
	if first.x > last.x {
		near, far = far, near
	}
	closed := append([]point{{near, bottom}, {near, first.y}}, outline...)
	return append(closed, point{far, last.y}, point{far, bottom})
}

// strokeRow draws a line in bands of height: the higher, the brighter; the part
// below the summit has the accent colour.
func (s *sheet) strokeRow(m mountain, row int, outline []point, light palette, near, thick float64) {
	band := func(i int) int {
		high := max(m.heights[row*m.points+i], m.heights[row*m.points+i+1]) / m.summit
		at := 0
		for _, edge := range []float64{0.08, 0.18, 0.3, 0.46, 0.62, 0.86} {
			if high > edge {
				at++
			}
		}
		return at
	}
	behind := mix(light.ground, light.soil, near)
	highest := 0.0
	for _, h := range m.heights[row*m.points : (row+1)*m.points] {
		highest = max(highest, h)
	}
	var dashes []float64
	if m.attempt && highest > m.summit*0.55 {
		dashes = []float64{thick * 8, thick * 5}
	}
	strengths := []float64{0.16 + 0.08*near, 0.28, 0.42, 0.6, 0.8, 1}
	for from := 0; from < len(outline)-1; {
		to, own := from+1, band(from)
		for to < len(outline)-1 && band(to) == own {
			to++
		}
		c, broken := light.peak, dashes
		if own < len(strengths) {
			c = mix(behind, light.ink, strengths[own])
		}
		if own == 0 {
			broken = nil // the lowest lines are too close to each other for dashes
		}
		s.stroke(outline[from:to+1], c, thick, broken...)
		from = to
	}
}

// silhouette draws the skyline in a column, at the scale in which tall is 8,848 m,
// with one flank darker than the other.
func (s *sheet) silhouette(m mountain, start, foot, width, tall float64, line, behind color.RGBA, thick float64) {
	outline := make([]point, 0, m.points)
	profile, top := m.profile()
	for i, height := range profile {
		part := float64(i) / float64(len(profile)-1)
		if s.rtl {
			part = 1 - part
		}
		outline = append(outline, point{s.left(start, width) + width*part, foot - height*tall})
	}
	base := point{outline[top].x, foot}
	s.fill(outline, mix(behind, line, 0.08))
	s.fill(append([]point{base}, outline[top:]...), mix(behind, line, 0.26))
	var dashes []float64
	if m.attempt {
		dashes = []float64{0.9, 0.6}
	}
	s.stroke(outline, line, thick, dashes...)
}

// profile is the skyline around the summit, smoothed for a small drawing, and the
// index of the summit in it. The height of the summit is exact.
func (m mountain) profile() ([]float64, int) {
	const reach = 18 // points on each side of the summit
	skyline, top := make([]float64, m.points), 0
	for i := range skyline {
		for row := range m.rows {
			skyline[i] = max(skyline[i], m.heights[row*m.points+i])
		}
		if skyline[i] > skyline[top] {
			top = i
		}
	}
	calm := make([]float64, 0, 2*reach+1)
	for off := -reach; off <= reach; off++ {
		away := math.Abs(float64(off)) / reach
		sum := 0.0
		for near := -1; near <= 1; near++ {
			sum += skyline[min(max(top+off+near, 0), m.points-1)]
		}
		slope := m.summit * math.Pow(1-away, 1.25) // what a cone of this height would be
		calm = append(calm, min(m.summit, 0.8*math.Sqrt(1-away)*sum/3+0.2*slope))
	}
	calm[reach] = m.summit
	return calm, reach
}
