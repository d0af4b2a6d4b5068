// Package protocol reads and writes the messages of a socket: the two Phoenix
// serializers ("1.0.0", JSON objects, and "2.0.0", JSON arrays and binary
// broadcasts), the payload of a join, and broadcasts. It is pure. It refuses
// frames that cannot be parsed.
package protocol

import (
	"errors"
	"fmt"
)

// Serializer is the encoding of the messages of a socket: one of Phoenix's serializers.
type Serializer byte

// The serializers, by the parameter vsn of the handshake.
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
	return V1, fmt.Errorf("unknown vsn %.20q: use 1.0.0 or 2.0.0", vsn)
}

// String is the vsn.
func (s Serializer) String() string {
	if s == V2 {
		return "2.0.0"
	}
	return "1.0.0"
}

// Prefix is the prefix of the topics of channels.
const Prefix = "realtime:"

// ErrMalformed means that a frame cannot be parsed. Such frames are ignored, as in
// Phoenix.
var ErrMalformed = errors.New("malformed frame")

// Message is a message of a client.
type Message struct {
	// JoinRef and Ref are the client's references of its join and of this message; ""
	// for none.
	JoinRef, Ref string
	// Topic includes Prefix.
	Topic string
	// Event is phx_join, phx_leave, heartbeat, access_token, broadcast, presence.
	Event string
	// Payload is valid JSON, {} if none was sent; nil if Push is set.
	Payload []byte
	// Push is a broadcast that was sent as a binary frame, with Event "broadcast".
	Push *UserBroadcast
}

// Size is the approximate size of the message in memory, in bytes.
func (m *Message) Size() int {
	size := len(m.Topic) + len(m.Event) + len(m.Payload)
	if m.Push != nil {
		size += len(m.Push.Event) + len(m.Push.Meta) + len(m.Push.Body)
	}
	return size
}

// UserBroadcast is a user's broadcast in a binary frame.
type UserBroadcast struct {
	// Event is the user's event.
	Event string
	// Meta is a JSON object; nil for none.
	Meta []byte
	// JSON is true if Body is valid JSON in UTF-8; else it is any bytes.
	JSON bool
	Body []byte
}

// Refusal is the error of a refused join, with Supabase's code and text
// (https://supabase.com/docs/guides/realtime/error_codes).
type Refusal struct{ Code, Text string }

// NewRefusal makes a Refusal.
func NewRefusal(code, text string) *Refusal { return &Refusal{code, text} }

// Error is the message to the client.
func (r *Refusal) Error() string { return r.Code + ": " + r.Text }

// ErrPrivateOnly refuses public channels.
var ErrPrivateOnly = NewRefusal("PrivateOnly", "This project only allows private channels")

// ErrCannotConnect is the answer where the database does not answer.
var ErrCannotConnect = NewRefusal("UnableToConnectToProject", "Realtime was unable to connect to the project database")
