//go:build endurance

package tests

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// slowSchema has what takes longer than anybody waits, and what is longer than
// any buffer between us and the client.
const slowSchema = `
	create function api.nap() returns void language sql as $$ select pg_sleep(3600) $$;
	create function api.nap_on_reading() returns int language sql stable as $$ select 1 from pg_sleep(3600) $$;
	create function api.much() returns setof text language sql stable as $$ select repeat('x', 1000) from generate_series(1, 15000) $$;`

// newSlowTarget starts the program on a pool of two.
func newSlowTarget(t *testing.T, environ ...string) *target {
	t.Helper()
	f := newForeign(t)
	f.do(t, slowSchema)
	s := instanceOn(t, f.DB)
	return newTarget(t, s, "api", func(own ...string) {
		s.Run(t, f.environ(append(append(own, "PGRST_DB_POOL=2"), environ...)...))
		s.URL = s.Printed.Wait(t, `Tables +(\S+)`)
	})
}

// sleeping waits until so many statements run in PostgreSQL.
func (tg *target) sleeping(n int) {
	tg.eventually("statements", func() string {
		var now int
		err := tg.DB.Admin.QueryRow(tg.t.Context(), `select count(*) from pg_stat_activity
			where datname = current_database() and application_name = 'toubkal' and wait_event = 'PgSleep'`).Scan(&now)
		if err != nil || now != n {
			return fmt.Sprintf("%d run, want %d, %v", now, n, err)
		}
		return ""
	})
}

// TestClientsThatLeave: the client has disconnected, so that nothing goes on
// making it. An hour's sleep that ends within this test has been cancelled.
func TestClientsThatLeave(t *testing.T) {
	t.Parallel()
	g := newSlowTarget(t)
	for _, c := range []struct{ name, wire string }{
		{"a read", "GET /rpc/nap_on_reading HTTP/1.1\r\nHost: x\r\n\r\n"},
		{"a write", "POST /rpc/nap HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Type: application/json\r\n\r\n{}"},
		{"a write that decides", "POST /rpc/nap_on_reading HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Type: application/json\r\nAccept: application/vnd.pgrst.object\r\n\r\n{}"},
		{"a batch", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 37\r\nContent-Type: application/json\r\n\r\n" + `[{"method":"POST","path":"/rpc/nap"}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			conns := []net.Conn{g.open(t, c.wire), g.open(t, c.wire)}
			g.sleeping(2)
			for _, conn := range conns {
				_ = conn.Close()
			}
			g.sleeping(0)
			g.ask(t)
		})
	}
	g.survived()
}

// TestClientsThatDoNotRead holds no connection to PostgreSQL for them.
func TestClientsThatDoNotRead(t *testing.T) {
	t.Parallel()
	g := newSlowTarget(t)
	const much = "GET /rpc/much HTTP/1.1\r\nHost: x\r\n\r\n"
	var conns []net.Conn
	for range 4 {
		conn := g.open(t, much)
		if line, err := bufio.NewReaderSize(conn, 16).ReadString('\n'); err != nil || !strings.Contains(line, "200") {
			t.Fatalf("got %q, %v", line, err)
		}
		conns = append(conns, conn)
	}
	g.eventually("connections of the pool", g.inUse)
	g.ask(t)
	for _, conn := range conns {
		_ = conn.Close()
	}
	g.survived()
}

// TestClientsThatNeverEnd: half a request is cut off when its time is over, and
// a statement that takes too long is cancelled.
func TestClientsThatNeverEnd(t *testing.T) {
	t.Parallel()
	g := newSlowTarget(t, "TOUBKAL_REQUEST_TIMEOUT=1")
	post := "POST /huts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	t.Run("each", func(t *testing.T) {
		for _, c := range []struct {
			name, wire string
			status     int
		}{
			{"half a body", post + "Content-Length: 50\r\n\r\n{", http.StatusBadRequest},
			{"half a chunk", post + "Transfer-Encoding: chunked\r\n\r\n5\r\n{", http.StatusBadRequest},
			{"half a batch", strings.Replace(post, "/huts", "/", 1) + "Content-Length: 50\r\n\r\n[{", http.StatusBadRequest},
			{"a statement", "GET /rpc/nap_on_reading HTTP/1.1\r\nHost: x\r\n\r\n", http.StatusGatewayTimeout},
			{"a statement, and more behind it", "GET /rpc/nap_on_reading HTTP/1.1\r\nHost: x\r\n\r\nGET /huts HT", http.StatusGatewayTimeout},
		} {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				conn := g.open(t, c.wire)
				_ = conn.SetReadDeadline(time.Now().Add(hung))
				answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil || answer.StatusCode != c.status {
					t.Errorf("got %v, %v; want %d", answer, err, c.status)
				}
			})
		}
		t.Run("half a header", func(t *testing.T) {
			t.Parallel()
			conn := g.open(t, "GET /huts HTTP/1.1\r\nHost: ")
			_ = conn.SetReadDeadline(time.Now().Add(hung))
			if answer, err := io.ReadAll(conn); err != nil {
				t.Errorf("got %q, %v; want to be cut off", answer, err)
			}
		})
	})
	g.waitIdle()
}
