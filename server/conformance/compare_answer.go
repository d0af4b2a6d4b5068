package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// compareAnswer compares an answer with what a step expects.
func compareAnswer(s step, got answer) []finding {
	want := s.Expect
	if want == nil {
		return nil
	}
	var all []finding
	if want.Status != 0 && got.status != want.Status {
		all = append(all, found("status", "status %d, expected %d", got.status, want.Status))
	}
	all = append(all, headers(want, got.header)...)
	if want.Body != nil && s.Method != http.MethodHead {
		all = append(all, want.Body.compare(got)...)
	}
	if want.vacuous() && got.status >= 400 {
		// Whatever a refusal says would do: PostgREST answers 2xx here.
		all = append(all, found("implied", "only what must be absent is expected, and the status is %d", got.status))
	}
	for _, c := range want.Checks {
		all = append(all, c.findings(got)...)
	}
	return all
}

func headers(want *expectation, got http.Header) []finding {
	var all []finding
	say := func(ok bool, kind, name, format string, args ...any) {
		if !ok {
			all = append(all, found(kind+":"+strings.ToLower(name), "header "+name+": "+format, args...))
		}
	}
	for _, h := range want.Headers {
		say(slices.Contains(got.Values(h.name), h.value), "header", h.name, "got %q, expected %q", got.Values(h.name), h.value)
	}
	for _, name := range want.SingleHeaders {
		say(len(got.Values(name)) <= 1, "header", name, "occurs %d times", len(got.Values(name)))
	}
	for _, name := range want.AbsentHeaders {
		say(len(got.Values(name)) == 0, "absent", name, "should be absent, got %q", got.Values(name))
	}
	for _, h := range want.HeaderContains {
		say(strings.Contains(got.Get(h.name), h.value), "header", h.name, "%q lacks %q", got.Get(h.name), h.value)
	}
	for _, h := range want.HeaderRegex {
		ok := len(got.Values(h.name)) > 0 && matches(h.value, got.Get(h.name))
		say(ok, "header", h.name, "%q does not match /%s/", got.Values(h.name), h.value)
	}
	if want.JSONContentType {
		say(isJSON(got.Get("Content-Type")), "header", "Content-Type", "%q is not JSON's", got.Get("Content-Type"))
	}
	return all
}

func isJSON(contentType string) bool {
	media, parameters, _ := strings.Cut(contentType, ";")
	parameters = strings.TrimSpace(parameters)
	return strings.TrimSpace(media) == "application/json" && (parameters == "" || parameters == "charset=utf-8")
}

// matches searches for a POSIX expression, in which a star at the beginning is
// itself. One that begins with ^(?!x) must not begin with x: Go's expressions
// cannot say so.
func matches(expression, value string) bool {
	if rest, ok := strings.CutPrefix(expression, "^(?!"); ok {
		unwanted, after, _ := strings.Cut(rest, ")")
		return !regexp.MustCompile("^"+unwanted).MatchString(value) && matches("^"+after, value)
	}
	if strings.HasPrefix(expression, "*") {
		expression = `\` + expression
	}
	return regexp.MustCompile(expression).MatchString(value)
}

// compare holds the body that came back against the expected one.
func (b *body) compare(got answer) []finding {
	switch {
	case b.JSON != nil:
		value, ok := parse(got.body)
		if !ok {
			return []finding{found("body", "not JSON: %s, expected %s", short(got.body), short(b.JSON))}
		}
		want, _ := parse(b.JSON)
		if places := differences(want, value); len(places) > 0 {
			return []finding{found("body", "%s", strings.Join(places, "; "))}
		}
	case b.Text != nil:
		if string(got.body) != *b.Text {
			return []finding{found("body", "%s, expected %s", short(got.body), short([]byte(*b.Text)))}
		}
	case !bytes.Equal(got.body, b.Base64):
		return []finding{found("body", "%d bytes that differ from the %d expected", len(got.body), len(b.Base64))}
	}
	return nil
}

// vacuous says whether a refusal could meet all that is expected.
func (e *expectation) vacuous() bool {
	negative := func(c check) bool { return c.Not || c.T == "no_blank_headers" }
	return e.Status == 0 && e.Body == nil && len(e.Headers) == 0 && len(e.HeaderRegex) == 0 &&
		!slices.ContainsFunc(e.Checks, func(c check) bool { return !negative(c) })
}

// findings looks at one more thing.
func (c check) findings(got answer) []finding {
	ok, text := c.holds(got)
	if ok != c.Not {
		return nil
	}
	if c.Not {
		text = "NOT " + text
	}
	return []finding{{"check:" + c.T, text}}
}

// holds says whether the check is met as it stands, without Not, and what it saw.
func (c check) holds(got answer) (bool, string) {
	text := string(got.body)
	switch c.T {
	case "json_path":
		return c.path(got)
	case "plan_cost":
		cost := planCost(got.body)
		return c.compare(cost), fmt.Sprintf("plan cost %v, expected %s %s", cost, c.Op, c.Value)
	case "body_contains":
		return strings.Contains(text, c.Text), fmt.Sprintf("body contains %q: %s", c.Text, short(got.body))
	case "body_prefix":
		return strings.HasPrefix(text, c.Text), fmt.Sprintf("body begins with %q: %s", c.Text, short(got.body))
	case "body_count":
		n := strings.Count(text, c.Text)
		return c.compare(float64(n)), fmt.Sprintf("%q occurs %d times, expected %s %s", c.Text, n, c.Op, c.Value)
	case "error_format":
		return isRefusal(got.body), "no error object: " + short(got.body)
	case "no_blank_headers":
		return got.header[""] == nil, "a header without a name"
	case "server_timing":
		spent, ok := timing(got.header.Get("Server-Timing"), c.Name)
		return ok && c.compare(spent), fmt.Sprintf("server-timing of %s is %v, expected %s %s", c.Name, spent, c.Op, c.Value)
	}
	return false, "a check of a type that is not known"
}

// path looks at one value within a JSON body.
func (c check) path(got answer) (bool, string) {
	whole, _ := parse(got.body)
	value, there := walk(whole, c.Path)
	where := strings.Trim(fmt.Sprint(c.Path), "[]")
	switch {
	case c.Op == "exists":
		return there, where + " is missing"
	case c.Op == "missing": // in an answer that could have it
		return !there && isContainer(whole) && got.status < 400, fmt.Sprintf("%s should be absent (status %d: %s)", where, got.status, short(got.body))
	case !there:
		return false, fmt.Sprintf("%s is missing, expected %s", where, short(c.Value))
	}
	want, _ := parse(c.Value)
	if c.Op == "regex" {
		text, isText := value.(string)
		return isText && matches(want.(string), text), fmt.Sprintf("%s %s does not match %s", where, written(value), c.Value)
	}
	places := differences(want, value)
	return len(places) == 0, where + ": " + strings.Join(places, "; ")
}

// isRefusal says whether a body is an error as PostgREST writes them.
func isRefusal(body []byte) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(body, &object) != nil || object["message"] == nil {
		return false
	}
	for name := range object {
		if !slices.Contains([]string{"message", "details", "hint", "code"}, name) {
			return false
		}
	}
	return true
}
