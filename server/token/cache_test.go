package token

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestCacheKeepsWhatIsUsed(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c := newCache(3)
	for _, bearer := range []string{"a", "b", "c"} {
		c.put(bearer, Claims{Subject: bearer})
	}
	c.get("a", now)
	c.put("d", Claims{Subject: "d"}) // passes a, which was used, and evicts b
	for bearer, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if claims, ok := c.get(bearer, now); ok != want || ok && claims.Subject != bearer {
			t.Errorf("get(%q) = %+v %v, want %v", bearer, claims, ok, want)
		}
	}
	c.put("e", Claims{}) // all were used: the hand clears every bit and comes round
	if len(c.entries) != 3 {
		t.Errorf("%d entries, want 3", len(c.entries))
	}
}

func TestCacheStaysBoundedAndLinked(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c := newCache(10)
	for i := range 1000 {
		exp := now.Add(time.Duration(i%3) * time.Minute)
		c.put(fmt.Sprint(i), Claims{Expires: exp})
		c.get(fmt.Sprint(i/2), now)
		c.get(fmt.Sprint(i-1), now.Add(time.Duration(i%5)*time.Minute)) // drops some
		if n := length(c); n != len(c.entries) || n > 10 {
			t.Fatalf("after %d: %d linked, %d mapped, at most 10 wanted", i, n, len(c.entries))
		}
	}
}

func length(c *cache) int {
	n := 0
	for e := c.oldest; e != nil; e = e.newer {
		n++
	}
	return n
}

func TestCacheLeavesHugeTokensOut(t *testing.T) {
	t.Parallel()
	c := newCache(3)
	c.put(strings.Repeat("x", maxCached+1), Claims{})
	if len(c.entries) != 0 {
		t.Errorf("%d entries, want none", len(c.entries))
	}
}
