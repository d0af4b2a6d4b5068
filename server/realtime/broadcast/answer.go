package broadcast

import (
	"encoding/json"
	"net/http"
)

// Unauthorized is the message to who has no valid token.
const Unauthorized = "Unauthorized"

// Answer ends a request of realtime's HTTP API with JSON.
func Answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// AnswerMessage is Answer with {"message": …}.
func AnswerMessage(w http.ResponseWriter, status int, message string) {
	Answer(w, status, map[string]string{"message": message})
}
