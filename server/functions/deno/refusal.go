package deno

import (
	"encoding/json"
	"net/http"
)

// refusal is a response in place of the function's, in the texts of Supabase's runtime.
type refusal struct {
	status  int
	Code    string `json:"code"`
	Message string `json:"message"`
}

var (
	bootError   = &refusal{http.StatusServiceUnavailable, "BOOT_ERROR", "Function failed to start (please check logs)"}
	busy        = &refusal{http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE", "Too many functions are running, try again"}
	stopped     = &refusal{http.StatusServiceUnavailable, "SERVICE_UNAVAILABLE", "The server is shutting down"}
	idleTimeout = &refusal{http.StatusGatewayTimeout, "IDLE_TIMEOUT", "Function did not respond in time"}
	workerError = &refusal{http.StatusInternalServerError, "WORKER_ERROR", "Function exited due to an error (please check logs)"}
	workerLimit = &refusal{546, "WORKER_LIMIT", "Function failed due to not having enough compute resources (please check logs)"}
)

func (r *refusal) write(w http.ResponseWriter) {
	body, _ := json.Marshal(r) // two texts
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(r.status)
	_, _ = w.Write(body) // a client that left
}
