package parse

// jsonWalker steps through JSON that is known to be valid. Decoding a body of a
// thousand rows only to know its keys would cost more than the insert.
type jsonWalker struct {
	text []byte
	pos  int
}

func (j *jsonWalker) blanks() {
	for j.pos < len(j.text) && j.text[j.pos] <= ' ' {
		j.pos++
	}
}

func (j *jsonWalker) next() byte {
	j.blanks()
	return j.text[j.pos]
}

// elements calls each at every element of an array; each must step over it.
func (j *jsonWalker) elements(each func() bool) bool {
	j.blanks()
	j.pos++
	for j.next() != ']' {
		if j.text[j.pos] == ',' {
			j.pos++
			j.blanks()
		}
		if !each() {
			return false
		}
	}
	j.pos++
	return true
}

// keys steps over an object and adds its keys, as they are written, to keys.
func (j *jsonWalker) keys(keys [][]byte) ([][]byte, bool) {
	if j.next() != '{' {
		return nil, false
	}
	j.pos++
	for j.next() != '}' {
		if j.text[j.pos] == ',' {
			j.pos++
			j.blanks()
		}
		start := j.pos
		j.skipString()
		keys = append(keys, j.text[start:j.pos])
		j.blanks()
		j.pos++ // the colon
		j.skipValue()
	}
	j.pos++
	return keys, true
}

func (j *jsonWalker) skipString() {
	for j.pos++; j.text[j.pos] != '"'; j.pos++ {
		if j.text[j.pos] == '\\' {
			j.pos++
		}
	}
	j.pos++
}

// skipValue steps over any value.
func (j *jsonWalker) skipValue() {
	depth := 0
	for j.blanks(); j.pos < len(j.text); {
		switch j.text[j.pos] {
		case '"':
			j.skipString()
		case '{', '[':
			depth++
			j.pos++
		case '}', ']', ',':
			if depth == 0 {
				return
			}
			if j.text[j.pos] != ',' {
				depth--
			}
			j.pos++
		default:
			j.pos++
		}
		if j.blanks(); depth == 0 && j.pos < len(j.text) && (j.text[j.pos] == ',' || j.text[j.pos] == '}' || j.text[j.pos] == ']') {
			return
		}
	}
}

// jsonNesting is the depth of arrays and objects in a text that may not be valid JSON.
func jsonNesting(text []byte) int {
	depth, deepest, inString := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			inString = !inString
		case inString && c == '\\':
			i++
		case inString:
		case c == '[' || c == '{':
			depth++
			deepest = max(deepest, depth)
		case c == ']' || c == '}':
			depth--
		}
	}
	return deepest
}
