package protocol

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// unframe reads a frame of the server as RFC 6455 has it.
func unframe(frame []byte) (opcode byte, payload []byte, err error) {
	if len(frame) < 2 || frame[1]&0x80 != 0 {
		return 0, nil, errors.New("cut off, or masked")
	}
	length, rest := uint64(frame[1]), frame[2:]
	switch {
	case length == 126 && len(rest) >= 2:
		length, rest = uint64(binary.BigEndian.Uint16(rest)), rest[2:]
		if length < 126 {
			err = errors.New("the length is not in its shortest form")
		}
	case length == 127 && len(rest) >= 8:
		length, rest = binary.BigEndian.Uint64(rest), rest[8:]
		if length < 1<<16 {
			err = errors.New("the length is not in its shortest form")
		}
	}
	if length != uint64(len(rest)) {
		return 0, nil, errors.New("the length is not the payload's")
	}
	return frame[0], rest, err
}

func TestText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		v    Serializer
		head Header
		want string
	}{
		{
			"a reply", V2,
			Header{"6", "7", "realtime:db", "phx_reply"},
			`["6","7","realtime:db","phx_reply",{"status":"ok","response":{}}]`,
		},
		{
			"to all, in 2.0.0", V2,
			Header{"", "", "realtime:db", "broadcast"},
			`[null,null,"realtime:db","broadcast",{"status":"ok","response":{}}]`,
		},
		{
			"a reply in 1.0.0, which has no join_ref", V1,
			Header{"6", "7", "realtime:db", "phx_reply"},
			`{"topic":"realtime:db","event":"phx_reply","ref":"7","payload":{"status":"ok","response":{}}}`,
		},
		{
			"names to be escaped", V2,
			Header{`"`, "\\", "realtime:\x00\n\u2028é\xff", "<&>"},
			`["\"","\\","realtime:\u0000\u000a` + "\u2028é\ufffd" + `","<&>",{"status":"ok","response":{}}]`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			opcode, payload, err := unframe(Text(c.v, c.head, []byte(`{"status":"ok",`), []byte(`"response":{}}`)))
			if err != nil || opcode != opText || string(payload) != c.want || !json.Valid(payload) {
				t.Errorf("%v %x\n got %s\nwant %s", err, opcode, payload, c.want)
			}
		})
	}
}

func TestBinaryBroadcast(t *testing.T) {
	t.Parallel()
	frame := binaryBroadcast("realtime:r", "wave", []byte(`{"id":1}`), []byte(`{"a":1}`), true)
	want := "\x82\x22\x04\x0a\x04\x08\x01realtime:rwave" + `{"id":1}{"a":1}`
	if string(frame) != want {
		t.Errorf("got %q, want %q", frame, want)
	}
	for _, long := range [][2]string{{strings.Repeat("t", 256), "e"}, {"t", strings.Repeat("e", 256)}} {
		if frame := binaryBroadcast(long[0], long[1], nil, nil, false); frame != nil {
			t.Errorf("a name of 256 bytes was written: %q", frame)
		}
	}
}

// TestLengths: every form of a frame's length.
func TestLengths(t *testing.T) {
	t.Parallel()
	for _, n := range []int{0, 1, 90, 124, 125, 126, 127, 60_000, 65_535, 65_536, 1 << 20} {
		payload := []byte(`{"x":"` + strings.Repeat("x", n) + `"}`)
		frame := Text(V2, Header{Topic: "t", Event: "e"}, payload)
		if _, got, err := unframe(frame); err != nil || string(got) != `[null,null,"t","e",`+string(payload)+`]` {
			t.Errorf("with %d bytes: %v, %.60q", n, err, got)
		}
	}
}

func TestControlFrames(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 200)
	for _, c := range []struct {
		name    string
		frame   []byte
		opcode  byte
		payload string
	}{
		{"close", Close(CloseRestart, "restart"), opClose, "\x03\xf4restart"},
		{"close, too long a reason", Close(ClosePolicy, long), opClose, "\x03\xf0" + long[:123]},
		{"ping", Ping(), opPing, ""},
		{"pong", Pong("abc"), opPong, "abc"},
		{"pong, too long", Pong(long), opPong, long[:125]},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if opcode, payload, err := unframe(c.frame); err != nil || opcode != c.opcode || string(payload) != c.payload {
				t.Errorf("got %x %q, %v; want %x %q", opcode, payload, err, c.opcode, c.payload)
			}
		})
	}
}

// TestFrameIsEncodedOnce: however many sockets ask for it at the same time.
func TestFrameIsEncodedOnce(t *testing.T) {
	t.Parallel()
	var encoded [2]atomic.Int32
	frame := NewFrame(func(v Serializer) []byte {
		encoded[v].Add(1)
		return Text(v, Header{Topic: "t", Event: "e"}, []byte("{}"))
	})
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { frame.Bytes(V2) })
	}
	all.Wait()
	if encoded[V1].Load() != 0 || encoded[V2].Load() != 1 {
		t.Errorf("encoded %d times for 1.0.0 and %d for 2.0.0; want 0 and 1", encoded[V1].Load(), encoded[V2].Load())
	}
}

func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"", "plain", "\"\\\x00\x1f\x7f", "é\u2028\ufffd", "\xff\xfe\xc3", "realtime:غرفة"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got string
		text := AppendString(nil, s)
		err := json.Unmarshal(text, &got)
		if want := string([]rune(s)); err != nil || got != want {
			t.Errorf("%q became %s, %v", s, text, err)
		}
	})
}

func BenchmarkText(b *testing.B) {
	payload := []byte(`{"ids":[106243155],"data":` + strings.Repeat(" ", 500) + `{}}`)
	b.ReportAllocs()
	for b.Loop() {
		Text(V2, Header{Topic: "realtime:orders", Event: "postgres_changes"}, payload)
	}
}

func BenchmarkRead(b *testing.B) {
	frames := map[string][]byte{
		"heartbeat": []byte(`[null,"5","phoenix","heartbeat",{}]`),
		"broadcast": pushFrame("6", "12", "realtime:r", "wave", "", 1, `{"x":1.5,"y":2.5,"who":"a name of some length"}`),
	}
	for name, frame := range frames {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(V2, frame, name == "broadcast"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
