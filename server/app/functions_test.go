package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/gorilla/websocket"

	"github.com/toubkal/toubkal/server/functions/deno"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
)

// denoPath is the environment with the Deno that the client's packages bring.
func denoPath(t testing.TB) string {
	t.Helper()
	path, err := deno.Executable("", "../../client")
	if err != nil || path == "" {
		t.Fatalf("no Deno: npm --prefix client ci brings one: %v", err)
	}
	return "TOUBKAL_DENO=" + path
}

// A folder with functions in TypeScript, beside its tables: the code has the variables of
// Supabase's runtime, asks for a token unless it says otherwise, and answers other origins itself.
func TestFunctionsOfAFolder(t *testing.T) {
	t.Parallel()
	f := devWith(t, []string{denoPath(t)},
		"schema/0001_todos.sql", "create table public.todos (id int primary key, title text); insert into public.todos values (1, 'climb');",
		"policies/todos.sql", "alter table public.todos enable row level security; grant select on public.todos to anon; create policy todos_select_public on public.todos for select to anon using (true);",
		"functions/.env", "OWN=\"it is mine\"\nSUPABASE_URL=http://elsewhere.test\n",
		"functions/_shared/cors.ts", "export const cors = { 'Access-Control-Allow-Origin': 'https://app.test', 'Access-Control-Allow-Headers': 'authorization' };",
		"functions/todos/index.ts", `import { cors } from '../_shared/cors.ts';
			Deno.serve(async (request) => {
				if (request.method === 'OPTIONS') return new Response('preflight', { headers: cors });
				const key = Deno.env.get('SUPABASE_ANON_KEY')!;
				const rows = await fetch(Deno.env.get('SUPABASE_URL') + '/rest/v1/todos?select=title', { headers: { apikey: key } });
				console.log('asked', request.method);
				return new Response(await rows.text() + Deno.env.get('OWN') + Deno.env.get('GOTRUE_JWT_SECRET') + JSON.parse(Deno.env.get('SUPABASE_JWKS')!).keys.length, { headers: cors });
			});`,
		"functions/echo/index.ts", `Deno.serve((request) => {
				const { socket, response } = Deno.upgradeWebSocket(request);
				socket.onmessage = (event) => socket.send('heard ' + event.data);
				return response;
			});`)
	f.Printed.Wait(t, `(functions: the variable SUPABASE_URL is left out)`)
	origin := "Origin: https://app.test"
	refused := f.Send(t, "GET", "/functions/v1/todos", "", origin)
	if refused.Status != http.StatusUnauthorized || refused.Header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(refused.Body, "Missing authorization header") {
		t.Errorf("without a token: got %d %v %s", refused.Status, refused.Header, refused.Body)
	}
	preflight := f.Send(t, "OPTIONS", "/functions/v1/todos", "", origin, "Access-Control-Request-Method: POST")
	if preflight.Status != 200 || preflight.Body != "preflight" || preflight.Header.Get("Access-Control-Allow-Origin") != "https://app.test" || preflight.Header.Get("Access-Control-Max-Age") != "" {
		t.Errorf("preflight: got %d %v %s, want the function's", preflight.Status, preflight.Header, preflight.Body)
	}
	called := f.Send(t, "POST", "/functions/v1/todos/below", "{}", origin, "Authorization: Bearer "+f.AnonKey)
	if called.Status != 200 || called.Body != `[{"title":"climb"}]it is mineundefined0` || called.Header.Get("Access-Control-Allow-Origin") != "https://app.test" {
		t.Errorf("got %d %v %s", called.Status, called.Header, called.Body)
	}
	f.Printed.Wait(t, `(todos: asked POST)`)
	if unknown := f.Send(t, "GET", "/functions/v1/_shared", "", origin); unknown.Status != 404 {
		t.Errorf("what functions share answers %d", unknown.Status)
	}
	header := http.Header{"Authorization": {"Bearer " + f.AnonKey}}
	conn, response, err := websocket.DefaultDialer.DialContext(t.Context(), strings.Replace(f.URL, "http", "ws", 1)+"/functions/v1/echo", header)
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
	if f.Send(t, "GET", "/functions/v1/later", "").Status != 404 {
		t.Error("a function that is not there is served")
	}
	var out strings.Builder
	for _, line := range []string{"secrets set LATER=added OWN=", "functions logs todos"} {
		if err := apptest.RunCommand(t, project.Project{}, "--project "+f.dir+" "+line, []string{"TOUBKAL_DATA_DIR=" + f.DataDir}, &out); err != nil {
			t.Fatal(err)
		}
	}
	if !strings.Contains(out.String(), "Z todos: asked POST\n") {
		t.Errorf("the log is %s", &out)
	}
	f.save(t, "functions/later/index.ts", "export default { fetch: () => new Response(Deno.env.get('LATER') + Deno.env.get('OWN')) };")
	f.Printed.Wait(t, `(functions in TypeScript: echo, later, todos)`)
	if later := f.Send(t, "GET", "/functions/v1/later", "", "Authorization: Bearer "+f.AnonKey); later.Body != "added" {
		t.Errorf("a function of later: got %d %s", later.Status, later.Body)
	}
	f.rename(t, "functions/later", "functions/.later")
	f.Printed.Wait(t, `(functions in TypeScript: echo, todos)`)
	if gone := f.Send(t, "GET", "/functions/v1/later", ""); gone.Status != 404 {
		t.Errorf("a function that is gone: got %d %s", gone.Status, gone.Body)
	}
	f.Send(t, "OPTIONS", "/functions/v1/todos", "", origin) // it runs
	f.keepWriting(t, "dev.log")                             // delays nothing
	f.save(t, "functions/_shared/cors.ts", "export const cors = { 'Access-Control-Allow-Origin': 'https://new.test' };")
	f.Printed.Wait(t, `(functions restarted: todos\n)`)
	if saved := f.Send(t, "OPTIONS", "/functions/v1/todos", "", origin); saved.Header.Get("Access-Control-Allow-Origin") != "https://new.test" {
		t.Errorf("after a file was saved: got %v", saved.Header)
	}
}

