package edge

import (
	"bufio"
	"bytes"
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
func (r *Recorder) Status() int { return cmp.Or(r.status, http.StatusOK) }

// Started reports whether the response has begun, so that it cannot be another one.
func (r *Recorder) Started() bool { return r.status != 0 }

// WriteHeader records the status. Informational ones (1xx) precede the response.
func (r *Recorder) WriteHeader(status int) {
	if status >= 200 || status == http.StatusSwitchingProtocols {
		r.start(status)
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *Recorder) start(status int) {
	if r.status != 0 {
		return
	}
	r.status = status
	if r.started != nil {
		r.started()
	}
}

func (r *Recorder) Write(body []byte) (int, error) {
	r.start(http.StatusOK)
	n, err := r.ResponseWriter.Write(body)
	r.bytes += int64(n)
	return n, err
}

// ReadFrom lets the kernel send a file: net/http does, if nothing hides it.
func (r *Recorder) ReadFrom(body io.Reader) (int64, error) {
	r.start(http.StatusOK)
	n, err := io.Copy(r.ResponseWriter, body)
	r.bytes += n
	return n, err
}

// Flush sends what was written so far, or the headers alone.
func (r *Recorder) Flush() {
	if r.status == 0 {
		r.WriteHeader(http.StatusOK)
	}
	_ = http.NewResponseController(r.ResponseWriter).Flush() // fails if the client has left: the context ends too
}

// Hijack is the end of HTTP on the connection, as a websocket begins.
func (r *Recorder) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	r.start(http.StatusSwitchingProtocols)
	return http.NewResponseController(r.ResponseWriter).Hijack()
}

// Unwrap lets http.ResponseController set deadlines through the recorder.
func (r *Recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// MemoryResponse is a ResponseWriter that keeps the response: that of a handler which this program asks itself.
type MemoryResponse struct {
	bytes.Buffer
	header http.Header
	status int
}

// NewMemoryResponse keeps nothing yet.
func NewMemoryResponse() *MemoryResponse {
	return &MemoryResponse{header: http.Header{}, status: http.StatusOK}
}

// Header implements http.ResponseWriter.
func (m *MemoryResponse) Header() http.Header { return m.header }

// WriteHeader implements http.ResponseWriter.
func (m *MemoryResponse) WriteHeader(status int) { m.status = status }

// Status is the status of the response; 200 where none was set.
func (m *MemoryResponse) Status() int { return m.status }
