package realtime

import (
	"encoding/json"
	"mime"
	"net/http"
	"unicode/utf8"

	"github.com/toubkal/toubkal/server/realtime/protocol"
	"github.com/toubkal/toubkal/server/token"
)

// Answers of the API over HTTP, in Supabase's words.
const (
	unauthorized   = "Unauthorized"
	rateExceeded   = "You have exceeded your rate limit"
	batchTooLarge  = "Too many messages to broadcast, please reduce the batch size"
	payloadTooHuge = "Payload size exceeds tenant limit"
	bodyTooHuge    = "The body is too large"
	wrongMedia     = "Unsupported Media Type. Use application/json or application/octet-stream."
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

// fieldErrors is what cannot be taken of a request: a list of reasons by field, or where
// a field is a list one such map for each of its entries.
type fieldErrors map[string]any

func answerWrong(w http.ResponseWriter, what fieldErrors) {
	answer(w, http.StatusUnprocessableEntity, map[string]fieldErrors{"errors": what})
}

// sender is who broadcasts over HTTP, once the token is good and the limit allows
// that many messages more; false where the request has been answered. The body has
// not been read by then.
func (s *Service) sender(w http.ResponseWriter, r *http.Request, messages int) (token.Claims, bool) {
	claims, err := s.caller(r)
	switch {
	case err != nil:
		s.Log.DebugContext(r.Context(), "broadcast without a valid token", "error", err)
		answerMessage(w, http.StatusUnauthorized, unauthorized)
	case !s.posts.allow(s.senderKey(r, claims), messages, s.Now()):
		answerMessage(w, http.StatusTooManyRequests, rateExceeded)
	default:
		return claims, true
	}
	return claims, false
}

// postBroadcast sends the body to a topic under an event:
// POST /api/broadcast/{topic}/events/{event}[?private=true].
func (s *Service) postBroadcast(w http.ResponseWriter, r *http.Request) {
	claims, ok := s.sender(w, r, 1)
	if !ok {
		return
	}
	m := &protocol.Broadcast{Event: r.PathValue("event")}
	if m.Kind, ok = contentKind(r); !ok {
		answer(w, http.StatusUnsupportedMediaType, map[string]string{"error": wrongMedia})
		return
	}
	var err error
	if m.Payload, err = s.bodyOf(w, r, s.Limits.Payload); err != nil {
		answerUnread(w, err, func() { answerWrong(w, fieldErrors{"payload": []string{payloadTooHuge}}) })
		return
	}
	if why := invalidReason(m); why != "" {
		answerWrong(w, fieldErrors{"payload": []string{why}})
		return
	}
	key := topicKey{r.PathValue("topic"), r.URL.Query().Get("private") == "true"}
	if !s.mayPost(w, r, claims, key) {
		return
	}
	s.publish(key, m, nil, nil)
	s.publishToCluster(key, m)
	w.WriteHeader(http.StatusAccepted)
}

// mayPost asks the policies of a private topic; false where the request has been
// answered.
func (s *Service) mayPost(w http.ResponseWriter, r *http.Request, claims token.Claims, key topicKey) bool {
	if !key.private {
		return true
	}
	may, err := s.mayWriteAs(r.Context(), claims, key.name, protocol.BroadcastEvent)
	switch {
	case err != nil:
		s.answerAway(w, r, err)
	case !may:
		answerMessage(w, http.StatusForbidden, unauthorized)
	}
	return err == nil && may
}

// answerAway says that the policies cannot be asked: nothing was sent.
func (s *Service) answerAway(w http.ResponseWriter, r *http.Request, err error) {
	s.warnings.warn(r.Context(), "a right to broadcast could not be asked for", "error", err)
	answerMessage(w, http.StatusServiceUnavailable, databaseUnavailable)
}

// contentKind tells what the body is by its Content-Type.
func contentKind(r *http.Request) (protocol.PayloadKind, bool) {
	switch media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media {
	case "application/json":
		return protocol.JSONPayload, true
	case "application/octet-stream":
		return protocol.BinaryPayload, true
	}
	return 0, false
}

// invalidReason says why a body is no message of its kind, "" where it is.
func invalidReason(m *protocol.Broadcast) string {
	switch {
	case m.Kind == protocol.BinaryPayload:
		return ""
	case len(m.Payload) == 0:
		return blank
	case !utf8.Valid(m.Payload) || !json.Valid(m.Payload):
		return invalid
	}
	return ""
}
