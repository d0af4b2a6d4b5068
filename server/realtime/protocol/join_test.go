package protocol

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestParseJoin(t *testing.T) {
	t.Parallel()
	entry := `{"event":"INSERT","schema":"public","table":"t","filter":"id=gt.0","select":["a","b"],"new":1}`
	shown := PresenceConfig{Enabled: true}
	for _, c := range []struct {
		name, payload string
		want          Join
		complains     bool
	}{
		{"nothing", `{}`, Join{Presence: shown}, false},
		{
			"all that realtime-js sends",
			`{"access_token":"J","version":"realtime-js/2.119.1","config":{"private":true,
				"broadcast":{"ack":true,"self":true,"replication_ready":true,"replay":{"since":1700000000000,"limit":5}},
				"presence":{"key":"me","enabled":false},"postgres_changes":[` + entry + `],
				"postgres_changes_options":{"wait":true,"timeout":15000}}}`,
			Join{
				AccessToken: "J", Client: "realtime-js/2.119.1", Private: true,
				Broadcast: BroadcastConfig{true, true, true, &Replay{Since: 1700000000000, Limit: 5}},
				Presence:  PresenceConfig{Key: "me"},
				Changes: []ChangeBinding{{
					Raw: json.RawMessage(entry), Event: "INSERT", Schema: "public", Table: "t", Filter: "id=gt.0", Select: []string{"a", "b"},
				}},
				Wait: true, Timeout: 15 * time.Second,
			},
			false,
		},
		{
			"booleans as text", `{"config":{"private":"true","broadcast":{"ack":"True","self":"false"},"presence":{"enabled":"false"}}}`,
			Join{Private: true, Broadcast: BroadcastConfig{Ack: true}},
			false,
		},
		{
			"null for absent", `{"access_token":null,"config":{"private":null,"broadcast":null,"presence":{"key":null,"enabled":null},"postgres_changes":null}}`,
			Join{Presence: shown},
			false,
		},
		{"a token by its older name", `{"user_token":"J"}`, Join{AccessToken: "J", Presence: shown}, false},
		{"a key that is a number", `{"config":{"presence":{"key":7}}}`, Join{Presence: PresenceConfig{"7", true}}, false},
		{"no object", `[]`, Join{Presence: shown}, true},
		{"a config that is text", `{"config":"x","access_token":"J"}`, Join{AccessToken: "J", Presence: shown}, true},
		{
			"wrong types each", `{"access_token":5,"config":{"private":"yes","broadcast":[],"presence":{"key":{},"enabled":1},"postgres_changes":{}}}`,
			Join{},
			true,
		},
		{
			"a replay that cannot be read", `{"config":{"broadcast":{"replay":{"since":"yesterday"}}}}`,
			Join{Broadcast: BroadcastConfig{Replay: &Replay{Invalid: true}}, Presence: shown},
			true,
		},
		{
			"a replay of no time", `{"config":{"broadcast":{"replay":{"limit":3}}}}`,
			Join{Broadcast: BroadcastConfig{Replay: &Replay{Limit: 3, Invalid: true}}, Presence: shown},
			false,
		},
		{
			"entries of all kinds", `{"config":{"postgres_changes":[5,null,{"table":7,"filter":"a"},{"select":"a"},{"schema":null}]}}`,
			Join{Presence: shown, Changes: []ChangeBinding{
				{Raw: json.RawMessage("5"), Invalid: "entry"},
				{Raw: json.RawMessage("null"), Invalid: "entry"},
				{Raw: json.RawMessage(`{"table":7,"filter":"a"}`), Filter: "a", Invalid: "table"},
				{Raw: json.RawMessage(`{"select":"a"}`), Invalid: "select"},
				{Raw: json.RawMessage(`{"schema":null}`)},
			}},
			true,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := ParseJoin([]byte(c.payload))
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil != c.complains {
				t.Errorf("complaint %v, want one: %t; want → got:\n%s", err, c.complains, diff)
			}
		})
	}
}

func FuzzParseJoin(f *testing.F) {
	f.Add([]byte(`{"config":{"private":"true","broadcast":{"replay":{"since":1,"limit":2}},"presence":{"key":1},"postgres_changes":[{"select":[1]}]}}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		join, _ := ParseJoin(payload)
		for _, entry := range join.Changes {
			if !json.Valid(entry.Raw) {
				t.Errorf("%q is to be echoed", entry.Raw)
			}
		}
		if join.Timeout < 0 || len(join.Presence.Key) > maxKey*3 {
			t.Errorf("got %+v", join)
		}
	})
}
