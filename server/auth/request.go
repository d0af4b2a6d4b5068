package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/fault"
)

// maxBody bounds a request body. Bytes.
const maxBody = 1 << 20

// read decodes the JSON body into v. Unknown fields are ignored, as GoTrue does.
func read(w http.ResponseWriter, r *http.Request, v any) error {
	text, err := readAll(w, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return badJSON(err)
	}
	return nil
}

func badJSON(err error) *fault.Fault {
	return fault.New(fault.AuthBadJSON, "Could not parse request body as JSON: "+fault.JSONProblem(err))
}

func readAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return nil, fault.New(fault.TooLarge, fmt.Sprintf("Request body too large (max %d bytes)", tooLarge.Limit))
	}
	if errors.Is(err, budget.ErrSpent) {
		return nil, err
	}
	if err != nil {
		return nil, fault.New(fault.AuthBadJSON, "Could not read the request body").Because(err)
	}
	return text, nil
}

// pathID reads a UUID of the path. Another text is answered 404, with message.
func pathID(r *http.Request, name, message string) (string, error) {
	id := r.PathValue(name)
	if len(id) != 36 || uuid.Validate(id) != nil {
		return "", invalid(message).WithStatus(http.StatusNotFound)
	}
	return id, nil
}
