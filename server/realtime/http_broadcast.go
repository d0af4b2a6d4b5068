package realtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/time/rate"

	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// Texts of the HTTP API. They are Supabase's, those of fields are Ecto's.
const (
	unauthorized   = "Unauthorized"
	rateExceeded   = "You have exceeded your rate limit"
	batchTooLarge  = "Too many messages to broadcast, please reduce the batch size"
	payloadTooHuge = "Payload size exceeds tenant limit"
	bodyTooHuge    = "The body is larger than %d bytes. Send it in several requests, or let the operator raise REALTIME_MAX_PAYLOAD_KB"
	wrongMedia     = "Unsupported Media Type. Use application/json or application/octet-stream."
	blank          = "can't be blank"
	invalid        = "is invalid"
)

// answer ends a request with JSON.
func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

func answerMessage(w http.ResponseWriter, status int, message string) {
	answer(w, status, map[string]string{"message": message})
}

// fieldErrors are the invalid fields of a request: by field a list of reasons, or, for a
// list, such a map for each of its items.
type fieldErrors map[string]any

func answerInvalid(w http.ResponseWriter, faults fieldErrors) {
	answer(w, http.StatusUnprocessableEntity, map[string]fieldErrors{"errors": faults})
}

// answerUnavailable answers a request whose right to send cannot be checked: nothing was
// sent.
func (s *Service) answerUnavailable(w http.ResponseWriter, r *http.Request, err error) {
	s.warn(r.Context(), "cannot check the right to broadcast", "error", err)
	answerMessage(w, http.StatusServiceUnavailable, errCannotConnect.Text)
}

// sender verifies the token of a request and counts its messages; with 0 it checks that
// the limit allows at least one. It is called before the body is read. If ok is false,
// the request has been answered.
func (s *Service) sender(w http.ResponseWriter, r *http.Request, messages int) (claims token.Claims, ok bool) {
	claims, err := s.caller(r)
	switch {
	case err != nil:
		s.Log.DebugContext(r.Context(), "broadcast without a valid token", "error", err)
		answerMessage(w, http.StatusUnauthorized, unauthorized)
	case !s.maySend(s.senderKey(r, claims), messages):
		answerMessage(w, http.StatusTooManyRequests, rateExceeded)
	default:
		return claims, true
	}
	return claims, false
}

// maySend counts messages of a sender: it may send as many per second as a channel, on
// average over burst. The key "" has no limit.
func (s *Service) maySend(key string, messages int) bool {
	allowed := limit.Rate{PerSecond: rate.Limit(s.Limits.Events), Burst: s.Limits.Events * burst}
	switch {
	case key == "":
		return true
	case messages == 0:
		return s.senders.Wait(key, allowed, 1, s.Now()) == 0
	}
	return s.senders.AllowN(key, allowed, messages, s.Now())
}

// senderKey is what the limit counts by: the user, or the address for the anon role. The
// service key, which servers of the installation have, is not limited.
func (s *Service) senderKey(r *http.Request, claims token.Claims) string {
	switch {
	case claims.Role == token.ServiceRole:
		return ""
	case claims.Subject != "":
		return "user " + claims.Subject
	}
	return limit.Network(r.RemoteAddr)
}

// postBroadcast sends the body to a topic under an event:
// POST /api/broadcast/{topic}/events/{event}[?private=true].
func (s *Service) postBroadcast(w http.ResponseWriter, r *http.Request) {
	claims, ok := s.sender(w, r, 1)
	if !ok {
		return
	}
	m := &protocol.Broadcast{Event: r.PathValue("event")}
	switch media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media {
	case "application/json":
		m.Kind = protocol.JSONPayload
	case "application/octet-stream":
		m.Kind = protocol.BinaryPayload
	default:
		answer(w, http.StatusUnsupportedMediaType, map[string]string{"error": wrongMedia})
		return
	}
	var err error
	m.Payload, err = s.readBody(w, r, s.Limits.Payload)
	switch {
	case err != nil:
		answerUnread(w, err, func() { answerInvalid(w, fieldErrors{"payload": []string{payloadTooHuge}}) })
		return
	case m.Kind == protocol.JSONPayload && len(m.Payload) == 0:
		answerInvalid(w, fieldErrors{"payload": []string{blank}})
		return
	case m.Kind == protocol.JSONPayload && !(utf8.Valid(m.Payload) && json.Valid(m.Payload)):
		answerInvalid(w, fieldErrors{"payload": []string{invalid}})
		return
	}
	key := topicKey{r.PathValue("topic"), r.URL.Query().Get("private") == "true"}
	if s.PrivateOnly && !key.private {
		answerMessage(w, http.StatusForbidden, errPrivateOnly.Text)
		return
	}
	if key.private {
		allowed, err := s.mayWriteAs(r.Context(), claims, key.name, protocol.BroadcastEvent)
		switch {
		case err != nil:
			s.answerUnavailable(w, r, err)
			return
		case !allowed:
			answerMessage(w, http.StatusForbidden, unauthorized)
			return
		}
	}
	s.publish(key, m, nil, nil)
	s.publishToCluster(key, m)
	w.WriteHeader(http.StatusAccepted)
}

// batchMessage is a message of a batch.
type batchMessage struct {
	key topicKey
	protocol.Broadcast
}

