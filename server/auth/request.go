package auth

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/google/uuid"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/fault"
)

// maxBody bounds a request body. Bytes.
const maxBody = 1 << 20

// maxAgent bounds what is kept of a User-Agent. Bytes.
const maxAgent = 512

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

// clientInfo is where a request came from, for sessions and the audit log.
type clientInfo struct {
	agent string
	ip    *string // nil where it is unknown
}

// clientInfoOf trusts the connection alone: a forwarded-for header can say anything.
func clientInfoOf(r *http.Request) clientInfo {
	agent := r.UserAgent()
	o := clientInfo{agent: strings.ToValidUTF8(agent[:min(len(agent), maxAgent)], "")}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return o
	}
	if address, err := netip.ParseAddr(host); err == nil {
		text := address.WithZone("").Unmap().String()
		o.ip = &text
	}
	return o
}

// pathID reads a UUID of the path. Another text is answered 404, with message.
func pathID(r *http.Request, name, message string) (string, error) {
	id := r.PathValue(name)
	if len(id) != 36 || uuid.Validate(id) != nil {
		return "", invalid(message).WithStatus(http.StatusNotFound)
	}
	return id, nil
}
