//go:build endurance

package tests

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/functions"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// TestBodiesShareTheRequestMemory: bodies that are never complete take no more of the
// memory than is there, whichever service they are sent to; the others are refused. 700 kB
// of a body take twice that, and anonymous users may have 1.5 MB of 2. (net/http delays an
// answer for the rest of a body if that is less than 256 kB.)
func TestBodiesShareTheRequestMemory(t *testing.T) {
	t.Parallel()
	p := fixtureProject()
	p.Functions = func(*project.Host) (map[string]functions.Function, error) {
		return map[string]functions.Function{"length": {Public: true, Handle: functions.JSON(
			func(_ context.Context, _ *functions.Call, text string) (int, error) { return len(text), nil },
		)}}, nil
	}
	database := pgtest.New(t)
	s := apptest.New(t, p, database)
	s.Start(t, []string{"DATABASE_URL=" + database.URL, "TOUBKAL_REQUEST_MEMORY=2", "LOG_LEVEL=crit"})
	const clients = 12
	sent := `"` + strings.Repeat("x", 700_000)
	for _, c := range []struct {
		path   string
		status int // of a body for which there is memory
	}{
		{"/auth/v1/token?grant_type=password", http.StatusBadRequest},
		{"/functions/v1/length", http.StatusOK},
		{"/rest/v1/notes", http.StatusUnauthorized},
	} {
		answers := make(chan *http.Response, clients)
		var conns []net.Conn
		for range clients {
			conn, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.URL, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conns = append(conns, conn)
			go func() {
				_, _ = fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nApikey: %s\r\nContent-Type: application/json\r\nContent-Length: 1048000\r\n\r\n", c.path, s.AnonKey)
				_, _ = io.WriteString(conn, sent) // fails where it is refused meanwhile
			}()
			go func() {
				answer, _ := http.ReadResponse(bufio.NewReader(conn), nil) // nil where the test closes the connection
				answers <- answer
			}()
		}
		deadline := time.After(apptest.Timeout)
		for range clients - 1 {
			select {
			case answer := <-answers:
				if answer == nil || answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Retry-After") == "" {
					t.Fatalf("%s: got %v, want 503 and Retry-After", c.path, answer)
				}
			case <-deadline:
				t.Fatalf("%s: more bodies are kept than there is memory for", c.path)
			}
		}
		headers := append(s.Headers(""), "Content-Type: application/json")
		if got := s.Send(t, "POST", c.path, `"small"`, headers...); got.Status != c.status {
			t.Errorf("%s: a small body meanwhile: %d %s, want %d", c.path, got.Status, got.Body, c.status)
		}
		for _, conn := range conns {
			_ = conn.Close()
		}
		s.Until(t, "/ready", func(apptest.Reply) bool { // the server notices that they are closed
			return s.Send(t, "POST", c.path, sent+`"`, headers...).Status == c.status
		})
	}
}
