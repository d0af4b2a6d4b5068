package mail

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
	"github.com/wneessen/go-mail/smtp"
)

// SMTP is the server that messages are sent by.
type SMTP struct {
	Host string
	// Port defaults to 587; 465 speaks TLS from the start.
	Port int
	// User and Pass sign in where User is given, and then only over TLS, or on this
	// machine.
	User, Pass string
}

// String says where messages go, for the banner.
func (s SMTP) String() string { return fmt.Sprintf("sent by %s:%d", s.Host, cmp.Or(s.Port, 587)) }

const (
	// timeout bounds the dialogue about one message.
	timeout = 30 * time.Second
	// idleTimeout is the time that a connection is kept for the next message.
	idleTimeout = 20 * time.Second
)

// refusal is an error that no later attempt can mend.
type refusal struct {
	cause error
	// address tells that the recipient's address does not exist.
	address bool
}

func (r *refusal) Error() string { return r.cause.Error() }
func (r *refusal) Unwrap() error { return r.cause }

// errUnanswered is the error of a message whose end was sent, and to which the
// server then did not answer.
var errUnanswered = errors.New("the mail server did not answer to the end of the message: it may have arrived, so it is not sent again")

// record writes that a message is sent, in a transaction that end commits, or rolls back
// where the message was not sent after all. An error leaves the message unsent.
type record func(context.Context) (end func(ctx context.Context, sent bool) error, err error)

// transport hands a message over to who brings it to its recipient. It calls record when
// all but the last bytes of the message are there, and end when those are written.
type transport interface {
	send(ctx context.Context, m outgoing, record record) error
	close()
}

// outgoing is a message of the outbox.
type outgoing struct {
	id, recipient, sender string
	raw                   []byte
}

// mailServer sends over SMTP (RFC 5321) and keeps connections for the next messages.
type mailServer struct {
	to     SMTP
	dialer *gomail.Client

	mu   sync.Mutex
	idle []*connection // the last one was used last
}

type connection struct {
	*smtp.Client
	tcp   net.Conn // below TLS; nil on port 465, whose dialer is the library's
	since time.Time
}

// dialed is the key of a context's *net.Conn, which gets the connection that is dialed.
type dialed struct{}

func newMailServer(to SMTP) (*mailServer, error) {
	to.Port = cmp.Or(to.Port, 587)
	options := []gomail.Option{gomail.WithPort(to.Port), gomail.WithTimeout(timeout / 2), gomail.WithTLSPolicy(gomail.TLSOpportunistic)}
	if to.Port == 465 {
		options = append(options, gomail.WithSSL())
	} else {
		options = append(options, gomail.WithDialContextFunc(func(ctx context.Context, network, address string) (net.Conn, error) {
			conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
			if into, ok := ctx.Value(dialed{}).(*net.Conn); ok && err == nil {
				*into = conn
			}
			return conn, err
		}))
	}
	if to.User != "" {
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(to.User), gomail.WithPassword(to.Pass))
		if !isLocal(to.Host) {
			options = append(options, gomail.WithTLSPolicy(gomail.TLSMandatory))
		}
	}
	dialer, err := gomail.NewClient(to.Host, options...)
	if err != nil {
		return nil, fmt.Errorf("prepare to send mail by %s: %w", to.Host, err)
	}
	return &mailServer{to: to, dialer: dialer}, nil
}

func isLocal(host string) bool { return host == "localhost" || host == "127.0.0.1" || host == "::1" }

// send is one mail transaction. The record is committed right after the dot that ends the
// message was written, before the answer: see docs/decisions.md.
func (ms *mailServer) send(ctx context.Context, m outgoing, record record) error {
	c, err := ms.begin(ctx, m.sender)
	if err != nil {
		return fmt.Errorf("%s: %w", ms.to.Host, err)
	}
	clean := false // nothing is left over in the connection
	defer func() { ms.release(c, clean) }()
	if err := c.Rcpt("<" + m.recipient + ">"); err != nil {
		clean = isAnswer(err) && c.Reset() == nil
		return refused(err, true)
	}
	if err := command(c.Text, "DATA", 354); err != nil {
		clean = isAnswer(err) && c.Reset() == nil
		return refused(err, false)
	}
	body := c.Text.DotWriter()
	if _, err := body.Write(m.raw); err != nil {
		return err
	}
	if err := c.Text.W.Flush(); err != nil {
		return err
	}
	end, err := record(ctx)
	if err != nil {
		return err // without its end the server drops the message
	}
	// The dot waits in the kernel until the commit is there too. So only a kill between
	// these two writes, which do not wait for anybody, sends the message twice.
	cork(c.tcp, true)
	err = body.Close()
	err = errors.Join(err, end(ctx, err == nil))
	cork(c.tcp, false)
	if err != nil {
		return err
	}
	if _, _, err := c.Text.ReadResponse(250); err != nil {
		if clean = isAnswer(err); clean {
			return refused(err, false)
		}
		return fmt.Errorf("%w: %w", errUnanswered, err)
	}
	clean = true
	return nil
}

