package edge

import (
	"encoding/json"
	"net/http"

	"github.com/toubkal/toubkal/server/fault"
)

// Refuse answers for the edge itself, in a shape that every stock client reads:
// message for rest and functions, error_code and msg for auth.
func Refuse(w http.ResponseWriter, f *fault.Fault) {
	for name, values := range f.Header {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Sb-Error-Code", f.Code)
	w.WriteHeader(f.Status)
	_ = json.NewEncoder(w).Encode(map[string]any{
		"code": f.Code, "error_code": f.Code, "message": f.Message, "msg": f.Message, "details": f.Details, "hint": f.Hint,
	})
}
