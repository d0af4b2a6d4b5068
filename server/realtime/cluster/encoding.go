package cluster

import "encoding/binary"

// Broadcast is a message on a topic. Its bytes are not to be changed.
type Broadcast struct {
	Topic   string
	Private bool
	Kind    byte // the sender's; this package does not look at it
	Event   string
	Meta    []byte
	Payload []byte
}

func (m Broadcast) append(dst []byte) []byte {
	if dst == nil {
		dst = make([]byte, 0, len(m.Topic)+len(m.Event)+len(m.Meta)+len(m.Payload)+fragmentHeader)
	}
	dst = append(dst, flag(m.Private), m.Kind)
	dst = appendText(dst, m.Topic)
	dst = appendText(dst, m.Event)
	dst = appendText(dst, m.Meta)
	return append(dst, m.Payload...)
}

func readBroadcast(data []byte) (m Broadcast, ok bool) {
	f := fields{data: data}
	m.Private, m.Kind = f.byte() == 1, f.byte()
	m.Topic, m.Event, m.Meta = string(f.text()), string(f.text()), f.text()
	m.Payload = f.data
	return m, !f.bad
}

// Member is somebody who is present on a topic of another node.
type Member struct {
	number  uint64 // among those of its node
	Topic   string
	Private bool
	Key     string
	Ref     string // phx_ref, unique over all nodes
	Payload []byte // compact JSON
}

// size is what a member takes, about, in bytes.
func (m *Member) size() int { return len(m.Topic) + len(m.Key) + len(m.Ref) + len(m.Payload) + 16 }

// append encodes that a member is present, with all that it says.
func (m *Member) append(dst []byte) []byte {
	dst = binary.AppendUvarint(dst, m.number)
	dst = append(dst, flag(m.Private))
	dst = appendText(dst, m.Topic)
	dst = appendText(dst, m.Key)
	dst = appendText(dst, m.Ref)
	return appendText(dst, m.Payload)
}

func (f *fields) member() Member {
	return Member{
		number: f.number(), Private: f.byte() == 1,
		Topic: string(f.text()), Key: string(f.text()), Ref: string(f.text()), Payload: f.text(),
	}
}

func flag(set bool) byte {
	if set {
		return 1
	}
	return 0
}

func appendText[T string | []byte](dst []byte, text T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(text))), text...)
}

// fields reads what was appended; bad once something is missing.
type fields struct {
	data []byte
	bad  bool
}

func (f *fields) byte() byte {
	if len(f.data) == 0 {
		f.bad = true
		return 0
	}
	b := f.data[0]
	f.data = f.data[1:]
	return b
}

func (f *fields) number() uint64 {
	n, size := binary.Uvarint(f.data)
	if size <= 0 {
		f.data, f.bad = nil, true
		return 0
	}
	f.data = f.data[size:]
	return n
}

func (f *fields) text() []byte {
	n := f.number()
	if n > uint64(len(f.data)) {
		f.data, f.bad = nil, true
		return nil
	}
	text := f.data[:n:n]
	f.data = f.data[n:]
	return text
}
