package apptest

import (
	"regexp"
	"strings"
	"testing"
)

// Step is one call as supabase-js makes it, and what its answer must be. {id}
// in a path or a body stands for the id that an earlier step kept.
type Step struct {
	Name, Method, Path string
	Prefer, Accept     string
	Body               string
	Status             int
	ContentRange       string   // what Content-Range must match; "" is not looked at
	Has, HasNot        []string // in the body
	KeepID             bool     // keep the first id of the answer
}

// Walk takes the steps in turn as one caller, "" being a visitor.
func (i *Instance) Walk(t *testing.T, token string, steps []Step) {
	t.Helper()
	id := ""
	for _, step := range steps {
		answer := i.Send(
			t, step.Method, strings.ReplaceAll(step.Path, "{id}", id), strings.ReplaceAll(step.Body, "{id}", id),
			append(i.Headers(token), step.headers()...)...,
		)
		step.check(t, answer)
		if step.KeepID {
			id = FirstID(t, answer.Body)
		}
	}
}

func (s Step) headers() []string {
	headers := []string{"Accept: application/json"}
	if s.Accept != "" {
		headers[0] = "Accept: " + s.Accept
	}
	if s.Prefer != "" {
		headers = append(headers, "Prefer: "+s.Prefer)
	}
	return headers
}

func (s Step) check(t *testing.T, answer Reply) {
	t.Helper()
	if answer.Status != s.Status {
		t.Errorf("%s: status %d, want %d: %s", s.Name, answer.Status, s.Status, answer.Body)
	}
	for _, has := range s.Has {
		if !strings.Contains(answer.Body, has) {
			t.Errorf("%s: the answer lacks %q: %s", s.Name, has, answer.Body)
		}
	}
	for _, hasNot := range s.HasNot {
		if strings.Contains(answer.Body, hasNot) {
			t.Errorf("%s: the answer has %q: %s", s.Name, hasNot, answer.Body)
		}
	}
	if got := answer.Header.Get("Content-Range"); !regexp.MustCompile(s.ContentRange).MatchString(got) {
		t.Errorf("%s: Content-Range %q, want %q", s.Name, got, s.ContentRange)
	}
	if (s.Method == "HEAD" || s.Status == 204) && answer.Body != "" {
		t.Errorf("%s: a body where there is none: %s", s.Name, answer.Body)
	}
}

var anID = regexp.MustCompile(`"id": ?"([0-9a-f-]{36})"`)

// FirstID is the first id of a body.
func FirstID(t *testing.T, body string) string {
	t.Helper()
	match := anID.FindStringSubmatch(body)
	if match == nil {
		t.Fatalf("no id in %s", body)
	}
	return match[1]
}
