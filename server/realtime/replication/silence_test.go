package replication_test

import (
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/realtime/replication"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// proxy stands before PostgreSQL, and can swallow all that passes: as a network
// does that lost its way, without a word to either end.
type proxy struct {
	listener net.Listener
	network  string
	address  string
	mu       sync.Mutex
	swallow  chan struct{} // closed: the connections so far go nowhere
	open     []net.Conn
	answers  atomic.Int64  // pieces that came from PostgreSQL
	answered chan struct{} // holds a sign of it
}

func (p *proxy) serve() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial(p.network, p.address)
		if err != nil {
			client.Close()
			continue
		}
		p.mu.Lock()
		p.open = append(p.open, client, server)
		swallow := p.swallow
		p.mu.Unlock()
		go pass(server, client, swallow, func() {})
		go pass(client, server, swallow, p.count)
	}
}

func (p *proxy) count() {
	p.answers.Add(1)
	select {
	case p.answered <- struct{}{}:
	default:
	}
}

func pass(to, from net.Conn, swallow chan struct{}, passed func()) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			to.Close()
			return
		}
		select {
		case <-swallow:
			_, _ = io.Copy(io.Discard, from)
			return
		default:
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
		passed()
	}
}

// vanish swallows what passes the connections so far.
func (p *proxy) vanish() {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.swallow)
	p.swallow = make(chan struct{})
}

func behind(t *testing.T, database *pgtest.DB) (*proxy, string) {
	t.Helper()
	config, err := pgconn.ParseConfig(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: listener, swallow: make(chan struct{}), answered: make(chan struct{}, 1)}
	p.network, p.address = pgconn.NetworkAddress(config.Host, config.Port)
	go p.serve()
	t.Cleanup(func() {
		listener.Close()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, conn := range p.open {
			conn.Close()
		}
	})
	user := url.UserPassword(config.User, config.Password)
	address := url.URL{Scheme: "postgres", User: user, Host: listener.Addr().String(), Path: config.Database, RawQuery: "sslmode=disable"}
	return p, address.String()
}

func TestReceiverTimeout(t *testing.T) {
	t.Parallel()
	database := fresh(t, "")
	p, address := behind(t, database)
	s := listen(t, database, func(o *replication.Options) {
		o.URL, o.StatusInterval, o.ReceiverTimeout = address, 50*time.Millisecond, 3*time.Second
	})
	s.hear("select 1")
	p.vanish()
	if got := s.why(); !strings.Contains(got, "no longer answers") {
		t.Errorf("lost because %q", got)
	}
	s.goesOn()
}

// An idle server is asked, and answers: nothing is lost for want of rows.
func TestIdleConnectionStays(t *testing.T) {
	t.Parallel()
	database := fresh(t, "")
	p, address := behind(t, database)
	s := listen(t, database, func(o *replication.Options) {
		o.URL, o.StatusInterval, o.ReceiverTimeout = address, 100*time.Millisecond, 4*time.Second
	})
	first := s.stream.Status()
	for begun := p.answers.Load(); p.answers.Load() < begun+45; {
		select {
		case <-p.answered:
		case <-time.After(patience):
			t.Fatal("PostgreSQL is no longer asked")
		}
	}
	if now := s.stream.Status(); now.Slot != first.Slot || !now.Connected {
		t.Errorf("idle, the stream went from %+v to %+v", first, now)
	}
}
