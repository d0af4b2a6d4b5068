package image

// lines gives a line of stored pixels. What it returns is valid until the next call.
type lines func(y int) []byte

// shrink gives part of a picture of w×h pixels as toW×toH pixels of n bytes. A pixel of
// the result is the mean of the area that it covers, by the weight of what is covered:
// one pass over the source, at any ratio, without the aliasing of filters that look at a
// few pixels. Places outside the source count as its edge.
func shrink(source lines, w, h, n int, part area, toW, toH int) []byte {
	columns := spans(part.x0, part.x1, w, toW)
	rows := spans(part.y0, part.y1, h, toH)
	result := make([]byte, toW*toH*n)
	line, sums := make([]uint32, toW*n), make([]uint64, toW*n)
	read := -1 // the source's line that is in line
	for y, span := range rows {
		clear(sums)
		for i := span.first; i <= span.last; i++ {
			if i != read {
				shrinkLine(line, source(i), n, columns)
				read = i
			}
			weight := uint64(span.weight(i))
			for j, value := range line {
				sums[j] += weight * uint64(value)
			}
		}
		total := uint64(span.total) << 8
		to := result[y*toW*n : (y+1)*toW*n]
		for j, sum := range sums {
			to[j] = byte((sum + total/2) / total)
		}
	}
	return result
}

// shrinkLine gives the means of spans of a line, in 1/256.
func shrinkLine(to []uint32, line []byte, n int, columns []span) {
	if n == 1 {
		for x, s := range columns {
			sum := uint64(line[s.first]) * uint64(s.start)
			if s.last > s.first {
				inner := uint64(0)
				for _, value := range line[s.first+1 : s.last] {
					inner += uint64(value)
				}
				sum += inner<<8 + uint64(line[s.last])*uint64(s.end)
			}
			to[x] = uint32((sum * s.inverse) >> inverseBits)
		}
		return
	}
	for x, s := range columns {
		for c := range n {
			sum := uint64(0)
			for i := s.first; i <= s.last; i++ {
				sum += uint64(line[i*n+c]) * uint64(s.weight(i))
			}
			to[x*n+c] = uint32((sum * s.inverse) >> inverseBits)
		}
	}
}

// span is the part of the source that a pixel of the result covers in one direction: the pixels
// first to last, where start and end are the weights of those two, in 1/256.
type span struct {
	first, last       int
	start, end, total uint32
	// inverse is 256/total, shifted by inverseBits.
	inverse uint64
}

const inverseBits = 24

func (s span) weight(i int) uint32 {
	switch i {
	case s.first:
		return s.start
	case s.last:
		return s.end
	}
	return 256
}

// spans divides from..to of a side of size pixels into count.
func spans(from, to float64, size, count int) []span {
	all := make([]span, count)
	step := (to - from) / float64(count)
	for i := range all {
		// in 1/256
		start := max(0, min(int((from+float64(i)*step)*256+0.5), size*256-1))
		end := max(start+1, min(int((from+float64(i+1)*step)*256+0.5), size*256))
		s := span{first: start / 256, last: (end - 1) / 256, total: uint32(end - start)}
		if s.first == s.last {
			s.start = s.total
		} else {
			s.start, s.end = uint32((s.first+1)*256-start), uint32(end-s.last*256)
		}
		s.inverse = (256<<inverseBits + uint64(s.total) - 1) / uint64(s.total)
		all[i] = s
	}
	return all
}
