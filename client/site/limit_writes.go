package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/budget"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/token"
)

// maxAnonBody bounds the body of a write as anon, in bytes. A form with 10,000 characters
// in Arabic sends a tenth of it.
const maxAnonBody = 256 << 10

// anonUpdateFactor allows ten times as many updates as inserts: page views are updates.
const anonUpdateFactor = 10

// limitWrites bounds what anonymous users write where the site and its forms
// are served; else that is left to the server of the forms.
func limitWrites(h *project.Host) (func(http.Handler) http.Handler, error) {
	per5Min, err := strconv.Atoi(h.Env(rateLimitWrites))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rateLimitWrites, err)
	}
	if !slices.Contains(h.Services, "site") {
		per5Min = 0
	}
	return anonWrites(edge.Limit{Per5Min: per5Min}, h.Memory, h.Now), nil
}

// anonWrites limits, as edge.Rate does, the writes to tables as anon. Each new row counts, so
// that a list or a batch is as many writes; of updates (PATCH, DELETE) each request
// counts, and there may be ten times as many. Calls of functions are not limited.
//
// It stands behind the api key. A request is anon's if it has no token, or one with the
// role anon. The token is not verified here: the service refuses a forged one.
func anonWrites(o edge.Limit, memory *budget.Budget, now func() time.Time) edge.Middleware {
	if o.Per5Min <= 0 {
		return func(next http.Handler) http.Handler { return next }
	}
	rows := edge.NewAddressLimiter(o, now)
	many := o
	many.Per5Min, many.Burst = anonUpdateFactor*o.Per5Min, anonUpdateFactor*rows.Burst()
	updates := edge.Rate(many, now)
	return func(next http.Handler) http.Handler {
		update := updates(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case strings.Contains(r.URL.Path, "/rpc/") || !isAnon(token.Bearer(r.Context())):
				next.ServeHTTP(w, r)
			case r.Method == http.MethodPatch || r.Method == http.MethodDelete:
				update.ServeHTTP(w, r)
			case r.Method == http.MethodPost || r.Method == http.MethodPut:
				share := memory.Share(true)
				defer share.Release()
				r.Body = share.Body(r)
				if refusal := allowRows(rows, w, r); refusal != nil {
					edge.Refuse(w, refusal)
					return
				}
				next.ServeHTTP(w, r)
			default:
				next.ServeHTTP(w, r)
			}
		})
	}
}

// allowRows uses a token for each row of the request's body, which it reads and puts
// back. More than may ever come at once are refused for good (413).
func allowRows(rows *edge.AddressLimiter, w http.ResponseWriter, r *http.Request) *fault.Fault {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxAnonBody))
	r.Body = &bufferedBody{Reader: bytes.NewReader(text), err: err, Closer: r.Body}
	n := rowsOf(text)
	if n > rows.Burst() {
		return fault.New(fault.TooLarge, fmt.Sprintf("A request as anon may write %d rows at most; this one has %d.", rows.Burst(), n))
	}
	return rows.Allow(r, n)
}

// bufferedBody is a body that was read already, and how that ended.
type bufferedBody struct {
	io.Reader
	io.Closer
	err error
}

func (b *bufferedBody) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF && b.err != nil {
		err = b.err
	}
	return n, err
}

// rowsOf is how many rows a body writes at most, whatever it says it is: the
// objects of JSON (those of a batch are its requests and their rows), else the
// lines after the first, which names the columns of a CSV.
func rowsOf(body []byte) int {
	body = bytes.TrimSpace(body)
	if len(body) == 0 || body[0] != '{' && body[0] != '[' {
		return max(1, bytes.Count(body, []byte("\n")), bytes.Count(body, []byte("\r")), bytes.Count(body, []byte("{")))
	}
	rows, tokens := 0, json.NewDecoder(bytes.NewReader(body))
	for {
		token, err := tokens.Token()
		if err == io.EOF {
			return max(rows, 1)
		}
		if err != nil { // no JSON from here on; the service will say so
			return max(rows, 1) + bytes.Count(body[tokens.InputOffset():], []byte("{"))
		}
		if token == json.Delim('{') {
			rows++
		}
	}
}

func isAnon(bearer string) bool {
	var claims struct{ Role string }
	return token.Unverified(bearer, &claims) != nil || claims.Role == "" || claims.Role == token.Anon
}
