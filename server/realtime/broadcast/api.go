// Package broadcast is the part of broadcasts besides sockets: the HTTP API that sends them, the partitions that
// keep what SQL sends, and the ids of what was replayed. The API refuses with Supabase's texts.
package broadcast

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/limit"
	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// Texts of the HTTP API. They are Supabase's, those of fields are Ecto's.
const (
	rateExceeded   = "You have exceeded your rate limit"
	batchTooLarge  = "Too many messages to broadcast, please reduce the batch size"
	payloadTooHuge = "Payload size exceeds tenant limit"
	bodyTooHuge    = "The body is larger than %d bytes. Send it in several requests, or let the operator raise REALTIME_MAX_PAYLOAD_KB"
	wrongMedia     = "Unsupported Media Type. Use application/json or application/octet-stream."
	blank          = "can't be blank"
	invalid        = "is invalid"
)

// TopicKey identifies a topic. A public and a private one of the same name are separate.
type TopicKey struct {
	Name    string // without protocol.Prefix
	Private bool
}

// Options of the API. All are required.
type Options struct {
	Log *slog.Logger
	// Warn logs a warning that clients can cause.
	Warn func(ctx context.Context, what string, attrs ...any)
	// Caller verifies the token of a request.
	Caller func(*http.Request) (token.Claims, error)
	// MayWrite tells whether the policies let a caller send to a private topic.
	MayWrite func(ctx context.Context, claims token.Claims, topic string) (bool, error)
	// Publish delivers a broadcast to the members of a topic on all nodes.
	Publish func(TopicKey, *protocol.Broadcast)
	// Receive reads a body within the memory of all clients; ErrBusy where there is none.
	Receive func(io.Reader) ([]byte, error)
	// Events bounds the messages of a sender.
	Events limit.Rate
	// Payload bounds one message, in bytes, and half of a request.
	Payload int
	// PrivateOnly refuses public topics.
	PrivateOnly bool
	Now         func() time.Time
}

// API sends broadcasts over HTTP.
type API struct {
	Options
	senders *limit.Keyed
}

// maxSenders bounds the keys of senders.
const maxSenders = 10_000

// NewAPI makes an API.
func NewAPI(o Options) *API { return &API{Options: o, senders: limit.New(maxSenders)} }

// ErrBusy is the error of Receive without room.
var ErrBusy = errors.New("too many large messages are arriving")

// fieldErrors are the invalid fields of a request: by field a list of reasons, or, for a
// list, such a map for each of its items.
type fieldErrors map[string]any

func answerInvalid(w http.ResponseWriter, faults fieldErrors) {
	Answer(w, http.StatusUnprocessableEntity, map[string]fieldErrors{"errors": faults})
}

// answerUnavailable answers a request whose right to send cannot be checked: nothing was
// sent.
func (a *API) answerUnavailable(w http.ResponseWriter, r *http.Request, err error) {
	a.Warn(r.Context(), "cannot check the right to broadcast", "error", err)
	AnswerMessage(w, http.StatusServiceUnavailable, protocol.ErrCannotConnect.Text)
}

// sender verifies the token of a request and counts its messages; with 0 it checks that
// the limit allows at least one. It is called before the body is read. If ok is false,
// the request has been answered.
func (a *API) sender(w http.ResponseWriter, r *http.Request, messages int) (claims token.Claims, ok bool) {
	claims, err := a.Caller(r)
	switch {
	case err != nil:
		a.Log.DebugContext(r.Context(), "broadcast without a valid token", "error", err)
		AnswerMessage(w, http.StatusUnauthorized, Unauthorized)
	case !a.maySend(a.senderKey(r, claims), messages):
		AnswerMessage(w, http.StatusTooManyRequests, rateExceeded)
	default:
		return claims, true
	}
	return claims, false
}

// maySend counts messages of a sender: it may send as many per second as a channel, on
// average over burst. The key "" has no limit.
func (a *API) maySend(key string, messages int) bool {
	allowed := a.Events
	switch {
	case key == "":
		return true
	case messages == 0:
		return a.senders.Wait(key, allowed, 1, a.Now()) == 0
	}
	return a.senders.AllowN(key, allowed, messages, a.Now())
}

// senderKey is the key of the rate limit: the user, or the address for the anon role. The
// service key, which servers of the installation have, is not limited.
func (a *API) senderKey(r *http.Request, claims token.Claims) string {
	switch {
	case claims.Role == token.ServiceRole:
		return ""
	case claims.Subject != "":
		return "user " + claims.Subject
	}
	return limit.Network(r.RemoteAddr)
}

// Post sends the body to a topic under an event:
// POST /api/broadcast/{topic}/events/{event}[?private=true].
func (a *API) Post(w http.ResponseWriter, r *http.Request) {
	claims, ok := a.sender(w, r, 1)
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
		Answer(w, http.StatusUnsupportedMediaType, map[string]string{"error": wrongMedia})
		return
	}
	var err error
	m.Payload, err = a.readBody(w, r, a.Payload)
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
	key := TopicKey{r.PathValue("topic"), r.URL.Query().Get("private") == "true"}
	if a.PrivateOnly && !key.Private {
		AnswerMessage(w, http.StatusForbidden, protocol.ErrPrivateOnly.Text)
		return
	}
	if key.Private {
		allowed, err := a.MayWrite(r.Context(), claims, key.Name)
		switch {
		case err != nil:
			a.answerUnavailable(w, r, err)
			return
		case !allowed:
			AnswerMessage(w, http.StatusForbidden, Unauthorized)
			return
		}
	}
	a.Publish(key, m)
	w.WriteHeader(http.StatusAccepted)
}

