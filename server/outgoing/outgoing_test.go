package outgoing

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/system/extensions"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// install gives the test a database with the engine's net and webhooks. A busy machine may take longer
// than the five seconds that requests have by default, so they have ten minutes here.
func install(t *testing.T) *pgtest.DB {
	t.Helper()
	d := pgtest.New(t)
	exec(t, d, "create extension pg_net; "+extensions.Webhooks+`
		create function public.be_patient() returns trigger language plpgsql as $$ begin new.timeout_milliseconds := 600000; return new; end $$;
		create trigger patient before insert on net.http_request_queue for each row when (new.timeout_milliseconds = 5000) execute function public.be_patient()`)
	return d
}

func exec(t *testing.T, d *pgtest.DB, sql string) {
	t.Helper()
	if _, err := d.Conn().PgConn().Exec(t.Context(), sql).ReadAll(); err != nil {
		t.Fatalf("%.100s: %v", sql, err)
	}
}

// node runs a worker until stop, or the end of the test; this machine's 127.0.0.1 is allowed unless o says otherwise.
func node(t *testing.T, d *pgtest.DB, o Options) (stop func()) {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), d.LoginURL("toubkal_worker"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	o.Tx = func(ctx context.Context, fn func(db.Tx) error) error { return pgx.BeginFunc(ctx, pool, fn) }
	o.Listening = db.Link{URL: d.LoginURL("toubkal_worker")}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		New(o).Run(ctx)
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return stop
}

func loopback(t *testing.T) Allowed {
	t.Helper()
	allowed, err := ParseAllowed([]string{"127.0.0.1"})
	if err != nil {
		t.Fatal(err)
	}
	return allowed
}

func target(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func echo(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("X-Answer", "yes")
	w.Header().Set("Content-Type", "text/plain")
	fmt.Fprintf(w, "%s %s %s|%s|%s", r.Method, r.URL, r.Header.Get("X-Key"), r.Header.Get("Content-Type"), body)
}

func TestRequests(t *testing.T) {
	t.Parallel()
	d := install(t)
	node(t, d, Options{Allow: loopback(t)})
	url := target(t, echo)
	for _, test := range []struct{ call, want string }{
		{"net.http_get('URL/a')", "GET /a ||"},
		{`net.http_get('URL/a?b=1#c', '{"d": "é &=+~", "e": 2}', '{"X-Key": "k"}')`, "GET /a?b=1&d=%C3%A9%20%26%3D%2B~&e=2 k||"},
		{"net.http_post('URL/a')", "POST /a |application/json|{}"},
		{`net.http_post(url := 'URL/a', body := '{"n": 1}', headers := '{"X-Key": "k"}')`, `POST /a k|application/json|{"n": 1}`},
		{`net.http_post('URL/a', '{}', '{"p": "q"}')`, "POST /a?p=q |application/json|{}"},
		{"net.http_delete('URL/a')", "DELETE /a ||"},
		{`net.http_delete('URL/a', body := '{"n": 1}')`, `DELETE /a ||{"n": 1}`},
	} {
		var id int64
		if err := d.Admin.QueryRow(t.Context(), "select "+strings.ReplaceAll(test.call, "URL", url)).Scan(&id); err != nil {
			t.Errorf("%s: %v", test.call, err)
			continue
		}
		d.Until("200 text/plain yes f "+test.want,
			fmt.Sprintf("select concat_ws(' ', status_code, content_type, headers ->> 'X-Answer', timed_out, content) from net._http_response where id = %d and error_msg is null", id))
		d.Until(`(SUCCESS,ok,t)`, fmt.Sprintf("select (status, message, (response).body like '%%|%%') from net.http_collect_response(%d, false)", id))
	}
	d.Until("0", "select count(*) from net.http_request_queue")
	for call, want := range map[string]string{
		"net.http_get('localhost:1')": "Unsupported URL scheme",
		"net.http_get('/path')":       `invalid URL "/path"`,
		"net.http_get(null)":          `null value in column "url"`,
		`net.http_post('http://x', headers := '{"content-type": "text/x"}')`: `Content-Type header must be "application/json"`,
	} {
		if _, err := d.Admin.Exec(t.Context(), "select "+call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", call, err, want)
		}
	}
}

func TestRollbackSendsNothing(t *testing.T) {
	t.Parallel()
	d := install(t)
	node(t, d, Options{Allow: loopback(t)})
	seen := make(chan string, 2)
	url := target(t, func(_ http.ResponseWriter, r *http.Request) { seen <- r.URL.Path })
	exec(t, d, "begin; select net.http_get('"+url+"/undone'); rollback; select net.http_get('"+url+"/done')")
	d.Until("1", "select count(*) from net._http_response")
	if path := <-seen; path != "/done" || len(seen) > 0 {
		t.Errorf("%s was requested, and %d more", path, len(seen))
	}
}

// Two nodes send many requests at once, each once; a server that never answers holds up only its own.
func TestManyRequestsAtOnce(t *testing.T) {
	t.Parallel()
	d := install(t)
	var requests atomic.Int64
	url := target(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-r.Context().Done()
			return
		}
		requests.Add(1)
	})
	node(t, d, Options{Allow: loopback(t)})
	node(t, d, Options{Allow: loopback(t)})
	exec(t, d, "select net.http_get('"+url+"/slow', timeout_milliseconds := 600000); select net.http_get('"+url+"/slow', timeout_milliseconds := 100); select net.http_get('"+url+"/fast') from generate_series(1, 200)")
	d.Until("200", "select count(*) from net._http_response where status_code = 200")
	d.Until("1", "select count(*) from net._http_response where timed_out and error_msg like 'Timeout of 100 ms reached. Total time: %' and status_code is null and headers is null and content is null")
	if n := requests.Load(); n != 200 {
		t.Errorf("%d requests arrived, want 200", n)
	}
}

