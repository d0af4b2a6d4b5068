package reply_test

import (
	"testing"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/rest/plan"
	"github.com/toubkal/toubkal/server/rest/reply"
)

// TestHeadersThatAreNone: only a list of objects with one text each is one.
func TestHeadersThatAreNone(t *testing.T) {
	t.Parallel()
	for _, headers := range []string{`null`, `{}`, `[null]`, `[{}]`, `["a"]`, `[{"a":null}]`, `[{"a":["b"]}]`, `[{"a":"b"}`, `x`} {
		_, err := reply.Make(plan.Plan{Action: plan.Read{}}, plan.Result{Headers: []byte(headers)})
		if f := fault.As(err); err == nil || f.Code != fault.RestBadHeadersGUC || f.Status != 500 {
			t.Errorf("%s: got %v", headers, err)
		}
	}
	if _, err := reply.Make(plan.Plan{Action: plan.Read{}}, plan.Result{Headers: []byte(`[]`)}); err != nil {
		t.Errorf("an empty list: %v", err)
	}
}
