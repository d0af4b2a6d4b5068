package realtime

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// Why a field of a message cannot be taken. Supabase's words, which are Ecto's.
const (
	blank   = "can't be blank"
	invalid = "is invalid"
)

// batchMessage is a message of a batch.
type batchMessage struct {
	key topicKey
	protocol.Broadcast
}

// postBroadcasts sends several messages: POST /api/broadcast
// {"messages":[{"topic","event","payload","private":false}]}. All are sent or none;
// as in Supabase, those to private topics that the caller may not send to are left
// out without a word.
func (s *Service) postBroadcasts(w http.ResponseWriter, r *http.Request) {
	claims, ok := s.sender(w, r, 0)
	if !ok {
		return
	}
	text, err := s.bodyOf(w, r, 2*s.Limits.Payload)
	if err != nil {
		answerUnread(w, err, func() { answerMessage(w, http.StatusRequestEntityTooLarge, bodyTooHuge) })
		return
	}
	list, err := listOf(text)
	if err != nil {
		answerMessage(w, http.StatusBadRequest, "The body is not a JSON object")
		return
	}
	batch, what := s.readBatch(list)
	switch {
	case what != nil:
		answerWrong(w, what)
	case !s.posts.allow(s.senderKey(r, claims), len(batch), s.Now()):
		answerMessage(w, http.StatusTooManyRequests, batchTooLarge)
	default:
		s.sendBatch(w, r, claims, batch)
	}
}

// listOf is the list of messages in a body.
func listOf(text []byte) (json.RawMessage, error) {
	if !utf8.Valid(text) { // it is sent on as text, which has to be
		return nil, errors.New("the body is not UTF-8")
	}
	var body struct{ Messages json.RawMessage }
	if err := json.Unmarshal(text, &body); err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return body.Messages, nil
}

func (s *Service) sendBatch(w http.ResponseWriter, r *http.Request, claims token.Claims, batch []batchMessage) {
	allowed := map[string]bool{} // private topics that were asked for
	for _, p := range batch {
		if _, asked := allowed[p.key.name]; asked || !p.key.private {
			continue
		}
		may, err := s.mayWriteAs(r.Context(), claims, p.key.name, protocol.BroadcastEvent)
		if err != nil {
			s.answerAway(w, r, err)
			return
		}
		allowed[p.key.name] = may
	}
	for i := range batch {
		if p := &batch[i]; !p.key.private || allowed[p.key.name] {
			s.publish(p.key, &p.Broadcast, nil, nil)
			s.publishToCluster(p.key, &p.Broadcast)
		}
	}
	w.WriteHeader(http.StatusAccepted)
}

// readBatch reads the messages, or says what is wrong with them: one entry for each
// message, empty for those that are right.
func (s *Service) readBatch(text json.RawMessage) ([]batchMessage, fieldErrors) {
	var entries []map[string]json.RawMessage
	switch err := json.Unmarshal(text, &entries); {
	case len(text) == 0 || string(text) == "null" || err == nil && len(entries) == 0:
		return nil, fieldErrors{"messages": []string{blank}}
	case err != nil:
		return nil, fieldErrors{"messages": []string{invalid}}
	}
	batch, what := make([]batchMessage, len(entries)), make([]fieldErrors, len(entries))
	for i, entry := range entries {
		batch[i], what[i] = s.readPosted(entry)
	}
	if slices.ContainsFunc(what, func(w fieldErrors) bool { return len(w) > 0 }) {
		return nil, fieldErrors{"messages": what}
	}
	return batch, nil
}

func (s *Service) readPosted(entry map[string]json.RawMessage) (batchMessage, fieldErrors) {
	p, what := batchMessage{Broadcast: protocol.Broadcast{Kind: protocol.TextPayload}}, fieldErrors{}
	p.key.name = what.text("topic", entry["topic"])
	p.Event = what.text("event", entry["event"])
	p.key.private = what.boolean("private", entry["private"])
	p.Payload = entry["payload"]
	switch {
	case len(p.Payload) == 0 || string(p.Payload) == "null":
		what["payload"] = []string{blank}
	case p.Payload[0] != '{':
		what["payload"] = []string{invalid}
	case len(p.Payload) > s.Limits.Payload:
		what["payload"] = []string{payloadTooHuge}
	}
	return p, what
}

// text reads a text that has to be there.
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

// boolean reads one that need not be there, in the spellings that Supabase takes.
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

// bodyOf reads a request's body, of at most so many bytes, into memory that is
// shared with what arrives on sockets: bodies that are sent bit by bit add up as
// messages do. The error is a *http.MaxBytesError, errBusy, or of the connection.
func (s *Service) bodyOf(w http.ResponseWriter, r *http.Request, most int) ([]byte, error) {
	body, err := s.budgets.receive(completeBody{http.MaxBytesReader(w, r.Body, int64(most))})
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return body, nil
}

// completeBody is a body of which the end of the connection is no end.
type completeBody struct{ body io.Reader }

var errCutOff = errors.New("the connection ended before the body")

func (b completeBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCutOff
	}
	return n, err
}

// answerUnread answers a request whose body could not be read; tooLarge is for one
// that is too long.
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
