package tests

import (
	"regexp"
	"strings"
	"testing"
)

// step is one call as supabase-js makes it, and what its answer must be. {id}
// in a path or a body stands for the id that an earlier step kept.
type step struct {
	name, method, path string
	prefer, accept     string
	body               string
	status             int
	counted            string   // what Content-Range must match; "" is not looked at
	has, hasNot        []string // in the body
	keep               bool     // keep the first id of the answer
}

// walk takes the steps in turn as one caller, "" being a visitor.
func (s *site) walk(t *testing.T, token string, steps []step) {
	t.Helper()
	id := ""
	for _, step := range steps {
		answer := s.send(
			t, step.method, strings.ReplaceAll(step.path, "{id}", id), strings.ReplaceAll(step.body, "{id}", id),
			append(s.headersOf(token), step.headers()...)...,
		)
		step.judge(t, answer)
		if step.keep {
			id = firstID(t, answer.body)
		}
	}
}

func (st step) headers() []string {
	headers := []string{"Accept: application/json"}
	if st.accept != "" {
		headers[0] = "Accept: " + st.accept
	}
	if st.prefer != "" {
		headers = append(headers, "Prefer: "+st.prefer)
	}
	return headers
}

func (st step) judge(t *testing.T, answer reply) {
	t.Helper()
	if answer.status != st.status {
		t.Errorf("%s: status %d, want %d: %s", st.name, answer.status, st.status, answer.body)
	}
	for _, has := range st.has {
		if !strings.Contains(answer.body, has) {
			t.Errorf("%s: the answer lacks %q: %s", st.name, has, answer.body)
		}
	}
	for _, hasNot := range st.hasNot {
		if strings.Contains(answer.body, hasNot) {
			t.Errorf("%s: the answer has %q: %s", st.name, hasNot, answer.body)
		}
	}
	if got := answer.header.Get("Content-Range"); !regexp.MustCompile(st.counted).MatchString(got) {
		t.Errorf("%s: Content-Range %q, want %q", st.name, got, st.counted)
	}
	if (st.method == "HEAD" || st.status == 204) && answer.body != "" {
		t.Errorf("%s: a body where there is none: %s", st.name, answer.body)
	}
}

var anID = regexp.MustCompile(`"id": ?"([0-9a-f-]{36})"`)

func firstID(t *testing.T, body string) string {
	t.Helper()
	match := anID.FindStringSubmatch(body)
	if match == nil {
		t.Fatalf("no id in %s", body)
	}
	return match[1]
}
