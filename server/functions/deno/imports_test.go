package deno_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"

	"github.com/toubkal/toubkal/server/functions/deno"
)

const far = "export const far: string = 'from elsewhere';"

// npmPackage is a package as npm's registry has it.
func npmPackage(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	compressed := gzip.NewWriter(&out)
	archive := tar.NewWriter(compressed)
	for _, file := range [][2]string{
		{"package/package.json", `{"name":"far","version":"1.2.0","main":"index.js"}`},
		{"package/index.js", "exports.far = require('node:fs').readFileSync(__dirname + '/far.txt', 'utf8');"},
		{"package/far.txt", "from npm"}, // as WebAssembly is
	} {
		if err := archive.WriteHeader(&tar.Header{Name: file[0], Mode: 0o644, Size: int64(len(file[1]))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(file[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := compressed.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// What a function imports comes from the registries of npm and JSR and from other servers, once, into the cache.
func TestImports(t *testing.T) {
	t.Parallel()
	archive := npmPackage(t)
	integrity := sha512.Sum512(archive)
	asked := make(chan string, 100)
	var origin *httptest.Server
	origin = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.URL.Path
		answer := func(kind, text string) {
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write([]byte(text))
		}
		switch r.URL.Path {
		case "/mod.ts", "/@own/far/1.2.0/mod.ts":
			answer("text/typescript", far)
		case "/@own/far/meta.json":
			answer("application/json", `{"scope":"own","name":"far","versions":{"1.2.0":{}}}`)
		case "/@own/far/1.2.0_meta.json":
			answer("application/json", fmt.Sprintf(`{"exports":{".":"./mod.ts"},"manifest":{"/mod.ts":{"size":%d,"checksum":"sha256-%x"}}}`, len(far), sha256.Sum256([]byte(far))))
		case "/npm/far":
			answer("application/json", fmt.Sprintf(`{"name":"far","dist-tags":{"latest":"1.2.0"},"versions":{"1.2.0":{"name":"far","version":"1.2.0","main":"index.js","dist":{"tarball":%q,"integrity":"sha512-%s"}}}}`,
				origin.URL+"/npm/far/-/far-1.2.0.tgz", base64.StdEncoding.EncodeToString(integrity[:])))
		case "/npm/far/-/far-1.2.0.tgz":
			answer("application/octet-stream", string(archive))
		default:
			http.NotFound(w, r)
		}
	}))
	t.Cleanup(origin.Close)
	f := setup(t, map[string]string{
		"url/index.ts":       "import { far } from '" + origin.URL + "/mod.ts'; Deno.serve(() => new Response(far));",
		"jsr/index.ts":       "import { far } from 'jsr:@own/far@1'; Deno.serve(() => new Response(far));",
		"mapped/deno.json":   `{"imports":{"far":"jsr:@own/far@^1.0.0"}}`,
		"mapped/index.ts":    "import { far } from 'far'; Deno.serve(() => new Response(far));",
		"npm/index.ts":       "import { far } from 'npm:far@1'; Deno.serve(() => new Response(far));",
		"required/index.ts":  "import { createRequire } from 'node:module'; import 'npm:far@1.2.0'; import { far } from 'npm:far'; Deno.serve(() => new Response(far + typeof createRequire));",
		"not_there/index.ts": "import { far } from 'jsr:@own/absent@1'; Deno.serve(() => new Response(far));",
		"dynamic/index.ts":   "Deno.serve(async () => new Response((await import('jsr:@own/far@1.2.0')).far));",
	}, nil, func(o *deno.Options) {
		environ := o.Environ
		o.Environ = func() ([]string, error) {
			all, err := environ()
			return append(all, "JSR_URL="+origin.URL+"/", "NPM_CONFIG_REGISTRY="+origin.URL+"/npm/"), err
		}
	})
	for range 2 {
		for path, want := range map[string]string{
			"/url": "200 from elsewhere", "/jsr": "200 from elsewhere", "/mapped": "200 from elsewhere", "/npm": "200 from npm", "/dynamic": "200 from elsewhere",
			"/required": "200 from npmfunction", "/not_there": `503 {"code":"BOOT_ERROR","message":"Function failed to start (please check logs)"}`,
		} {
			if got := f.get(path); got != want {
				t.Errorf("%s: got %s, want %s\n%s", path, got, want, f.log)
			}
		}
		f.Restart("")
	}
	close(asked)
	all := slices.Collect(func(yield func(string) bool) {
		for path := range asked {
			if !yield(path) {
				return
			}
		}
	})
	for _, file := range []string{"/mod.ts", "/@own/far/1.2.0/mod.ts", "/npm/far/-/far-1.2.0.tgz"} {
		if times := len(slices.DeleteFunc(slices.Clone(all), func(path string) bool { return path != file })); times != 1 {
			t.Errorf("%s was fetched %d times, want once: %q", file, times, all)
		}
	}
}

// A function without a deno.json of its own has that of the folder above all functions.
func TestConfigOfTheFolderAbove(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"functions/_shared/alias.ts": "export const alias = 'aliased';",
		"functions/above/index.ts":   "import { alias } from 'short'; Deno.serve(() => new Response(alias));",
		"functions/own/index.ts":     "import { alias } from 'short'; Deno.serve(() => new Response(alias));",
		"functions/own/deno.json":    `{"imports":{"short":"./own.ts"}}`,
		"functions/own/own.ts":       "export const alias = 'own';",
		"deno.json":                  `{"imports":{"short":"./functions/_shared/alias.ts"}}`,
	}, nil, nil)
	for _, function := range deno.Find(filepath.Join(f.folder, "functions"), nil) {
		w := httptest.NewRecorder()
		f.Serve(function, w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/"+function.Name, nil))
		if want := map[string]string{"above": "aliased", "own": "own"}[function.Name]; w.Code != 200 || w.Body.String() != want {
			t.Errorf("%s: got %d %s, want %s\n%s", function.Name, w.Code, w.Body, want, f.log)
		}
	}
}