// Requests that do not fit into the memory wait in the table, in their order; one that never would is answered.
func TestMemoryOfRequestsIsBounded(t *testing.T) {
	t.Parallel()
	d := install(t)
	arrived, release := make(chan int, 10), make(chan struct{})
	var onTheirWay atomic.Int64
	url := target(t, func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		onTheirWay.Add(int64(len(body)))
		arrived <- len(body)
		<-release
		onTheirWay.Add(-int64(len(body)))
	})
	exec(t, d, "select net.http_post('"+url+"', to_jsonb(repeat('a', n)), timeout_milliseconds := 600000) from (values (1, 700000), (2, 5000000), (3, 700000), (4, 10), (5, 1000000)) as s (id, n) order by id")
	node(t, d, Options{Allow: loopback(t), Memory: 1 << 20})
	d.Until("2 the request is larger than 1 MB", "select concat_ws(' ', id, status_code, error_msg) from net._http_response")
	if first := <-arrived; first != 700002 || len(arrived) > 0 {
		t.Errorf("%d bytes arrived, and %d more requests, want the first alone", first, len(arrived))
	}
	d.Until("3 4 5", "select string_agg(id::text, ' ' order by id) from net.http_request_queue")
	close(release)
	d.Until("4", "select count(*) from net._http_response where status_code = 200")
	if n := onTheirWay.Load(); n != 0 {
		t.Errorf("%d bytes are still on their way", n)
	}
}

func TestEndOfTheProgramIsRecorded(t *testing.T) {
	t.Parallel()
	d := install(t)
	arrived := make(chan struct{})
	url := target(t, func(_ http.ResponseWriter, r *http.Request) {
		close(arrived)
		<-r.Context().Done()
	})
	stop := node(t, d, Options{Allow: loopback(t)})
	exec(t, d, "select net.http_get('"+url+"', timeout_milliseconds := 600000)")
	<-arrived
	stop()
	d.Until("f the program was stopped", "select concat_ws(' ', timed_out, error_msg) from net._http_response")
}

