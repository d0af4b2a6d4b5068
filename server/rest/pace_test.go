package rest_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/rest"
)

// Large answers of a user pause between pieces while others are served, and not where the
// user is alone, or where connections are not shared by caller.
func TestLargeAnswersPauseForOthers(t *testing.T) {
	t.Parallel()
	var o rest.Options
	a := with(t, wide, func(given *rest.Options) { o = *given })
	snapshot := load(t, o.Pool, o.Schemas) // with another pool, in which it counts as served
	o.Catalog = func() *catalog.Snapshot { return snapshot }
	const part = `{"method":"GET","path":"/wide"}`
	for _, c := range []struct {
		name       string
		maxWaiting int
		others     bool
		line, body string
		paused     bool
	}{
		{"a batch beside others", 100, true, "POST /", "[" + part + "," + part + "]", true},
		{"rows beside others", 100, true, "GET /wide?select=id,text,again:text", "", true},
		{"a value beside others", 100, true, "POST /rpc/long", `{"n":8000000}`, true},
		{"a batch alone", 100, false, "POST /", "[" + part + "," + part + "]", false},
		{"tables alone", 0, true, "POST /", "[" + part + "," + part + "]", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			pool, err := db.Open(t.Context(), a.db.LoginURL("authenticator"), db.Options{MaxConns: 4, MaxWaiting: c.maxWaiting})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(pool.Close)
			own := o
			own.Pool = pool
			served := *a
			served.t, served.handler = t, rest.New(own)
			ctx, stop := context.WithCancel(t.Context())
			var others sync.WaitGroup
			begun := make(chan struct{})
			if !c.others {
				close(begun)
			} else {
				others.Go(func() {
					for first := true; ctx.Err() == nil; first = false {
						served.do("other", "GET /wide?limit=1", "")
						if first {
							close(begun)
						}
					}
				})
			}
			<-begun
			if got := served.do("heavy", c.line, c.body); got.StatusCode != 200 || len(got.body) < 8_000_000 || strings.Contains(got.body[:100], `"code"`) {
				t.Errorf("got %d and %d bytes", got.StatusCode, len(got.body))
			}
			stop()
			others.Wait()
			if pauses := pool.Stat().Pauses; (pauses > 0) != c.paused {
				t.Errorf("%d pauses, want some: %v", pauses, c.paused)
			}
		})
	}
}
