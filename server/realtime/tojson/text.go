package tojson

import "unicode/utf8"

const (
	replacement  = "\uFFFD"
	beforeChrist = " BC"
)

const hexadecimal = "0123456789abcdef"

// String appends text as a JSON string. What is not UTF-8 becomes U+FFFD, since a
// websocket's text may hold nothing else.
func String(dst, text []byte) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			i++
			continue
		}
		if c < utf8.RuneSelf {
			dst = escape(append(dst, text[from:i]...), c)
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			dst = append(append(dst, text[from:i]...), replacement...)
			from = i + 1
		}
		i += size
	}
	return append(append(dst, text[from:]...), '"')
}

func escape(dst []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(dst, '\\', c)
	case '\n':
		return append(dst, '\\', 'n')
	case '\t':
		return append(dst, '\\', 't')
	case '\r':
		return append(dst, '\\', 'r')
	case '\b':
		return append(dst, '\\', 'b')
	case '\f':
		return append(dst, '\\', 'f')
	}
	return append(dst, '\\', 'u', '0', '0', hexadecimal[c>>4], hexadecimal[c&15])
}

// plain tells whether text can stand in a JSON string as it is.
func plain(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
