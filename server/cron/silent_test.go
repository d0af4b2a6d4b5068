package cron

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
)

// hangingProxy is a proxy before PostgreSQL that can stop passing on what it gets. It goes on to close a connection
// whose other end was closed.
type hangingProxy struct {
	url   string
	hangs chan struct{} // closed when it does
}

func newHangingProxy(t *testing.T, address string) *hangingProxy {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	own := listener.Addr().(*net.TCPAddr)
	p := &hangingProxy{hangs: make(chan struct{})}
	p.url = fmt.Sprintf("host=%s port=%d user=%s password=%s dbname=%s sslmode=disable", own.IP, own.Port, config.User, config.Password, config.Database)
	network, server := pgconn.NetworkAddress(config.Host, config.Port)
	var open sync.WaitGroup
	t.Cleanup(open.Wait)
	t.Cleanup(func() { _ = listener.Close() })
	open.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			upstream, err := net.Dial(network, server)
			if err != nil {
				_ = client.Close()
				continue
			}
			open.Go(func() { p.pass(upstream, client) })
			open.Go(func() { p.pass(client, upstream) })
		}
	})
	return p
}

// pass copies until one end is closed.
func (p *hangingProxy) pass(to, from net.Conn) {
	defer func() {
		_ = to.Close()
		_ = from.Close()
	}()
	_, _ = io.Copy(writer{p, to}, from)
}

// writer drops what comes once the proxy hangs.
type writer struct {
	proxy *hangingProxy
	to    net.Conn
}

func (w writer) Write(b []byte) (int, error) {
	select {
	case <-w.proxy.hangs:
		return len(b), nil
	default:
		return w.to.Write(b)
	}
}

// A node whose connection answers no more gives it up, and another one schedules.
func TestSilentLeaderIsReplaced(t *testing.T) {
	t.Parallel()
	d, c := install(t), newClock()
	proxy := newHangingProxy(t, d.URL)
	o := Options{Link: db.Link{URL: proxy.url}, TakeOver: 20 * time.Millisecond, Answer: time.Second, Now: c.Now, After: c.After}
	exec(t, d, "select cron.schedule('30 seconds', 'select 1')") // a run is made up, however far the clock has jumped
	nodeWith(t, o)
	// The clock cannot tell since when a connection waits for its proof. On a slow machine a node may give up its
	// connection before it hangs, and lead again.
	passes := func(step time.Duration, sql string) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for isTrue := false; !isTrue; c.jump(step) {
			if err := d.Admin.QueryRow(ctx, "select "+sql).Scan(&isTrue); err != nil {
				t.Fatalf("%s: %v", sql, err)
			}
		}
	}
	passes(30*time.Second, "count(*) >= 1 from cron.job_run_details where status = 'succeeded'") // through the proxy
	const lock = `from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`
	passes(0, "exists (select "+lock+")")
	close(proxy.hangs)
	var pid, succeeded int
	if err := d.Admin.QueryRow(t.Context(), "select coalesce((select pid "+lock+"), 0)").Scan(&pid); err != nil {
		t.Fatal(err)
	}
	node(t, d, c, d.URL)
	passes(10*time.Second, fmt.Sprintf("exists (select %s and pid <> %d)", lock, pid))
	if err := d.Admin.QueryRow(t.Context(), "select count(*) from cron.job_run_details where status = 'succeeded'").Scan(&succeeded); err != nil {
		t.Fatal(err)
	}
	passes(30*time.Second, fmt.Sprintf("count(*) > %d from cron.job_run_details where status = 'succeeded'", succeeded))
}

// PostgreSQL looks for the machine of a node that is silent.
func TestKeepAlive(t *testing.T) {
	t.Parallel()
	d := install(t)
	conn := d.Conn()
	if _, err := conn.Exec(t.Context(), keepAliveSQL); err != nil {
		t.Fatal(err)
	}
	var got string
	err := conn.QueryRow(t.Context(), `select string_agg(name || ' ' || setting || unit, ', ' order by name) from pg_settings where name ~ '^tcp_(keepalives_i|user)'`).Scan(&got)
	want := "tcp_keepalives_idle 10s, tcp_keepalives_interval 3s, tcp_user_timeout 20000ms"
	if strings.HasPrefix(conn.Config().Host, "/") { // a unix socket has none
		want = "tcp_keepalives_idle 0s, tcp_keepalives_interval 0s, tcp_user_timeout 0ms"
	}
	if err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}