// A file in another folder that a function imports is watched once the function has been called,
// and counts if it was saved before that.
func TestAFileOfAnotherFolderRestartsItsFunctions(t *testing.T) {
	t.Parallel()
	const index = "import { name } from '../../shared/name.ts'; Deno.serve(() => new Response(name));"
	f := devWith(t, []string{denoPath(t)}, "shared/name.ts", "export const name = 'Toubkal';", "functions/a/index.ts", index, "functions/b/index.ts", index,
		"functions/c/index.ts", "Deno.serve(() => new Response('c'));")
	call := func(function, want string) {
		t.Helper()
		if got := f.Send(t, "GET", "/functions/v1/"+function, "", "Authorization: Bearer "+f.AnonKey); got.Body != want {
			t.Errorf("%s: got %d %s, want %s", function, got.Status, got.Body, want)
		}
	}
	call("a", "Toubkal")
	call("c", "c")
	for n, name := range []string{"Rerenjn", "Sirwa"} {
		f.save(t, "shared/name.ts", "export const name = '"+name+"';")
		f.Printed.Wait(t, `(?s)((?:functions restarted: a\n.*?){`+strconv.Itoa(n+1)+`})`)
		call("a", name)
	}
}

// The command writes a function, lists what config.toml says of them, and checks their types.
func TestFunctionsCommand(t *testing.T) {
	t.Parallel()
	p, err := project.Load(supabaseFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	command := func(line string) (string, error) {
		var out strings.Builder
		err := apptest.RunCommand(t, p, line, []string{denoPath(t)}, &out)
		return out.String(), err
	}
	if text, err := command("functions new climb"); err != nil || !strings.HasSuffix(text, "supabase/functions/climb/index.ts\n") {
		t.Errorf("new: got %s, %v", text, err)
	}
	if _, err := command("functions new climb"); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("new, again: got %v", err)
	}
	if _, err := command("functions new ../climb"); err == nil || !strings.Contains(err.Error(), "is no name of a function") {
		t.Errorf("new outside the folder: got %v", err)
	}
	if text, err := command("functions list"); err != nil || !regexp.MustCompile(`(?m)^climb +needs a token +/.*\nhello +public +/`).MatchString(text) {
		t.Errorf("list: got %s, %v", text, err)
	}
	if text, err := command("functions check"); err != nil || text != "2 functions have no errors of types\n" {
		t.Errorf("check: got %s, %v", text, err)
	}
	wrong := filepath.Join(p.Folder, "supabase/functions/climb/index.ts")
	if err := os.WriteFile(wrong, []byte("const metres: number = 'high';\nDeno.serve(() => new Response(String(metres)));\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := command("functions check"); err == nil || !strings.Contains(err.Error(), "1 of 2 functions") || !strings.Contains(text, "index.ts:1:7") {
		t.Errorf("check of a wrong one: got %s, %v", text, err)
	}
}

// Secrets are kept for their owner alone, and listed without their values.
func TestSecretsCommand(t *testing.T) {
	t.Parallel()
	p, err := project.Load(supabaseFolder(t))
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	file := filepath.Join(t.TempDir(), "more.env")
	if err := os.WriteFile(file, []byte("PLAIN=1\nQUOTED=\"a $ b\\nc\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command := func(line string) (string, error) {
		var out strings.Builder
		err := apptest.RunCommand(t, p, line, []string{"TOUBKAL_DATA_DIR=" + data}, &out)
		return out.String(), err
	}
	for _, c := range []struct{ line, want, refused string }{
		{"secrets list", `^NAME +DIGEST\n$`, ""},
		{"secrets set STRIPE=hush=hush", `from their next start`, ""},
		{"secrets set --env-file " + file, ``, ""},
		{"secrets set SUPABASE_URL=x", "", "names with SUPABASE_ are the server's"},
		{"secrets set no", "", "usage: toubkal secrets"},
		{"secrets set 1A=b", "", "is no name of a variable"},
		{"secrets set --env-file " + file + ".none", "", "no such file|not exist"},
		{"secrets unset NONE", "", "there is no secret NONE"},
		{"secrets unset PLAIN", "", ""},
		{"secrets list", `(?m)^QUOTED +[0-9a-f]{64}\nSTRIPE +[0-9a-f]{64}$`, ""},
	} {
		text, err := command(c.line)
		switch {
		case c.refused == "" && err != nil, c.refused != "" && (err == nil || !regexp.MustCompile(c.refused).MatchString(err.Error())):
			t.Errorf("%s: got %v, want %q", c.line, err, c.refused)
		case !regexp.MustCompile(c.want).MatchString(text) || strings.Contains(text, "hush"):
			t.Errorf("%s: got %s", c.line, text)
		}
	}
	if info, err := os.Stat(filepath.Join(data, "keys", "function-secrets.json")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file has %v, %v; want mode 600", info, err)
	}
}

// Functions are started before they are called where the configuration says so, and a saved
// config.toml is said to wait for the next start.
func TestWarmFunctions(t *testing.T) {
	t.Parallel()
	f := devWith(t, []string{denoPath(t), "TOUBKAL_FUNCTION_WARM=true"},
		"supabase/config.toml", "",
		"supabase/functions/hello/index.ts", "console.log('runs'); Deno.serve(() => new Response());")
	f.Printed.Wait(t, `(hello: runs)`)
	f.save(t, "supabase/config.toml", "[functions.hello]\nverify_jwt = false\n")
	f.Printed.Wait(t, `(config.toml was saved: it applies when toubkal dev starts again)`)
}
