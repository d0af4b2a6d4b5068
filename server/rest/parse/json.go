package parse

// jsonWalker steps through JSON that is known to be valid. Decoding a body of a
// thousand rows only to know its keys would cost more than the insert.
type jsonWalker struct {
	text []byte
	pos  int
}

func (w *jsonWalker) blanks() {
	for w.pos < len(w.text) && w.text[w.pos] <= ' ' {
		w.pos++
	}
}

func (w *jsonWalker) next() byte {
	w.blanks()
	return w.text[w.pos]
}

// elements calls each at every element of an array; each must step over it.
func (w *jsonWalker) elements(each func() bool) bool {
	w.blanks()
	w.pos++
	for w.next() != ']' {
		if w.text[w.pos] == ',' {
			w.pos++
			w.blanks()
		}
		if !each() {
			return false
		}
	}
	w.pos++
	return true
}

// keys steps over an object and adds its keys, as they are written, to keys.
func (w *jsonWalker) keys(keys [][]byte) ([][]byte, bool) {
	if w.next() != '{' {
		return nil, false
	}
	w.pos++
	for w.next() != '}' {
		if w.text[w.pos] == ',' {
			w.pos++
			w.blanks()
		}
		start := w.pos
		w.skipString()
		keys = append(keys, w.text[start:w.pos])
		w.blanks()
		w.pos++ // the colon
		w.skipValue()
	}
	w.pos++
	return keys, true
}

func (w *jsonWalker) skipString() {
	for w.pos++; w.text[w.pos] != '"'; w.pos++ {
		if w.text[w.pos] == '\\' {
			w.pos++
		}
	}
	w.pos++
}

// skipValue steps over any value.
func (w *jsonWalker) skipValue() {
	depth := 0
	for w.blanks(); w.pos < len(w.text); {
		switch w.text[w.pos] {
		case '"':
			w.skipString()
		case '{', '[':
			depth++
			w.pos++
		case '}', ']', ',':
			if depth == 0 {
				return
			}
			if w.text[w.pos] != ',' {
				depth--
			}
			w.pos++
		default:
			w.pos++
		}
		if w.blanks(); depth == 0 && w.pos < len(w.text) && (w.text[w.pos] == ',' || w.text[w.pos] == '}' || w.text[w.pos] == ']') {
			return
		}
	}
}

// jsonNesting is how deep arrays and objects go in what may not be valid JSON.
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
