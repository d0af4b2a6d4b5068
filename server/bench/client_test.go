package main

import (
	"bufio"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestTheClientReadsAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, answer, body, fails string }{
		{"a length", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello", "hello", ""},
		{"chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n", "hello", ""},
		{"nothing", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", "0 bytes, want 200 with 5"},
		{"another status", "HTTP/1.1 503 No\r\nContent-Length: 5\r\n\r\nhello", "hello", "status 503"},
		{"an end", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", "", "unexpected EOF"},
		{"a farewell", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", "", "closes the connection"},
		{"no HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "", "not a status line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			here, there := net.Pipe()
			go func() {
				request := bufio.NewReader(there)
				for line := ""; line != "\r\n"; {
					line, _ = request.ReadString('\n')
				}
				_, _ = there.Write([]byte(c.answer))
				_ = there.Close()
			}()
			client := &httpClient{scenario: &scenario{least: 5}, conn: here, in: bufio.NewReader(here)}
			client.before[anon] = []byte("GET / HTTP/1.1\r\n\r\n")
			err := client.do(0, 0)
			switch {
			case c.fails == "" && (err != nil || string(client.answer()) != c.body):
				t.Errorf("got %q, %v; want %q", client.answer(), err, c.body)
			case c.fails != "" && (err == nil || !strings.Contains(err.Error(), c.fails)):
				t.Errorf("got the error %v, want one that says %q", err, c.fails)
			}
		})
	}
}

// TestTheClientAsks lets net/http judge what is sent.
func TestTheClientAsks(t *testing.T) {
	t.Parallel()
	type asked struct{ method, target, bearer, prefer, body string }
	got := make(chan asked, 2)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		_, _ = r.Body.Read(body)
		got <- asked{r.Method, r.URL.RequestURI(), r.Header.Get("Authorization"), r.Header.Get("Prefer"), string(body)}
	}))
	t.Cleanup(server.Close)
	for _, c := range []struct {
		name string
		of   scenario
		n    uint64
		want asked
	}{
		{"a anon's row", scenario{target: "/t?id=eq.{}", rows: 9}, 0, asked{"GET", "/rest/v1/t?id=eq.7", "Bearer v", "", ""}},
		{"either", scenario{target: "/t", caller: either}, 1, asked{"GET", "/rest/v1/t", "Bearer u", "", ""}},
		{"a body", scenario{method: "POST", target: "/t", prefer: "return=minimal", body: "[1]"}, 0, asked{"POST", "/rest/v1/t", "Bearer v", "return=minimal", "[1]"}},
	} {
		client, err := openHTTP(server.Listener.Addr().String(), &c.of, tokens{anon: "v", user: "u"})
		if err != nil {
			t.Fatal(err)
		}
		if err := client.do(c.n, 7); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if asked := <-got; asked != c.want {
			t.Errorf("%s: asked %v, want %v", c.name, asked, c.want)
		}
		if err := client.close(); err != nil {
			t.Error(err)
		}
	}
}

// TestAPaceDoesNotSlip wants requests due when they were planned, however late
// the last answer came: else a slow server would be asked less and look fast.
func TestAPaceDoesNotSlip(t *testing.T) {
	t.Parallel()
	start := time.Now().Add(-time.Hour)
	pace := pacer{start: start, end: start.Add(10 * time.Millisecond), every: 4 * time.Millisecond}
	for i := range 3 {
		if due, ok := pace.next(t.Context()); !ok || !due.Equal(start.Add(time.Duration(i)*4*time.Millisecond)) {
			t.Errorf("request %d is due %v after the start, %v", i, due.Sub(start), ok)
		}
	}
	if due, ok := pace.next(t.Context()); ok {
		t.Errorf("a request is due %v after the start", due.Sub(start))
	}
}
