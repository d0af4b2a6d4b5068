package deno_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/functions/deno"
)

func TestRequests(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"_shared/cors.ts":      "export const cors = { 'access-control-allow-origin': '*' };",
		"_shared/alias.ts":     "export const alias = 'aliased';",
		"echo/index.ts":        "Deno.serve(async (r) => new Response(`${r.method} ${r.url} ${await r.text()}`, { status: r.method === 'PUT' ? 201 : 200 }));",
		"address/index.ts":     "Deno.serve({ port: 3000 }, (r, info) => Response.json([info.remoteAddr.hostname, r.headers.get('x-forwarded-host')]));",
		"shared/index.ts":      "import { cors } from '../_shared/cors.ts'; Deno.serve(() => new Response(JSON.stringify(cors)));",
		"map/index.ts":         "import { alias } from 'short'; Deno.serve(() => new Response(alias));",
		"map/import_map.json":  `{"imports":{"short":"../_shared/alias.ts"}}`,
		"config/index.ts":      "import { alias } from 'short'; Deno.serve(() => new Response(alias));",
		"config/deno.json":     `{"imports":{"short":"../_shared/alias.ts"}}`,
		"environment/index.ts": "Deno.serve(() => new Response([Deno.env.get('OWN'), Deno.env.get('SUPABASE_URL'), ...Object.keys(Deno.env.toObject()).filter((name) => /DATABASE|GOTRUE|TOUBKAL/.test(name))].join()));",
		"outside/index.ts":     "Deno.serve(async () => { try { return new Response(await Deno.readTextFile('/etc/passwd')); } catch (error) { return new Response(error.name); } });",
		"runs/index.ts":        "Deno.serve(() => { try { new Deno.Command('/bin/ls').outputSync(); return new Response('ran'); } catch (error) { return new Response(error.name); } });",
		"throws/index.ts":      "Deno.serve(() => { throw new Error('on purpose'); });",
		"rejects/index.ts":     "Deno.serve(() => { void Promise.reject(new Error('stray')); return new Response('goes on'); });",
		"broken/index.ts":      "Deno.serve(() => new Response('no closing bracket')",
		"ends/index.ts":        "console.log('serves nothing');",
		"exits/index.ts":       "Deno.serve(() => Deno.exit(7));",
		"disabled/index.ts":    "Deno.serve(() => new Response());",
		"default/index.mjs":    "export default { fetch: (request) => new Response('default ' + new URL(request.url).pathname) };",
		"node/index.ts":        "import { createHash } from 'node:crypto'; Deno.serve(() => new Response(createHash('sha1').update('a').digest('hex').slice(0, 8)));",
		"old/index.ts":         oldServe + "serve(async (request) => new Response(new URL(request.url).pathname + ' ' + await request.text()));",
	}, map[string]deno.Setting{
		"disabled": {Disabled: true},
	}, nil)
	for _, c := range []struct{ method, path, body, want string }{
		{"GET", "/echo/sub/path?a=1&b=%20", "", "200 GET http://api.example.test/echo/sub/path?a=1&b=%20 "},
		{"PUT", "/echo", "body", "201 PUT http://api.example.test/echo body"},
		{"OPTIONS", "/echo", "", "200 OPTIONS http://api.example.test/echo "},
		{"GET", "/address", "", `200 ["127.0.0.1","api.example.test"]`},
		{"GET", "/shared", "", `200 {"access-control-allow-origin":"*"}`},
		{"GET", "/map", "", "200 aliased"},
		{"GET", "/config", "", "200 aliased"},
		{"GET", "/environment", "", "200 it's mine,http://localhost:8000"},
		{"GET", "/outside", "", "200 NotCapable"},
		{"GET", "/runs", "", "200 NotCapable"},
		{"GET", "/throws", "", "500 Internal Server Error"},
		{"GET", "/rejects", "", "200 goes on"},
		{"GET", "/broken", "", `503 {"code":"BOOT_ERROR","message":"Function failed to start (please check logs)"}`},
		{"GET", "/ends", "", `503 {"code":"BOOT_ERROR","message":"Function failed to start (please check logs)"}`},
		{"GET", "/exits", "", `500 {"code":"WORKER_ERROR","message":"Function exited due to an error (please check logs)"}`},
		{"GET", "/disabled", "", "404 404 page not found\n"},
		{"GET", "/default/a", "", "200 default /default/a"},
		{"GET", "/node", "", "200 86f7e437"},
		{"POST", "/old/a", "text", "200 /old/a text"},
		{"POST", "/echo", strings.Repeat("x", 1<<20+1), `413 {"code":"request_entity_too_large","message":"Request body too large (max 1048576 bytes)"}`},
	} {
		t.Run(c.path+" "+c.method, func(t *testing.T) {
			t.Parallel()
			if got := f.send(c.method, c.path, c.body); got != c.want {
				t.Errorf("got %.300s\nwant %s\nthe log: %s", got, c.want, f.log)
			}
		})
	}
}