func TestRefusedRequests(t *testing.T) {
	t.Parallel()
	d := install(t)
	var reached sync.Map
	url := target(t, func(w http.ResponseWriter, r *http.Request) {
		reached.Store(r.URL.Path, true)
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	})
	port := url[strings.LastIndex(url, ":")+1:]
	const refused = "are refused: it is an address of "
	node(t, d, Options{})
	for _, to := range []string{
		url, "http://localhost:" + port, "http://[::1]:" + port, "http://[::ffff:127.0.0.1]:" + port, "http://0.0.0.0:" + port, "http://2130706433:" + port,
		"http://169.254.169.254/latest", "http://[fd00:ec2::254]/", "http://[fe80::1]/",
	} {
		var id int64
		if err := d.Admin.QueryRow(t.Context(), "select net.http_get($1 || '/refused')", to).Scan(&id); err != nil {
			t.Fatal(err)
		}
		d.Until("0 t", fmt.Sprintf("select concat_ws(' ', count(status_code), bool_and(error_msg is not null)) from net._http_response where id = %d having count(*) = 1", id))
		if to != "http://2130706433:"+port { // which not every resolver takes for an address
			d.Until("1", fmt.Sprintf("select count(*) from net._http_response where id = %d and error_msg like '%%%s%%'", id, refused))
		}
	}
	if _, ok := reached.Load("/refused"); ok {
		t.Error("a request has reached this machine")
	}
}

// A redirect is followed, as pg_net does: not to what is refused, and without the headers to another host.
func TestRedirects(t *testing.T) {
	t.Parallel()
	d := install(t)
	other := target(t, echo)
	url := target(t, func(w http.ResponseWriter, r *http.Request) {
		if to := r.URL.Query().Get("to"); to != "" {
			http.Redirect(w, r, to, http.StatusTemporaryRedirect)
			return
		}
		echo(w, r)
	})
	node(t, d, Options{Allow: loopback(t)})
	for _, test := range []struct{ to, want string }{
		{"/same", `200 POST /same k|application/json|{"n": 1}`},
		{other + "/other", `200 POST /other |application/json|{"n": 1}`},
		{"http://169.254.169.254/latest", "requests to 169.254.169.254 are refused: it is an address of a link or a metadata service (TOUBKAL_NET_ALLOW)"},
		{strings.Replace(other, "127.0.0.1", "127.0.0.2", 1), "requests to 127.0.0.2 are refused: it is an address of this machine (TOUBKAL_NET_ALLOW)"},
		{"file:///etc/passwd", "unsupported protocol"},
	} {
		var id int64
		err := d.Admin.QueryRow(t.Context(), `select net.http_post($1, '{"n": 1}', jsonb_build_object('to', $2::text), '{"X-Key": "k", "Authorization": "secret"}')`, url, test.to).Scan(&id)
		if err != nil {
			t.Fatal(err)
		}
		d.Until(test.want, fmt.Sprintf("select concat_ws(' ', status_code, content, error_msg) from net._http_response where id = %d", id))
	}
}

// What is addressed to the program itself is answered by it, without a network.
func TestRequestsToTheProgramItself(t *testing.T) {
	t.Parallel()
	d := install(t)
	node(t, d, Options{Self: Self{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "%s %s %s", r.Host, r.RemoteAddr, r.URL.Path)
	}), Address: "https://api.example.org", Port: "54321"}})
	for _, to := range []string{"kong:8000", "localhost:54321", "api.example.org"} {
		scheme := "http://"
		if to == "api.example.org" {
			scheme = "https://"
		}
		var id int64
		if err := d.Admin.QueryRow(t.Context(), "select net.http_get($1 || '/functions/v1/x')", scheme+to).Scan(&id); err != nil {
			t.Fatal(err)
		}
		d.Until("200 "+to+" 127.0.0.1:0 /functions/v1/x", fmt.Sprintf("select concat_ws(' ', status_code, content, error_msg) from net._http_response where id = %d", id))
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	d := install(t)
	node(t, d, Options{Allow: loopback(t)})
	url := target(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/large":
			_, _ = w.Write(make([]byte, maxContent+1))
		case "/binary":
			_, _ = w.Write([]byte("a\x00b\xffc"))
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/broken":
			panic(http.ErrAbortHandler)
		}
	})
	for path, want := range map[string]string{
		"/large": "|the response is larger than 1 MB", "/binary": "200|a\uFFFDb\uFFFDc", "/none": "204", "/broken": "|EOF",
	} {
		var id int64
		if err := d.Admin.QueryRow(t.Context(), "select net.http_get($1)", url+path).Scan(&id); err != nil {
			t.Fatal(err)
		}
		d.Until(strings.TrimPrefix(want, "|"), fmt.Sprintf("select concat_ws('|', status_code, content, error_msg) from net._http_response where id = %d", id))
	}
}

