package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// runner sends the requests of cases to a program and checks what comes back.
type runner struct {
	address string
	files   fs.FS
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// failure is what was wrong with one step of a case.
type failure struct {
	request  string
	line     int // in the specification
	status   int // 0 where nothing came back
	findings []finding
}

// finding is one thing that was not as expected.
type finding struct{ kind, text string }

func found(kind, format string, args ...any) finding {
	return finding{kind, fmt.Sprintf(format, args...)}
}

// patience bounds one request.
const patience = 30 * time.Second

// try runs a case's steps in turn, all of them, and gives what was wrong.
func (t *runner) try(ctx context.Context, c testCase) []failure {
	var failed []failure
	var answers []answer
	for _, s := range c.Steps {
		got, findings := t.step(ctx, s, answers, max(c.Concurrency, 1))
		answers = append(answers, got)
		if len(findings) > 0 {
			failed = append(failed, failure{s.Method + " " + s.Path.String(), s.Line, got.status, findings})
		}
	}
	return failed
}

// step sends a request as often as the case wants, all at once, and checks each
// answer; the first one is what later steps may refer to.
func (t *runner) step(ctx context.Context, s step, earlier []answer, times int) (answer, []finding) {
	type outcome struct {
		answer   answer
		findings []finding
	}
	outcomes := make(chan outcome, times)
	for range times {
		go func() {
			got, err := t.send(ctx, s, earlier)
			if err != nil {
				outcomes <- outcome{findings: []finding{found("error", "%v", err)}}
				return
			}
			outcomes <- outcome{got, compareAnswer(s, got)}
		}()
	}
	first := <-outcomes
	findings := first.findings
	for range times - 1 {
		findings = append(findings, (<-outcomes).findings...)
	}
	return first.answer, findings
}

func (t *runner) send(ctx context.Context, s step, earlier []answer) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := t.request(ctx, s, earlier)
	if err != nil {
		return answer{}, err
	}
	// Not a client: that would follow redirections and keep cookies.
	response, err := transport.RoundTrip(request)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = response.Body.Close() }()
	body, err := io.ReadAll(response.Body)
	return answer{response.StatusCode, response.Header, body}, err
}

var transport = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 1}

func (t *runner) request(ctx context.Context, s step, earlier []answer) (*http.Request, error) {
	path, err := s.Path.in(earlier)
	if err != nil {
		return nil, err
	}
	content, err := t.content(s.Body, earlier)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, s.Method, t.address, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	request.URL.Opaque = path // as it is written: a URL would be normalised
	request.Header = http.Header{"User-Agent": {""}}
	for _, h := range s.Headers {
		value, err := h.text(time.Now())
		if err != nil {
			return nil, err
		}
		if strings.EqualFold(h.name, "Host") {
			request.Host = value
			continue
		}
		request.Header.Add(h.name, value)
	}
	return request, nil
}

func (p place) String() string {
	if p.header == "" {
		return p.path
	}
	return fmt.Sprintf("(%s of step %d)", p.header, p.step)
}

// in is the path, looked up in the earlier answers where it is a header's.
func (p place) in(earlier []answer) (string, error) {
	if p.header == "" {
		return p.path, nil
	}
	if p.step < 0 || p.step >= len(earlier) || earlier[p.step].header.Get(p.header) == "" {
		return "", fmt.Errorf("step %d gave no header %s to follow", p.step, p.header)
	}
	at, err := url.Parse(earlier[p.step].header.Get(p.header))
	if err != nil {
		return "", err
	}
	return at.RequestURI(), nil
}

// content is the bytes to send.
func (t *runner) content(b *body, earlier []answer) ([]byte, error) {
	switch {
	case b == nil:
		return nil, nil
	case b.Text != nil:
		return []byte(*b.Text), nil
	case b.JSON != nil:
		var short bytes.Buffer
		err := json.Compact(&short, b.JSON)
		return short.Bytes(), err
	case b.Validate != nil:
		return t.validation(b.Validate.Schema, b.Validate.FromStep, earlier)
	}
	return b.Base64, nil
}

// validation validates an earlier answer in the database by a JSON schema.
func (t *runner) validation(schema string, step int, earlier []answer) ([]byte, error) {
	text, err := fs.ReadFile(t.files, "files/"+schema)
	if err != nil {
		return nil, err
	}
	if step < 0 || step >= len(earlier) || !json.Valid(earlier[step].body) {
		return nil, fmt.Errorf("step %d gave no JSON to validate", step)
	}
	return json.Marshal(map[string]json.RawMessage{"schema": text, "data": earlier[step].body})
}

// token is a JSON Web Token to sign, with claims like {"exp": {"$now": 30}}.
type token struct {
	Prefix, Secret string
	Claims         map[string]json.RawMessage
}

// text is the header's value. The cases hold bytes as characters (latin-1).
func (h header) text(now time.Time) (string, error) {
	if h.token != nil {
		return h.token.sign(now)
	}
	raw := make([]byte, 0, len(h.value))
	for _, r := range h.value {
		if r > 0xff {
			return "", fmt.Errorf("header %s has a character %q that is no byte", h.name, r)
		}
		raw = append(raw, byte(r))
	}
	return string(raw), nil
}

func (t *token) sign(now time.Time) (string, error) {
	claims := map[string]any{}
	for name, raw := range t.Claims {
		var at struct {
			Now *int64 `json:"$now"` // seconds from now
		}
		if json.Unmarshal(raw, &at) == nil && at.Now != nil {
			claims[name] = now.Unix() + *at.Now
			continue
		}
		claims[name] = raw
	}
	body, err := json.Marshal(claims)
	if err != nil {
		return "", err
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256"}`)) + "." + encode(body)
	mac := hmac.New(sha256.New, []byte(t.Secret))
	mac.Write([]byte(signed))
	return t.Prefix + signed + "." + encode(mac.Sum(nil)), nil
}
