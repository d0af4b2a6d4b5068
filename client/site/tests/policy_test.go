package tests

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// directives are those that a page must have: no other inline script or style element, no plug-in, no
// frame around it, no other base and no form to another host.
var directives = []string{
	"default-src 'self'", "style-src-attr 'unsafe-inline'", "object-src 'none'", "base-uri 'none'", "form-action 'self'",
	"frame-ancestors 'none'",
}

// blocked lists what the browser would not apply of a page under its policy: event handler
// attributes, and inline scripts and style elements without their hash.
func blocked(page, policy string) []string {
	var faults []string
	tokens := html.NewTokenizer(strings.NewReader(page))
	for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() {
		if kind != html.StartTagToken && kind != html.SelfClosingTagToken {
			continue
		}
		tag := tokens.Token()
		attributes := map[string]string{}
		for _, a := range tag.Attr {
			attributes[a.Key] = a.Val
			if strings.HasPrefix(a.Key, "on") {
				faults = append(faults, tag.String())
			}
		}
		_, isFile := attributes["src"]
		isScript := tag.Data == "script" && !isFile && !strings.HasSuffix(attributes["type"], "json")
		if (isScript || tag.Data == "style") && tokens.Next() == html.TextToken {
			hash := sha256.Sum256(tokens.Raw())
			if !strings.Contains(directiveOf(policy, tag.Data), " 'sha256-"+base64.StdEncoding.EncodeToString(hash[:])+"'") {
				faults = append(faults, tag.String())
			}
		}
	}
	return faults
}

// directiveOf is the directive of a policy for scripts or styles.
func directiveOf(policy, element string) string {
	for directive := range strings.SplitSeq(policy, "; ") {
		if strings.HasPrefix(directive, element+"-src ") {
			return directive
		}
	}
	return ""
}

var locations = regexp.MustCompile(`<loc>([^<]*)</loc>`)

// pagesObeyTheirPolicy opens every page as the program serves it, in one of its languages by turns.
func pagesObeyTheirPolicy(t *testing.T, s *website) {
	paths := []string{"/checkout", "/confirmation", "/offline?lang=fr", "/no/such/page?lang=ar", "/achievement/toubkal", "/admin", "/admin/login", "/admin/blog/new"}
	var public []string
	for _, location := range locations.FindAllStringSubmatch(s.page(t, "/sitemap.xml").Body, -1) {
		public = append(public, strings.TrimPrefix(location[1], s.URL))
	}
	paths = append(paths, oneLanguageEach(public)...)
	if len(paths) < 35 {
		t.Errorf("%d pages, want 30 and those that search engines are not told", len(paths))
	}
	for _, path := range paths {
		answer := s.anyPage(t, path)
		policy := answer.Header.Get("Content-Security-Policy")
		for _, directive := range directives {
			if !strings.Contains(policy+";", directive+";") {
				t.Errorf("%s lacks %s: %s", path, directive, policy)
			}
		}
		if scripts := strings.Fields(directiveOf(policy, "script")); len(scripts) != 3 || scripts[1] != "'self'" || !strings.HasPrefix(scripts[2], "'sha256-") {
			t.Errorf("%s: script-src %q, want 'self' and the hash of the theme's script", path, scripts)
		}
		if strings.Count(policy, "unsafe") != 1 {
			t.Errorf("%s: %s", path, policy)
		}
		if found := blocked(answer.Body, policy); found != nil {
			t.Errorf("%s: the policy blocks %q", path, found)
		}
		again := s.anyPage(t, path, "If-None-Match: "+answer.Header.Get("ETag"))
		if again.Status == http.StatusNotModified && again.Header.Get("Content-Security-Policy") != policy {
			t.Errorf("%s unchanged: %s, want %s", path, again.Header.Get("Content-Security-Policy"), policy)
		}
	}
}
