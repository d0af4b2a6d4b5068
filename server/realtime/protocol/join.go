package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Join is the payload of a phx_join.
type Join struct {
	// AccessToken is the caller's JWT; "" for the api key of the socket.
	AccessToken string
	// Client is the name and version of the client's library, which realtime-js sends
	// with a token: "realtime-js/2.119.1"; "" for none.
	Client string
	// Private requests a channel that the policies on realtime.messages control.
	Private   bool
	Broadcast BroadcastConfig
	Presence  PresenceConfig
	// Changes are the bindings of postgres_changes, in the client's order.
	Changes []ChangeBinding
	// Wait requests a reply only after replication is connected, or an error after
	// Timeout; 0 for the default.
	Wait    bool
	Timeout time.Duration
}

// maxTimeout bounds Timeout, in ms.
const maxTimeout = 3_600_000

// BroadcastConfig is the configuration of broadcasts of a channel.
type BroadcastConfig struct {
	Ack  bool // each broadcast gets a reply
	Self bool // the sender gets its own broadcasts
	// ReplicationReady requests a system message when replication is connected.
	ReplicationReady bool
	Replay           *Replay // nil for none
}

// Replay requests the messages that a private channel got before.
type Replay struct {
	Since int64 // ms since 1970
	Limit int   // 0 for the default
	// Invalid is true if the values cannot be parsed.
	Invalid bool
}

// PresenceConfig is the configuration of presence of a channel.
type PresenceConfig struct {
	Key     string // "" for a generated one
	Enabled bool   // default true
}

// ChangeBinding is a binding of postgres_changes. A null or absent field is "".
type ChangeBinding struct {
	Raw                          json.RawMessage // as it was sent; the reply repeats it
	Event, Schema, Table, Filter string
	Select                       []string // nil if absent
	// Invalid is the name of a field of the wrong type, "" for none; "entry" if the
	// binding is not an object.
	Invalid string
}

// ParseJoin parses the payload of a phx_join. Invalid parts count as absent, as in
// Supabase: the join goes on. The error names them, for the log, and quotes nothing.
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
			// clients of version 2.0 do not send it, and have presence
			Enabled: isNull(presence["enabled"]) || r.boolean("enabled", presence["enabled"]),
		},
		Changes: r.changes(config["postgres_changes"]),
		Wait:    r.boolean("wait", options["wait"]),
		Timeout: time.Duration(min(r.number("timeout", options["timeout"]), maxTimeout)) * time.Millisecond,
	}
	if join.AccessToken == "" { // old clients
		join.AccessToken = r.text("user_token", top["user_token"])
	}
	return join, r.err()
}

// lenientDecoder decodes JSON of which any part may be invalid, and collects the names of
// those parts.
type lenientDecoder struct{ invalid []string }

func (l *lenientDecoder) err() error {
	if l.invalid == nil {
		return nil
	}
	return errors.New("wrong types: " + strings.Join(l.invalid, ", "))
}

func (l *lenientDecoder) complain(name string) { l.invalid = append(l.invalid, name) }

func (l *lenientDecoder) object(name string, text json.RawMessage) (fields map[string]json.RawMessage) {
	if !isNull(text) && json.Unmarshal(text, &fields) != nil {
		l.complain(name)
		return nil
	}
	return fields
}

func (l *lenientDecoder) text(name string, text json.RawMessage) (s string) {
	if !isNull(text) && !isString(text, &s) {
		l.complain(name)
	}
	return s
}

// boolean also accepts "true" and "True", which clients in some languages send.
func (l *lenientDecoder) boolean(name string, text json.RawMessage) bool {
	switch strings.ToLower(strings.Trim(string(text), `"`)) {
	case "true":
		return true
	case "false", "null", "":
	default:
		l.complain(name)
	}
	return false
}

// maxKey bounds a presence key, in bytes.
const maxKey = 1000

// key also accepts numbers and booleans, as their text.
func (l *lenientDecoder) key(text json.RawMessage) (key string) {
	switch {
	case isNull(text):
	case len(text) > maxKey || text[0] == '{' || text[0] == '[':
		l.complain("key")
	case !isString(text, &key):
		key = string(text)
	}
	return key
}

// number reads an integer from 0 to 2^53; 0 if it is absent or invalid.
func (l *lenientDecoder) number(name string, text json.RawMessage) int64 {
	const maxInteger = 1 << 53
	var n float64
	if isNull(text) {
		return 0
	}
	if json.Unmarshal(text, &n) != nil || n < 0 || n > maxInteger || n != float64(int64(n)) {
		l.complain(name)
		return 0
	}
	return int64(n)
}

func (l *lenientDecoder) replay(text json.RawMessage) *Replay {
	if isNull(text) {
		return nil
	}
	before := len(l.invalid)
	fields := l.object("replay", text)
	replay := &Replay{Since: l.number("since", fields["since"]), Limit: int(l.number("limit", fields["limit"]))}
	replay.Invalid = len(l.invalid) > before || isNull(fields["since"])
	return replay
}

func (l *lenientDecoder) changes(text json.RawMessage) []ChangeBinding {
	var raw []json.RawMessage
	if isNull(text) {
		return nil
	}
	if json.Unmarshal(text, &raw) != nil {
		l.complain("postgres_changes")
		return nil
	}
	bindings := make([]ChangeBinding, len(raw))
	for i := range raw {
		if bindings[i] = parseBinding(raw[i]); bindings[i].Invalid != "" {
			l.complain(fmt.Sprintf("postgres_changes %d", i))
		}
	}
	return bindings
}

func parseBinding(raw json.RawMessage) ChangeBinding {
	var r lenientDecoder
	var fields map[string]json.RawMessage
	if json.Unmarshal(raw, &fields) != nil || fields == nil {
		return ChangeBinding{Raw: raw, Invalid: "entry"}
	}
	binding := ChangeBinding{
		Raw: raw, Event: r.text("event", fields["event"]), Schema: r.text("schema", fields["schema"]),
		Table: r.text("table", fields["table"]), Filter: r.text("filter", fields["filter"]),
	}
	if columns := fields["select"]; !isNull(columns) && (json.Unmarshal(columns, &binding.Select) != nil || binding.Select == nil) {
		binding.Select = nil
		r.complain("select")
	}
	if r.invalid != nil {
		binding.Invalid = r.invalid[0]
	}
	return binding
}
