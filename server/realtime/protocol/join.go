package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Join is what a phx_join asks for.
type Join struct {
	// AccessToken is the caller's JWT; "" leaves that of the socket.
	AccessToken string
	// Client is the name and version of the client's library, as realtime-js sends
	// them with a token: "realtime-js/2.119.1"; "" for none.
	Client string
	// Private asks for a channel under the policies on realtime.messages.
	Private   bool
	Broadcast BroadcastConfig
	Presence  PresenceConfig
	// Changes are the entries of postgres_changes, in the client's order.
	Changes []ChangeBinding
	// Wait asks for a reply only when changes flow, which ours always means;
	// Timeout is how long, 0 where nothing is said.
	Wait    bool
	Timeout time.Duration
}

// maxTimeout bounds Timeout, in ms: nobody waits for an hour.
const maxTimeout = 3_600_000

// BroadcastConfig is how a channel wants broadcasts.
type BroadcastConfig struct {
	Ack  bool // each is answered
	Self bool // the sender gets its own
	// ReplicationReady asks for a system message when changes can flow.
	ReplicationReady bool
	Replay           *Replay // nil for none
}

// Replay asks for what a private channel has been sent before.
type Replay struct {
	Since int64 // ms since 1970
	Limit int   // 0 where nothing is said
	// Invalid tells that the values cannot be read.
	Invalid bool
}

// PresenceConfig is how a channel wants presence.
type PresenceConfig struct {
	Key     string // "" asks for one of ours
	Enabled bool   // true where nothing is said
}

// ChangeBinding is one binding to changes of tables. null is as good as absent, and
// both are "".
type ChangeBinding struct {
	Raw                          json.RawMessage // the entry as it was sent, to be echoed
	Event, Schema, Table, Filter string
	Select                       []string // nil where absent
	// Invalid names the field that is not of its type, "" for none; "entry" where
	// the whole is no object.
	Invalid string
}

// ParseJoin reads the payload of a phx_join. What cannot be read is as good as
// absent, as in Supabase: the join goes on, and the error is for the log. It
// quotes nothing.
func ParseJoin(payload []byte) (Join, error) {
	var r lenientDecoder
	top := r.object("payload", payload)
	config := r.object("config", top["config"])
	broadcast := r.object("broadcast", config["broadcast"])
	presence := r.object("presence", config["presence"])
	options := r.object("postgres_changes_options", config["postgres_changes_options"])
	join := Join{
		AccessToken: r.text("access_token", top["access_token"]),
		Client:      r.text("version", top["version"]),
		Private:     r.boolean("private", config["private"]),
		Broadcast: BroadcastConfig{
			Ack:              r.boolean("ack", broadcast["ack"]),
			Self:             r.boolean("self", broadcast["self"]),
			ReplicationReady: r.boolean("replication_ready", broadcast["replication_ready"]),
			Replay:           r.replay(broadcast["replay"]),
		},
		Presence: PresenceConfig{
			Key: r.key(presence["key"]),
			// clients of 2.0 have no such flag, and presence all the same
			Enabled: isNull(presence["enabled"]) || r.boolean("enabled", presence["enabled"]),
		},
		Changes: r.changes(config["postgres_changes"]),
		Wait:    r.boolean("wait", options["wait"]),
		Timeout: time.Duration(min(r.number("timeout", options["timeout"]), maxTimeout)) * time.Millisecond,
	}
	if join.AccessToken == "" { // clients of old
		join.AccessToken = r.text("user_token", top["user_token"])
	}
	return join, r.err()
}

// lenientDecoder reads JSON of which any part may be wrong, and remembers what was.
type lenientDecoder struct{ invalid []string }

func (r *lenientDecoder) err() error {
	if r.invalid == nil {
		return nil
	}
	return errors.New("not of their types: " + strings.Join(r.invalid, ", "))
}

func (r *lenientDecoder) complain(name string) { r.invalid = append(r.invalid, name) }

func (r *lenientDecoder) object(name string, text json.RawMessage) (fields map[string]json.RawMessage) {
	if !isNull(text) && json.Unmarshal(text, &fields) != nil {
		r.complain(name)
		return nil
	}
	return fields
}

func (r *lenientDecoder) text(name string, text json.RawMessage) (s string) {
	if !isNull(text) && !isString(text, &s) {
		r.complain(name)
	}
	return s
}

// boolean takes "true" and "True" for true: clients of some languages say so.
func (r *lenientDecoder) boolean(name string, text json.RawMessage) bool {
	switch strings.ToLower(strings.Trim(string(text), `"`)) {
	case "true":
		return true
	case "false", "null", "":
	default:
		r.complain(name)
	}
	return false
}

// maxKey bounds a presence key, in bytes.
const maxKey = 1000

// key takes numbers and booleans for their text.
func (r *lenientDecoder) key(text json.RawMessage) (key string) {
	switch {
	case isNull(text):
	case len(text) > maxKey || text[0] == '{' || text[0] == '[':
		r.complain("key")
	case !isString(text, &key):
		key = string(text)
	}
	return key
}

// number reads a whole number of moderate size; 0 for none and for what is not
// one.
func (r *lenientDecoder) number(name string, text json.RawMessage) int64 {
	const farthest = 1 << 53
	var n float64
	if isNull(text) {
		return 0
	}
	if json.Unmarshal(text, &n) != nil || n < 0 || n > farthest || n != float64(int64(n)) {
		r.complain(name)
		return 0
	}
	return int64(n)
}

func (r *lenientDecoder) replay(text json.RawMessage) *Replay {
	if isNull(text) {
		return nil
	}
	before := len(r.invalid)
	fields := r.object("replay", text)
	replay := &Replay{Since: r.number("since", fields["since"]), Limit: int(r.number("limit", fields["limit"]))}
	replay.Invalid = len(r.invalid) > before || isNull(fields["since"])
	return replay
}

func (r *lenientDecoder) changes(text json.RawMessage) []ChangeBinding {
	var raw []json.RawMessage
	if isNull(text) {
		return nil
	}
	if json.Unmarshal(text, &raw) != nil {
		r.complain("postgres_changes")
		return nil
	}
	entries := make([]ChangeBinding, len(raw))
	for i := range raw {
		if entries[i] = changeEntry(raw[i]); entries[i].Invalid != "" {
			r.complain(fmt.Sprintf("postgres_changes %d", i))
		}
	}
	return entries
}

func changeEntry(raw json.RawMessage) ChangeBinding {
	var r lenientDecoder
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return ChangeBinding{Raw: raw, Invalid: "entry"}
	}
	entry := ChangeBinding{
		Raw: raw, Event: r.text("event", fields["event"]), Schema: r.text("schema", fields["schema"]),
		Table: r.text("table", fields["table"]), Filter: r.text("filter", fields["filter"]),
	}
	if columns := fields["select"]; !isNull(columns) && (json.Unmarshal(columns, &entry.Select) != nil || entry.Select == nil) {
		entry.Select = nil
		r.complain("select")
	}
	if r.invalid != nil {
		entry.Invalid = r.invalid[0]
	}
	return entry
}
