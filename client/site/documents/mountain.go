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

// mountain is the drawing of a mountain: lines from the farthest to the nearest.
// Lengths are fractions of the width of the drawing, the same in both directions.
type mountain struct {
	rows, points int
	heights      []float64 // above the base of the line
	tones        []float64 // opacity of each point, 0 to 1
	drops        []float64 // how far the base of a line is below that of the first
	summit       float64   // the tallest of heights
	crestRows    int       // the first lines, which outline the skyline; those of an attempt are dashed
	attempt      bool
	profile      profile
}

// profile is the skyline in altitudes, for a chart.
type profile struct {
	metres []float64
	summit int     // index of the highest
	base   float64 // altitude of the foot of the mountain, in metres
}

// camera says where a mountain is in its frame, as fractions of the frame. centre
// is the middle of the mountain from the start, foot the base of its farthest
// line from the top, spread the width of the drawing in widths of the frame.
type camera struct{ foot, centre, spread float64 }

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
		Rows, Points, CrestRows int
		Heights                 string // base64 of 16-bit fractions of the width, little endian
		Tones                   string // base64 of 8-bit opacities
		Drops                   []float64
		Attempt                 bool
		Profile                 []float64 // metres
		BaseM                   float64
	}
	if err := json.Unmarshal(content, &raw); err != nil {
		return nil, fmt.Errorf("read the mountains: %w", err)
	}
	all := map[string]mountain{}
	for slug, r := range raw {
		heights, err := base64.StdEncoding.DecodeString(r.Heights)
		if err != nil || len(heights) != 2*r.Rows*r.Points {
			return nil, fmt.Errorf("read the mountain %s: %d bytes for %d rows of %d: %w", slug, len(heights), r.Rows, r.Points, err)
		}
		tones, err := base64.StdEncoding.DecodeString(r.Tones)
		if err != nil || len(tones) != r.Rows*r.Points || len(r.Drops) != r.Rows || len(r.Profile) == 0 {
			return nil, fmt.Errorf("read the mountain %s: %d tones, %d drops and %d points of the profile: %w", slug, len(tones), len(r.Drops), len(r.Profile), err)
		}
		m := mountain{rows: r.Rows, points: r.Points, drops: r.Drops, crestRows: r.CrestRows, attempt: r.Attempt}
		for i := range tones {
			height := float64(binary.LittleEndian.Uint16(heights[2*i:])) / 65535
			m.heights = append(m.heights, height)
			m.tones = append(m.tones, float64(tones[i])/255)
			m.summit = max(m.summit, height)
		}
		top := slices.Index(r.Profile, slices.Max(r.Profile))
		m.profile = profile{metres: r.Profile, summit: top, base: r.BaseM}
		all[slug] = m
	}
	return all, nil
}

// downsampled keeps every second line and point, the summit among them, for a
// small frame.
func (m mountain) downsampled() mountain {
	top := slices.Index(m.heights, m.summit)
	row, col := top/m.points%2, top%m.points%2
	t := mountain{summit: m.summit, attempt: m.attempt, crestRows: (m.crestRows + 1) / 2, profile: m.profile}
	for ; row < m.rows; row += 2 {
		t.rows, t.points = t.rows+1, 0
		t.drops = append(t.drops, m.drops[row])
		for i := col; i < m.points; i += 2 {
			at := row*m.points + i
			t.heights, t.tones, t.points = append(t.heights, m.heights[at]), append(t.tones, m.tones[at]), t.points+1
		}
	}
	return t
}

// withOutcome is the mountain with the outcome of its row.
func (m mountain) withOutcome(e expedition) mountain {
	m.attempt = e.Attempt
	return m
}

// paintMountain paints the sky and then the lines from far to near. Each is
// filled below, which hides those behind it.
func (s *sheet) paintMountain(m mountain, x, y, width, height float64, view camera, light palette, thick float64) {
	s.clipped(x, y, width, height, func() {
		s.gradient(x, y, width, height*0.62, light.sky, light.ground)
		s.fill([]point{{x, y + height*0.62}, {x + width, y + height*0.62}, {x + width, y + height}, {x, y + height}}, light.ground)
		span, centre := width*view.spread, view.centre
		if s.rtl {
			centre = 1 - centre // on the other side, and never mirrored
		}
		left := x + width*centre - span/2
		for row := range m.rows {
			base := y + height*view.foot + span*m.drops[row]
			outline := make([]point, m.points)
			for i := range outline {
				outline[i] = point{left + span*float64(i)/float64(m.points-1), base - m.heights[row*m.points+i]*span}
			}
			// beyond the drawing its lines go on level
			outline[0].x, outline[m.points-1].x = min(outline[0].x, x-1), max(outline[m.points-1].x, x+width+1)
			near := min(1, float64(row)/float64(m.rows-1))
			behind := mix(light.ground, light.soil, near)
			s.fill(append(outline[:m.points:m.points], point{outline[m.points-1].x, y + height*1.2}, point{outline[0].x, y + height*1.2}), behind)
			s.strokeRow(m, row, outline, light, behind, thick)
		}
	})
}

// strokeRow draws a line in pieces of one opacity; near the summit it has the
// accent colour.
func (s *sheet) strokeRow(m mountain, row int, outline []point, light palette, behind color.RGBA, thick float64) {
	const steps, accentAbove = 10, 0.9
	band := func(i int) int {
		at := row*m.points + i
		if m.heights[at] > m.summit*accentAbove {
			return steps + 1
		}
		return int(math.Round(m.tones[at] * steps))
	}
	var dashes []float64
	if m.attempt && row < m.crestRows {
		dashes = []float64{thick * 8, thick * 5}
	}
	for from := 0; from < len(outline)-1; {
		to, own := from+1, band(from)
		for to < len(outline)-1 && band(to) == own {
			to++
		}
		c := light.peak
		if own <= steps {
			c = mix(behind, light.ink, float64(own)/steps)
		}
		if own > 0 {
			s.stroke(outline[from:to+1], c, thick, dashes...)
		}
		from = to
	}
}

// silhouette draws the skyline in a column, at the scale in which tall is 8,848 m,
// over the land on which the mountain stands. One flank is darker than the other.
// Heights are to scale, widths are not: the whole frame fills the column.
func (s *sheet) silhouette(m mountain, start, foot, width, tall float64, line, behind color.RGBA, thick float64) {
	left := s.left(start, width)
	at := func(i int) point {
		part := float64(i) / float64(len(m.profile.metres)-1)
		return point{left + width*part, foot - m.profile.metres[i]/8848*tall}
	}
	low := foot - m.profile.base/8848*tall
	outline := make([]point, len(m.profile.metres))
	for i := range outline {
		outline[i] = at(i)
	}
	top, last := m.profile.summit, len(outline)-1
	s.fill([]point{{left, foot}, {left, low}, {left + width, low}, {left + width, foot}}, mix(behind, line, 0.05))
	s.fill(append([]point{{left, low}}, append(outline[:last+1:last+1], point{left + width, low})...), mix(behind, line, 0.1))
	s.fill(append(outline[top:last+1:last+1], point{left + width, low}, point{outline[top].x, low}), mix(behind, line, 0.28))
	var dashes []float64
	if m.attempt {
		dashes = []float64{0.9, 0.6}
	}
	s.stroke(outline, line, thick, dashes...)
}
