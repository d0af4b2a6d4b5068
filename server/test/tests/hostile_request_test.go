package tests

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// rawRequest is one request as it goes over the wire, however malformed.
type rawRequest struct {
	method, target string
	headers        []string // "Name: value"
	body           string
}

func (r rawRequest) wire() string {
	var b strings.Builder
	b.WriteString(r.method + " " + r.target + " HTTP/1.1\r\nHost: hostile\r\n")
	for _, header := range r.headers {
		b.WriteString(header + "\r\n")
	}
	if r.body != "" {
		b.WriteString("Content-Length: " + strconv.Itoa(len(r.body)) + "\r\n")
	}
	return b.String() + "\r\n" + r.body
}

// String is enough of a request to send it again.
func (r rawRequest) String() string {
	return fmt.Sprintf("%s %.1500q %.500q %.1500q", r.method, r.target, strings.Join(r.headers, "\n"), r.body)
}

// client sends requests over one connection after the other, each as long as it lasts.
type client struct {
	address string
	conn    net.Conn
	reader  *bufio.Reader
}

// hung is the time that an answer may take. The database is tiny.
const hung = 20 * time.Second

func (c *client) connect() error {
	if c.conn != nil {
		return nil
	}
	conn, err := net.Dial("tcp", c.address)
	if err != nil {
		return err
	}
	c.conn, c.reader = conn, bufio.NewReader(conn)
	return nil
}

func (c *client) close() {
	if c.conn != nil {
		_ = c.conn.Close()
		c.conn = nil
	}
}

// send sends one request and reads the whole answer.
func (c *client) send(s rawRequest) (apptest.Reply, error) {
	if err := c.connect(); err != nil {
		return apptest.Reply{}, err
	}
	if err := c.conn.SetDeadline(time.Now().Add(hung)); err != nil {
		return apptest.Reply{}, err
	}
	// A server that refuses early closes before it has read all: its answer is
	// there all the same.
	_, sending := io.WriteString(c.conn, s.wire())
	response, err := http.ReadResponse(c.reader, &http.Request{Method: s.method})
	for err == nil && response.StatusCode == http.StatusContinue {
		response, err = http.ReadResponse(c.reader, &http.Request{Method: s.method})
	}
	if err != nil {
		c.close()
		return apptest.Reply{}, errors.Join(fmt.Errorf("no answer: %w", err), sending)
	}
	body, err := io.ReadAll(response.Body)
	r := apptest.Reply{Status: response.StatusCode, Header: response.Header, Body: string(body)}
	if r.Header.Get("Content-Encoding") == "gzip" && err == nil {
		r.Body, err = unzipped(body)
	}
	if response.Close || sending != nil || err != nil {
		c.close()
	}
	if unread(r) { // it may cut the connection behind its answer
		err = nil
	}
	return r, err
}

func unzipped(body []byte) (string, error) {
	reader, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(reader)
	return string(text), err
}

// ours are identifiers of our SQL, and of how the program is made, which no client
// may read.
var ours = regexp.MustCompile(`(?i)json_agg|\blateral\b|\bselect \S+ from|with "|"_t"|"item"|set_config|\$\d+ of|` +
	`\.go:|goroutine|runtime error|nil pointer|out of range \[|interface \{|map\[|\*(parse|plan|query|reply|db|rest)\.|pgconn|pgx|/server/|/home/|/tmp/|unexpected EOF`)

// unreadable matches PostgreSQL's messages about invalid SQL.
var unreadable = regexp.MustCompile(`^(syntax error at or near|unterminated .* at or near)`)

// readable reports whether it is a value that cannot be read: PostgreSQL says it so
// of a jsonpath, of a regtype and of a regprocedure.
func (r rawRequest) readable(message string) bool {
	return strings.HasSuffix(message, "of jsonpath input") || strings.Contains(strings.ToLower(r.target+r.body), "reg")
}

// missing matches messages of PostgreSQL with the names that PostgREST, too, gives the rows
// of a body, a change or a call, and the value of a function.
var missing = regexp.MustCompile(`^column "?(pgrst_(source|call|body)"?\..*|_t\.pgrst_scalar) does not exist|^column reference "pgrst_scalar" is ambiguous`)

// problemOf says what is wrong with an answer; "" for nothing.
func problemOf(s rawRequest, r apptest.Reply) string {
	switch {
	case unread(r):
		return ""
	case r.Status >= 500:
		return "a failure of ours"
	case r.Status < 200 || r.Status == http.StatusNotFound && r.Header.Get("Content-Type") == "text/plain; charset=utf-8":
		return "no answer of ours"
	case s.method == http.MethodHead && r.Body != "":
		return "a HEAD with a body"
	case s.method == http.MethodHead || r.Body == "":
		return emptyProblem(s, r)
	case r.Header.Get("Content-Encoding") == "zstd":
		return "" // the same, in a form that nothing here reads
	case r.Status >= 300:
		return errorProblem(s, r)
	case isJSON(r.Header.Get("Content-Type")) && !json.Valid([]byte(r.Body)):
		return "no JSON"
	}
	return ""
}

func isJSON(contentType string) bool {
	kind, _, _ := strings.Cut(contentType, ";")
	return strings.HasSuffix(kind, "json")
}

// unread tells what net/http answers before anything of ours sees it: to what is
// no HTTP ("400 Bad Request: malformed Host header"), to an Expect that nobody
// knows, and to a path with dots or doubled slashes, which leads elsewhere.
func unread(r apptest.Reply) bool {
	switch r.Status {
	case http.StatusTemporaryRedirect:
		to := r.Header.Get("Location")
		return strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "//")
	case http.StatusNotImplemented:
		return r.Body == "Unsupported transfer encoding"
	case http.StatusBadRequest, http.StatusRequestHeaderFieldsTooLarge, http.StatusHTTPVersionNotSupported:
		return strings.HasPrefix(r.Body, strconv.Itoa(r.Status)+" "+http.StatusText(r.Status))
	}
	return r.Status == http.StatusExpectationFailed && r.Body == ""
}

// emptyProblem wants a body with every refusal that may have one.
func emptyProblem(s rawRequest, r apptest.Reply) string {
	bodiless := []int{http.StatusNotModified}
	if r.Status >= 300 && s.method != http.MethodHead && !slices.Contains(bodiless, r.Status) {
		return "a refusal without a message"
	}
	return ""
}

// errorProblem wants the object that PostgREST answers with, and nothing of how
// we are made in it.
func errorProblem(s rawRequest, r apptest.Reply) string {
	var said map[string]any
	if err := json.Unmarshal([]byte(r.Body), &said); err != nil {
		return "no JSON object: " + err.Error()
	}
	code, _ := said["code"].(string)
	message, isText := said["message"].(string)
	delete(said, "request") // which one of a batch
	_, details := said["details"]
	_, hint := said["hint"]
	switch {
	case code == "" || !isText || !details || !hint || len(said) != 4:
		return "not PostgREST's four keys"
	case unreadable.MatchString(message) && !s.readable(message):
		return "SQL that cannot be read"
	}
	if found := ours.FindString(r.Body); found != "" {
		return "it tells how we are made: " + found
	}
	if strings.Contains(r.Body, "pgrst_") && !missing.MatchString(message) {
		return "it tells our own names"
	}
	return ""
}
