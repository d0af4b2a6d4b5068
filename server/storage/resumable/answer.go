package resumable

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	tus "github.com/tus/tusd/v2/pkg/handler"

	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// Refusals of the protocol, with the statuses and texts of Supabase's storage.
var (
	errVersion     = refusal(http.StatusPreconditionFailed, "Tus-Resumable Required")
	errMethod      = refusal(http.StatusMethodNotAllowed, "Method not allowed")
	errNoOffset    = refusal(http.StatusForbidden, "Upload-Offset header required")
	errNoType      = refusal(http.StatusForbidden, "Content-Type header required")
	errNotFound    = refusal(http.StatusNotFound, "The file for this url was not found")
	errExpired     = refusal(http.StatusGone, "The file for this url no longer exists")
	errFinished    = refusal(http.StatusBadRequest, "Cannot terminate an already completed upload")
	errLocked      = refusal(http.StatusLocked, "The upload is in use by another request; please try again after a moment")
	errTooManyOpen = refusal(http.StatusTooManyRequests, "Too many uploads are unfinished: finish or delete some, or wait until they expire")
)

func refusal(status int, text string) tus.Error {
	return tus.Error{ErrorCode: strconv.Itoa(status), Message: text, HTTPResponse: tus.HTTPResponse{
		StatusCode: status, Body: text + "\n", Header: tus.HTTPHeader{"Content-Type": "text/plain; charset=utf-8"},
	}}
}

// refused turns any error into one that the library answers with: the text of what is no
// refusal stays in the log.
func (s *Service) refused(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	if known, ok := errors.AsType[tus.Error](err); ok {
		return known
	}
	f := object.Translate(err)
	if r := requestOf(ctx); f.Status >= http.StatusInternalServerError && !errors.Is(r.Context().Err(), context.Canceled) {
		s.Log.ErrorContext(ctx, "request failed", "method", r.Method, "path", r.RequestURI, "error", err)
	}
	text := f.Message
	switch {
	case f.Code == fault.StorageEntityTooLarge:
		text = maximumSize
	case f.Hint != "":
		text += ". " + f.Hint
	}
	e := refusal(f.Status, text)
	for name := range f.Header {
		e.HTTPResponse.Header[name] = f.Header.Get(name)
	}
	return e
}

// refuse answers where the library is not asked.
func (s *Service) refuse(w http.ResponseWriter, r *http.Request, err error) {
	e, ok := errors.AsType[tus.Error](s.refused(r.Context(), err))
	if !ok {
		panic(err) // refused gives no other
	}
	for name, value := range e.HTTPResponse.Header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(e.HTTPResponse.StatusCode)
	if r.Method != http.MethodHead {
		_, _ = w.Write([]byte(e.HTTPResponse.Body)) // the client may have left
	}
}

// answer gives the library's answers the headers and statuses of Supabase's storage.
type answer struct {
	http.ResponseWriter
	request *request
	status  int // once it is written
}

// SetReadDeadline ends a body that another request has interrupted. Other deadlines are
// package edge's.
func (a *answer) SetReadDeadline(t time.Time) error {
	if t.After(time.Now()) {
		return nil
	}
	return http.NewResponseController(a.ResponseWriter).SetReadDeadline(t)
}

// SetWriteDeadline leaves it to package edge.
func (a *answer) SetWriteDeadline(time.Time) error { return nil }

// texts are the messages of Supabase's storage for the library's refusals, which begin with a code.
var texts = map[string]string{
	"ERR_MISMATCHED_OFFSET":           "Upload-Offset conflict",
	"ERR_MAX_SIZE_EXCEEDED":           maximumSize,
	"ERR_INVALID_UPLOAD_LENGTH":       oneLength,
	"ERR_INVALID_UPLOAD_LENGTH_DEFER": oneLength,
	"ERR_AMBIGUOUS_UPLOAD_LENGTH":     oneLength,
}

const (
	maximumSize = "Maximum size exceeded"
	oneLength   = "Upload-Length or Upload-Defer-Length header required"
)

func (a *answer) Write(p []byte) (int, error) {
	code, text, _ := strings.Cut(string(p), ": ")
	if a.status < http.StatusBadRequest || !strings.HasPrefix(code, "ERR_") {
		return a.ResponseWriter.Write(p)
	}
	if own, ok := texts[code]; ok {
		text = own + "\n"
	}
	_, err := io.WriteString(a.ResponseWriter, text)
	return len(p), err
}

func (a *answer) WriteHeader(status int) {
	h, r := a.Header(), a.request
	if r.Method == http.MethodHead {
		h.Del("Content-Length") // the library's is that of the upload
	}
	if h.Get("Location") != "" {
		h.Set("Location", r.base+"/"+r.upload.ID)
	}
	if u := r.upload; u != nil && status < http.StatusBadRequest && r.Method != http.MethodDelete {
		if !u.Finished {
			h.Set("Upload-Expires", u.Expires.UTC().Format(http.TimeFormat))
		} else if r.Method != http.MethodHead {
			h.Set("Tus-Complete", "1")
		}
	}
	if status == http.StatusBadRequest || status == http.StatusInternalServerError {
		switch {
		case r.interrupted.Load():
			status = http.StatusLocked
		case r.cut.Load(): // clients ask for the offset after this, and go on
			status = http.StatusConflict
		}
	}
	if a.status = status; status >= http.StatusBadRequest {
		h.Del("Content-Length") // Write has other texts
	}
	a.ResponseWriter.WriteHeader(status)
}

// base is the address of the collection that r is sent to, as the client reaches it.
func (s *Service) base(r *http.Request, signed bool) string {
	address := s.Address
	if address == "" {
		address = edge.Scheme(r) + "://" + r.Host + edge.Prefix(r)
	}
	address += "/storage/v1/upload/resumable"
	if signed {
		address += "/sign"
	}
	return address
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }
