package presence

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
)

const roomy = 1 << 20

func newTestState() *state { return newState(newRefs("r"), roomy) }

func trackMember(t testing.TB, topic *state, member int, key, payload string) bool {
	t.Helper()
	changed, err := topic.track(member, key, parsed(t, payload))
	if err != nil {
		t.Fatalf("track %s of %d: %v", payload, member, err)
	}
	return changed
}

func parsed(t testing.TB, payload string) Payload {
	t.Helper()
	p, err := ParsePayload([]byte(payload))
	if err != nil {
		t.Fatalf("parse %s: %v", payload, err)
	}
	return p
}

// sameJSON compares JSON by what it means.
func sameJSON(t testing.TB, what string, got []byte, want string) {
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

func TestTrackUpdateAndLeave(t *testing.T) {
	t.Parallel()
	topic := newTestState()
	sameJSON(t, "nobody", topic.encoded(), `{}`)
	if !trackMember(t, topic, 1, "ada", `{"at": "home"}`) || topic.members[1] == nil || len(topic.members) != 1 {
		t.Error("ada is not there")
	}
	sameJSON(t, "before anybody was told", topic.encoded(), `{}`)
	sameJSON(t, "she comes", topic.diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r1","at":"home"}]}},"leaves":{}}`)
	sameJSON(t, "after that", topic.encoded(), `{"ada":{"metas":[{"phx_ref":"r1","at":"home"}]}}`)
	trackMember(t, topic, 1, "ada", `{"at":"work"}`)
	sameJSON(t, "she changes", topic.diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r2","phx_ref_prev":"r1","at":"work"}]}},
		"leaves":{"ada":{"metas":[{"phx_ref":"r1","at":"home"}]}}}`)
	if !topic.leave(1) || len(topic.members) != 0 {
		t.Error("ada is still there")
	}
	sameJSON(t, "she goes", topic.diff(), `{"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"r2","phx_ref_prev":"r1","at":"work"}]}}}`)
	sameJSON(t, "nobody again", topic.encoded(), `{}`)
	if topic.leave(1) || topic.diff() != nil {
		t.Error("she went twice")
	}
}

func TestAnEqualPayloadIsNoChange(t *testing.T) {
	t.Parallel()
	topic := newTestState()
	trackMember(t, topic, 1, "ada", `{"a":1,"b":[1,{"c":null}]}`)
	topic.diff()
	for _, again := range []string{`{"a":1,"b":[1,{"c":null}]}`, `{ "b" : [1, {"c":null}], "a":1 }`, `{"\u0061":1,"b":[1,{"c":null}],"phx_ref":"r9"}`} {
		if trackMember(t, topic, 1, "ada", again) || topic.diff() != nil {
			t.Errorf("%s is taken for a change", again)
		}
	}
	for _, other := range []string{`{"a":12345678901234567891}`, `{"a":12345678901234567890}`, `{"a":"1"}`, `{}`} {
		if !trackMember(t, topic, 1, "ada", other) || topic.diff() == nil {
			t.Errorf("%s is taken for no change", other)
		}
	}
}

func TestUnsentMetasAreDropped(t *testing.T) {
	t.Parallel()
	topic := newTestState()
	trackMember(t, topic, 1, "ada", `{}`)
	topic.leave(1)
	if diff := topic.diff(); diff != nil {
		t.Errorf("who came and went between two diffs: %s", diff)
	}
	trackMember(t, topic, 1, "ada", `{"n":1}`)
	topic.diff()
	trackMember(t, topic, 1, "ada", `{"n":2}`)
	trackMember(t, topic, 1, "ada", `{"n":3}`)
	sameJSON(t, "two changes are one", topic.diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r4","phx_ref_prev":"r2","n":3}]}},
		"leaves":{"ada":{"metas":[{"phx_ref":"r2","n":1}]}}}`)
	trackMember(t, topic, 1, "ada", `{"n":4}`)
	topic.leave(1)
	sameJSON(t, "a change and the end", topic.diff(), `{"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"r4","phx_ref_prev":"r2","n":3}]}}}`)
}

func TestSeveralMetasOfOneKey(t *testing.T) {
	t.Parallel()
	topic := newTestState()
	trackMember(t, topic, 1, "ada", `{"on":"phone"}`)
	trackMember(t, topic, 2, "ada", `{"on":"desk"}`)
	trackMember(t, topic, 3, "bob", `{}`)
	sameJSON(t, "they come", topic.diff(), `{"joins":{"ada":{"metas":[{"phx_ref":"r1","on":"phone"},{"phx_ref":"r2","on":"desk"}]},
		"bob":{"metas":[{"phx_ref":"r3"}]}},"leaves":{}}`)
	topic.leave(1)
	sameJSON(t, "one goes", topic.diff(), `{"joins":{},"leaves":{"ada":{"metas":[{"phx_ref":"r1","on":"phone"}]}}}`)
	sameJSON(t, "the other stays", topic.encoded(), `{"ada":{"metas":[{"phx_ref":"r2","on":"desk"}]},"bob":{"metas":[{"phx_ref":"r3"}]}}`)
}

func TestPayloads(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{``, ` `, `null`, `[]`, `"x"`, `7`, `true`, `{`, `{"a":}`, `{"a":1}{}`, "{\"a\":\"\xff\"}"} {
		if got, err := ParsePayload([]byte(bad)); !errors.Is(err, errPayload) {
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
		topic := newState(func() string { return "R" }, roomy)
		trackMember(t, topic, 1, "k", payload)
		sameJSON(t, payload, topic.diff(), `{"joins":{"k":{"metas":[`+want+`]}},"leaves":{}}`)
	}
}

func TestKeysAreQuoted(t *testing.T) {
	t.Parallel()
	topic := newTestState()
	for i, key := range []string{``, `"`, `\`, "a\nb", `__proto__`, `</script>`, `عدي`, "\xff"} {
		trackMember(t, topic, i, key, `{}`)
	}
	var diff struct{ Joins map[string]any }
	if err := json.Unmarshal(topic.diff(), &diff); err != nil || len(diff.Joins) != 8 {
		t.Errorf("%d keys, %v; want 8", len(diff.Joins), err)
	}
}

func TestATopicIsBounded(t *testing.T) {
	t.Parallel()
	topic := newState(newRefs("r"), 1000)
	payload := `{"text":"` + strings.Repeat("x", 400) + `"}`
	trackMember(t, topic, 1, "a", payload)
	trackMember(t, topic, 2, "b", payload)
	if changed, err := topic.track(3, "c", parsed(t, payload)); !errors.Is(err, errFull) || changed || topic.members[3] != nil {
		t.Errorf("a third: %v, %v; want ErrFull", changed, err)
	}
	trackMember(t, topic, 2, "b", strings.Replace(payload, "x", "y", 1)) // in the place of its own
	topic.leave(1)
	trackMember(t, topic, 3, "c", payload)
	for range 1000 { // nothing is counted that has gone
		trackMember(t, topic, 3, "c", `{}`)
		trackMember(t, topic, 3, "c", payload)
		topic.leave(3)
	}
	trackMember(t, topic, 3, "c", payload)
	if state := topic.encoded(); string(state) != `{}` {
		t.Errorf("told before a diff: %s", state)
	}
}

// client does what the stock client does with what it is told
// (@supabase/phoenix's presence.js), and complains where it is told a thing twice.
type presenceClient struct {
	t     *testing.T
	state map[string]map[string]string // key → ref → n
}

type sentPresences map[string]struct{ Metas []map[string]any }

func (p *presenceClient) joins(s sentPresences) {
	for key, presence := range s {
		for _, m := range presence.Metas {
			if p.state[key] == nil {
				p.state[key] = map[string]string{}
			}
			ref := m["phx_ref"].(string)
			if _, known := p.state[key][ref]; known {
				p.t.Errorf("told twice that %s %s comes", key, ref)
			}
			p.state[key][ref] = fmt.Sprint(m["n"])
		}
	}
}

func (p *presenceClient) leaves(s sentPresences) {
	for key, presence := range s {
		for _, m := range presence.Metas {
			if _, known := p.state[key][m["phx_ref"].(string)]; !known {
				p.t.Errorf("told that %s %s goes, who never came", key, m["phx_ref"])
			}
			delete(p.state[key], m["phx_ref"].(string))
			if len(p.state[key]) == 0 {
				delete(p.state, key)
			}
		}
	}
}

func (p *presenceClient) sees() []string {
	var list []string
	for key, metas := range p.state {
		for _, n := range metas {
			list = append(list, key+" "+n)
		}
	}
	slices.Sort(list)
	return list
}

// Whatever happens in whatever order, and whenever a client comes, it sees who is
// there after each diff and has heard of everything exactly once.
func TestClientsConvergeOnTheState(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 6))
		topic := newTestState()
		members := map[int]string{}
		var clients []*presenceClient
		for step := range 300 {
			member := random.IntN(12)
			key := fmt.Sprint("key", member%5)
			switch random.IntN(8) {
			case 0, 1, 2:
				n := fmt.Sprint(random.IntN(3))
				trackMember(t, topic, member, key, `{"n":`+n+`}`)
				members[member] = key + " " + n
			case 3, 4:
				topic.leave(member)
				delete(members, member)
			case 5:
				c := &presenceClient{t: t, state: map[string]map[string]string{}}
				c.joins(decoded[sentPresences](t, topic.encoded()))
				clients = append(clients, c)
			default:
				sendDiff(t, topic.diff(), clients)
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

func sendDiff(t *testing.T, diff []byte, clients []*presenceClient) {
	t.Helper()
	if diff == nil {
		return
	}
	d := decoded[struct{ Joins, Leaves sentPresences }](t, diff)
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
		sentPresences, err := ParsePayload(payload)
		if err != nil {
			return
		}
		topic := newTestState()
		if _, err := topic.track(1, key, sentPresences); err != nil {
			t.Fatal(err)
		}
		if diff := topic.diff(); !json.Valid(diff) {
			t.Errorf("track %q under %q: no JSON: %s", payload, key, diff)
		}
		topic.leave(1)
		if diff := topic.diff(); !json.Valid(diff) {
			t.Errorf("leave: no JSON: %s", diff)
		}
	})
}

// A thousand who come at once are one diff.
func BenchmarkPresence1000Joins(b *testing.B) {
	payload := `{"user_id":"8f4e2c1a-77aa-4c52-9e2b-0a1b2c3d4e5f","online_at":"2026-11-21T10:00:00.000Z"}`
	keys := make([]string, 1000)
	for i := range keys {
		keys[i] = fmt.Sprintf("8f4e2c1a-77aa-4c52-9e2b-%012d", i)
	}
	b.ReportAllocs()
	for b.Loop() {
		topic := newTestState()
		for i, key := range keys {
			trackMember(b, topic, i, key, payload)
		}
		if len(topic.diff()) == 0 || len(topic.encoded()) == 0 {
			b.Fatal("nobody came")
		}
	}
}

// A thousand under one key leave one after the other's diff.
func BenchmarkPresenceLeaveOneOf1000(b *testing.B) {
	topic := newTestState()
	for i := range 1000 {
		trackMember(b, topic, i, "guest", `{}`)
	}
	topic.diff()
	b.ReportAllocs()
	for b.Loop() {
		topic.leave(500)
		topic.diff()
		trackMember(b, topic, 500, "guest", `{}`)
		topic.diff()
	}
}

func TestLongPayloadsAreCompared(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	topic := newTestState()
	trackMember(t, topic, 1, "ada", `{"a":1,"b":"`+long+`"}`)
	if trackMember(t, topic, 1, "ada", `{ "a": 1, "b": "`+long+`"}`) {
		t.Error("the same text is taken for a change")
	}
	if !trackMember(t, topic, 1, "ada", `{"b":"`+long+`","a":1}`) {
		t.Error("another text is taken for the same")
	}
}
