package storage_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/webp"

	"github.com/toubkal/toubkal/server/storage"
	pictures "github.com/toubkal/toubkal/server/storage/image"
)

// slopes is a JPEG of w×h pixels.
func slopes(t *testing.T, w, h int) string {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.Set(x, y, color.RGBA{byte(x), byte(y), 99, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRender(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	w.Close(t.Context()) // no AVIF in the background
	w.put(service, "photos/a.jpg", slopes(t, 400, 200), "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	const path = "/render/image/public/photos/a.jpg"
	for _, c := range []struct {
		name, query, accept, kind, transformations string
		width, height                              int
	}{
		{"for a browser", "?width=100", "image/avif,image/webp,*/*;q=0.8", "image/webp", "width:100,resizing_type:fill,quality:80", 100, 50},
		{"for another client", "?width=100", "*/*", "image/jpeg", "width:100,resizing_type:fill,quality:80", 100, 50},
		{"for one that refuses", "?width=100", "image/webp;q=0, image/png", "image/jpeg", "width:100,resizing_type:fill,quality:80", 100, 50},
		{"as the source", "?width=100&height=100&format=origin", "image/webp", "image/jpeg", "height:100,width:100,resizing_type:fill,quality:80", 100, 100},
		{"as asked for", "?height=50&resize=contain&quality=30&format=webp", "", "image/webp", "height:50,resizing_type:fit,quality:30", 100, 50},
		{"avif", "?width=10&height=100&resize=fill&format=avif", "", "image/webp", "height:100,width:10,resizing_type:force,quality:80", 10, 100},
		{"no options", "", "", "image/jpeg", "resizing_type:fill,quality:80", 400, 200},
	} {
		got := w.do("", "GET", path+c.query, "", "Accept: "+c.accept)
		h := got.header
		if got.status != 200 || h.Get("Content-Type") != c.kind || h.Get("X-Transformations") != c.transformations {
			t.Errorf("%s: got %d %s %q %s", c.name, got.status, h.Get("Content-Type"), h.Get("X-Transformations"), got.body[:min(200, len(got.body))])
			continue
		}
		decode := map[string]func(string) (image.Config, error){
			"image/jpeg": func(s string) (image.Config, error) { return jpeg.DecodeConfig(strings.NewReader(s)) },
			"image/webp": func(s string) (image.Config, error) { return webp.DecodeConfig(strings.NewReader(s)) },
		}[c.kind]
		if size, err := decode(got.body); err != nil || size.Width != c.width || size.Height != c.height {
			t.Errorf("%s: got %d×%d, %v", c.name, size.Width, size.Height, err)
		}
		if vary := strings.Contains(c.query, "format"); vary == (h.Get("Vary") == "Accept") {
			t.Errorf("%s: Vary is %q", c.name, h.Get("Vary"))
		}
		if h.Get("X-Content-Type-Options") != "nosniff" || h.Get("Content-Security-Policy") == "" || h.Get("Cache-Control") != "max-age=60" {
			t.Errorf("%s: got %v", c.name, h)
		}
	}
}

func TestRenderedIsKept(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	w.put(service, "photos/a.jpg", slopes(t, 400, 200), "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	const path = "/render/image/public/photos/a.jpg?width=100"
	first := w.do("", "GET", path, "")
	etag := first.header.Get("Etag")
	kept := w.kept()
	if first.status != 200 || len(kept) != 1 || etag == "" {
		t.Fatalf("got %d, kept %v, ETag %s", first.status, kept, etag)
	}
	// What is answered next is what is kept, not a new rendering.
	body, _, err := w.bytes.Open(t.Context(), kept[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = body.Close() }()
	content, err := io.ReadAll(body)
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(content, []byte("JFIF"), []byte("jfif"), 1)
	if bytes.Equal(changed, content) {
		changed = append(bytes.Clone(content), 'x')
	}
	if _, err := w.bytes.Write(t.Context(), kept[0], bytes.NewReader(changed)); err != nil {
		t.Fatal(err)
	}
	if second := w.do("", "GET", path, ""); second.body != string(changed) || second.header.Get("Etag") != etag {
		t.Error("it was rendered twice")
	}
	if got := w.do("", "GET", path, "", "If-None-Match: "+etag); got.status != 304 || got.body != "" || got.header.Get("Cache-Control") != "max-age=60" {
		t.Errorf("unchanged: got %d %v", got.status, got.header)
	}
	if got := w.do("", "HEAD", path, ""); got.status != 200 || got.body != "" || got.header.Get("Etag") != etag {
		t.Errorf("head: got %d %v", got.status, got.header)
	}
	// Each variant has an ETag of its own, and so has each version.
	etags := map[string]bool{etag: true}
	for _, c := range [][2]string{{path, "Accept: image/webp"}, {path + "0", ""}, {path + "&quality=81", ""}, {path + "&format=webp&resize=fill", ""}} {
		etags[w.do("", "GET", c[0], "", c[1:]...).header.Get("Etag")] = true
	}
	w.put(service, "photos/a.jpg", slopes(t, 400, 200), "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	etags[w.do("", "GET", path, "").header.Get("Etag")] = true
	if len(etags) != 6 {
		t.Errorf("got %d ETags, want 6: %v", len(etags), etags)
	}
	var version string
	if err := w.db.Admin.QueryRow(t.Context(), `select version from storage.objects`).Scan(&version); err != nil {
		t.Fatal(err)
	}
	if got := w.do("", "GET", path+"&v="+version, ""); got.header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("of a version: got %q", got.header.Get("Cache-Control"))
	}
}

// kept lists the files of renderings.
func (w *world) kept() []string { return w.keys("r/") }

// keys lists the keys of bytes that begin with prefix.
func (w *world) keys(prefix string) (keys []string) {
	w.t.Helper()
	err := w.bytes.Each(w.t.Context(), prefix, func(key string, _ time.Time, _ int64) error {
		keys = append(keys, key)
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return keys
}

func TestOneVariantIsRenderedOnce(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	w.put(service, "photos/a.jpg", slopes(t, 1000, 800), "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	bodies := make([]string, 8)
	var all sync.WaitGroup
	for i := range bodies {
		all.Go(func() {
			bodies[i] = w.do("", "GET", "/render/image/public/photos/a.jpg?width=500&format=webp", "").body
		})
	}
	all.Wait()
	for _, body := range bodies {
		if body != bodies[0] || len(body) < 100 {
			t.Errorf("got %d bytes, want %d", len(body), len(bodies[0]))
		}
	}
	if kept := w.kept(); len(kept) != 1 {
		t.Errorf("kept %v", kept)
	}
}

func TestPoliciesDecideWhoRenders(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything, `create policy by_operation on storage.objects as restrictive for select to authenticated
		using (storage.operation() <> 'storage.render.image_authenticated' or name <> 'never.jpg')`)
	for _, name := range []string{"a.jpg", "never.jpg"} {
		if up := w.do(lina, "POST", "/object/papers/"+name, slopes(t, 40, 20), "Content-Type: image/jpeg"); up.status != 200 {
			t.Fatal(up.body)
		}
	}
	for _, c := range []struct {
		name, caller, path string
		status             int
		says               string
	}{
		{"the owner", lina, "/render/image/authenticated/papers/a.jpg?width=10", 200, ""},
		{"another", omar, "/render/image/authenticated/papers/a.jpg?width=10", 400, "NoSuchKey"},
		{"nobody", "", "/render/image/authenticated/papers/a.jpg?width=10", 400, "authorization"},
		{"what a policy refuses to render", lina, "/render/image/authenticated/papers/never.jpg?width=10", 400, "NoSuchKey"},
		{"no public bucket", lina, "/render/image/public/papers/a.jpg?width=10", 400, "NoSuchBucket"},
		{"nothing there", lina, "/render/image/authenticated/papers/b.jpg", 400, "NoSuchKey"},
	} {
		got := w.do(c.caller, "GET", c.path, "")
		if got.status != c.status || !strings.Contains(got.body, c.says) {
			t.Errorf("%s: got %d %s", c.name, got.status, got.body[:min(200, len(got.body))])
		}
		if c.status == 200 && (got.header.Get("Cache-Control") != "private, no-cache" || !strings.Contains(strings.Join(got.header["Vary"], ","), "Authorization")) {
			t.Errorf("%s: got %v", c.name, got.header)
		}
	}
}

func TestWhatIsNotRendered(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{TrueStatus: true})
	good := slopes(t, 40, 40)
	w.put(service, "photos/good.jpg", good, "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	w.put(service, "photos/text.jpg", "no picture", "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	w.put(service, "photos/half.jpg", good[:len(good)/2], "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	w.put(service, "photos/phone.heic", "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1", "Content-Type: image/heic", "Cache-Control: max-age=60")
	large := []byte(good)
	at := bytes.Index(large, []byte{0xff, 0xc0})
	copy(large[at+5:], []byte{0x40, 0, 0x40, 0}) // 16384×16384
	w.put(service, "photos/bomb.jpg", string(large), "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	w.put(service, "photos/gone.jpg", good, "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	for _, key := range w.keys("v/") {
		if err := w.bytes.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.do("", "GET", "/render/image/public/photos/gone.jpg", ""); got.status != 404 || got.json("code") != "NoSuchKey" {
		t.Errorf("without bytes: got %d %s", got.status, got.body)
	}
	for name, content := range map[string]string{"good.jpg": good, "text.jpg": "no picture", "half.jpg": good[:len(good)/2], "phone.heic": "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1", "bomb.jpg": string(large)} {
		w.put(service, "photos/"+name, content, "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	}
	for _, c := range []struct {
		path          string
		status        int
		message, hint string
	}{
		{"good.jpg?width=ten", 400, `width must be a whole number from 0 to 2147483647, and is "ten"`, ""},
		{"good.jpg?resize=crop", 400, `resize must be cover, contain or fill, and is "crop"`, ""},
		{"text.jpg", 400, "The source image is invalid or unsupported for rendering", "neither JPEG, PNG, GIF nor WebP"},
		{"half.jpg?width=5", 400, "The source image is invalid or unsupported for rendering", ""},
		{"phone.heic", 400, "The source image is invalid or unsupported for rendering", "HEIC"},
		{"bomb.jpg", 400, "The source image resolution is too large to process", "16384×16384"},
	} {
		got := w.do("", "GET", "/render/image/public/photos/"+c.path, "")
		hint, _ := got.json("hint").(string)
		if got.status != c.status || got.json("message") != c.message || !strings.Contains(hint, c.hint) {
			t.Errorf("%s: got %d %s", c.path, got.status, got.body)
		}
		if got.header.Get("Cache-Control") != "no-store" || got.header.Get("Etag") != "" {
			t.Errorf("%s: got %v", c.path, got.header)
		}
	}
	if kept := w.kept(); len(kept) != 0 {
		t.Errorf("kept %v", kept)
	}
}

func TestTransparentPictureOfBrowser(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	p := image.NewNRGBA(image.Rect(0, 0, 20, 20)) // nothing but transparency
	var b bytes.Buffer
	if err := png.Encode(&b, p); err != nil {
		t.Fatal(err)
	}
	w.put(service, "photos/logo.png", b.String(), "Content-Type: image/png", "Cache-Control: max-age=60")
	got := w.do("", "GET", "/render/image/public/photos/logo.png?width=10", "", "Accept: image/webp")
	decoded, err := webp.Decode(strings.NewReader(got.body))
	if err != nil {
		t.Fatalf("%v: %s", err, got.body)
	}
	if _, _, _, a := decoded.At(5, 5).RGBA(); a != 0 {
		t.Errorf("got opacity %d", a)
	}
}

func TestTooManyRenderings(t *testing.T) {
	t.Parallel()
	renderings := pictures.NewScheduler(pictures.Limits{Running: 1, Wait: time.Millisecond})
	w := setup(t, storage.Options{Renderings: renderings})
	w.put(service, "photos/a.jpg", slopes(t, 40, 20), "Content-Type: image/jpeg", "Cache-Control: max-age=60")
	running, end, ended := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		ended <- renderings.Do(t.Context(), 1, func() error {
			close(running)
			<-end
			return nil
		})
	}()
	<-running
	got := w.do("", "GET", "/render/image/public/photos/a.jpg?width=10", "")
	close(end)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if got.status != 429 || got.json("message") != "Too many requests" || got.header.Get("Retry-After") == "" {
		t.Errorf("got %d %s %v", got.status, got.body, got.header)
	}
	if got := w.do("", "GET", "/render/image/public/photos/a.jpg?width=10", ""); got.status != 200 {
		t.Errorf("afterwards: got %d %s", got.status, got.body)
	}
}

func TestAVIFComesLater(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{})
	w.put(service, "photos/a.jpg", slopes(t, 40, 20), "Content-Type: image/jpeg")
	const path = "/render/image/public/photos/a.jpg?width=20"
	first := w.do("", "GET", path+"&format=avif", "")
	w.Close(t.Context()) // waits
	if first.header.Get("Content-Type") != "image/webp" {
		t.Errorf("first: got %d %s %s", first.status, first.header.Get("Content-Type"), first.body)
	}
	second := w.do("", "GET", path+"&format=avif", "")
	if second.header.Get("Content-Type") != "image/avif" || second.header.Get("Etag") == first.header.Get("Etag") || !strings.Contains(second.header.Get("X-Transformations"), "quality:62") {
		t.Errorf("second: got %d %v", second.status, second.header)
	}
	negotiated := w.do("", "GET", path, "", "Accept: image/avif,image/webp,*/*")
	if negotiated.header.Get("Content-Type") != "image/avif" || negotiated.body != second.body || negotiated.header.Get("Vary") != "Accept" {
		t.Errorf("negotiated: got %d %v", negotiated.status, negotiated.header)
	}
	if other := w.do("", "GET", path, "", "Accept: image/webp"); other.body != first.body {
		t.Error("a client without AVIF gets another picture")
	}
}