// oldServe is what `serve` of std/http 0.168 does.
const oldServe = `
async function serve(handler: (request: Request) => Promise<Response>) {
  const listener = Deno.listen({ port: 8000, hostname: "0.0.0.0" });
  for await (const connection of listener) {
    void (async () => {
      for await (const event of Deno.serveHttp(connection)) void event.respondWith(await handler(event.request));
    })();
  }
}
`

// What the code of a function throws before it serves is printed, once.
func TestErrorAtTheStart(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{"high/index.ts": "const height: number = 4167;\nthrow new Error(`higher than ${height}`);"}, nil, nil)
	f.get("/high")
	f.prints("high: ended: its code ended without Deno.serve")
	f.mu.Lock()
	defer f.mu.Unlock()
	if all := strings.Join(f.console, "\n"); strings.Count(all, "higher than 4167") != 1 || strings.Count(all, "high/index.ts:2:7") != 1 {
		t.Errorf("got\n%s", all)
	}
}

func TestStaticFilesAndEntrypoint(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"named/main.ts": "Deno.serve(async () => new Response('main ' + await Deno.readTextFile(new URL('../files/a.txt', import.meta.url))));",
		"files/a.txt":   "static",
	}, nil, nil)
	// the folder is known after the files are written
	found := deno.Find(f.folder, map[string]deno.Setting{
		"named": {Entrypoint: filepath.Join(f.folder, "named/main.ts"), StaticFiles: []string{filepath.Join(f.folder, "files/*.txt")}},
	})
	if len(found) != 1 {
		t.Fatalf("found %v, want the one with an entrypoint", found)
	}
	w := httptest.NewRecorder()
	f.Serve(found[0], w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/named", nil))
	if w.Code != 200 || w.Body.String() != "main static" {
		t.Errorf("got %d %s, want the static file", w.Code, w.Body)
	}
}

// A stream arrives piece by piece, and a websocket works in both directions.
func TestStreams(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"events/index.ts": `Deno.serve((r) => {
			const { readable, writable } = new TransformStream();
			const writer = writable.getWriter();
			void writer.write(new TextEncoder().encode('data: one\n\n'));
			if (new URL(r.url).searchParams.has('end')) void writer.close();
			return new Response(readable, { headers: { 'content-type': 'text/event-stream' } });
		});`,
		"socket/index.ts": `Deno.serve((r) => {
			const { socket, response } = Deno.upgradeWebSocket(r);
			socket.onmessage = (event) => socket.send('heard ' + event.data);
			return response;
		});`,
	}, nil, nil)
	ctx, cancel := context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	piece := make([]byte, 11)
	if _, err := io.ReadFull(answer.Body, piece); err != nil || string(piece) != "data: one\n\n" {
		t.Errorf("got %q, %v before the end of the stream", piece, err)
	}
	cancel()
	_ = answer.Body.Close()
	if got := f.get("/events?end"); got != "200 data: one\n\n" {
		t.Errorf("after a client that left: got %q", got)
	}
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(f.url, "http", "ws", 1)+"/socket", nil)
	if err != nil {
		t.Fatalf("%v, %v", response, err)
	}
	defer func() { _ = conn.Close() }()
	if err := conn.WriteMessage(websocket.TextMessage, []byte("hello")); err != nil {
		t.Fatal(err)
	}
	if _, text, err := conn.ReadMessage(); err != nil || string(text) != "heard hello" {
		t.Errorf("got %q, %v", text, err)
	}
}

