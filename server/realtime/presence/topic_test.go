package presence_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/realtime/presence"
)

const roomy = 1 << 20

func newTopic() *presence.Topic[int] { return presence.New[int](presence.Refs("r"), roomy) }

func track(t testing.TB, topic *presence.Topic[int], member int, key, payload string) bool {
	t.Helper()
	changed, err := topic.Track(member, key, parsed(t, payload))
	if err != nil {
		t.Fatalf("track %s of %d: %v", payload, member, err)
	}
	return changed
}

func parsed(t testing.TB, payload string) presence.Payload {
	t.Helper()
	p, err := presence.Parse([]byte(payload))
	if err != nil {
		t.Fatalf("parse %s: %v", payload, err)
	}
	return p
}

// same compares JSON by what it means.
func same(t testing.TB, what string, got []byte, want string) {
	t.Helper()
	var g, w any
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s: %v in %s", what, err, got)
	}
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(g, w) {
		t.Errorf("%s:\n got %s\nwant %s", what, got, want)
	}
}

func TestAMemberComesChangesAndGoes(t *testing.T) {
	t.Parallel()
	topic := newTopic()
	same(t, "nobody", topic.State(), `{}`)
	if !track(t, topic, 1, "ada", `{"at": "home"}`) || !topic.Has(1) || topic.Len() != 1 {
		t.Error("ada is not there")
	}
	same(t, "before anybody was told", topic.State(), `{}`)
	same(t, "she comes", topic.Diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r1","at":"home"}]}},"leaves":{}}`)
	same(t, "after that", topic.State(), `{"ada":{"metas":[{"phx_ref":"r1","at":"home"}]}}`)
	track(t, topic, 1, "ada", `{"at":"work"}`)
	same(t, "she changes", topic.Diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r2","phx_ref_prev":"r1","at":"work"}]}},
		"leaves":{"ada":{"metas":[{"phx_ref":"r1","at":"home"}]}}}`)
	if !topic.Leave(1) || topic.Has(1) || topic.Len() != 0 {
		t.Error("ada is still there")
	}
	same(t, "she goes", topic.Diff(), `{"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"r2","phx_ref_prev":"r1","at":"work"}]}}}`)
	same(t, "nobody again", topic.State(), `{}`)
	if topic.Leave(1) || topic.Diff() != nil {
		t.Error("she went twice")
	}
}

func TestAnEqualPayloadIsNoChange(t *testing.T) {
	t.Parallel()
	topic := newTopic()
	track(t, topic, 1, "ada", `{"a":1,"b":[1,{"c":null}]}`)
	topic.Diff()
	for _, again := range []string{`{"a":1,"b":[1,{"c":null}]}`, `{ "b" : [1, {"c":null}], "a":1 }`, `{"\u0061":1,"b":[1,{"c":null}],"phx_ref":"r9"}`} {
		if track(t, topic, 1, "ada", again) || topic.Diff() != nil {
			t.Errorf("%s is taken for a change", again)
		}
	}
	for _, other := range []string{`{"a":12345678901234567891}`, `{"a":12345678901234567890}`, `{"a":"1"}`, `{}`} {
		if !track(t, topic, 1, "ada", other) || topic.Diff() == nil {
			t.Errorf("%s is taken for no change", other)
		}
	}
}

func TestWhatNobodyWasToldIsTakenBack(t *testing.T) {
	t.Parallel()
	topic := newTopic()
	track(t, topic, 1, "ada", `{}`)
	topic.Leave(1)
	if diff := topic.Diff(); diff != nil {
		t.Errorf("who came and went between two diffs: %s", diff)
	}
	track(t, topic, 1, "ada", `{"n":1}`)
	topic.Diff()
	track(t, topic, 1, "ada", `{"n":2}`)
	track(t, topic, 1, "ada", `{"n":3}`)
	same(t, "two changes are one", topic.Diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r4","phx_ref_prev":"r2","n":3}]}},
		"leaves":{"ada":{"metas":[{"phx_ref":"r2","n":1}]}}}`)
	track(t, topic, 1, "ada", `{"n":4}`)
	topic.Leave(1)
	same(t, "a change and the end", topic.Diff(), `{"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"r4","phx_ref_prev":"r2","n":3}]}}}`)
}

func TestSeveralDevicesOfOnePerson(t *testing.T) {
	t.Parallel()
	topic := newTopic()
	track(t, topic, 1, "ada", `{"on":"phone"}`)
	track(t, topic, 2, "ada", `{"on":"desk"}`)
	track(t, topic, 3, "bob", `{}`)
	same(t, "they come", topic.Diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r1","on":"phone"},{"phx_ref":"r2","on":"desk"}]},
		"bob":{"metas":[{"phx_ref":"r3"}]}},"leaves":{}}`)
	topic.Leave(1)
	same(t, "one goes", topic.Diff(), `{"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"r1","on":"phone"}]}}}`)
	same(t, "the other stays", topic.State(), `{"ada":{"metas":[{"phx_ref":"r2","on":"desk"}]},"bob":{"metas":[{"phx_ref":"r3"}]}}`)
}

func TestPayloads(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{``, ` `, `null`, `[]`, `"x"`, `7`, `true`, `{`, `{"a":}`, `{"a":1}{}`, "{\"a\":\"\xff\"}"} {
		if got, err := presence.Parse([]byte(bad)); !errors.Is(err, presence.ErrPayload) {
			t.Errorf("%q: %s, %v; want ErrPayload", bad, got, err)
		}
	}
	for payload, want := range map[string]string{
		`{}`:                     `{"phx_ref":"R"}`,
		"{ \"a\" : [ 1 , 2 ] }":  `{"phx_ref":"R","a":[1,2]}`,
		`{"phx_ref":"r1","a":1}`: `{"phx_ref":"R","a":1}`,
		`{"phx\u005fref":"r1","\u0070hx_ref_prev":2}`: `{"phx_ref":"R"}`,
		`{"__proto__":{"x":1}}`:                       `{"phx_ref":"R","__proto__":{"x":1}}`,
	} {
		topic := presence.New[int](func() string { return "R" }, roomy)
		track(t, topic, 1, "k", payload)
		same(t, payload, topic.Diff(), `{"joins":{"k":{"metas":[`+want+`]}},"leaves":{}}`)
	}
}

func TestKeysAreQuoted(t *testing.T) {
	t.Parallel()
	topic := newTopic()
	for i, key := range []string{``, `"`, `\`, "a\nb", `__proto__`, `</script>`, `عدي`, "\xff"} {
		track(t, topic, i, key, `{}`)
	}
	var diff struct{ Joins map[string]any }
	if err := json.Unmarshal(topic.Diff(), &diff); err != nil || len(diff.Joins) != 8 {
		t.Errorf("%d keys, %v; want 8", len(diff.Joins), err)
	}
}

func TestATopicIsBounded(t *testing.T) {
	t.Parallel()
	topic := presence.New[int](presence.Refs("r"), 1000)
	payload := `{"text":"` + strings.Repeat("x", 400) + `"}`
	track(t, topic, 1, "a", payload)
	track(t, topic, 2, "b", payload)
	if changed, err := topic.Track(3, "c", parsed(t, payload)); !errors.Is(err, presence.ErrFull) || changed || topic.Has(3) {
		t.Errorf("a third: %v, %v; want ErrFull", changed, err)
	}
	track(t, topic, 2, "b", strings.Replace(payload, "x", "y", 1)) // in the place of its own
	topic.Leave(1)
	track(t, topic, 3, "c", payload)
	for range 1000 { // nothing is counted that has gone
		track(t, topic, 3, "c", `{}`)
		track(t, topic, 3, "c", payload)
		topic.Leave(3)
	}
	track(t, topic, 3, "c", payload)
	if state := topic.State(); string(state) != `{}` {
		t.Errorf("told before a diff: %s", state)
	}
}

// client does what the stock client does with what it is told
// (@supabase/phoenix's presence.js), and complains where it is told a thing twice.
type client struct {
	t     *testing.T
	state map[string]map[string]string // key → ref → n
}

type said map[string]struct{ Metas []map[string]any }

func (c *client) joins(s said) {
	for key, presence := range s {
		for _, m := range presence.Metas {
			if c.state[key] == nil {
				c.state[key] = map[string]string{}
			}
			ref := m["phx_ref"].(string)
			if _, known := c.state[key][ref]; known {
				c.t.Errorf("told twice that %s %s comes", key, ref)
			}
			c.state[key][ref] = fmt.Sprint(m["n"])
		}
	}
}

func (c *client) leaves(s said) {
	for key, presence := range s {
		for _, m := range presence.Metas {
			if _, known := c.state[key][m["phx_ref"].(string)]; !known {
				c.t.Errorf("told that %s %s goes, who never came", key, m["phx_ref"])
			}
			delete(c.state[key], m["phx_ref"].(string))
			if len(c.state[key]) == 0 {
				delete(c.state, key)
			}
		}
	}
}

func (c *client) sees() []string {
	var list []string
	for key, metas := range c.state {
		for _, n := range metas {
			list = append(list, key+" "+n)
		}
	}
	slices.Sort(list)
	return list
}

// Whatever happens in whatever order, and whenever a client comes, it sees who is
// there after each diff and has heard of everything exactly once.
func TestEveryClientSeesWhoIsThere(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 6))
		topic := newTopic()
		members := map[int]string{}
		var clients []*client
		for step := range 300 {
			member := random.IntN(12)
			key := fmt.Sprint("key", member%5)
			switch random.IntN(8) {
			case 0, 1, 2:
				n := fmt.Sprint(random.IntN(3))
				track(t, topic, member, key, `{"n":`+n+`}`)
				members[member] = key + " " + n
			case 3, 4:
				topic.Leave(member)
				delete(members, member)
			case 5:
				c := &client{t: t, state: map[string]map[string]string{}}
				c.joins(decoded[said](t, topic.State()))
				clients = append(clients, c)
			default:
				tell(t, topic.Diff(), clients)
				want := slices.Sorted(maps.Values(members))
				for i, c := range clients {
					if got := c.sees(); !slices.Equal(got, want) {
						t.Fatalf("seed %d step %d: client %d sees %v, there are %v", seed, step, i, got, want)
					}
				}
			}
		}
	}
}

func tell(t *testing.T, diff []byte, clients []*client) {
	t.Helper()
	if diff == nil {
		return
	}
	d := decoded[struct{ Joins, Leaves said }](t, diff)
	for _, c := range clients {
		c.joins(d.Joins)
		c.leaves(d.Leaves)
	}
}

func decoded[T any](t *testing.T, text []byte) T {
	t.Helper()
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return value
}

func FuzzTrack(f *testing.F) {
	f.Add("ada", []byte(`{"a":1}`))
	f.Add("", []byte(`{"phx_ref":{}}`))
	f.Fuzz(func(t *testing.T, key string, payload []byte) {
		said, err := presence.Parse(payload)
		if err != nil {
			return
		}
		topic := newTopic()
		if _, err := topic.Track(1, key, said); err != nil {
			t.Fatal(err)
		}
		if diff := topic.Diff(); !json.Valid(diff) {
			t.Errorf("track %q under %q: no JSON: %s", payload, key, diff)
		}
		topic.Leave(1)
		if diff := topic.Diff(); !json.Valid(diff) {
			t.Errorf("leave: no JSON: %s", diff)
		}
	})
}

// A thousand who come at once are one diff.
func BenchmarkAThousandCome(b *testing.B) {
	payload := `{"user_id":"8f4e2c1a-77aa-4c52-9e2b-0a1b2c3d4e5f","online_at":"2026-11-21T10:00:00.000Z"}`
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprintf("8f4e2c1a-77aa-4c52-9e2b-%012d", i)
	}
	b.ReportAllocs()
	for b.Loop() {
		topic := newTopic()
		for i, key := range keys {
			track(b, topic, i, key, payload)
		}
		if len(topic.Diff()) == 0 || len(topic.State()) == 0 {
			b.Fatal("nobody came")
		}
	}
}

// A thousand under one key leave one after the other's diff.
func BenchmarkOneOfAThousandUnderAKeyLeaves(b *testing.B) {
	topic := newTopic()
	for i := range 1000 {
		track(b, topic, i, "guest", `{}`)
	}
	topic.Diff()
	b.ReportAllocs()
	for b.Loop() {
		topic.Leave(500)
		topic.Diff()
		track(b, topic, 500, "guest", `{}`)
		topic.Diff()
	}
}

func TestALongPayloadIsComparedByItsWords(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	topic := newTopic()
	track(t, topic, 1, "ada", `{"a":1,"b":"`+long+`"}`)
	if track(t, topic, 1, "ada", `{ "a": 1, "b": "`+long+`"}`) {
		t.Error("the same words are taken for a change")
	}
	if !track(t, topic, 1, "ada", `{"b":"`+long+`","a":1}`) {
		t.Error("other words are taken for the same")
	}
}
