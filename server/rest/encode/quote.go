package encode

const hex = "0123456789abcdef"

// escapes has, of each byte that cannot stand in a JSON string, the letter
// behind its backslash; u for those without one; 0 for the rest. PostgreSQL
// escapes nothing else (utils/adt/json.c, escape_json).
var escapes = [256]byte{
	0: 'u', 1: 'u', 2: 'u', 3: 'u', 4: 'u', 5: 'u', 6: 'u', 7: 'u', '\b': 'b', '\t': 't', '\n': 'n', 11: 'u', '\f': 'f',
	'\r': 'r', 14: 'u', 15: 'u', 16: 'u', 17: 'u', 18: 'u', 19: 'u', 20: 'u', 21: 'u', 22: 'u', 23: 'u', 24: 'u', 25: 'u',
	26: 'u', 27: 'u', 28: 'u', 29: 'u', 30: 'u', 31: 'u', '"': '"', '\\': '\\',
}

// quoted appends text as a JSON string. Most text has nothing to escape, and is
// copied whole.
func quoted(to, text []byte) []byte {
	to = append(to, '"')
	start := 0
	for i, c := range text {
		escape := escapes[c]
		if escape == 0 {
			continue
		}
		to = append(to, text[start:i]...)
		start = i + 1
		if escape == 'u' {
			to = append(to, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
			continue
		}
		to = append(to, '\\', escape)
	}
	return append(append(to, text[start:]...), '"')
}
