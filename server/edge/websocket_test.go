package edge

import (
	"bufio"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// hijackable is a response through which a service behind the edge gets the connection.
type hijackable struct{ http.ResponseWriter }

func (h hijackable) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(h.ResponseWriter).Hijack()
}

// TestAWebsocketPassesTheEdge unchanged, and lives longer than a request may take.
func TestAWebsocketPassesTheEdge(t *testing.T) {
	t.Parallel()
	lines := make(line, 10)
	o := Options{Log: logTo(lines), Timeout: 20 * time.Millisecond}
	ended := make(chan struct{})
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := (&websocket.Upgrader{}).Upgrade(hijackable{w}, r, nil)
		if err != nil {
			t.Errorf("upgrade: %v", err)
			return
		}
		<-r.Context().Done() // the request's own time is over
		go func() {
			defer close(ended)
			kind, data, err := conn.ReadMessage()
			if err != nil || conn.WriteMessage(kind, data) != nil {
				t.Errorf("echo: %v", err)
			}
		}()
	})
	server := httptest.NewServer(Outer(o)(API(o, 10)(CORS(nil)(echo))))
	defer server.Close()
	header := http.Header{"Accept-Encoding": {"gzip, deflate, br, zstd"}}
	conn, answer, err := websocket.DefaultDialer.DialContext(
		t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/realtime/v1/websocket?apikey=hush", header,
	)
	if err != nil {
		t.Fatalf("%v %v", answer, err)
	}
	defer func() { _ = conn.Close() }()
	long := strings.Repeat("text ", 1000) // beyond the bound of a body, and worth compressing
	if err := conn.WriteMessage(websocket.TextMessage, []byte(long)); err != nil {
		t.Fatal(err)
	}
	if _, got, err := conn.ReadMessage(); err != nil || string(got) != long {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	<-ended
	// The request is logged when its handler has returned, which may be after the echo.
	if said := <-lines; !strings.Contains(said, "status=101") || strings.Contains(said, "hush") {
		t.Errorf("the log says %s", said)
	}
}

// line is a log that hands on each of its lines.
type line chan string

func (l line) Write(p []byte) (int, error) {
	l <- string(p)
	return len(p), nil
}
