package throttle

import (
	"net/http/httptest"
	"testing"
	"time"
)

func TestLimitsOfAnAddress(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/", nil)
	for _, n := range []int{1, 30, 400} {
		now := time.Unix(1_700_000_000, 0)
		l := NewLimiters(Limits{OTP: n, Verify: n, Anonymous: n, Factors: n, Passkeys: n}, func() time.Time { return now })
		for name, each := range map[string]*Address{"sign-up": l.SignUp, "verify": l.Verify, "anonymous": l.Anonymous, "factor": l.Factor, "passkey": l.Passkey} {
			passed := 0
			for each.Allow(r) == nil {
				passed++
			}
			want := max(n, 30)
			if name == "anonymous" {
				want = n
				now = now.Add(time.Hour)
				for each.Allow(r) == nil { // and so many in the next hour
					passed++
				}
				passed -= n
			}
			if passed != want {
				t.Errorf("%s of %d: %d requests passed, want %d", name, n, passed, want)
			}
		}
	}
}
