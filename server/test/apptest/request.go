package apptest

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

// Reply is an answer, read whole.
type Reply struct {
	Status int
	Header http.Header
	Body   string
}

// Send makes one request; headers are "Name: value".
func (i *Instance) Send(t testing.TB, method, path, body string, headers ...string) Reply {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, i.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		request.Header.Set(name, value)
		if name == "Host" {
			request.Host = value
		}
	}
	response, err := i.Client.Do(request)
	if err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%s %s: read the answer: %v", method, path, err)
	}
	return Reply{response.StatusCode, response.Header, string(content)}
}

// Headers are the headers that supabase-js sends with every request: the key, and the
// session's token or else the key again.
func (i *Instance) Headers(token string) []string {
	if token == "" {
		token = i.AnonKey
	}
	if token == "" { // tables alone have no keys
		return nil
	}
	return []string{
		"apikey: " + i.AnonKey, "Authorization: Bearer " + token, "X-Client-Info: supabase-js/2.119.0",
		"Content-Type: application/json",
	}
}

// Session is the response to a sign-in.
type Session struct {
	AccessToken  string `json:"access_token"`
	RefreshToken string `json:"refresh_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int    `json:"expires_in"`
	User         struct{ ID, Email string }
}

// SignIn signs in with a password, which must work.
func (i *Instance) SignIn(t testing.TB, email, password string) Session {
	t.Helper()
	body, err := json.Marshal(map[string]any{"email": email, "password": password, "gotrue_meta_security": map[string]any{}})
	if err != nil {
		t.Fatal(err)
	}
	answer := i.Send(t, "POST", "/auth/v1/token?grant_type=password", string(body), i.Headers("")...)
	if answer.Status != http.StatusOK {
		t.Fatalf("sign in as %s: %d %s", email, answer.Status, answer.Body)
	}
	return Parse[Session](t, answer.Body)
}

// CreateUser makes an account with a confirmed e-mail address, by the service key,
// and signs it in.
func (i *Instance) CreateUser(t testing.TB, email, password string) Session {
	t.Helper()
	body := `{"email":"` + email + `","password":"` + password + `","email_confirm":true}`
	made := i.Send(t, "POST", "/auth/v1/admin/users", body, i.Headers(i.ServiceKey(t))...)
	if made.Status != http.StatusOK {
		t.Fatalf("make %s: %d %s", email, made.Status, made.Body)
	}
	return i.SignIn(t, email, password)
}

// Parse is the value of a JSON text.
func Parse[T any](t testing.TB, text string) T {
	t.Helper()
	var value T
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("not the JSON that was expected: %v\n%s", err, text)
	}
	return value
}

// ServiceKey reads the key that may do everything, where the program says it is.
func (i *Instance) ServiceKey(t testing.TB) string {
	t.Helper()
	key, err := os.ReadFile(i.Printed.Wait(t, `Service key +in (\S+)`))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(key))
}

// Until asks again and again, as a visitor, until the answer is what was wanted:
// for what the program takes up in its own time.
func (i *Instance) Until(t *testing.T, path string, good func(Reply) bool) {
	t.Helper()
	limit := time.After(Timeout)
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		answer := i.Send(t, http.MethodGet, path, "", i.Headers("")...)
		if good(answer) {
			return
		}
		select {
		case <-tick.C:
		case <-limit:
			t.Fatalf("%s still answers %d %s", path, answer.Status, answer.Body)
		}
	}
}
