package auth

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/token"
)

// Other signing keys change nothing; another secret reads what a former one has encrypted, and
// encrypts it anew.
func TestFactorsAfterOtherKeys(t *testing.T) {
	t.Parallel()
	f := setup(t).withMFA()
	f.user(ann)
	bearer := f.login(ann).str("access_token")
	a := f.enrollTOTP(bearer, "")
	f.verifyTOTP(bearer, a)
	keys, err := token.New(token.Options{Secret: strings.Repeat("another secret ", 4), Now: f.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	f.configure(func(o *Options) { o.Keys = keys })
	f.verifyTOTP(f.login(ann).str("access_token"), a)

	first := f.options.Secret
	for _, c := range []struct {
		former [][]byte
		reads  bool
	}{{nil, false}, {[][]byte{first}, true}, {nil, true}} {
		f.configure(func(o *Options) { o.Secret, o.FormerSecrets = bytes.Repeat([]byte("s"), 32), c.former })
		in := f.login(ann).str("access_token")
		f.clock.advance(30 * time.Second)
		got := f.answer(in, a, f.challenge(in, a.factor), f.code(a, 0))
		if (got.status == 200) != c.reads {
			t.Errorf("with former secrets %v: %d %s", len(c.former) > 0, got.status, got.text)
		}
	}
}
