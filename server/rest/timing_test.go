package rest_test

import (
	"regexp"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/rest"
)

func TestServerTiming(t *testing.T) {
	t.Parallel()
	var ticks time.Duration
	a := setup(t, func(o *rest.Options) {
		o.Timing = true
		o.Now = func() time.Time {
			ticks += 1500 * time.Microsecond
			return time.Unix(0, 0).Add(ticks)
		}
	})
	const all = "jwt;dur=1.500, parse;dur=1.500, plan;dur=1.500, transaction;dur=1.500, response;dur=1.500"
	a.run([]testCase{
		{name: "a read", line: "GET /peaks?select=metres&name=eq.Toubkal", status: 200, want: `[{"metres":4167}]`, header: []string{"Server-Timing", all}},
		{name: "a call", line: "POST /rpc/add", body: `{"a":1}`, status: 200, want: `11`, header: []string{"Server-Timing", all}},
		{name: "OPTIONS", line: "OPTIONS /peaks", status: 200, header: []string{"Server-Timing", all}},
		{name: "a refusal has none", line: "GET /nothing", status: 404, want: `{"code":"PGRST205","details":null,"hint":null,"message":"Could not find the table 'api.nothing' in the schema cache"}`, header: []string{"Server-Timing", ""}},
	})
}

func TestServerTimingByTheClock(t *testing.T) {
	t.Parallel()
	a := setup(t, func(o *rest.Options) { o.Timing = true })
	form := regexp.MustCompile(`^jwt;dur=\d+\.\d{3}, parse;dur=\d+\.\d{3}, plan;dur=\d+\.\d{3}, transaction;dur=\d+\.\d{3}, response;dur=\d+\.\d{3}$`)
	if got := a.do("", "GET /peaks", "").Header.Get("Server-Timing"); !form.MatchString(got) {
		t.Errorf("got %q", got)
	}
	if got := setup(t).do("", "GET /peaks", "").Header.Values("Server-Timing"); got != nil {
		t.Errorf("unasked: got %q", got)
	}
}
