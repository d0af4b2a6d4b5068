// Package protocol reads and writes the messages of a socket: the two Phoenix
// serializers ("1.0.0", JSON objects, and "2.0.0", JSON arrays and binary
// broadcasts), the payload of a join, and broadcasts. It is pure. It refuses
// frames that cannot be parsed.
package protocol

import (
	"errors"
	"fmt"
)

// Serializer is how the messages of a socket are written.
type Serializer byte

// The framings, by the query's vsn.
const (
	V1 Serializer = iota // "1.0.0": JSON objects
	V2                   // "2.0.0": JSON arrays, and binary frames for broadcasts
)

// ParseSerializer reads vsn; an absent one is 1.0.0, as in Phoenix.
func ParseSerializer(vsn string) (Serializer, error) {
	switch vsn {
	case "", "1.0.0":
		return V1, nil
	case "2.0.0":
		return V2, nil
	}
	return V1, fmt.Errorf("the version %.20q is none of 1.0.0, 2.0.0", vsn)
}

// String is the framing's vsn.
func (f Serializer) String() string {
	if f == V2 {
		return "2.0.0"
	}
	return "1.0.0"
}

// Prefix is what the topics of channels begin with.
const Prefix = "realtime:"

// ErrMalformed is a frame that cannot be read. Phoenix ignores such frames, and
// so do we.
var ErrMalformed = errors.New("malformed frame")

// Message is what a client has sent.
type Message struct {
	// JoinRef and Ref are the client's numbers of its join and of this message;
	// "" is none.
	JoinRef, Ref string
	// Topic is whole, with Prefix.
	Topic string
	// Event is phx_join, phx_leave, heartbeat, access_token, broadcast, presence.
	Event string
	// Payload is valid JSON, {} where none was sent; nil where Push is set.
	Payload []byte
	// Push is a broadcast that came as a binary frame; its Event is "broadcast".
	Push *UserBroadcast
}

// Size is about what the message holds in memory, in bytes.
func (m *Message) Size() int {
	size := len(m.Topic) + len(m.Event) + len(m.Payload)
	if m.Push != nil {
		size += len(m.Push.Event) + len(m.Push.Meta) + len(m.Push.Body)
	}
	return size
}

// UserBroadcast is a user's broadcast in a binary frame.
type UserBroadcast struct {
	// Event is the user's name for it.
	Event string
	// Meta is a JSON object; nil where there is none.
	Meta []byte
	// JSON tells that Body is JSON in UTF-8, which has been checked; else it is
	// any bytes.
	JSON bool
	Body []byte
}
