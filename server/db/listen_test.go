package db_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// deafProxy stands before PostgreSQL. Connections that were made before silence are open
// ever after, and deliver nothing.
type deafProxy struct {
	url     string
	mu      sync.Mutex
	silence chan struct{}
}

func newDeafProxy(t *testing.T, database *pgtest.DB) *deafProxy {
	t.Helper()
	config, err := pgconn.ParseConfig(database.URL)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	address := url.URL{Scheme: "postgres", User: url.UserPassword(config.User, config.Password), Host: listener.Addr().String(), Path: config.Database, RawQuery: "sslmode=disable"}
	p := &deafProxy{url: address.String(), silence: make(chan struct{})}
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			network, address := pgconn.NetworkAddress(config.Host, config.Port)
			server, err := net.Dial(network, address)
			if err != nil {
				_ = client.Close()
				continue
			}
			p.mu.Lock()
			silence := p.silence
			p.mu.Unlock()
			for _, pair := range [][2]net.Conn{{client, server}, {server, client}} {
				go func() {
					defer func() { _ = pair[0].Close() }()
					_, _ = io.Copy(unlessSilent{pair[0], silence}, pair[1])
				}()
			}
		}
	}()
	return p
}

type unlessSilent struct {
	io.Writer
	silence chan struct{}
}

func (u unlessSilent) Write(b []byte) (int, error) {
	select {
	case <-u.silence:
		return len(b), nil
	default:
		return u.Writer.Write(b)
	}
}

// silent has the connections so far deliver nothing more.
func (d *deafProxy) silent() {
	d.mu.Lock()
	defer d.mu.Unlock()
	close(d.silence)
	d.silence = make(chan struct{})
}

// A connection that stays open and delivers nothing is replaced, and one on which nothing
// happens is kept.
func TestListenReplacesADeadConnection(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	proxy := newDeafProxy(t, database)
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	heard, failures := make(chan string, 10), make(chan error, 10)
	ages := &db.Ages{}
	var listening sync.WaitGroup
	listening.Go(func() {
		link := db.Link{URL: proxy.url, Ages: ages, ProveEvery: 50 * time.Millisecond}
		db.Listen(ctx, link, "news", func(payload string) { heard <- payload }, func(err error) { failures <- err })
	})
	hear := func(want string) {
		t.Helper()
		select {
		case got := <-heard:
			if got != want {
				t.Fatalf("heard %q, want %q", got, want)
			}
		case err := <-failures:
			t.Fatalf("the connection was lost: %v", err)
		case <-ctx.Done():
			t.Fatalf("%q was not heard", want)
		}
	}
	hear("")
	opened := ages.All()["news"].Opened
	for range 5 { // proofs of an idle connection
		for before := ages.All()["news"].Proved; ages.All()["news"].Proved.Equal(before); {
			if err := pause(ctx); err != nil {
				t.Fatal("an idle connection is not asked")
			}
		}
	}
	if age := ages.All()["news"]; !age.Opened.Equal(opened) || opened.IsZero() {
		t.Errorf("an idle connection was replaced: %v, opened at %v", age, opened)
	}
	proxy.silent()
	select {
	case <-failures:
	case <-ctx.Done():
		t.Fatal("the dead connection was not noticed")
	}
	hear("")
	if _, err := database.Admin.Exec(ctx, "notify news, 'again'"); err != nil {
		t.Fatal(err)
	}
	hear("again")
	stop()
	listening.Wait()
}

// pause lets others run: Ages gives no signal.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Millisecond):
		return nil
	}
}
