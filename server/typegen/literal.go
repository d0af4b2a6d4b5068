package typegen

import (
	"fmt"
	"strings"
	"unicode"
)

// literal quotes s as a string of TypeScript, with the quotes of which s has fewer.
func literal(s string) string {
	quote := '"'
	if strings.Count(s, `"`) > strings.Count(s, "'") {
		quote = '\''
	}
	var b strings.Builder
	b.WriteRune(quote)
	for _, r := range s {
		switch {
		case r == quote || r == '\\':
			b.WriteRune('\\')
			b.WriteRune(r)
		case r < ' ':
			if i := strings.IndexRune("\b\t\n\f\r", r); i >= 0 { // as JSON.stringify does
				b.WriteString(`\` + "btnfr"[i:i+1])
			} else {
				fmt.Fprintf(&b, `\u%04x`, r)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteRune(quote)
	return b.String()
}

// key is s as a property's name: quoted unless it is an identifier.
func key(s string) string {
	if isIdentifier(s) {
		return s
	}
	return literal(s)
}

// isIdentifier follows ECMAScript's IdentifierName.
func isIdentifier(s string) bool {
	for i, r := range s {
		start := r == '$' || r == '_' || unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start)
		joiner := r == '\u200c' || r == '\u200d'
		inside := joiner || unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
		if !start && (i == 0 || !inside) {
			return false
		}
	}
	return s != ""
}