func TestResponsesAreKeptSixHours(t *testing.T) {
	t.Parallel()
	d := install(t)
	exec(t, d, "insert into net._http_response (id, created) values (1, now() - interval '6 hours 1 minute'), (2, now() - interval '5 hours')")
	node(t, d, Options{})
	d.Until("2", "select string_agg(id::text, ' ') from net._http_response")
}

// Every role may send, and none but the owner can read what others send.
func TestRightsOfRequests(t *testing.T) {
	t.Parallel()
	d := install(t)
	node(t, d, Options{Allow: loopback(t)})
	url := target(t, echo)
	exec(t, d, "set role anon; select net.http_post('"+url+"', headers := '{\"X-Key\": \"k\"}'); select net.http_get('"+url+"'); select net.http_delete('"+url+"')")
	d.Until("3", "select count(*) from net._http_response where status_code = 200")
	for _, sql := range []string{
		"select * from net.http_request_queue", "select * from net._http_response", "delete from net.http_request_queue",
		"insert into net.http_request_queue (method, url, timeout_milliseconds) values ('GET', 'http://x', 1)",
	} {
		for _, role := range []string{"anon", "authenticated"} {
			if _, err := d.Conn().PgConn().Exec(t.Context(), "set role "+role+"; "+sql).ReadAll(); err == nil || !strings.Contains(err.Error(), "42501") {
				t.Errorf("%s: %s: got %v, want a refusal", role, sql, err)
			}
		}
	}
}

func TestDatabaseWebhooks(t *testing.T) {
	t.Parallel()
	d := install(t)
	node(t, d, Options{Allow: loopback(t)})
	url := target(t, echo)
	exec(t, d, `create table public.orders (id int primary key, total int);
		grant all on public.orders to authenticated;
		create trigger "on order" after insert or update or delete on public.orders for each row
			execute function supabase_functions.http_request('`+url+`/hook', 'POST', '{"Content-Type":"application/json","X-Key":"k"}', '{"p":"q"}', '5000');
		create trigger plain after insert on public.orders for each row execute function supabase_functions.http_request('`+url+`/get', 'GET', '{}', '{}', '5000');
		set role authenticated; insert into public.orders values (1, 10); update public.orders set total = 11; delete from public.orders`)
	const bodies = `select string_agg(replace(content, ' ', ''), '' order by id) from net._http_response where content like '%/hook%'`
	hook := "POST/hook?p=qk|application/json|"
	d.Until(hook+`{"type":"INSERT","table":"orders","record":{"id":1,"total":10},"schema":"public","old_record":null}`+
		hook+`{"type":"UPDATE","table":"orders","record":{"id":1,"total":11},"schema":"public","old_record":{"id":1,"total":10}}`+
		hook+`{"type":"DELETE","table":"orders","record":null,"schema":"public","old_record":{"id":1,"total":11}}`, bodies)
	d.Until("1", "select count(*) from net._http_response where content = 'GET /get ||'")
	d.Until("on order 3, plain 1", `select string_agg(hook_name || ' ' || n, ', ' order by hook_name) from (
		select hook_name, count(*) as n from supabase_functions.hooks h join net._http_response r on r.id = h.request_id
		where hook_table_id = 'public.orders'::regclass::oid::bigint group by 1) as hooks`)
	d.Until("true", "select setval('supabase_functions.hooks_id_seq', 100, true) = 100") // as dumps do
}

// The functions of the extension http are there, and say what to use instead.
func TestHTTPExtension(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	exec(t, d, "create extension http schema extensions")
	for _, call := range []string{
		"http_get('http://x')", "http_get('http://x', '{}'::jsonb)", "http_post('http://x', '{}', 'application/json')", "http_delete('http://x')",
		"http(('POST', 'http://x', array[extensions.http_header('a', 'b')], 'application/json', '{}')::extensions.http_request)",
	} {
		_, err := d.Admin.Exec(t.Context(), "select status from extensions."+call)
		if err == nil || !strings.Contains(err.Error(), "this server makes no request that a statement waits for") {
			t.Errorf("%s: got %v, want a refusal", call, err)
		}
	}
	d.Until("my+special+string%27s+%26+%C3%A9%3F", "select extensions.urlencode('my special string''s & é?')")
}
