package explain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/policy"
)

// Input is a request to be explained, as a form or POST /explain/v1 has it.
type Input struct {
	// As is the caller: the e-mail address or the id of a user, or a role. Defaults to anon.
	As string `json:"as"`
	// Claims is an object with claims that replace those of the caller. May be nil.
	Claims json.RawMessage `json:"claims"`
	// Method defaults to GET.
	Method string `json:"method"`
	Path   string `json:"path"` // such as /todos?id=eq.7
	// Headers are those of the table API, such as Prefer and Accept-Profile.
	Headers map[string]string `json:"headers"`
	// Body is the JSON of the request. May be nil.
	Body json.RawMessage `json:"body"`
}

// Answer is Request for an Input. What the input has wrong is a fault with the code ExplainInvalid. login is the role
// that requests of the table API log in as: a caller who is none of the roles that it may become is refused.
func Answer(ctx context.Context, conn *db.Conn, o Options, login string, in Input) (Report, error) {
	call, err := in.call(ctx, conn, login)
	if err != nil {
		return Report{}, err
	}
	return Request(ctx, conn, o, call)
}

func (in Input) call(ctx context.Context, conn *db.Conn, login string) (Call, error) {
	call := Call{Method: strings.ToUpper(in.Method), Path: in.Path, Header: http.Header{}, Body: in.Body}
	if call.Method == "" {
		call.Method = http.MethodGet
	}
	if !strings.HasPrefix(in.Path, "/") {
		return call, invalid("The path is that of the table API, such as /todos?id=eq.7.")
	}
	for name, value := range in.Headers {
		call.Header.Set(name, value)
	}
	as := in.As
	if as == "" {
		as = "anon"
	}
	var claims string
	if more := bytes.TrimSpace(in.Claims); len(more) > 0 && !bytes.Equal(more, []byte("null")) {
		claims = string(more)
	}
	var err error
	call.Claims, err = policy.Claims(ctx, conn, as, claims)
	if errors.Is(err, policy.ErrNoUser) || errors.Is(err, policy.ErrNoClaims) {
		return call, invalid(fault.Sentence(err))
	}
	if err != nil {
		return call, err
	}
	var may bool
	err = conn.QueryRow(ctx, "select exists (select from pg_catalog.pg_roles where rolname = $2::text and pg_catalog.pg_has_role($1::name, oid, 'member'))", login, call.Claims.Role).Scan(&may)
	if err == nil && !may {
		err = invalid("Requests of the table API take no role " + call.Claims.Role + ".")
	}
	return call, err
}

func invalid(message string) *fault.Fault { return fault.New(fault.ExplainInvalid, message) }
