package documents

import "math"

// The lines of a mountain and the points of a line, as in the files of the
// client's build.
const ridgeRows, ridgePoints = 54, 300

// ridge draws a mountain without a shape of its own exactly as the client does
// (art/ridgeline.ts): the name seeds the shape, and the summit is to scale. It is
// for posts, which are written while the site runs; the expeditions' mountains
// come from the build.
func ridge(name string, heightM int) mountain {
	seed := seedOf(name)
	peaks, crests := peaksFrom(randomFrom(seed)), noise{seed, 5}
	m := mountain{rows: ridgeRows, points: ridgePoints, heights: make([]float64, ridgeRows*ridgePoints)}
	tallest := 0.0
	for i := range m.heights {
		x := float64(i%ridgePoints) / (ridgePoints - 1)
		depth := float64(i/ridgePoints) / (ridgeRows - 1)
		m.heights[i] = heightAt(peaks, crests, x, depth)
		tallest = max(tallest, m.heights[i])
	}
	const rise, reach = 0.47 / (2 * math.Sqrt2), 0.25 // the client's, with its margin of a half on each side
	m.summit = float64(heightM) / 8848 * rise
	for i := range m.heights {
		high := m.heights[i] / tallest
		m.heights[i] = high * m.summit
		m.tones = append(m.tones, toneOf(high))
	}
	for row := range m.rows {
		near := float64(row) / float64(m.rows-1)
		m.drops = append(m.drops, reach*(0.12*near+0.88*math.Pow(near, 1.55)))
	}
	return m
}

// toneOf is brighter with height.
func toneOf(high float64) float64 {
	if high < 0.28 {
		return 0.15 + high
	}
	return min(1, 0.43+(high-0.28)/0.54*0.57)
}

type peak struct{ x, depth, rise, width float64 }

// peaksFrom places the summit, and lower peaks around it. The order of the random
// numbers is the client's.
func peaksFrom(random func() float64) []peak {
	peaks := []peak{{0.5, 0.21, 1, 0.085 + random()*0.045}}
	for i := range 16 {
		side, reach := -1.0, 0.15
		if i%2 == 1 {
			side, reach = 1, 0.34
		}
		away := random()
		p := peak{x: 0.5 + side*(0.03+away*reach), depth: 0.04 + random()*0.5}
		p.rise = 0.34 + random()*0.4 - away*0.14
		p.width = 0.045 + random()*0.06
		peaks = append(peaks, p)
	}
	return peaks
}

func heightAt(peaks []peak, crests noise, x, depth float64) float64 {
	body := 0.0
	for _, p := range peaks {
		across, along := (x-p.x)/p.width, (depth-p.depth)/(p.width*2.1)
		rise := p.rise * math.Exp(-math.Sqrt(across*across+along*along+0.02))
		body += rise * rise
	}
	crest, fine := crests.at(x*12, depth*6), crests.at(x*38+90, depth*16)
	rock := 0.56 + 0.34*math.Pow(crest, 1.5) + 0.1*fine*crest
	return (math.Sqrt(body)+0.34*shoulder(x, depth))*rock + 0.018*crest + 0.008*fine
}

// shoulder is the high ground on which the peaks stand.
func shoulder(x, depth float64) float64 {
	wide := 0.24
	if x < 0.56 {
		wide = 0.13
	}
	across, along := (x-0.56)/wide, (depth-0.26)/0.24
	return math.Exp(-across*across - along*along)
}

// seedOf is FNV-1a.
func seedOf(name string) uint32 {
	hash := uint32(0x811c9dc5)
	for _, letter := range name {
		hash = (hash ^ uint32(letter)) * 0x01000193 // #nosec G115 -- a hash: the bits count, not the number
	}
	return hash
}

// unit converts 32 bits to a number in [0, 1).
func unit(bits uint32) float64 { return float64(bits) / 4294967296 }

// randomFrom is a stream of numbers in [0, 1): mulberry32.
func randomFrom(state uint32) func() float64 {
	return func() float64 {
		state += 0x6d2b79f5
		mixed := (state ^ state>>15) * (1 | state)
		mixed ^= mixed + (mixed^mixed>>7)*(61|mixed)
		return unit(mixed ^ mixed>>14)
	}
}

// noise is ridged noise in [0, 1]: it has crests where smooth noise crosses zero.
type noise struct {
	seed    uint32
	octaves int
}

func (n noise) at(x, y float64) float64 {
	sum, weight, scale := 0.0, 0.5, 1.0
	for octave := range n.octaves {
		crest := 1 - math.Abs(2*n.smooth(x*scale, y*scale+float64(octave*17))-1)
		sum += weight * crest * crest
		weight *= 0.5
		scale *= 2.03
	}
	return sum / (1 - math.Pow(0.5, float64(n.octaves)))
}

func (n noise) smooth(x, y float64) float64 {
	left, top := math.Floor(x), math.Floor(y)
	ease := func(t float64) float64 { return t * t * (3 - 2*t) }
	between := func(a, b, t float64) float64 { return a + (b-a)*t }
	across := ease(x - left)
	upper := between(n.lattice(left, top), n.lattice(left+1, top), across)
	lower := between(n.lattice(left, top+1), n.lattice(left+1, top+1), across)
	return between(upper, lower, ease(y-top))
}

func (n noise) lattice(x, y float64) float64 {
	hash := uint32(int32(x))*0x27d4eb2d ^ uint32(int32(y))*0x165667b1 ^ n.seed // #nosec G115 -- a hash: the bits count, not the number
	hash = (hash ^ hash>>15) * 0x85ebca6b
	hash = (hash ^ hash>>13) * 0xc2b2ae35
	return unit(hash ^ hash>>16)
}
