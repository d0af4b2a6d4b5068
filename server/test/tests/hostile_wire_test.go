package tests

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// wires are bytes that are no HTTP, or that say two things at once. Each is all
// that a client sends before it closes its side.
func wires() []string {
	post := "POST /huts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	return []string{
		"", "\r\n", "\r\n\r\n", "\x00", "\xff\xff\xff\xff", "GET", "GET /huts", "GET /huts\r\n\r\n", "GET /huts HTTP/1.1", "GET /huts HTTP/1.1\r\n\r\n", "GET  /huts HTTP/1.1\r\nHost: x\r\n\r\n", "GET /huts HTTP/9.9\r\nHost: x\r\n\r\n",
		"GET /huts HTTP/0.9\r\n\r\n", "GET /huts HTTP/1.0\r\n\r\n", "GET /huts HTTP/2.0\r\nHost: x\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "GET http://[::1/huts HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET http://other/huts HTTP/1.1\r\nHost: x\r\n\r\n", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT huts:80 HTTP/1.1\r\nHost: x\r\n\r\n", "GET huts HTTP/1.1\r\nHost: x\r\n\r\n", "GET ?x=1 HTTP/1.1\r\nHost: x\r\n\r\n", "GET /\x01 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /huts HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: a b\r\n\r\n", "GET /huts HTTP/1.1\r\nHost:\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: x\r\nA B: c\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: x\r\n: c\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: x\r\nA\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
		"GET /huts HTTP/1.1\nHost: x\n\n", "GET /huts HTTP/1.1\r\nHost: x\r\nA: \x00\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("x", 200_000) + "\r\n\r\n", "GET /" + strings.Repeat("x", 2_000_000) + " HTTP/1.1\r\nHost: x\r\n\r\n", "GET /huts HTTP/1.1\r\nHost: x\r\n" + strings.Repeat("A: b\r\n", 50_000) + "\r\n",
		post + "Content-Length: 5\r\n\r\n{}", post + "Content-Length: -1\r\n\r\n{}", post + "Content-Length: x\r\n\r\n{}", post + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", post + "Content-Length: 99999999999999999999\r\n\r\n{}", post + "Content-Length: 9223372036854775807\r\n\r\n{}", post + "Content-Length: 0x2\r\n\r\n{}", post + "Content-Length: 1\r\n\r\n{}",
		post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", post + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}", post + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}", post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}", post + "Transfer-Encoding: chunked\r\n\r\n2;" + strings.Repeat("x", 5000) + "\r\n{}\r\n0\r\n\r\n",
		post + "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n2\r\n{}\r\n0\r\n\r\n", post + "Transfer-Encoding: gzip\r\n\r\n{}", post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", post + "Transfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}", post + "Transfer-Encoding: chunked\r\nTrailer: Content-Length\r\n\r\n0\r\nContent-Length: 9\r\n\r\n",
		post + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n", post + "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Length: 2\r\n\r\n{}", "GET /huts HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x85",
		post + "Content-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}", strings.Repeat("GET /huts?select=id HTTP/1.1\r\nHost: x\r\n\r\n", 200), "HEAD /huts HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /huts HTTP/1.1\r\nHost: x\r\n\r\n", "TRACE /huts HTTP/1.1\r\nHost: x\r\nCookie: a\r\n\r\n",
	}
}

// TestWhatIsNoHTTP: each is answered or disconnected, and other clients notice nothing.
func TestMalformedHTTP(t *testing.T) {
	t.Parallel()
	f := newForeign(t)
	s := instanceOn(t, f.DB)
	g := newTarget(t, s, "api", func(environ ...string) {
		s.Run(t, f.environ(environ...))
		s.URL = s.Printed.Wait(t, `Tables +(\S+)`)
	})
	for _, wire := range wires() {
		g.sent.Add(1)
		if wrong := g.answers(wire); wrong != "" {
			t.Errorf("%.200q: %s", wire, wrong)
		}
	}
	g.survived()
}

// answers says what is wrong with all that comes back for some bytes; that
// nothing does is right, too.
func (tg *target) answers(wire string) string {
	conn, err := net.Dial("tcp", strings.TrimPrefix(tg.URL, "http://"))
	if err != nil {
		return err.Error()
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(hung))
	_, _ = io.WriteString(conn, wire) // it may be cut off before its end
	_ = conn.(*net.TCPConn).CloseWrite()
	method, _, _ := strings.Cut(wire, " ")
	for reader := bufio.NewReader(conn); ; {
		response, err := http.ReadResponse(reader, &http.Request{Method: method})
		if err != nil {
			return hangs(err)
		}
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return hangs(err)
		}
		switch response.StatusCode {
		case http.StatusContinue, http.StatusGatewayTimeout: // having closed its side, the client has left
			continue
		}
		if wrong := problemOf(rawRequest{method: method, target: "/"}, apptest.Reply{Status: response.StatusCode, Header: response.Header, Body: string(body)}); wrong != "" {
			return response.Status + " " + wrong + ": " + string(body)
		}
	}
}

// hangs distinguishes a connection without an answer from a closed one.
func hangs(err error) string {
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return "it hangs"
	}
	return ""
}
