package filter

import (
	"fmt"
	"strings"
	"unicode"
)

// maxInspected bounds what an error repeats of a filter, in bytes of each string.
const maxInspected = 4096

// Inspect writes conditions as Supabase's messages show them:
// [{"id", "eq", "1", false}].
func Inspect(conditions []Condition) string {
	shown := make([]string, 0, len(conditions))
	for _, c := range conditions {
		shown = append(shown, fmt.Sprintf("{%s, %s, %s, %t}", inspect(c.Column), inspect(string(c.Operator)), inspect(c.Value), c.Not))
	}
	return "[" + strings.Join(shown, ", ") + "]"
}

func inspectList(texts ...string) string {
	shown := make([]string, 0, len(texts))
	for _, text := range texts {
		shown = append(shown, inspect(text))
	}
	return "[" + strings.Join(shown, ", ") + "]"
}

// inspect writes a string as Elixir does.
func inspect(text string) string {
	if len(text) > maxInspected {
		return inspect(strings.ToValidUTF8(text[:maxInspected], "")) + " <> ..."
	}
	var b strings.Builder
	b.WriteByte('"')
	for i, r := range text {
		b.WriteString(inspectRune(r, strings.HasPrefix(text[i:], "#{")))
	}
	b.WriteByte('"')
	return b.String()
}

func inspectRune(r rune, interpolates bool) string {
	switch r {
	case '"', '\\':
		return `\` + string(r)
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	}
	switch {
	case interpolates:
		return `\#`
	case !unicode.IsPrint(r):
		return fmt.Sprintf(`\x{%X}`, r)
	}
	return string(r)
}
