package site_test

import (
	"cmp"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/client/site"
)

// What the editor writes comes back byte by byte.
func TestCleanKeepsWhatAnEditorWrites(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "plain, with an apostrophe: l’été, l'hiver \"entre guillemets\"",
		`<h2>A</h2><h3>B</h3><h4>C</h4><p lang="ar" dir="rtl">ب</p>`,
		`<p>l'été, "entre&nbsp;guillemets" &amp; 1 &lt; 2 &gt; 0</p>`,
		`<p>a<br>b</p><hr><blockquote><p>Q</p></blockquote>`,
		`<ul><li><p><strong>S</strong> <em>E</em> <u>U</u> <s>D</s> <sub>2</sub><sup>3</sup></p></li></ul><ol start="3"><li>x</li></ol>`,
		`<pre><code>if (a &lt; b) { "c" }</code></pre>`,
		`<p><a href="https://example.org/?a=1&amp;b=2">x</a> <a href="/book">y</a> <a href="#a">z</a> <a href="mailto:a@b.org">m</a> <a href="tel:+212600000000">t</a></p>`,
		`<figure><img src="https://example.org/a.jpg" alt="" width="600" height="400"><figcaption>A "ridge"</figcaption></figure>`,
		`<img src="/a.png" alt="L'arête &quot;nord&quot;">`,
		`<table><tbody><tr><th colspan="2" rowspan="1"><p>H</p></th></tr><tr><td colspan="1" rowspan="1"><p>D</p></td></tr></tbody></table>`,
	} {
		if got := site.Clean(text); got != text {
			t.Errorf("got  %s\nwant %s", got, text)
		}
	}
}

// The page that is rendered here and the one that the browser renders are the same.
func TestCleanAllowsWhatTheClientDoes(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../src/shared/article/article.ts")
	if err != nil {
		t.Fatal(err)
	}
	list := func(name string) []string {
		_, rest, _ := strings.Cut(string(source), "const "+name+" =")
		rest, _, _ = strings.Cut(rest, ";")
		return strings.Fields(regexp.MustCompile(`[^a-z0-9 ]`).ReplaceAllString(rest, ""))
	}
	tags, attributes := list("tags"), list("attributes")
	if len(tags) < 20 || len(attributes) < 10 {
		t.Fatalf("read tags %q and attributes %q", tags, attributes)
	}
	for _, tag := range tags {
		switch tag {
		case "h1": // the title of the page
		case "br", "hr", "img", "a": // in the test of what an editor writes
		default:
			if text := "<" + tag + ">a</" + tag + ">"; site.Clean(text) != text {
				t.Errorf("%s becomes %s", text, site.Clean(text))
			}
		}
	}
	owners := map[string]string{
		"href": "a", "src": "img", "alt": "img", "width": "img", "height": "img", "start": "ol", "reversed": "ol",
		"datetime": "time", "cite": "q", "colspan": "td", "rowspan": "td", "scope": "th",
	}
	for _, attribute := range attributes {
		tag := cmp.Or(owners[attribute], "p")
		if text := "<" + tag + " " + attribute + `="3">`; !strings.Contains(site.Clean(text), attribute+`="3"`) {
			t.Errorf("%s becomes %s", text, site.Clean(text))
		}
	}
}

func TestCleanTakesOutTheRest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, given, want string }{
		{"a script", `<p>a</p><script>alert(1)</script>`, `<p>a</p>`},
		{"a handler", `<p onclick="x()">a</p><img src="/a.png" onerror="x()">`, `<p>a</p><img src="/a.png">`},
		{"a script as a link", `<a href="javascript:alert(1)">x</a>`, `x`},
		{"a script as a link, hidden", `<a href="java&#10;script:alert(1)">x</a>`, `x`},
		{"data as a picture", `<img src="data:text/html,x">`, ``},
		{"a frame, a style, a form", `<iframe src="https://evil.example"></iframe><style>p{}</style><form><input></form>`, ``},
		{"classes and styles", `<p class="fixed" style="position:fixed">a</p>`, `<p>a</p>`},
		{"another page's target", `<a href="/book" target="_blank" rel="opener">x</a>`, `<a href="/book">x</a>`},
		{"a comment", `a<!-- <script> -->b`, `ab`},
		{"a drawing", `<svg><script>alert(1)</script></svg><math><mtext></mtext></math>`, ``},
		{"an open tag", `<p>a<img src=x onerror=alert(1)`, `<p>a`},
		{"a heading of the page", `<h1>a</h1>`, `a`},
		{"an id that the page may have", `<h2 id="root">a</h2>`, `<h2>a</h2>`},
	} {
		got := site.Clean(c.given)
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if again := site.Clean(got); again != got {
			t.Errorf("%s: cleaned again it is %q, and was %q", c.name, again, got)
		}
	}
}

// Whatever it is given, it is clean after once, and holds no tag that runs.
func FuzzClean(f *testing.F) {
	for _, seed := range []string{`<p>a</p>`, `<a href="javascript:x">`, `<svg><style><img src=x onerror=x>`, `&lt;script&gt;`, "<p/\x00onclick=x>", `<pre>` + "\n" + `x</pre>`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, given string) {
		once := site.Clean(given)
		if twice := site.Clean(once); twice != once {
			t.Errorf("%q is %q, and then %q", given, once, twice)
		}
		for _, never := range []string{"<script", "<style", "<iframe", "<svg", "<math", "<template", "<!--"} {
			if strings.Contains(strings.ToLower(once), never) {
				t.Errorf("%q leaves %q: %q", given, never, once)
			}
		}
	})
}
