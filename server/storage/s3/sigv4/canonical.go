package sigv4

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// canonical is the text whose hash is signed.
func (s *Signature) canonical(r *http.Request, target Target) string {
	var b strings.Builder
	b.WriteString(r.Method + "\n" + target.Path + "\n" + canonicalQuery(r.URL.RawQuery) + "\n")
	for _, name := range s.signedHeaders {
		if value, ok := headerValue(r, name, target.Host); ok {
			b.WriteString(name + ":" + value + "\n")
		}
	}
	b.WriteString("\n" + strings.Join(s.signedHeaders, ";") + "\n" + s.payload)
	return b.String()
}

// headerValue is a header as it is signed. net/http keeps some elsewhere than in Header.
func headerValue(r *http.Request, name, host string) (string, bool) {
	switch name {
	case "host":
		return host, true
	case "content-length":
		return strconv.FormatInt(r.ContentLength, 10), r.ContentLength >= 0
	case "transfer-encoding":
		return strings.Join(r.TransferEncoding, ","), len(r.TransferEncoding) > 0
	case "accept-encoding":
		// a trusted proxy that rewrites the header says what it was
		if original := r.Header.Get("X-Original-Accept-Encoding"); original != "" {
			return original, true
		}
	}
	values, ok := r.Header[http.CanonicalHeaderKey(name)]
	trimmed := make([]string, len(values))
	for i, value := range values {
		trimmed[i] = strings.Join(strings.FieldsFunc(value, func(c rune) bool { return c == ' ' || c == '\t' }), " ")
	}
	return strings.Join(trimmed, ","), ok
}

// canonicalQuery has every parameter but the signature, encoded and sorted. One without
// a value has an empty one.
func canonicalQuery(raw string) string {
	query, _ := url.ParseQuery(raw) // Parse has refused what cannot be read
	var all []string
	for name, values := range query {
		if name == "X-Amz-Signature" {
			continue
		}
		for _, value := range values {
			all = append(all, Encode(name)+"="+Encode(value))
		}
	}
	// by name and then by value: what may follow a name sorts after "="
	slices.SortFunc(all, func(a, b string) int {
		aName, aValue, _ := strings.Cut(a, "=")
		bName, bValue, _ := strings.Cut(b, "=")
		if by := strings.Compare(aName, bName); by != 0 {
			return by
		}
		return strings.Compare(aValue, bValue)
	})
	return strings.Join(all, "&")
}

// Encode escapes all but letters, digits and -._~ (RFC 3986).
func Encode(text string) string { return strings.ReplaceAll(EncodePath(text), "/", "%2F") }

// EncodePath is Encode that keeps slashes.
func EncodePath(text string) string {
	const hexDigits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '.', c == '_', c == '~', c == '/':
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hexDigits[c>>4])
			b.WriteByte(hexDigits[c&15])
		}
	}
	return b.String()
}

// reencoded is a path as clients encode it before they sign: on the way some characters
// may have been left as they are.
func reencoded(path string) string {
	text, err := url.PathUnescape(path)
	if err != nil {
		return path
	}
	// a slash that is part of a name would be read as a separator
	if strings.Count(text, "/") != strings.Count(path, "/") {
		return path
	}
	return EncodePath(text)
}
