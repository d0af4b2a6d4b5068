package gotrue

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/fault"
)

// MaxBody bounds a request body. Bytes.
const MaxBody = 1 << 20

// Read decodes the JSON body into v. Unknown fields are ignored, as GoTrue does.
func Read(w http.ResponseWriter, r *http.Request, v any) error {
	text, err := ReadAll(w, r)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, v); err != nil {
		return BadJSON(err)
	}
	return nil
}

func BadJSON(err error) *fault.Fault {
	return fault.New(fault.AuthBadJSON, "Could not parse request body as JSON: "+fault.JSONProblem(err))
}

func ReadAll(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBody))
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

// PathID reads a UUID of the path. Another text is answered 404, with message.
func PathID(r *http.Request, name, message string) (string, error) {
	id := r.PathValue(name)
	if len(id) != 36 || uuid.Validate(id) != nil {
		return "", Invalid(message).WithStatus(http.StatusNotFound)
	}
	return id, nil
}

// ValidText reports whether PostgreSQL can hold text.
func ValidText(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsRune(text, 0)
}

// Action answers a request, or says why not.
type Action = func(http.ResponseWriter, *http.Request) error