// batchMessage is a message of a batch.
type batchMessage struct {
	key TopicKey
	protocol.Broadcast
}

// PostMany sends several messages: POST /api/broadcast
// {"messages":[{"topic","event","payload","private":false}]}. If one is invalid, none is
// sent. As in Supabase, those to private topics without the right to send are skipped
// silently.
func (a *API) PostMany(w http.ResponseWriter, r *http.Request) {
	claims, ok := a.sender(w, r, 0)
	if !ok {
		return
	}
	text, err := a.readBody(w, r, 2*a.Payload)
	if err != nil {
		answerUnread(w, err, func() {
			AnswerMessage(w, http.StatusRequestEntityTooLarge, fmt.Sprintf(bodyTooHuge, 2*a.Payload))
		})
		return
	}
	var body struct{ Messages json.RawMessage }
	if !utf8.Valid(text) || json.Unmarshal(text, &body) != nil { // text frames have to be UTF-8
		AnswerMessage(w, http.StatusBadRequest, "The body is not a JSON object")
		return
	}
	batch, faults := a.readBatch(body.Messages)
	switch {
	case faults != nil:
		answerInvalid(w, faults)
		return
	case a.PrivateOnly && slices.ContainsFunc(batch, func(m batchMessage) bool { return !m.key.Private }):
		AnswerMessage(w, http.StatusForbidden, protocol.ErrPrivateOnly.Text)
		return
	case !a.maySend(a.senderKey(r, claims), len(batch)):
		AnswerMessage(w, http.StatusTooManyRequests, batchTooLarge)
		return
	}
	allowed := map[string]bool{} // by private topic
	for _, m := range batch {
		if _, checked := allowed[m.key.Name]; checked || !m.key.Private {
			continue
		}
		if allowed[m.key.Name], err = a.MayWrite(r.Context(), claims, m.key.Name); err != nil {
			a.answerUnavailable(w, r, err)
			return
		}
	}
	for i := range batch {
		if m := &batch[i]; !m.key.Private || allowed[m.key.Name] {
			a.Publish(m.key, &m.Broadcast)
		}
	}
	w.WriteHeader(http.StatusAccepted)
}

// readBatch reads the messages of a batch, or returns what is wrong with them: one item
// per message, empty for a valid one.
func (a *API) readBatch(text json.RawMessage) ([]batchMessage, fieldErrors) {
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
		m.key.Name = wrong.text("topic", entry["topic"])
		m.Event = wrong.text("event", entry["event"])
		m.key.Private = wrong.boolean("private", entry["private"])
		m.Payload = entry["payload"]
		switch {
		case len(m.Payload) == 0 || string(m.Payload) == "null":
			wrong["payload"] = []string{blank}
		case m.Payload[0] != '{':
			wrong["payload"] = []string{invalid}
		case len(m.Payload) > a.Payload:
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
func (f fieldErrors) text(field string, value json.RawMessage) (text string) {
	switch {
	case len(value) == 0 || string(value) == "null":
		f[field] = []string{blank}
	case value[0] != '"' || json.Unmarshal(value, &text) != nil:
		f[field] = []string{invalid}
	case strings.TrimSpace(text) == "":
		f[field] = []string{blank}
	}
	return text
}

// boolean reads an optional boolean, in the forms that Ecto accepts.
func (f fieldErrors) boolean(field string, value json.RawMessage) bool {
	switch string(value) {
	case "true", `"true"`, `"1"`, "1":
		return true
	case "false", `"false"`, `"0"`, "0", "null", "":
	default:
		f[field] = []string{invalid}
	}
	return false
}

// readBody reads a body of at most maxBytes. Large ones count into maxReceiveBytes, as
// messages on sockets do. The error is a *http.MaxBytesError, ErrBusy, or of the
// connection.
func (a *API) readBody(w http.ResponseWriter, r *http.Request, maxBytes int) ([]byte, error) {
	body, err := a.Receive(completeBody{http.MaxBytesReader(w, r.Body, int64(maxBytes))})
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return body, nil
}

// completeBody is a body whose Read fails with errCutOff where the connection ends before
// the body does: budgets.receive takes io.ErrUnexpectedEOF for the end.
type completeBody struct{ body io.Reader }

var errCutOff = errors.New("the connection ended before the body")

func (c completeBody) Read(p []byte) (int, error) {
	n, err := c.body.Read(p)
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
	case errors.Is(err, ErrBusy):
		w.Header().Set("Retry-After", "10")
		AnswerMessage(w, http.StatusServiceUnavailable, "Busy: try again later")
	default:
		AnswerMessage(w, http.StatusBadRequest, "The body could not be read")
	}
}