// begin gets a connection and begins a transaction on it. One that was idle may have been
// closed by the server: then another is tried.
func (ms *mailServer) begin(ctx context.Context, sender string) (*connection, error) {
	for {
		c := ms.take()
		if c == nil {
			break
		}
		err := c.UpdateDeadline(remaining(ctx))
		if err == nil {
			err = c.Mail("<" + sender + ">")
		}
		if err == nil {
			return c, nil
		}
		ms.release(c, false)
		if isAnswer(err) && !strings.HasPrefix(err.Error(), "421") { // 421: closing
			return nil, err
		}
	}
	c := &connection{}
	client, err := ms.dialer.DialToSMTPClientWithContext(context.WithValue(ctx, dialed{}, &c.tcp))
	if err != nil {
		if c.tcp != nil { // the library leaves it open
			_ = c.tcp.Close()
		}
		return nil, err
	}
	c.Client = client
	if err := errors.Join(c.UpdateDeadline(remaining(ctx)), c.Mail("<"+sender+">")); err != nil {
		ms.release(c, false)
		return nil, err
	}
	return c, nil
}

func remaining(ctx context.Context) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return max(min(timeout, time.Until(end)), time.Millisecond)
	}
	return timeout
}

// take gets the connection that was used last, or nil.
func (ms *mailServer) take() *connection {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	if len(ms.idle) == 0 {
		return nil
	}
	c := ms.idle[len(ms.idle)-1]
	ms.idle = ms.idle[:len(ms.idle)-1]
	return c
}

// release keeps a connection for the next message, or closes it.
func (ms *mailServer) release(c *connection, clean bool) {
	if !clean {
		_ = c.Close()
		return
	}
	ms.mu.Lock()
	defer ms.mu.Unlock()
	c.since = time.Now()
	ms.idle = append(ms.idle, c)
	if len(ms.idle) == 1 {
		time.AfterFunc(idleTimeout, ms.closeIdle)
	}
}

// closeIdle closes what was not used for long, and comes again while there is more.
func (ms *mailServer) closeIdle() {
	ms.mu.Lock()
	defer ms.mu.Unlock()
	kept := ms.idle[:0]
	for _, c := range ms.idle {
		if time.Since(c.since) < idleTimeout {
			kept = append(kept, c)
			continue
		}
		_ = c.UpdateDeadline(time.Second)
		_ = c.Quit()
	}
	clear(ms.idle[len(kept):])
	ms.idle = kept
	if len(kept) > 0 {
		time.AfterFunc(idleTimeout, ms.closeIdle)
	}
}

func (ms *mailServer) close() {
	for c := ms.take(); c != nil; c = ms.take() {
		_ = c.Close()
	}
}

func command(text *textproto.Conn, line string, want int) error {
	id, err := text.Cmd("%s", line)
	if err != nil {
		return err
	}
	text.StartResponse(id)
	defer text.EndResponse(id)
	_, _, err = text.ReadResponse(want)
	return err
}

// isAnswer tells a refusal of the server from a connection that failed.
func isAnswer(err error) bool {
	_, ok := errors.AsType[*textproto.Error](err)
	return ok
}

// refused makes 5xx a refusal. It is one of the address where the server says that it
// does not exist: by the enhanced code 5.1.x (RFC 3463), or without one by 550, 551 or 553.
func refused(err error, recipient bool) error {
	answer, ok := errors.AsType[*textproto.Error](err)
	if !ok || answer.Code < 500 {
		return err
	}
	r := &refusal{cause: err}
	if enhanced, _, ok := strings.Cut(answer.Msg, " "); ok && strings.HasPrefix(enhanced, "5.") {
		r.address = recipient && strings.HasPrefix(enhanced, "5.1.")
	} else {
		r.address = recipient && (answer.Code == 550 || answer.Code == 551 || answer.Code == 553)
	}
	return r
}
