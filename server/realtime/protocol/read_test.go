package protocol

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// pushFrame is a binary broadcast as realtime-js writes it.
func pushFrame(joinRef, ref, topic, event, meta string, encoding byte, body string) []byte {
	head := []byte{3, byte(len(joinRef)), byte(len(ref)), byte(len(topic)), byte(len(event)), byte(len(meta)), encoding}
	return append(head, joinRef+ref+topic+event+meta+body...)
}

func TestRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		v      Serializer
		data   string
		binary bool
		want   Message
	}{
		{
			"a heartbeat of realtime-js", V2, `[null,"5","phoenix","heartbeat",{}]`, false,
			Message{Ref: "5", Topic: "phoenix", Event: "heartbeat", Payload: []byte(`{}`)},
		},
		{
			"a join", V2, `["6","7","realtime:db","phx_join",{"config":{}}]`, false,
			Message{JoinRef: "6", Ref: "7", Topic: "realtime:db", Event: "phx_join", Payload: []byte(`{"config":{}}`)},
		},
		{
			"numbers for refs, no payload", V2, ` [6, 7, "realtime:db", "phx_leave", null] `, false,
			Message{JoinRef: "6", Ref: "7", Topic: "realtime:db", Event: "phx_leave", Payload: []byte(`{}`)},
		},
		{
			"an object of 1.0.0", V1, `{"topic":"realtime:a","event":"phx_join","payload":{"x":1},"ref":"1","join_ref":"2"}`, false,
			Message{JoinRef: "2", Ref: "1", Topic: "realtime:a", Event: "phx_join", Payload: []byte(`{"x":1}`)},
		},
		{
			"an object with nothing to spare", V1, `{"topic":"t","event":"e"}`, false,
			Message{Topic: "t", Event: "e", Payload: []byte(`{}`)},
		},
		{
			"a broadcast of JSON", V2, string(pushFrame("6", "12", "realtime:r", "wave", "", 1, `{"a":"é"}`)), true,
			Message{
				JoinRef: "6", Ref: "12", Topic: "realtime:r", Event: "broadcast",
				Push: &UserBroadcast{Event: "wave", JSON: true, Body: []byte(`{"a":"é"}`)},
			},
		},
		{
			"a broadcast of bytes, with meta", V2, string(pushFrame("", "1", "realtime:r", "موجة", `{"persist":true}`, 0, "\x00\xff")), true,
			Message{
				Ref: "1", Topic: "realtime:r", Event: "broadcast",
				Push: &UserBroadcast{Event: "موجة", Meta: []byte(`{"persist":true}`), Body: []byte("\x00\xff")},
			},
		},
		{
			"names of a client before 2.110", V2, string(pushFrame("1", "2", "realtime:caf\xe9", "\xe9t\xe9", "", 1, `1`)), true,
			Message{
				JoinRef: "1", Ref: "2", Topic: "realtime:café", Event: "broadcast",
				Push: &UserBroadcast{Event: "été", JSON: true, Body: []byte(`1`)},
			},
		},
		{
			"a broadcast of nothing", V2, string(pushFrame("", "", "", "", "", 0, "")), true,
			Message{Event: "broadcast", Push: &UserBroadcast{Body: []byte{}}},
		},
		{
			"a push of Phoenix", V2, "\x00\x01\x01\x01\x05" + "12abcdef" + `{"x":1}`, true,
			Message{JoinRef: "1", Ref: "2", Topic: "a", Event: "bcdef", Payload: []byte(`{"x":1}`)},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := Read(c.v, []byte(c.data), c.binary)
			if err != nil || cmp.Diff(c.want, got) != "" {
				t.Errorf("error %v; want → got:\n%s", err, cmp.Diff(c.want, got))
			}
		})
	}
}

