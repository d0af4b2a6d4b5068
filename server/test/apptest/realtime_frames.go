package apptest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/gorilla/websocket"
)

func readRealtime(vsn string, kind int, data []byte) (m RealtimeMessage, err error) {
	switch {
	case kind == websocket.BinaryMessage:
		m, err = readUserBroadcast(data)
	case vsn == Version2:
		parts := []any{new(*string), new(*string), &m.Topic, &m.Event, &m.Payload}
		if err = json.Unmarshal(data, &parts); err == nil {
			m.JoinRef, m.Ref = said(parts[0]), said(parts[1])
		}
	default:
		var object struct {
			Topic, Event string
			Ref          *string
			Payload      json.RawMessage
		}
		err = json.Unmarshal(data, &object)
		m.Topic, m.Event, m.Payload, m.Ref = object.Topic, object.Event, object.Payload, said(&object.Ref)
	}
	if err != nil {
		return m, fmt.Errorf("the server said %q: %w", data, err)
	}
	reason := m.Event == "phx_error" && bytes.HasPrefix(m.Payload, []byte(`"`)) // realtime-js shows it
	if body := bytes.TrimSpace(m.Payload); m.Body == nil && !reason && (len(body) == 0 || body[0] != '{') {
		return m, fmt.Errorf("a payload is no object, which stock clients do not survive: %s", data)
	}
	m.Topic = strings.TrimPrefix(m.Topic, "realtime:")
	return m, nil
}

func said(ref any) string {
	if ref, ok := ref.(**string); ok && *ref != nil {
		return **ref
	}
	return ""
}

func readUserBroadcast(data []byte) (RealtimeMessage, error) {
	if len(data) < 5 || data[0] != 4 {
		return RealtimeMessage{}, fmt.Errorf("a binary frame of kind %d", data[0])
	}
	topic, name, meta := int(data[1]), int(data[2]), int(data[3])
	rest := data[5:]
	m := RealtimeMessage{
		Topic: string(rest[:topic]), Event: "broadcast", Binary: true,
		Name: string(rest[topic : topic+name]), Meta: string(rest[topic+name : topic+name+meta]),
	}
	body := rest[topic+name+meta:]
	if data[4] == 0 {
		m.Body = append([]byte{}, body...)
		return m, nil
	}
	payload := map[string]any{"type": "broadcast", "event": m.Name, "payload": json.RawMessage(body)}
	if m.Meta != "" {
		payload["meta"] = json.RawMessage(m.Meta)
	}
	var err error
	m.Payload, err = json.Marshal(payload)
	return m, err
}

// full is a topic as frames have it.
func full(topic string) string {
	if topic == "phoenix" {
		return topic
	}
	return "realtime:" + topic
}

func nullable(ref string) any {
	if ref == "" {
		return nil
	}
	return ref
}
