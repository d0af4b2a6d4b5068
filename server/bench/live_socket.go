package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// listener is one websocket to the program, as raw as can be: the machine is the
// server's to use. It counts the messages that carry a time, and how old they are.
type listener struct {
	conn net.Conn
	read *bufio.Reader
	left int    // bytes of the last frame that are still in read
	long []byte // a frame that does not fit into read
	// every says of how many messages one's age is kept; 0 keeps none.
	every int64
	// hangs stops it reading while it is true.
	hangs atomic.Bool

	counted   atomic.Int64
	keep      atomic.Bool
	ages      []int32       // µs, of those that were kept; to be read behind done
	replies   chan error    // the answer to each join and leave
	complaint atomic.Value  // string: the first error that the server told of
	done      chan struct{} // closed when the connection has ended
}

// handshake asks for a websocket of the second framing. The key in it is what
// RFC 6455 shows: nobody caches here.
const handshake = "GET /realtime/v1/websocket?vsn=2.0.0&apikey=%s HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\n" +
	"Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"

// dialLive connects to address with an api key.
func dialLive(address, key string) (*listener, error) {
	conn, err := net.DialTimeout("tcp", address, timeout)
	if err != nil {
		return nil, err
	}
	l := newListener(conn, 16<<10)
	if err := l.shake(address, key); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	go l.listen()
	return l, nil
}

func newListener(conn net.Conn, buffer int) *listener {
	return &listener{conn: conn, read: bufio.NewReaderSize(conn, buffer), replies: make(chan error, 1), done: make(chan struct{})}
}

func (l *listener) shake(address, key string) error {
	if _, err := fmt.Fprintf(l.conn, handshake, key, address); err != nil {
		return err
	}
	answer, err := http.ReadResponse(l.read, nil)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusSwitchingProtocols {
		said, _ := io.ReadAll(answer.Body)
		return fmt.Errorf("no websocket: %s: %s", answer.Status, said)
	}
	return nil
}

// join joins a topic and waits for the answer.
func (l *listener) join(topic, config, token string) error {
	return l.ask(`["1","1","realtime:` + topic + `","phx_join",{"config":` + config + `,"access_token":"` + token + `"}]`)
}

func (l *listener) ask(text string) error {
	if err := l.send(opText, []byte(text)); err != nil {
		return err
	}
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case err := <-l.replies:
		return err
	case <-l.done:
		return errors.New("the socket ended before it was answered")
	case <-timer.C:
		return fmt.Errorf("no answer in %v to %.100s", timeout, text)
	}
}

// Kinds of frames.
const (
	opText   = 0x1
	opBinary = 0x2
	opPing   = 0x9
)

// pong answers a ping, which of this server has nothing in it.
var pong = []byte{0x8A, 0x80, 0, 0, 0, 0}

// send sends one message, masked with zeros: a client has to mask.
func (l *listener) send(kind byte, payload []byte) error {
	frame := append(make([]byte, 0, len(payload)+14), 0x80|kind)
	switch n := len(payload); {
	case n < 126:
		frame = append(frame, 0x80|byte(n))
	case n < 1<<16:
		frame = binary.BigEndian.AppendUint16(append(frame, 0x80|126), uint16(n))
	default:
		frame = binary.BigEndian.AppendUint64(append(frame, 0x80|127), uint64(n))
	}
	frame = append(frame, 0, 0, 0, 0)
	_, err := l.conn.Write(append(frame, payload...))
	return err
}

// hang stops it reading. The system holds little for it.
func (l *listener) hang() error {
	l.hangs.Store(true)
	conn, ok := l.conn.(*net.TCPConn)
	if !ok {
		return errors.New("a websocket that is no TCP connection")
	}
	return conn.SetReadBuffer(64 << 10)
}