// The time of a request ends its stream and its websocket, and the function is told.
func TestTheTimeOfARequestEndsItsStream(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"stream/index.ts": `Deno.serve(() => new Response(new ReadableStream({
			start(to) { to.enqueue(new TextEncoder().encode("first")); },
			cancel() { console.log("stream cancelled"); },
		})));`,
		"socket/index.ts": `Deno.serve((request) => {
			const { socket, response } = Deno.upgradeWebSocket(request);
			socket.onopen = () => socket.send("first");
			socket.onclose = () => console.log("socket closed");
			return response;
		});`,
	}, nil, nil)
	var end context.CancelFunc
	f.until, end = context.WithCancel(t.Context())
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, f.url+"/stream", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if _, err := io.ReadFull(answer.Body, make([]byte, len("first"))); err != nil {
		t.Fatal(err)
	}
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(f.url, "http", "ws", 1)+"/socket", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = response.Body.Close(), conn.Close() }()
	if _, text, err := conn.ReadMessage(); err != nil || string(text) != "first" {
		t.Fatalf("the websocket sent %q, %v", text, err)
	}
	end()
	if rest, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("the stream ended as if it were whole, with %q", rest)
	}
	if _, text, err := conn.ReadMessage(); err == nil {
		t.Errorf("the websocket goes on with %q", text)
	}
	f.prints("stream cancelled")
	f.prints("socket closed")
}

// What passes a limit is ended and said, and the next call has a process again.
func TestTimeUntilTheFirstByte(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"never/index.ts": "setInterval(() => {}, 1000);",
		"slow/index.ts":  "Deno.serve((r) => r.url.endsWith('fast') ? new Response('fast') : new Promise(() => {}));",
	}, nil, func(o *deno.Options) { o.FirstByte = time.Second })
	for _, path := range []string{"/slow", "/never"} {
		if got := f.get(path); got != `504 {"code":"IDLE_TIMEOUT","message":"Function did not respond in time"}` {
			t.Errorf("%s: got %s\n%s", path, got, f.log)
		}
	}
	if want := "it did not call Deno.serve within 1s"; !strings.Contains(f.log.String(), want) {
		t.Errorf("%q is not in the log: %s", want, f.log)
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	const limit = `546 {"code":"WORKER_LIMIT","message":"Function failed due to not having enough compute resources (please check logs)"}`
	f := setup(t, map[string]string{
		"heap/index.ts":  "const kept: unknown[] = []; Deno.serve((r) => { if (r.url.endsWith('ok')) return new Response('ok'); for (;;) kept.push(new Array(1e5).fill(kept.length)); });",
		"bytes/index.ts": "const kept: Uint8Array[] = []; Deno.serve(async (r) => { if (r.url.endsWith('ok')) return new Response('ok'); for (;;) { kept.push(new Uint8Array(16 << 20).fill(1)); await new Promise((done) => setTimeout(done, 20)); } });",
	}, nil, func(o *deno.Options) { o.Memory = 64 << 20 })
	for _, path := range []string{"/heap", "/bytes"} {
		if got := f.get(path); got != limit {
			t.Errorf("%s: got %s, want %s\n%s", path, got, limit, f.log)
		}
		if got := f.get(path + "/ok"); got != "200 ok" {
			t.Errorf("%s: the next call got %s", path, got)
		}
	}
	if !strings.Contains(f.log.String(), "it took more than 64 MB of memory") {
		t.Errorf("the log does not say why: %s", f.log)
	}
}

// EdgeRuntime.waitUntil holds the process, which hears why it ends.
func TestWaitUntil(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"background/index.ts": `
			let release: () => void = () => {};
			const released = new Promise<void>((resolve) => { release = resolve; });
			EdgeRuntime.waitUntil(released); // known before the first call, whose answer may be faster than what it waits for
			addEventListener('beforeunload', (event) => { console.log('ends by', event.detail.reason); setTimeout(() => release(), 200); });
			Deno.serve(() => {
				EdgeRuntime.waitUntil(released.then(() => console.log('background done')));
				return new Response('answered');
			});`,
		"idle/index.ts": "addEventListener('beforeunload', () => console.log('is idle')); Deno.serve(() => new Response());",
	}, nil, func(o *deno.Options) { o.Idle = 10 * time.Millisecond })
	if got := f.get("/background"); got != "200 answered" {
		t.Fatalf("got %s", got)
	}
	f.get("/idle")
	f.prints("idle: is idle")
	f.Restart("background")
	f.prints("background: ends by TerminationRequested")
	f.prints("background: background done")
}

