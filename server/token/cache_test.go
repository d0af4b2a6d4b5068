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
	c, keys := newCache(3), &keySet{}
	for _, bearer := range []string{"a", "b", "c"} {
		c.put(bearer, keys, Claims{Subject: bearer})
	}
	c.get("a", keys, now)
	c.put("d", keys, Claims{Subject: "d"}) // passes a, which was used, and evicts b
	for bearer, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true} {
		if claims, ok := c.get(bearer, keys, now); ok != want || ok && claims.Subject != bearer {
			t.Errorf("get(%q) = %+v %v, want %v", bearer, claims, ok, want)
		}
	}
	c.put("e", keys, Claims{}) // all were used: the hand clears every bit and comes round
	if len(c.entries) != 3 {
		t.Errorf("%d entries, want 3", len(c.entries))
	}
}

func TestCacheStaysBoundedAndLinked(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c, keys := newCache(10), &keySet{}
	for i := range 1000 {
		exp := now.Add(time.Duration(i%3) * time.Minute)
		c.put(fmt.Sprint(i), keys, Claims{Expires: exp})
		c.get(fmt.Sprint(i/2), keys, now)
		c.get(fmt.Sprint(i-1), keys, now.Add(time.Duration(i%5)*time.Minute)) // drops some
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
	c.put(strings.Repeat("x", maxCached+1), &keySet{}, Claims{})
	if len(c.entries) != 0 {
		t.Errorf("%d entries, want none", len(c.entries))
	}
}

// Tokens that other keys have verified are verified again.
func TestCacheFollowsTheKeys(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	c, before, after := newCache(3), &keySet{strict: true}, &keySet{}
	c.put("a", before, Claims{Subject: "before"})
	c.put("b", before, Claims{Subject: "before"})
	c.put("a", after, Claims{Subject: "after"})
	if claims, ok := c.get("a", after, now); !ok || claims.Subject != "after" {
		t.Errorf("get = %+v %v, want what the newer keys verified", claims, ok)
	}
	if _, ok := c.get("b", after, now); ok || len(c.entries) != 1 || length(c) != 1 {
		t.Errorf("a token of the older keys: hit %v, %d entries, %d linked, want it dropped", ok, len(c.entries), length(c))
	}
}
