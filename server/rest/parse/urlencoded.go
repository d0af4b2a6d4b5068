package parse

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/fault"
)

// urlParam is one parameter of the query string, decoded.
type urlParam struct {
	name, value string
	bare        bool // without "="
}

// splitQuery decodes a query string. A broken escape stays as it is written.
func splitQuery(query string) ([]urlParam, error) {
	var params []urlParam
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		name, value, found := strings.Cut(pair, "=")
		params = append(params, urlParam{unescape(name), unescape(value), !found})
		if len(params) > maxTerms { // to be refused
			break
		}
	}
	return checkParams(params)
}

func checkParams(params []urlParam) ([]urlParam, error) {
	for _, param := range params {
		if !readable(param.name) || !readable(param.value) {
			return nil, fault.New(fault.RestBadQuery, "The query string is not valid UTF-8")
		}
		if nesting(param.value) > maxNesting {
			return nil, tooMany(maxNesting, "nested brackets")
		}
	}
	if len(params) > maxTerms {
		return nil, tooMany(maxTerms, "terms")
	}
	return params, nil
}

// nesting is the depth of brackets of any kind in a value.
func nesting(value string) int {
	depth, deepest := 0, 0
	for i := range len(value) {
		switch value[i] {
		case '[', '{', '(':
			depth++
			deepest = max(deepest, depth)
		case ']', '}', ')':
			depth = max(depth-1, 0)
		}
	}
	return deepest
}

func readable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}

func unescape(text string) string {
	if !strings.ContainsAny(text, "%+") {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '+':
			b.WriteByte(' ')
		case '%':
			if n, err := strconv.ParseUint(text[i+1:min(i+3, len(text))], 16, 8); err == nil && i+2 < len(text) {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

const hexDigits = "0123456789ABCDEF"

// Escape writes all but letters, digits, "-", "_", "." and "~" as %XX.
func Escape(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~", c) >= 0 {
			b.WriteByte(c)
			continue
		}
		b.WriteByte('%')
		b.WriteByte(hexDigits[c>>4])
		b.WriteByte(hexDigits[c&15])
	}
	return b.String()
}

// formParams reads the fields of a form. Each takes many times its length in
// memory, so that their number is bounded like that of a query string.
func formParams(raw []byte) ([]Param, error) {
	var params []Param
	for pair := range strings.SplitSeq(string(raw), "&") {
		name, value, _ := strings.Cut(pair, "=")
		if pair == "" {
			continue
		}
		if len(params) == maxTerms {
			return nil, badBody(fmt.Sprintf("The form has more than %d fields", maxTerms))
		}
		param := Param{unescape(name), unescape(value)}
		if !utf8.ValidString(param.Name) || !utf8.ValidString(param.Value) {
			return nil, badBody("The form is not valid UTF-8")
		}
		params = append(params, param)
	}
	return params, nil
}