func TestIdleProcessesEnd(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"idle/index.ts": "addEventListener('beforeunload', (event) => console.log(event.detail.reason)); const began = crypto.randomUUID(); Deno.serve(() => new Response(began));",
	}, nil, func(o *deno.Options) { o.Idle = 10 * time.Millisecond })
	first := f.get("/idle")
	f.prints("idle: EarlyDrop")
	if second := f.get("/idle"); first == second || !strings.HasPrefix(second, "200 ") {
		t.Errorf("got %s and %s, want two processes", first, second)
	}
}

// Of more functions than processes, the one that was idle for the longest time makes room.
func TestProcessesAreBounded(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, name := range []string{"one", "two", "three"} {
		files[name+"/index.ts"] = "addEventListener('beforeunload', (event) => console.log(event.detail.reason)); Deno.serve(() => new Response('" + name + "'));"
	}
	f := setup(t, files, nil, func(o *deno.Options) { o.Processes = 2 })
	for _, name := range []string{"one", "two", "three", "one"} {
		if got := f.get("/" + name); got != "200 "+name {
			t.Errorf("%s: got %s\n%s", name, got, f.log)
		}
	}
	f.prints("one: EarlyDrop")
	f.prints("two: EarlyDrop")
}

// A file that is saved is what the next call runs; a request that is being answered ends.
func TestRestart(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{"new/index.ts": "Deno.serve(() => new Response('before'));"}, nil, nil)
	if got := f.get("/new"); got != "200 before" {
		t.Fatalf("got %s", got)
	}
	f.write("new/index.ts", "Deno.serve(() => new Response('after'));")
	if names := f.Restart(""); len(names) != 1 || names[0] != "new" {
		t.Errorf("restarted %q", names)
	}
	if got := f.get("/new"); got != "200 after" {
		t.Errorf("got %s", got)
	}
}

func TestConsole(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"logs/index.ts": "interface Shape { a: number }\n\nconst shape = (): Shape => { throw new TypeError('of TypeScript'); };\nDeno.serve(() => { console.log('said', { a: 1 }); console.error(new Array(20_000).fill('x').join('')); return new Response(String(shape())); });",
	}, nil, nil)
	f.get("/logs")
	f.prints("logs: said { a: 1 }")
	f.prints("index.ts:3:") // where the error is in the source
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, line := range f.console {
		if len(line) > len("logs: ")+10_000 {
			t.Errorf("a line has %d bytes", len(line))
		}
	}
}

// Warm functions answer the first call with a process that runs.
func TestWarm(t *testing.T) {
	t.Parallel()
	f := setup(t, map[string]string{
		"one/index.ts":    "console.log('one started'); Deno.serve(() => new Response('one'));",
		"broken/index.ts": "throw new Error('on purpose');",
	}, nil, nil)
	f.Warm(t.Context(), deno.Find(f.folder, nil))
	f.prints("one: one started")
	if names := f.Restart(""); len(names) != 1 || names[0] != "one" {
		t.Errorf("%q run, want one", names)
	}
}

// The log of a function is bounded, and the lines of all are in the order of time.
func TestLogs(t *testing.T) {
	t.Parallel()
	logs := &deno.Logs{Folder: filepath.Join(t.TempDir(), "logs"), Size: 1000}
	print := func(function string) string {
		var out strings.Builder
		if err := logs.Print(&out, function); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if got := print(""); got != "" {
		t.Errorf("without a log: got %s", got)
	}
	for i := range 100 {
		for _, function := range []string{"a", "b"} {
			if err := logs.Add(function, fmt.Sprint("line ", i)); err != nil {
				t.Fatal(err)
			}
		}
	}
	got := print("a")
	if strings.Contains(got, " b: ") || !strings.HasSuffix(got, " a: line 99\n") || strings.Contains(got, "line 1\n") || len(got) < 1000 || len(got) > 2200 {
		t.Errorf("the log of a is %d bytes: %s", len(got), got)
	}
	if all := print(""); strings.Count(all, "\n") <= strings.Count(got, "\n") || !strings.Contains(all[len(all)-120:], " a: line 99\n") {
		t.Errorf("all logs are %s", all)
	}
}
