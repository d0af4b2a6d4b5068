// Package resumable answers /storage/v1/upload/resumable: uploads that go on after a lost
// connection, by the TUS protocol 1.0.0 (https://tus.io/protocols/resumable-upload) as
// Supabase's storage speaks it. It refuses, as plain text with the true status, what the
// protocol, a policy, a bucket's limits or another request for the same upload forbid.
//
// An upload is a row of toubkal_storage.uploads and a pending file, whose parts arrive by
// PATCH (server/storage/files). The last byte publishes the file as the caller, without a
// copy. No state is in memory: any node on the same database and bytes continues it.
//
//	resumable.go  options and requests     create.go  POST               upload.go  bytes in, publishing
//	permit.go     who may                  lock.go    one request each   answer.go  statuses, headers, Location
package resumable

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
	tus "github.com/tus/tusd/v2/pkg/handler"
	tuslog "golang.org/x/exp/slog" // tusd takes no other

	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/signed"
)

// Options configure a Service.
type Options struct {
	// Store asks the policies and keeps the bytes.
	Store *object.Store
	// Address is the public address of the APIs, such as https://example.org/backend, for the
	// header Location. Defaults to "": what a trusted proxy says, or the request's own host.
	Address string
	// Expiry is the time that an upload may take, from its creation. Defaults to 24 h.
	Expiry time.Duration
	// MaxOpen bounds the unfinished uploads of one user, or of one network where there is
	// no user. The service role has no bound. Defaults to 100.
	MaxOpen int
	// LockWait is the time that a request waits for another one of the same upload to end, which
	// is asked to. Defaults to 5 s.
	LockWait time.Duration
	// Signer verifies the tokens that /object/upload/sign has made.
	Signer *signed.Signer
	// Log gets what fails, never a token.
	Log *slog.Logger
}

// Service is an http.Handler for the paths below /storage/v1/upload/resumable. It is safe
// for concurrent use.
type Service struct {
	Options
	protocol *tus.UnroutedHandler
}

// New needs Store, Signer and Log.
func New(o Options) (*Service, error) {
	o.Expiry, o.MaxOpen, o.LockWait = cmp.Or(o.Expiry, 24*time.Hour), cmp.Or(o.MaxOpen, 100), cmp.Or(o.LockWait, 5*time.Second)
	s := &Service{Options: o}
	parts := tus.NewStoreComposer()
	parts.UseCore(s)
	parts.UseTerminater(s)
	parts.UseLengthDeferrer(s)
	parts.UseLocker(s)
	var err error
	s.protocol, err = tus.NewUnroutedHandler(tus.Config{
		StoreComposer: parts, DisableDownload: true, DisableConcatenation: true, AcquireLockTimeout: o.LockWait,
		Cors: &tus.CorsConfig{Disable: true}, PreUploadCreateCallback: s.beforeCreate,
		// what fails is logged here, with the request's id
		Logger: tuslog.New(tuslog.NewTextHandler(io.Discard, nil)),
	})
	return s, err
}

// Version and extensions of the protocol.
const (
	version    = "1.0.0"
	extensions = "creation,creation-with-upload,creation-defer-length,termination,expiration"
	chunkType  = "application/offset+octet-stream"
)

// request is the state that the stages of one request share. The library passes it on in the context.
type request struct {
	*http.Request
	caller object.Caller
	// signed requests have a token of /object/upload/sign in place of the caller's.
	signed bool
	// upserts is set where the client wants to overwrite an object of that name.
	upserts bool
	// limit is the maximum size in the bucket, in bytes.
	limit int64
	// upload is the one in question; nil until it is created.
	upload *upload
	// holder is the request's name in the lock.
	holder string
	// base is the address of the collection, without a slash at its end.
	base string
	// interrupted is set when another request wants the upload; cut when the body ended early.
	interrupted, cut atomic.Bool
}

type requestKey struct{}

func requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{}).(*request)
	return r
}

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if method := r.Header.Get("X-HTTP-Method-Override"); method != "" && r.Method == http.MethodPost {
		r = r.Clone(r.Context())
		r.Method = method
	}
	s.describe(w, r)
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if r.Header.Get("Tus-Resumable") != version {
		s.refuse(w, r, errVersion)
		return
	}
	path := strings.Trim(r.URL.Path, "/")
	rest, isSigned := strings.CutPrefix(path+"/", "sign/")
	id := strings.Trim(rest, "/")
	asked := &request{holder: uuid.NewString(), signed: isSigned, base: s.base(r, isSigned)}
	r = r.WithContext(context.WithValue(r.Context(), requestKey{}, asked))
	asked.Request = r
	if r.Body != nil {
		r.Body = &body{r.Body, asked}
	}
	answer := &answer{ResponseWriter: w, request: asked}
	// the library takes what follows the last slash
	r.URL.Path = "/" + id
	step := map[string]func(http.ResponseWriter, *http.Request){
		http.MethodHead: s.protocol.HeadFile, http.MethodPatch: s.protocol.PatchFile, http.MethodDelete: s.protocol.DelFile,
	}[r.Method]
	var err error
	switch {
	case id == "" && r.Method == http.MethodPost:
		s.protocol.PostFile(answer, r)
	case id == "" || step == nil:
		err = errMethod
	default:
		if err = s.permit(r, asked, id); err == nil {
			step(answer, r)
		}
	}
	if err != nil {
		s.refuse(answer, r, err)
	}
}

// describe sets the headers of every answer.
func (s *Service) describe(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Tus-Resumable", version)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Header.Get("Origin") != "" {
		h.Add("Access-Control-Expose-Headers", "Tus-Resumable, Tus-Version, Tus-Extension, Tus-Max-Size, Tus-Complete, "+
			"Upload-Offset, Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires")
	}
	if r.Method == http.MethodOptions {
		h.Set("Tus-Version", version)
		h.Set("Tus-Extension", extensions)
		h.Set("Tus-Max-Size", formatInt(s.Store.FileSizeLimit))
		h.Set("Access-Control-Allow-Methods", "POST, HEAD, PATCH, DELETE, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Authorization, ApiKey, X-Client-Info, X-Requested-With, X-HTTP-Method-Override, Content-Type, "+
			"Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Defer-Length, Upload-Expires, X-Upsert, X-Signature")
		h.Set("Access-Control-Max-Age", "86400")
	}
}

// body tells the request when the client's bytes ended early. What came before is kept.
type body struct {
	io.ReadCloser
	request *request
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	if _, tooLong := errors.AsType[*http.MaxBytesError](err); tooLong {
		return n, err
	}
	b.request.cut.Store(true)
	return n, io.ErrUnexpectedEOF
}
