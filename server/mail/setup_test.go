package mail_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net"
	netmail "net/mail"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/mail"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// fixture is an outbox on a database of its own, and an SMTP server.
type fixture struct {
	t      *testing.T
	db     *pgtest.DB
	caller *db.Pool
	outbox *mail.Outbox
	smtp   *mailServer
}

func setup(t *testing.T) *fixture {
	t.Helper()
	d := pgtest.New(t)
	pool, err := db.Open(t.Context(), d.LoginURL("supabase_auth_admin"), db.Options{MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return &fixture{
		t: t, db: d, caller: pool, smtp: startMailServer(t),
		outbox: mail.NewOutbox(mail.OutboxOptions{From: "site@site.test", FromName: "Altitude, 8848"}),
	}
}

// deliver starts a node that sends the messages. stop ends it.
func (f *fixture) deliver(change func(*mail.DeliveryOptions)) (stop func()) {
	f.t.Helper()
	runner, err := jobs.New(f.t.Context(), jobs.Options{URL: f.db.LoginURL("toubkal_worker"), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		f.t.Fatal(err)
	}
	o := mail.DeliveryOptions{Runner: runner, SMTP: f.smtp.address}
	if change != nil {
		change(&o)
	}
	delivery, err := mail.NewDelivery(o)
	if err == nil {
		err = runner.Start(f.t.Context())
	}
	if err != nil {
		f.t.Fatal(err)
	}
	stop = sync.OnceFunc(func() {
		runner.Stop(f.t.Context())
		delivery.Close()
	})
	f.t.Cleanup(stop)
	return stop
}

// put puts a message into the outbox as the auth server does.
func (f *fixture) put(m mail.Message, key string) error {
	f.t.Helper()
	return f.caller.Conn(f.t.Context(), func(conn *db.Conn) error {
		tx, err := conn.Begin(f.t.Context())
		if err != nil {
			return err
		}
		if err := f.outbox.Put(f.t.Context(), tx, m, key); err != nil {
			return errors.Join(err, tx.Rollback(f.t.Context()))
		}
		return tx.Commit(f.t.Context())
	})
}

func (f *fixture) mustPut(m mail.Message, key string) {
	f.t.Helper()
	if err := f.put(m, key); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) exec(sql string, args ...any) {
	f.t.Helper()
	if _, err := f.db.Admin.Exec(f.t.Context(), sql, args...); err != nil {
		f.t.Fatal(err)
	}
}

// row is a message's row.
func (f *fixture) row(to string) (state, lastError string, attempts int, hasText bool) {
	f.t.Helper()
	err := f.db.Admin.QueryRow(f.t.Context(), `select state, coalesce(last_error, ''), attempts, raw is not null
		from toubkal_mail.messages where recipient = $1 order by created_at desc limit 1`, to).Scan(&state, &lastError, &attempts, &hasText)
	if err != nil {
		f.t.Fatal(err)
	}
	return state, lastError, attempts, hasText
}

// eventually waits until a message has a state.
func (f *fixture) eventually(to, want string) {
	f.t.Helper()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		state, lastError, _, _ := f.row(to)
		if state == want {
			return
		}
		if time.Now().After(deadline) {
			f.t.Fatalf("the message to %s is %s (%s), want %s", to, state, lastError, want)
		}
	}
}

// mailServer is an SMTP server that keeps what it gets.
type mailServer struct {
	address mail.SMTP
	// refuse answers a recipient; nil accepts it.
	refuse func(recipient string) error
	// end answers the end of a message; nil accepts it.
	end func(message []byte) error
	// hangUp closes the connection instead of that answer.
	hangUp bool

	mu       sync.Mutex
	sessions int
	messages []received
}

type received struct {
	to     string
	id     string
	header netmail.Header
	raw    string
}

func startMailServer(t *testing.T) *mailServer {
	t.Helper()
	s := &mailServer{}
	server := smtp.NewServer(s)
	server.Domain, server.AllowInsecureAuth = "localhost", true
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { _ = server.Close() })
	address, _ := listener.Addr().(*net.TCPAddr)
	s.address = mail.SMTP{Host: "127.0.0.1", Port: address.Port}
	return s
}

// NewSession is a connection.
func (ms *mailServer) NewSession(conn *smtp.Conn) (smtp.Session, error) {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	ms.sessions++
	return &session{server: ms, conn: conn}, nil
}

// got waits for n messages, since a row says sent before the server has the end of the message.
// It returns what there is after a minute.
func (ms *mailServer) got(n int) []received {
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		ms.mu.Lock()
		messages := append([]received{}, ms.messages...)
		ms.mu.Unlock()
		if len(messages) >= n || time.Now().After(deadline) {
			return messages
		}
	}
}

type session struct {
	server *mailServer
	conn   *smtp.Conn
	to     string
}

func (s *session) Mail(string, *smtp.MailOptions) error { return nil }

func (s *session) Rcpt(to string, _ *smtp.RcptOptions) error {
	s.to = to
	if s.server.refuse != nil {
		return s.server.refuse(to)
	}
	return nil
}

func (s *session) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if s.server.hangUp {
		return s.conn.Conn().Close()
	}
	if s.server.end != nil {
		if err := s.server.end(raw); err != nil {
			return err
		}
	}
	message, err := netmail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	s.server.mu.Lock()
	defer s.server.mu.Unlock()
	s.server.messages = append(s.server.messages, received{s.to, strings.Trim(message.Header.Get("Message-Id"), "<>"), message.Header, string(raw)})
	return nil
}

func (s *session) Reset()        {}
func (s *session) Logout() error { return nil }

// readFolder are the messages of a mailbox.
func readFolder(t *testing.T, folder string) (messages []string) {
	t.Helper()
	names, err := filepath.Glob(folder + "/*.eml")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, string(text))
	}
	return messages
}
