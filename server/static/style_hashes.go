package static

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

var (
	styleElements = regexp.MustCompile(`(?s)<style[^>]*>(.*?)</style>`)
	// inlineScripts have no attribute: files have src, modules and data blocks a type.
	inlineScripts = regexp.MustCompile(`(?s)<script>(.*?)</script>`)
)

// StyleSources is the value of the directive style-src for an HTML document: files of
// its own origin, and its style elements by their SHA-256 hashes (CSP 3, section 2.3.1).
// A style attribute is not let in.
func StyleSources(html string) string { return sourcesOf(styleElements, html) }

// ScriptSources is the value of the directive script-src for an HTML document: files of
// its own origin, and its inline scripts without attributes by their SHA-256 hashes. The
// document must be the program's own, without a text of anybody else's.
func ScriptSources(html string) string { return sourcesOf(inlineScripts, html) }

func sourcesOf(elements *regexp.Regexp, html string) string {
	sources := []string{"'self'"}
	for _, element := range elements.FindAllStringSubmatch(html, -1) {
		hash := sha256.Sum256([]byte(element[1]))
		sources = append(sources, "'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'")
	}
	return strings.Join(sources, " ")
}
