package protocol

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// payloadOf is the payload of a frame, without its websocket header; "" where there is
// none.
func payloadOf(frame []byte) string {
	switch {
	case frame == nil:
		return ""
	case frame[1] == 126:
		return string(frame[4:])
	}
	return string(frame[2:])
}

func TestBroadcastInBothSerializers(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 128)
	for _, c := range []struct {
		name   string
		m      Broadcast
		v1, v2 string
	}{
		{
			"JSON",
			Broadcast{Event: "e", Payload: []byte(`{"a":1}`)},
			`{"topic":"realtime:room","event":"broadcast","ref":null,"payload":{"type":"broadcast","event":"e","payload":{"a":1}}}`,
			"\x04\x0d\x01\x00\x01realtime:roome{\"a\":1}",
		},
		{
			"with meta",
			Broadcast{Event: "e", Payload: []byte(`7`), Meta: []byte(`{"id":"x"}`)},
			`{"topic":"realtime:room","event":"broadcast","ref":null,"payload":{"type":"broadcast","event":"e","payload":7,"meta":{"id":"x"}}}`,
			"\x04\x0d\x01\x0a\x01realtime:roome{\"id\":\"x\"}7",
		},
		{"binary", Broadcast{Event: "e", Payload: []byte{0, 255, 1}, Kind: BinaryPayload}, "", "\x04\x0d\x01\x00\x00realtime:roome\x00\xff\x01"},
		{
			"text",
			Broadcast{Event: `"e"`, Payload: []byte(`{}`), Kind: TextPayload},
			`{"topic":"realtime:room","event":"broadcast","ref":null,"payload":{"type":"broadcast","event":"\"e\"","payload":{}}}`,
			`[null,null,"realtime:room","broadcast",{"type":"broadcast","event":"\"e\"","payload":{}}]`,
		},
		{
			"as a client sent it",
			Broadcast{Payload: []byte(`{"event":"e","more":[1]}`), Kind: RawObject},
			`{"topic":"realtime:room","event":"broadcast","ref":null,"payload":{"event":"e","more":[1]}}`,
			`[null,null,"realtime:room","broadcast",{"event":"e","more":[1]}]`,
		},
		{
			"an event that is too long for binary",
			Broadcast{Event: long, Payload: []byte(`1`)},
			`{"topic":"realtime:room","event":"broadcast","ref":null,"payload":{"type":"broadcast","event":"` + long + `","payload":1}}`,
			`[null,null,"realtime:room","broadcast",{"type":"broadcast","event":"` + long + `","payload":1}]`,
		},
		{"bytes under an event that is too long", Broadcast{Event: long, Payload: []byte(`1`), Kind: BinaryPayload}, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			frame := c.m.Frame("room")
			if got := payloadOf(frame.Bytes(V1)); got != c.v1 {
				t.Errorf("1.0.0:\n got %q\nwant %q", got, c.v1)
			}
			if got := payloadOf(frame.Bytes(V2)); got != c.v2 {
				t.Errorf("2.0.0:\n got %q\nwant %q", got, c.v2)
			}
		})
	}
}

func TestTextIsAlwaysUTF8(t *testing.T) {
	t.Parallel()
	m := Broadcast{Event: "\xff", Payload: []byte("{\"a\":\"\xc3\"}")}
	if got := payloadOf(m.Frame("r\xfeoom").Bytes(V1)); !utf8.ValidString(got) || !json.Valid([]byte(got)) {
		t.Errorf("not a text that a browser takes: %q", got)
	}
}

func TestIDsAreRemoved(t *testing.T) {
	t.Parallel()
	for payload, want := range map[string]string{
		`{"event":"e"}`:                `{"event":"e"}`,
		` {"event":"e"}`:               `{"event":"e"}`,
		`{"ids":[1],"event":"e"}`:      `{"event":"e"}`,
		`{"\u0069ds":[1],"event":"e"}`: `{"event":"e"}`,
		`{"i\u0064\u0073":1}`:          `{}`,
		`{"payload":{"ids":[1]}}`:      `{"payload":{"ids":[1]}}`,
		`{"event":"ids"}`:              `{"event":"ids"}`,
		`{"kids":2,"IDS":3}`:           `{"kids":2,"IDS":3}`,
		`[1]`:                          ``,
		`"x"`:                          ``,
		`7`:                            ``,
		`null`:                         ``,
		``:                             ``,
	} {
		got, ok := stripIDs([]byte(payload))
		if string(got) != want || ok != (want != "") {
			t.Errorf("%s: %s, %v; want %s", payload, got, ok, want)
		}
	}
}