// wake lets it read again, and find that it has been cut off.
func (l *listener) wake(timeout time.Duration) error {
	l.hangs.Store(false)
	select {
	case <-l.done:
		return nil
	case <-time.After(timeout):
		return fmt.Errorf("a client that hung was not cut off: it has received %d messages", l.counted.Load())
	}
}

// listen reads until the connection ends.
func (l *listener) listen() {
	defer close(l.done)
	for {
		for l.hangs.Load() {
			time.Sleep(time.Millisecond) // a client that hangs does just this
		}
		kind, payload, err := l.frame()
		switch {
		case err != nil:
			return
		case kind == opPing:
			_, _ = l.conn.Write(pong)
		default:
			l.received(payload)
		}
	}
}

// frame is the next one. Its payload is good until the one after.
func (l *listener) frame() (kind byte, payload []byte, err error) {
	if _, err = l.read.Discard(l.left); err != nil {
		return 0, nil, err
	}
	l.left = 0
	kind, n, err := l.head()
	if err != nil {
		return 0, nil, err
	}
	if n <= l.read.Size() {
		l.left = n
		payload, err = l.read.Peek(n)
		return kind, payload, err
	}
	if cap(l.long) < n {
		l.long = make([]byte, n)
	}
	_, err = io.ReadFull(l.read, l.long[:n])
	return kind, l.long[:n], err
}

// head reads a frame's: its kind, and how long the payload is.
func (l *listener) head() (kind byte, n int, err error) {
	head, err := l.take(2)
	if err != nil {
		return 0, 0, err
	}
	kind, n = head[0]&0x0F, int(head[1])
	switch {
	case n == 126:
		if head, err = l.take(2); err == nil {
			n = int(binary.BigEndian.Uint16(head))
		}
	case n == 127:
		if head, err = l.take(8); err == nil {
			n = int(binary.BigEndian.Uint64(head))
		}
	}
	return kind, n, err
}

func (l *listener) take(n int) ([]byte, error) {
	taken, err := l.read.Peek(n)
	if err == nil {
		_, err = l.read.Discard(n)
	}
	return taken, err
}

// What messages are told apart by.
var (
	sentMark      = []byte(`"sent":`)
	heartbeatMark = []byte(`"phoenix"`)
	replyMark     = []byte(`"phx_reply"`)
	okMark        = []byte(`"status":"ok"`)
	errorMarks    = [][]byte{[]byte(`"status":"error"`), []byte(`"phx_error"`)}
)

// received takes one message: one that says when it was sent, the answer to a join,
// or an error.
func (l *listener) received(message []byte) {
	if _, rest, ok := bytes.Cut(message, sentMark); ok {
		n := l.counted.Add(1)
		if l.every > 0 && n%l.every == 0 && l.keep.Load() {
			l.ages = append(l.ages, age(rest, time.Now()))
		}
		return
	}
	switch {
	case bytes.Contains(message, heartbeatMark):
	case bytes.Contains(message, replyMark) && bytes.Contains(message, okMark):
		l.replies <- nil
	case bytes.Contains(message, replyMark):
		l.replies <- fmt.Errorf("refused: %.300s", message)
	default:
		for _, mark := range errorMarks {
			if bytes.Contains(message, mark) {
				l.complaint.CompareAndSwap(nil, fmt.Sprintf("%.300s", message))
			}
		}
	}
}

// age is the time in µs since the nanoseconds of 1970 with which text begins.
func age(text []byte, now time.Time) int32 {
	text = bytes.TrimLeft(text, " ")
	end := bytes.IndexFunc(text, func(c rune) bool { return c < '0' || c > '9' })
	sent, err := strconv.ParseInt(string(text[:max(end, 0)]), 10, 64)
	if err != nil {
		return 0
	}
	return int32(min(now.Sub(time.Unix(0, sent)).Microseconds(), 1<<31-1))
}

// over tells that the connection has ended.
func (l *listener) over() bool {
	select {
	case <-l.done:
		return true
	default:
		return false
	}
}

func (l *listener) close() { _ = l.conn.Close() }
