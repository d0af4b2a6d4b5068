package openapi

import (
	"strings"
	"testing"
)

func TestProxyAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, uri string
		want      Address // zero for one that is refused
		old       string  // host, basePath and schemes as 2.0 prints them
		current   string  // the server as 3.1 prints it
	}{
		{"a path", "https://postgrest.com/openapi.json", Address{"https", "postgrest.com", "/openapi.json"}, `"host":"postgrest.com:443","basePath":"/openapi.json","schemes":["https"]`, "https://postgrest.com/openapi.json"},
		{"no path", "http://postgrest.com", Address{"http", "postgrest.com", ""}, `"host":"postgrest.com:80","basePath":"/","schemes":["http"]`, "http://postgrest.com"},
		{"a port", "HTTPS://postgrest.com:8080/v1/", Address{"https", "postgrest.com:8080", "/v1/"}, `"host":"postgrest.com:8080","basePath":"/v1/","schemes":["https"]`, "https://postgrest.com:8080/v1"},
		{"IPv6", "http://[::1]/", Address{"http", "[::1]", "/"}, `"host":"[::1]:80","basePath":"/"`, "http://[::1]"},
		{name: "another scheme", uri: "ftp://postgrest.com"},
		{name: "no scheme", uri: "postgrest.com/openapi.json"},
		{name: "no host", uri: "http:///openapi.json"},
		{name: "a user", uri: "http://user:hush@postgrest.com"},
		{name: "a query", uri: "http://postgrest.com/?a=1"},
		{name: "an empty query", uri: "http://postgrest.com/?"},
		{name: "port 0", uri: "http://postgrest.com:0"},
		{name: "a port too high", uri: "http://postgrest.com:65536"},
		{name: "a port that is none", uri: "http://postgrest.com:http"},
		{name: "no address", uri: "%"},
		{name: "a space", uri: "http://post grest.com"},
	} {
		got, err := Proxy(c.uri)
		if refused := c.want == (Address{}); got != c.want || refused != (err != nil) || refused != (CheckProxy(c.uri) != nil) {
			t.Errorf("%s: %q gives %v, %v; want %v", c.name, c.uri, got, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error tells a secret: %v", c.name, err)
		}
		if text := string(host(got).append(nil)); !strings.Contains(text, c.old) {
			t.Errorf("%s: 2.0 has %s, want %s", c.name, text, c.old)
		}
		if text := string(servers(got).append(nil)); c.current != "" && !strings.Contains(text, `"`+c.current+`"`) {
			t.Errorf("%s: 3.1 has %s, want %s", c.name, text, c.current)
		}
	}
	if text := string(servers(Address{Scheme: "http"}).append(nil)); !strings.Contains(text, `"url":"/"`) {
		t.Errorf("a client that names no host gets %s", text)
	}
	if err := CheckProxy(""); err != nil {
		t.Errorf("no proxy is refused: %v", err)
	}
}
