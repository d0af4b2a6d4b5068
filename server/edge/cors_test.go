package edge

import (
	"net/http"
	"testing"
)

func TestCORS(t *testing.T) {
	t.Parallel()
	named := []string{"https://a.test", "https://b.test"}
	asked := map[string]string{"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "Foo, Bar"}
	const all = "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD"
	for _, c := range []struct {
		name, method, origin string
		origins              []string
		sent, want           map[string]string
		reached              bool
	}{
		{"a preflight of anyone", "OPTIONS", "https://x.test", nil, asked, map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": all, "Access-Control-Max-Age": "86400",
			"Access-Control-Allow-Headers":     "Authorization, Foo, Bar, Accept, Accept-Language, Content-Language",
			"Access-Control-Allow-Credentials": "",
		}, false},
		{
			"a preflight of a read with a body", "OPTIONS", "https://x.test", nil,
			map[string]string{"Access-Control-Request-Method": "QUERY"},
			map[string]string{"Access-Control-Allow-Methods": all + ", QUERY"},
			false,
		},
		{"a preflight of one that is named", "OPTIONS", "https://b.test", named, asked, map[string]string{
			"Access-Control-Allow-Origin": "https://b.test", "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
		}, false},
		{"a preflight of one that is not", "OPTIONS", "https://x.test", named, asked, map[string]string{
			"Access-Control-Allow-Origin": "", "Access-Control-Allow-Methods": "", "Vary": "Origin",
		}, true},
		{"a request of anyone", "GET", "https://x.test", nil, nil, map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": exposed, "Access-Control-Max-Age": "",
		}, true},
		{"a request of one that is not named", "GET", "https://x.test", named, nil, map[string]string{
			"Access-Control-Allow-Origin": "", "Access-Control-Expose-Headers": "",
		}, true},
		{"no script at all", "GET", "", nil, nil, map[string]string{"Access-Control-Allow-Origin": "", "Vary": ""}, true},
		{"OPTIONS of no script", "OPTIONS", "", nil, nil, map[string]string{"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": ""}, true},
		{"OPTIONS for the service", "OPTIONS", "https://x.test", nil, nil, map[string]string{"Access-Control-Allow-Origin": "*"}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			reached := false
			res := serve(t, CORS(c.origins), func(http.ResponseWriter, *http.Request) { reached = true }, func(r *http.Request) {
				r.Method = c.method
				r.Header.Set("Origin", c.origin)
				for name, value := range c.sent {
					r.Header.Set(name, value)
				}
			})
			if reached != c.reached || res.StatusCode != http.StatusOK {
				t.Errorf("reached the service: %v, want %v (%d)", reached, c.reached, res.StatusCode)
			}
			for name, want := range c.want {
				if got := res.Header.Get(name); got != want {
					t.Errorf("%s = %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestTraceEchoesItsHeader(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, header, sent, want string }{
		{"sent", "X-Trace", "abc 1", "abc 1"},
		{"not sent", "X-Trace", "", ""},
		{"not asked for", "", "abc", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			res := serve(t, Trace(c.header), func(http.ResponseWriter, *http.Request) {},
				func(r *http.Request) { r.Header.Set("X-Trace", c.sent) })
			if got := res.Header.Get("X-Trace"); got != c.want {
				t.Errorf("answered %q, want %q", got, c.want)
			}
		})
	}
}
