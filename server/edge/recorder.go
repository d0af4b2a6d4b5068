package edge

import (
	"bufio"
	"cmp"
	"io"
	"net"
	"net/http"
)

// Recorder is a ResponseWriter that knows what was sent: its status and how many
// bytes.
type Recorder struct {
	http.ResponseWriter
	status  int // 0 before the response has begun
	bytes   int64
	started func() // called when the response begins; may be nil
}

// NewRecorder records what is sent to w.
func NewRecorder(w http.ResponseWriter) *Recorder { return &Recorder{ResponseWriter: w} }

// Status is the status of the response; 200 where none was set, as net/http sends it.
func (w *Recorder) Status() int { return cmp.Or(w.status, http.StatusOK) }

// Started reports whether the response has begun, so that it cannot be another one.
func (w *Recorder) Started() bool { return w.status != 0 }

// WriteHeader records the status. Informational ones (1xx) precede the response.
func (w *Recorder) WriteHeader(status int) {
	if status >= 200 || status == http.StatusSwitchingProtocols {
		w.start(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *Recorder) start(status int) {
	if w.status != 0 {
		return
	}
	w.status = status
	if w.started != nil {
		w.started()
	}
}

func (w *Recorder) Write(body []byte) (int, error) {
	w.start(http.StatusOK)
	n, err := w.ResponseWriter.Write(body)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom lets the kernel send a file: net/http does, if nothing hides it.
func (w *Recorder) ReadFrom(body io.Reader) (int64, error) {
	w.start(http.StatusOK)
	n, err := io.Copy(w.ResponseWriter, body)
	w.bytes += n
	return n, err
}

// Flush sends what was written so far, or the headers alone.
func (w *Recorder) Flush() {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	_ = http.NewResponseController(w.ResponseWriter).Flush() // fails if the client has left: the context ends too
}

// Hijack is the end of HTTP on the connection, as a websocket begins.
func (w *Recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	w.start(http.StatusSwitchingProtocols)
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// Unwrap lets http.ResponseController set deadlines through the recorder.
func (w *Recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
