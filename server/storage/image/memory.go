package image

// Memory is the number of bytes that Render allocates at most, garbage included, since the garbage
// collector may not run in between: TestMemoryIsEnough compares it.
func Memory(s Source, o Options, format Format) int64 {
	shownW, shownH := turnOf(s.Orientation).size(s.Width, s.Height)
	_, width, height := o.fit(shownW, shownH)
	// Whole blocks of 16×16, as encoders have them.
	pixels := int64(width+15) / 16 * 16 * (int64(height+15) / 16 * 16)
	const buffers = 1 << 20 // of readers, tables, lines
	scaled := 3 * pixels    // planes, twice where they are turned
	if s.Format != JPEG {
		scaled = 12 * pixels
	}
	encoding := map[Format]int64{JPEG: 8, PNG: 30}[format] * pixels
	if format == WebP {
		encoding = 8*pixels + webpMemory(width, height, s.opaque)
	}
	if format == AVIF {
		encoding = 8*pixels + avifCompiled + avifMemory(width, height)
	}
	return buffers + s.decodedSize + scaled + encoding + 4*int64(len(s.Profile)) + int64(s.Width)*16
}
