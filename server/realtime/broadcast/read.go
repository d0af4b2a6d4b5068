package broadcast

import (
	"bytes"
	"encoding/json"

	"github.com/toubkal/toubkal/server/realtime/wire"
)

// Of reads what a client wants the others to get. A frame of theirs is
// read into memory of its own, so that ours may keep a part of it.
func Of(in *wire.Message) (*Message, bool) {
	if in.Push == nil {
		payload, ok := withoutIDs(in.Payload)
		return &Message{Kind: Whole, Payload: payload}, ok
	}
	m := &Message{Event: in.Push.Event, Payload: in.Push.Body, Kind: Binary}
	if in.Push.JSON {
		m.Kind = JSON
	}
	return m, true
}

// withoutIDs takes away the key "ids": a stock client takes any message that has
// one for a change of a table, and throws at what it does not find in it. It is
// false where payload is no object.
func withoutIDs(payload []byte) ([]byte, bool) {
	payload = bytes.TrimLeft(payload, " \t\r\n")
	if len(payload) == 0 || payload[0] != '{' {
		return nil, false
	}
	if !bytes.Contains(payload, []byte(`ids"`)) && !bytes.Contains(payload, []byte(`\u00`)) {
		return payload, true
	}
	var named map[string]json.RawMessage
	if json.Unmarshal(payload, &named) != nil {
		return nil, false
	}
	if _, there := named["ids"]; !there {
		return payload, true
	}
	delete(named, "ids")
	rest, err := json.Marshal(named)
	return rest, err == nil
}
