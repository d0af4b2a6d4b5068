package result

import "unicode/utf8"

// Prefix is the first bytes of a text, at most so many, without a part of a character at its end.
func Prefix[T string | []byte](text T, most int) T {
	if len(text) <= most {
		return text
	}
	for most > 0 && !utf8.RuneStart(text[most]) {
		most--
	}
	return text[:most]
}
