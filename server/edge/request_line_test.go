package edge

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

func TestRequestLine(t *testing.T) {
	t.Parallel()
	const rest = " HTTP/1.1\r\nHost: x\r\nX-A: 100%\r\n\r\n50% of a body"
	for given, want := range map[string]string{
		"GET /a%20b":        "GET /a%20b",
		"GET /100%.txt":     "GET /100%25.txt",
		"GET /100%":         "GET /100%25",
		"GET /100%2":        "GET /100%252",
		"GET /%%41%zz%4g%c": "GET /%25%41%25zz%254g%25c",
		"GET /%25?q=100%":   "GET /%25?q=100%",
		"GET /a%?q=100%":    "GET /a%25?q=100%",
	} {
		for _, pieces := range []func(io.Reader) io.Reader{
			func(r io.Reader) io.Reader { return r }, iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader,
		} {
			l := &requestLine{inside: true}
			from := pieces(strings.NewReader(given + rest))
			got, err := io.ReadAll(readFunc(func(p []byte) (int, error) { return l.read(from, p) }))
			if err != nil || string(got) != want+rest {
				t.Errorf("%s: got %q, %v", given, got, err)
			}
		}
	}
	l := &requestLine{inside: true}
	const sentBefore = "G{\"a\": \"100% /100%.txt\"}\n"
	from := strings.NewReader(sentBefore)
	got, err := io.ReadAll(readFunc(func(p []byte) (int, error) { return l.read(from, p) }))
	if err != nil || string(got) != sentBefore {
		t.Errorf("the rest of a body: got %q, %v", got, err)
	}
	l = &requestLine{inside: true}
	const hello = "\x16\x03\x01 100%.txt \n %. "
	one := iotest.OneByteReader(strings.NewReader(hello))
	got, err = io.ReadAll(readFunc(func(p []byte) (int, error) { return l.read(one, p) }))
	if err != nil || string(got) != hello {
		t.Errorf("TLS: got %q, %v", got, err)
	}
}

type readFunc func(p []byte) (int, error)

func (r readFunc) Read(p []byte) (int, error) { return r(p) }

// Every request of a connection reaches the handler, whose layers give refusals their headers.
func TestPathsThatAreNotEscaped(t *testing.T) {
	t.Parallel()
	connections := NewConnections(ConnectionOptions{})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = io.WriteString(w, r.URL.Path+" "+string(body))
	})}
	connections.Serve(server)
	served := make(chan struct{})
	go func() { defer close(served); _ = server.Serve(connections.Listen(listener)) }()
	t.Cleanup(func() { _ = server.Close(); <-served })
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	answers := bufio.NewReader(conn)
	for _, path := range []string{"/plain", "/100%.txt", "/50%%20off", "/after"} {
		if _, err := io.WriteString(conn, "POST "+path+" HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\n9% "); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(answer.Body)
		if want := strings.ReplaceAll(path, "%20", " ") + " 9% "; err != nil || answer.StatusCode != 200 || string(got) != want {
			t.Errorf("%s: got %d %q, %v", path, answer.StatusCode, got, err)
		}
	}
}
