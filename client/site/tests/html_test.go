package tests

import (
	"strings"
	"testing"
)

// A column of type html is clean whichever way its words came in, and the other
// columns are what was sent.
func TestHTMLIsSanitizedOnWrite(t *testing.T) {
	t.Parallel()
	s := boot(t)
	headers := append(s.Headers(s.SignIn(t, s.admin, s.password).AccessToken), "Prefer: return=representation, missing=default")
	const (
		id    = "00000000-0000-4000-8000-0000000000b1"
		dirty = `<p onclick=\"x()\">l'été</p><script>alert(1)</script>`
		clean = `"content_en":"<p>l'été</p>"`
	)
	csv := "slug,title_en,content_en\nby-csv,<b>,\"<p onclick=\"\"x()\"\">l'été</p><script>alert(1)</script>\"\n"
	for _, c := range []struct {
		name, method, path, kind, body string
		has                            []string
	}{
		{"one", "POST", "/blog_posts", "", `{"id":"` + id + `","slug":"one","title_en":"<b>","content_en":"` + dirty + `"}`, []string{clean, `"title_en":"<b>"`}},
		{"several", "POST", "/blog_posts", "", `[{"slug":"two","title_en":"A","content_en":"` + dirty + `"},{"slug":"three","title_en":"A","content_en":""}]`, []string{clean}},
		{"named columns", "POST", "/blog_posts?columns=slug,title_en,content_en", "", `[{"slug":"four","title_en":"A","content_en":"` + dirty + `","extra":1}]`, []string{clean}},
		{"defaults", "POST", "/blog_posts?columns=slug,title_en,content_en,content_fr", "", `[{"slug":"five","title_en":"A","content_en":"` + dirty + `"}]`, []string{clean}},
		{"CSV", "POST", "/blog_posts", "text/csv", csv, []string{clean, `"title_en":"<b>"`}},
		{"a form", "POST", "/blog_posts", "application/x-www-form-urlencoded", "slug=six&title_en=A&content_en=%3Cp%20onclick%3Dx%3El'%C3%A9t%C3%A9%3C%2Fp%3E%3Cscript%3Ex%3C%2Fscript%3E", []string{clean}},
		{"a change", "PATCH", "/blog_posts?id=eq." + id, "", `{"content_en":"<img src=x onerror=alert(1)>"}`, []string{`"content_en":"<img src=\"x\">"`}},
		{"a change of another language", "PATCH", "/blog_posts?id=eq." + id, "", `{"content_ar":"<p dir=\"rtl\" style=\"color:red\">ب</p>"}`, []string{`"content_ar":"<p dir=\"rtl\">ب</p>"`}},
		{"an object", "PATCH", "/blog_posts?id=eq." + id, "", `{"content_en":{"a":"<script>x</script>"}}`, []string{`"content_en":"{\"a\":\"\"}"`}},
		{"a key twice", "PATCH", "/blog_posts?id=eq." + id, "", `{"content_en":"a","content_en":"` + dirty + `"}`, []string{clean}},
		{"a key with an escape", "PATCH", "/blog_posts?id=eq." + id, "", `{"content\u005fen":"` + dirty + `"}`, []string{clean}},
		{"several at once", "POST", "/", "", `[{"method":"PATCH","path":"/blog_posts?id=eq.` + id + `","headers":{"Prefer":"return=representation"},"body":{"content_en":"` + dirty + `"}}]`, []string{clean}},
		{"what an editor writes", "PATCH", "/blog_posts?id=eq." + id, "", `{"content_en":"<p>l'été &amp; \"lui\"&nbsp;!</p>"}`, []string{`"content_en":"<p>l'été &amp; \"lui\"&nbsp;!</p>"`}},
	} {
		these := headers
		if c.kind != "" {
			these = append(headers[:len(headers):len(headers)], "Content-Type: "+c.kind)
		}
		answer := s.Send(t, c.method, "/rest/v1"+c.path, c.body, these...)
		if answer.Status >= 300 {
			t.Errorf("%s: %d %s", c.name, answer.Status, answer.Body)
		}
		for _, has := range c.has {
			if !strings.Contains(answer.Body, has) {
				t.Errorf("%s: the answer lacks %s: %.600s", c.name, has, answer.Body)
			}
		}
	}
	answer := s.Send(t, "GET", "/rest/v1/blog_posts?or=(content_en.match.script|onclick,content_ar.match.style)", "", headers...)
	if answer.Body != "[]" {
		t.Errorf("what must not be in a page is in the table: %.600s", answer.Body)
	}
	if answer := s.Send(t, "POST", "/rest/v1/blog_posts?columns=slug,title_en,content_en", `[{"slug":`, headers...); answer.Status != 400 || !strings.Contains(answer.Body, "PGRST102") {
		t.Errorf("a body that is no JSON: %d %s", answer.Status, answer.Body)
	}
}
