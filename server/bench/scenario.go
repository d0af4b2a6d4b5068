package main

import (
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
)

// scenario is one request of which many are made, each of a row of its own.
type scenario struct {
	name   string
	method string // defaults to GET
	target string // below /rest/v1; {} is a number
	prefer string // the Prefer header
	body   string // of a POST
	caller caller
	// rows is the highest number of a row, and skip what the number may not be a
	// multiple of: a row that a anon does not see.
	rows, skip int
	statement  string // what the reference pg sends; $1 is the number or the body
	standIn    string // what PostgREST would
	status     int    // of a right answer; defaults to 200
	least      int    // bytes of a right answer
	writes     int    // rows that one request adds to bench.notes
}

// caller says who asks.
type caller int

const (
	anon caller = iota
	user
	either // anon and user in turn
)

// at is the caller of the n-th request.
func (c caller) at(n uint64) caller {
	if c == either {
		return caller(n % 2)
	}
	return c
}

// number picks a row that the caller sees.
func (s *scenario) number(random *rand.Rand) int {
	if s.rows == 0 {
		return 0
	}
	for {
		if n := random.IntN(s.rows) + 1; s.skip == 0 || n%s.skip != 0 {
			return n
		}
	}
}

func (s *scenario) verb() string {
	if s.method == "" {
		return "GET"
	}
	return s.method
}

func (s *scenario) want() int {
	if s.status == 0 {
		return 200
	}
	return s.status
}

// argument is the statement's one parameter; none where it has no $1.
func (s *scenario) argument(n int) [][]byte {
	switch {
	case s.body != "":
		return [][]byte{[]byte(s.body)}
	case s.rows != 0:
		return [][]byte{strconv.AppendInt(nil, int64(n), 10)}
	}
	return nil
}

// request is the bytes of an HTTP request up to the number, and after it.
func (s *scenario) request(host, token string) (before, after string) {
	target := "/rest/v1" + s.target
	headers := " HTTP/1.1\r\nHost: " + host + "\r\nAccept: application/json\r\nAuthorization: Bearer " + token + "\r\n"
	if s.prefer != "" {
		headers += "Prefer: " + s.prefer + "\r\n"
	}
	if s.body != "" {
		headers += "Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(s.body)) + "\r\n"
	}
	before, after, _ = strings.Cut(s.verb()+" "+target+headers+"\r\n"+s.body, "{}")
	return before, after
}

// key finds the scenario of a request in the stand-in, which does not parse
// what it is asked beyond that.
func (s *scenario) key() string {
	u, err := url.Parse(strings.ReplaceAll(s.target, "{}", "0"))
	if err != nil {
		panic("a scenario's target is no URL: " + s.target)
	}
	return keyOf(s.verb(), u, s.prefer)
}

func keyOf(method string, u *url.URL, prefer string) string {
	query := u.Query()
	return method + " " + u.Path + " " + query.Get("select") + " " + query.Get("limit") + " " + prefer
}
