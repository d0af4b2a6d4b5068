package functions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/fault"
)

// JSON makes a Handler of a function from a JSON body to a JSON response with status
// 200; a nil interface is 204. With struct{} as In the body is not read. A body that
// is no JSON is refused as Decode does.
func JSON[In, Out any](fn func(ctx context.Context, call *Call, in In) (Out, error)) Handler {
	return func(w http.ResponseWriter, r *http.Request, call *Call) error {
		var in In
		if _, none := any(in).(struct{}); !none {
			if err := Decode(r, &in); err != nil {
				return err
			}
		}
		out, err := fn(r.Context(), call, in)
		if err != nil {
			return err
		}
		if any(out) == nil {
			w.WriteHeader(http.StatusNoContent)
			return nil
		}
		text, err := json.Marshal(out)
		if err != nil {
			return fmt.Errorf("encode the result of a function: %w", err)
		}
		w.Header().Set("Content-Type", "application/json")
		_, err = w.Write(text)
		return err
	}
}

// Decode reads a JSON body into v. Unknown fields are ignored; a body that is no JSON
// is refused with 400, one that is too large with 413, and one for which there is no
// memory with 503.
func Decode(r *http.Request, v any) error {
	text, err := io.ReadAll(r.Body)
	if large, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return Refuse(http.StatusRequestEntityTooLarge, fmt.Sprintf("Request body too large (max %d bytes)", large.Limit))
	}
	if errors.Is(err, budget.ErrSpent) {
		return err
	}
	if err != nil {
		return Refuse(http.StatusBadRequest, "Could not read the request body")
	}
	if err := json.Unmarshal(text, v); err != nil {
		return Refuse(http.StatusBadRequest, "Could not parse request body as JSON: "+fault.JSONProblem(err))
	}
	return nil
}
