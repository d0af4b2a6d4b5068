package parse_test

import (
	"encoding/json"
	"maps"
	"net/http/httptest"
	"testing"

	"github.com/toubkal/toubkal/server/rest/parse"
)

func TestRequestSettingsAreJSON(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		headers []string
		want    map[string]string
		cookies map[string]string
	}{
		{"none", nil, map[string]string{"host": "example.com"}, nil},
		{"several", []string{"X-A", "1", "X-A", "2", "User-Agent", "t/1 (x; y)"}, map[string]string{"host": "example.com", "x-a": "1, 2", "user-agent": "t/1 (x; y)"}, nil},
		{"what JSON escapes", []string{"X-Q", `say "\u00"` + "\t"}, map[string]string{"host": "example.com", "x-q": `say "\u00"` + "\t"}, nil},
		{"beyond ASCII", []string{"X-É", "山\xffé"}, map[string]string{"host": "example.com", "x-é": "山\ufffdé"}, nil},
		{"cookies", []string{"Cookie", `a=1; b="x y"; a=2`}, map[string]string{"host": "example.com"}, map[string]string{"a": "2", "b": "x y"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest("GET", "/t", nil)
			for i := 0; i < len(c.headers); i += 2 {
				r.Header[c.headers[i]] = append(r.Header[c.headers[i]], c.headers[i+1])
			}
			got := parse.RequestSettingsOf(r)
			var headers, cookies map[string]string
			if err := json.Unmarshal([]byte(got.Headers), &headers); err != nil || !maps.Equal(headers, c.want) {
				t.Errorf("headers %s, %v; want %v", got.Headers, err, c.want)
			}
			if err := json.Unmarshal([]byte(got.Cookies), &cookies); err != nil || !maps.Equal(cookies, c.cookies) {
				t.Errorf("cookies %s, %v; want %v", got.Cookies, err, c.cookies)
			}
		})
	}
}
