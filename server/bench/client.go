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

// timeout is how long an answer may take, at least, before the run has failed.
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

func (c *httpClient) do(n uint64, row int) error {
	who := c.caller.at(n)
	c.out = append(c.out[:0], c.before[who]...)
	if c.rows != 0 {
		c.out = strconv.AppendInt(c.out, int64(row), 10)
	}
	c.out = append(c.out, c.after[who]...)
	if err := c.renew(time.Now()); err != nil {
		return err
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return err
	}
	status, err := c.read()
	if err == nil && (status != c.want() || len(c.body) < c.least) {
		err = fmt.Errorf("%s: status %d with %d bytes, want %d with %d or more: %.300s", c.name, status, len(c.body), c.want(), c.least, c.body)
	}
	return err
}

// renew puts the deadline off where it is near: a timer for each request costs
// more than the rest of it.
func (c *httpClient) renew(now time.Time) error {
	if c.until.Sub(now) > timeout {
		return nil
	}
	c.until = now.Add(2 * timeout)
	return c.conn.SetDeadline(c.until)
}

func (c *httpClient) answer() []byte { return c.body }

func (c *httpClient) close() error { return c.conn.Close() }

// read takes one answer from the connection.
func (c *httpClient) read() (status int, err error) {
	line, err := c.line()
	if err != nil {
		return 0, err
	}
	if len(line) < 12 || !bytes.HasPrefix(line, []byte("HTTP/1.1 ")) {
		return 0, fmt.Errorf("not a status line: %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, err
	}
	length, chunked, err := c.headers()
	if err != nil {
		return 0, err
	}
	c.body = c.body[:0]
	if chunked {
		return status, c.chunks()
	}
	return status, c.take(length)
}

func (c *httpClient) line() ([]byte, error) {
	line, err := c.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}

// headers tells how long the body is.
func (c *httpClient) headers() (length int, chunked bool, err error) {
	for {
		line, err := c.line()
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
func (c *httpClient) take(length int) error {
	start := len(c.body)
	c.body = append(c.body, make([]byte, length)...)
	_, err := io.ReadFull(c.in, c.body[start:])
	return err
}

func (c *httpClient) chunks() error {
	for {
		line, err := c.line()
		if err != nil {
			return err
		}
		length, err := strconv.ParseInt(string(line), 16, 32)
		if err != nil {
			return err
		}
		if length == 0 {
			_, err := textproto.NewReader(c.in).ReadMIMEHeader() // trailers, and the empty line
			return err
		}
		if err := c.take(int(length)); err != nil {
			return err
		}
		if _, err := c.in.Discard(2); err != nil {
			return err
		}
	}
}
