package main

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// storageClient makes one kind of request over one connection. It reads the bodies of
// downloads into a buffer and keeps none.
type storageClient struct {
	httpClient
	asks func(c *storageClient) (request string)
	// size is that of every answer, of which nothing is kept; 0 where it is checked instead.
	size   int
	checks func(c *storageClient) error
	// refusable requests may be answered with 429: a queue has no place for them.
	refusable bool
	cursor    string // of the next page
}

// openClient opens a connection to a server.
func (e *storageEnvironment) openClient(name string, of *scenario) (client, error) {
	address := e.servers[name]
	c := &storageClient{httpClient: httpClient{scenario: of}}
	title, _, _ := strings.Cut(of.name, besideEmptying)
	switch size, list := downloads[title], lists[title]; {
	case size > 0:
		target := "/storage/v1/object/public/" + publicBucket + "/" + downloadName(size)
		if name == fileServer {
			target = "/" + downloadName(size)
		}
		asked := "GET " + target + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n"
		c.size, c.asks = size, func(*storageClient) string { return asked }
	case list != nil:
		c.asks = func(c *storageClient) string { return list.request(address, e.tokens.user, c.cursor) }
		c.checks = list.check
		if list.begins != nil {
			cursor, err := list.begins(e, name)
			if err != nil {
				return nil, err
			}
			c.cursor = cursor
		}
	case title == renderOne || title == renderMany:
		format := ""
		if title == renderMany {
			format, c.refusable = "&format=avif", true
		}
		c.asks = func(*storageClient) string {
			// each width once, around that of the case: none of them is kept already
			n := e.widths.Add(1)
			width := int64(e.rendered()) + (n%2*2-1)*(n/2)
			return "GET /storage/v1/render/image/public/" + publicBucket + "/" + photographName + "?width=" + strconv.FormatInt(width, 10) + format +
				" HTTP/1.1\r\nHost: " + address + "\r\nAccept: image/webp\r\n\r\n"
		}
		c.checks = func(c *storageClient) error {
			if len(c.body) < 12 || !bytes.Equal(c.body[:4], []byte("RIFF")) || !bytes.Equal(c.body[8:12], []byte("WEBP")) {
				return fmt.Errorf("%d bytes are no WebP", len(c.body))
			}
			return nil
		}
	default:
		return nil, fmt.Errorf("no client makes %q", of.name)
	}
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	c.conn, c.in = conn, bufio.NewReaderSize(conn, 256<<10)
	return c, nil
}

func (c *storageClient) do(uint64, int) error {
	c.out = append(c.out[:0], c.asks(c)...)
	if err := c.renew(time.Now()); err != nil {
		return err
	}
	if _, err := c.conn.Write(c.out); err != nil {
		return err
	}
	if c.size > 0 {
		return c.discard()
	}
	status, err := c.read()
	if err != nil {
		return err
	}
	if status == http.StatusTooManyRequests && c.refusable {
		return nil
	}
	if status != http.StatusOK {
		return fmt.Errorf("%s: status %d, want 200: %.300s", c.name, status, c.body)
	}
	if err := c.checks(c); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// discard reads an answer of a known size.
func (c *storageClient) discard() error {
	line, err := c.line()
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte("HTTP/1.1 200 ")) {
		return fmt.Errorf("%s: %q, want 200", c.name, line)
	}
	length, chunked, err := c.headers()
	if err != nil {
		return err
	}
	if chunked || length != c.size {
		return fmt.Errorf("%s: %d bytes, want %d of a known length", c.name, length, c.size)
	}
	_, err = c.in.Discard(length)
	return err
}

// pageSize is how many a page of a list has.
const pageSize = 100

// list is a kind of page of the bucket of lists.
type list struct {
	route string
	body  string // a JSON object without its end; the cursor follows
	// item is what each object or folder of an answer has once.
	item string
	// begins gives the cursor of each client's first page; nil for none.
	begins func(e *storageEnvironment, server string) (cursor string, err error)
	// walks has each page followed by the next one, and the last one by the first.
	walks bool
}

func (l *list) request(host, token, cursor string) string {
	body := l.body
	if cursor != "" {
		body += `,"cursor":"` + cursor + `"`
	}
	body += "}"
	return "POST /storage/v1/object/" + l.route + "/" + listedBucket + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token +
		"\r\nContent-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}

// check refuses a page that is not full.
func (l *list) check(c *storageClient) error {
	if n := bytes.Count(c.body, []byte(l.item)); n != pageSize {
		return fmt.Errorf("a page of %d, want %d: %.300s", n, pageSize, c.body)
	}
	if l.walks {
		c.cursor = nextCursor(c.body)
	}
	return nil
}

// nextCursor is that of a page; "" on the last one.
func nextCursor(page []byte) string {
	const field = `"nextCursor":"`
	_, after, found := bytes.Cut(page, []byte(field))
	if !found {
		return ""
	}
	cursor, _, _ := bytes.Cut(after, []byte{'"'})
	return string(cursor)
}