// postBroadcasts sends several messages: POST /api/broadcast
// {"messages":[{"topic","event","payload","private":false}]}. If one is invalid, none is
// sent. As in Supabase, those to private topics without the right to send are skipped
// silently.
func (s *Service) postBroadcasts(w http.ResponseWriter, r *http.Request) {
	claims, ok := s.sender(w, r, 0)
	if !ok {
		return
	}
	text, err := s.readBody(w, r, 2*s.Limits.Payload)
	if err != nil {
		answerUnread(w, err, func() {
			answerMessage(w, http.StatusRequestEntityTooLarge, fmt.Sprintf(bodyTooHuge, 2*s.Limits.Payload))
		})
		return
	}
	var body struct{ Messages json.RawMessage }
	if !utf8.Valid(text) || json.Unmarshal(text, &body) != nil { // text frames have to be UTF-8
		answerMessage(w, http.StatusBadRequest, "The body is not a JSON object")
		return
	}
	batch, faults := s.readBatch(body.Messages)
	switch {
	case faults != nil:
		answerInvalid(w, faults)
		return
	case s.PrivateOnly && slices.ContainsFunc(batch, func(m batchMessage) bool { return !m.key.private }):
		answerMessage(w, http.StatusForbidden, errPrivateOnly.Text)
		return
	case !s.maySend(s.senderKey(r, claims), len(batch)):
		answerMessage(w, http.StatusTooManyRequests, batchTooLarge)
		return
	}
	allowed := map[string]bool{} // by private topic
	for _, m := range batch {
		if _, checked := allowed[m.key.name]; checked || !m.key.private {
			continue
		}
		if allowed[m.key.name], err = s.mayWriteAs(r.Context(), claims, m.key.name, protocol.BroadcastEvent); err != nil {
			s.answerUnavailable(w, r, err)
			return
		}
	}
	for i := range batch {
		if m := &batch[i]; !m.key.private || allowed[m.key.name] {
			s.publish(m.key, &m.Broadcast, nil, nil)
			s.publishToCluster(m.key, &m.Broadcast)
		}
	}
	w.WriteHeader(http.StatusAccepted)
}

// readBatch reads the messages of a batch, or returns what is wrong with them: one item
// per message, empty for a valid one.
func (s *Service) readBatch(text json.RawMessage) ([]batchMessage, fieldErrors) {
	var entries []map[string]json.RawMessage
	switch err := json.Unmarshal(text, &entries); {
	case len(text) == 0 || string(text) == "null" || err == nil && len(entries) == 0:
		return nil, fieldErrors{"messages": []string{blank}}
	case err != nil:
		return nil, fieldErrors{"messages": []string{invalid}}
	}
	batch, faults := make([]batchMessage, len(entries)), make([]fieldErrors, len(entries))
	for i, entry := range entries {
		m, wrong := &batch[i], fieldErrors{}
		m.Kind = protocol.TextPayload
		m.key.name = wrong.text("topic", entry["topic"])
		m.Event = wrong.text("event", entry["event"])
		m.key.private = wrong.boolean("private", entry["private"])
		m.Payload = entry["payload"]
		switch {
		case len(m.Payload) == 0 || string(m.Payload) == "null":
			wrong["payload"] = []string{blank}
		case m.Payload[0] != '{':
			wrong["payload"] = []string{invalid}
		case len(m.Payload) > s.Limits.Payload:
			wrong["payload"] = []string{payloadTooHuge}
		}
		faults[i] = wrong
	}
	if slices.ContainsFunc(faults, func(wrong fieldErrors) bool { return len(wrong) > 0 }) {
		return nil, fieldErrors{"messages": faults}
	}
	return batch, nil
}

// text reads a required string.
func (w fieldErrors) text(field string, value json.RawMessage) (text string) {
	switch {
	case len(value) == 0 || string(value) == "null":
		w[field] = []string{blank}
	case value[0] != '"' || json.Unmarshal(value, &text) != nil:
		w[field] = []string{invalid}
	case strings.TrimSpace(text) == "":
		w[field] = []string{blank}
	}
	return text
}

// boolean reads an optional boolean, in the forms that Ecto accepts.
func (w fieldErrors) boolean(field string, value json.RawMessage) bool {
	switch string(value) {
	case "true", `"true"`, `"1"`, "1":
		return true
	case "false", `"false"`, `"0"`, "0", "null", "":
	default:
		w[field] = []string{invalid}
	}
	return false
}

// readBody reads a body of at most maxBytes. Large ones count into maxReceiveBytes, as
// messages on sockets do. The error is a *http.MaxBytesError, errBusy, or of the
// connection.
func (s *Service) readBody(w http.ResponseWriter, r *http.Request, maxBytes int) ([]byte, error) {
	body, err := s.budgets.receive(completeBody{http.MaxBytesReader(w, r.Body, int64(maxBytes))})
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return body, nil
}

// completeBody is a body whose Read fails with errCutOff where the connection ends before
// the body does: budgets.receive takes io.ErrUnexpectedEOF for the end.
type completeBody struct{ body io.Reader }

var errCutOff = errors.New("the connection ended before the body")

func (b completeBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCutOff
	}
	return n, err
}

// answerUnread answers a request whose body could not be read, with tooLarge if it is
// too large.
func answerUnread(w http.ResponseWriter, err error, tooLarge func()) {
	_, over := errors.AsType[*http.MaxBytesError](err)
	switch {
	case over:
		tooLarge()
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "10")
		answerMessage(w, http.StatusServiceUnavailable, "Busy: try again later")
	default:
		answerMessage(w, http.StatusBadRequest, "The body could not be read")
	}
}
