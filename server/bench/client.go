package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strconv"
	"time"
)

// client makes one request after the other of one scenario. It is not safe for
// concurrent use.
type client interface {
	// do makes the n-th request, about a row, and refuses a wrong answer.
	do(n uint64, row int) error
	// answer is the body of the last one.
	answer() []byte
	close() error
}

// timeout is the time that an answer may take, at least, before the run has failed.
const timeout = 30 * time.Second

// httpClient speaks little of HTTP/1.1: net/http's client costs more than what is measured.
type httpClient struct {
	*scenario
	conn      net.Conn
	in        *bufio.Reader
	before    [2][]byte // by caller
	after     [2][]byte
	out, body []byte
	until     time.Time // the deadline
}

func openHTTP(address string, s *scenario, t tokens) (client, error) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c := &httpClient{scenario: s, conn: conn, in: bufio.NewReaderSize(conn, 8<<10)}
	for who, bearer := range []string{anon: t.anon, user: t.user} {
		before, after := s.request(address, bearer)
		c.before[who], c.after[who] = []byte(before), []byte(after)
	}
	return c, nil
}

func (h *httpClient) do(n uint64, row int) error {
	who := h.caller.at(n)
	h.out = append(h.out[:0], h.before[who]...)
	if h.rows != 0 {
		h.out = strconv.AppendInt(h.out, int64(row), 10)
	}
	h.out = append(h.out, h.after[who]...)
	if err := h.renew(time.Now()); err != nil {
		return err
	}
	if _, err := h.conn.Write(h.out); err != nil {
		return err
	}
	status, err := h.read()
	if err == nil && (status != h.want() || len(h.body) < h.least) {
		err = fmt.Errorf("%s: status %d with %d bytes, want %d with %d or more: %.300s", h.name, status, len(h.body), h.want(), h.least, h.body)
	}
	return err
}

// renew puts the deadline off where it is near: a timer for each request costs
// more than the rest of it.
func (h *httpClient) renew(now time.Time) error {
	if h.until.Sub(now) > timeout {
		return nil
	}
	h.until = now.Add(2 * timeout)
	return h.conn.SetDeadline(h.until)
}

func (h *httpClient) answer() []byte { return h.body }

func (h *httpClient) close() error { return h.conn.Close() }

// read takes one answer from the connection.
func (h *httpClient) read() (status int, err error) {
	line, err := h.line()
	if err != nil {
		return 0, err
	}
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, fmt.Errorf("not a status line: %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, err
	}
	length, chunked, err := h.headers()
	if err != nil {
		return 0, err
	}
	h.body = h.body[:0]
	if chunked {
		return status, h.chunks()
	}
	return status, h.take(length)
}

func (h *httpClient) line() ([]byte, error) {
	line, err := h.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}

// headers tells how long the body is.
func (h *httpClient) headers() (length int, chunked bool, err error) {
	for {
		line, err := h.line()
		if err != nil || len(line) == 0 {
			return length, chunked, err
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch value = bytes.TrimSpace(value); {
		case bytes.EqualFold(name, []byte("Content-Length")):
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, false, err
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		case bytes.EqualFold(name, []byte("Connection")) && bytes.EqualFold(value, []byte("close")):
			return 0, false, errors.New("the server closes the connection")
		}
	}
}

// take appends the next bytes to the body.
func (h *httpClient) take(length int) error {
	start := len(h.body)
	h.body = append(h.body, make([]byte, length)...)
	_, err := io.ReadFull(h.in, h.body[start:])
	return err
}

func (h *httpClient) chunks() error {
	for {
		line, err := h.line()
		if err != nil {
			return err
		}
		length, err := strconv.ParseInt(string(line), 16, 32)
		if err != nil {
			return err
		}
		if length == 0 {
			_, err := textproto.NewReader(h.in).ReadMIMEHeader() // trailers, and the empty line
			return err
		}
		if err := h.take(int(length)); err != nil {
			return err
		}
		if _, err := h.in.Discard(2); err != nil {
			return err
		}
	}
}
