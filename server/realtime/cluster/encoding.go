package cluster

import "encoding/binary"

// Broadcast is a message on a topic. Its bytes must not be changed.
type Broadcast struct {
	Topic   string
	Private bool
	Kind    byte // opaque to this package
	Event   string
	Meta    []byte
	Payload []byte
}

func (b Broadcast) append(dst []byte) []byte {
	if dst == nil {
		dst = make([]byte, 0, len(b.Topic)+len(b.Event)+len(b.Meta)+len(b.Payload)+fragmentHeader)
	}
	dst = append(dst, flag(b.Private), b.Kind)
	dst = appendText(dst, b.Topic)
	dst = appendText(dst, b.Event)
	dst = appendText(dst, b.Meta)
	return append(dst, b.Payload...)
}

func readBroadcast(data []byte) (m Broadcast, ok bool) {
	f := fields{data: data}
	m.Private, m.Kind = f.byte() == 1, f.byte()
	m.Topic, m.Event, m.Meta = string(f.text()), string(f.text()), f.text()
	m.Payload = f.data
	return m, !f.bad
}

// Member is a member of the presence of a topic.
type Member struct {
	number  uint64 // unique on its node
	Topic   string
	Private bool
	Key     string
	Ref     string // phx_ref, unique over all nodes
	Payload []byte // compact JSON
}

// size is the approximate size of an encoded member, in bytes.
func (m *Member) size() int { return len(m.Topic) + len(m.Key) + len(m.Ref) + len(m.Payload) + 16 }

// append appends the encoding of a member.
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

// fields decodes; bad is set once something is missing.
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
