package realtime

import (
	"errors"
	"fmt"
	"io"
	"net/http"
)

// bodyOf reads a request's body, of at most so many bytes, into memory that is
// shared with what arrives on sockets: bodies that are sent bit by bit add up as
// messages do. The error is a *http.MaxBytesError, errBusy, or of the connection.
func (s *Service) bodyOf(w http.ResponseWriter, r *http.Request, most int) ([]byte, error) {
	body, err := s.memory.receive(whole{http.MaxBytesReader(w, r.Body, int64(most))})
	if err != nil {
		return nil, fmt.Errorf("read the body: %w", err)
	}
	return body, nil
}

// whole is a body of which the end of the connection is no end.
type whole struct{ body io.Reader }

var errCutOff = errors.New("the connection ended before the body")

func (b whole) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errCutOff
	}
	return n, err
}

// answerUnread answers a request whose body could not be read; tooLarge is for one
// that is too long.
func answerUnread(w http.ResponseWriter, err error, tooLarge func()) {
	_, over := errors.AsType[*http.MaxBytesError](err)
	switch {
	case over:
		tooLarge()
	case errors.Is(err, errBusy):
		w.Header().Set("Retry-After", "10")
		answerMessage(w, http.StatusServiceUnavailable, "Busy: try again later")
	default:
		answerMessage(w, http.StatusBadRequest, "The body could not be read")
	}
}