func TestReadRefusesMalformedFrames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("r", 256)
	for _, c := range []struct {
		name   string
		v      Serializer
		data   string
		binary bool
	}{
		{"nothing", V2, "", false},
		{"nothing, binary", V2, "", true},
		{"no JSON", V2, "[", false},
		{"four", V2, `[null,"1","t","e"]`, false},
		{"six", V2, `[null,"1","t","e",{},1]`, false},
		{"an object in 2.0.0", V2, `{"topic":"t","event":"e"}`, false},
		{"an array in 1.0.0", V1, `[null,"1","t","e",{}]`, false},
		{"no topic", V1, `{"event":"e"}`, false},
		{"a topic that is a number", V2, `[null,"1",7,"e",{}]`, false},
		{"an event that is null", V2, `[null,"1","t",null,{}]`, false},
		{"a ref that is an object", V2, `[{},"1","t","e",{}]`, false},
		{"a ref that is too long", V2, `[null,"` + long + `","t","e",{}]`, false},
		{"text that is not UTF-8", V2, "[null,\"1\",\"t\",\"e\",{\"a\":\"\xff\"}]", false},
		{"binary in 1.0.0", V1, string(pushFrame("", "1", "t", "e", "", 1, "{}")), true},
		{"a kind of the server", V2, "\x04\x01\x01\x00\x01te{}", true},
		{"a head that is cut off", V2, "\x03\x01\x01", true},
		{"names that are cut off", V2, "\x03\x05\x05\x05\x05\x05\x01abc", true},
		{"an encoding that is not known", V2, string(pushFrame("", "1", "t", "e", "", 2, "{}")), true},
		{"JSON that is none", V2, string(pushFrame("", "1", "t", "e", "", 1, "{")), true},
		{"JSON that is not UTF-8", V2, string(pushFrame("", "1", "t", "e", "", 1, "\"\xff\"")), true},
		{"a meta that is no object", V2, string(pushFrame("", "1", "t", "e", "[]", 1, "{}")), true},
		{"a push of Phoenix that is not JSON", V2, "\x00\x01\x01\x01\x0112ab\xff", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got, err := Read(c.v, []byte(c.data), c.binary); !errors.Is(err, ErrMalformed) {
				t.Errorf("got %+v, %v; want ErrMalformed", got, err)
			}
		})
	}
}

// FuzzRead: nothing that a client sends breaks anything, and what was read can be
// written for others and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`["6","7","realtime:db","phx_join",{"config":{}}]`), false, true)
	f.Add([]byte(`{"topic":"t","event":"e","payload":{},"ref":1}`), false, false)
	f.Add(pushFrame("6", "12", "realtime:r", "wave", `{"a":1}`, 1, `{"a":"é"}`), true, true)
	f.Add(pushFrame("6", "12", "realtime:r", "\xe9", "", 0, "\xff"), true, true)
	f.Add([]byte("\x00\x01\x01\x01\x0112ab{}"), true, true)
	f.Fuzz(func(t *testing.T, data []byte, binary, second bool) {
		v := V1
		if second {
			v = V2
		}
		m, err := Read(v, data, binary)
		if err != nil {
			return
		}
		if m.Push != nil {
			roundTripPush(t, m)
			return
		}
		again, err := readBack(v, m)
		if err != nil || again.Ref != m.Ref || again.Topic != m.Topic || again.Event != m.Event || !bytes.Equal(again.Payload, m.Payload) {
			t.Errorf("%+v became %+v, %v", m, again, err)
		}
	})
}

// readBack writes a message as the server does and reads that as a client would.
func readBack(v Serializer, m Message) (Message, error) {
	frame := Text(v, Header{JoinRef: m.JoinRef, Ref: m.Ref, Topic: m.Topic, Event: m.Event}, m.Payload)
	_, payload, err := unframe(frame)
	if err != nil {
		return Message{}, err
	}
	if !json.Valid(payload) {
		return Message{}, fmt.Errorf("not JSON: %q", payload)
	}
	return Read(v, payload, false)
}

func roundTripPush(t *testing.T, m Message) {
	t.Helper()
	frame := binaryBroadcast(m.Topic, m.Push.Event, m.Push.Meta, m.Push.Body, m.Push.JSON)
	if frame == nil {
		if len(m.Topic) <= 255 && len(m.Push.Event) <= 255 && len(m.Push.Meta) <= 255 {
			t.Errorf("%+v was not written", m)
		}
		return
	}
	opcode, payload, err := unframe(frame)
	topic, event, meta := int(payload[1]), int(payload[2]), int(payload[3])
	names := string(payload[5 : 5+topic+event+meta])
	if err != nil || opcode != opBinary || payload[0] != 4 || payload[4] == 1 != m.Push.JSON ||
		names != m.Topic+m.Push.Event+string(m.Push.Meta) || !bytes.Equal(payload[5+topic+event+meta:], m.Push.Body) {
		t.Errorf("%+v became %q, %v", m, payload, err)
	}
}
