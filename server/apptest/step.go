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
func (s *Instance) Walk(t *testing.T, token string, steps []Step) {
	t.Helper()
	id := ""
	for _, step := range steps {
		answer := s.Send(
			t, step.Method, strings.ReplaceAll(step.Path, "{id}", id), strings.ReplaceAll(step.Body, "{id}", id),
			append(s.Headers(token), step.headers()...)...,
		)
		step.check(t, answer)
		if step.KeepID {
			id = FirstID(t, answer.Body)
		}
	}
}

func (st Step) headers() []string {
	headers := []string{"Accept: application/json"}
	if st.Accept != "" {
		headers[0] = "Accept: " + st.Accept
	}
	if st.Prefer != "" {
		headers = append(headers, "Prefer: "+st.Prefer)
	}
	return headers
}

func (st Step) check(t *testing.T, answer Reply) {
	t.Helper()
	if answer.Status != st.Status {
		t.Errorf("%s: status %d, want %d: %s", st.Name, answer.Status, st.Status, answer.Body)
	}
	for _, has := range st.Has {
		if !strings.Contains(answer.Body, has) {
			t.Errorf("%s: the answer lacks %q: %s", st.Name, has, answer.Body)
		}
	}
	for _, hasNot := range st.HasNot {
		if strings.Contains(answer.Body, hasNot) {
			t.Errorf("%s: the answer has %q: %s", st.Name, hasNot, answer.Body)
		}
	}
	if got := answer.Header.Get("Content-Range"); !regexp.MustCompile(st.ContentRange).MatchString(got) {
		t.Errorf("%s: Content-Range %q, want %q", st.Name, got, st.ContentRange)
	}
	if (st.Method == "HEAD" || st.Status == 204) && answer.Body != "" {
		t.Errorf("%s: a body where there is none: %s", st.Name, answer.Body)
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
