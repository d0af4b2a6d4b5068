// Package storage answers /storage/v1: buckets and objects, as the stock storage-js asks
// for them. Row policies on storage.buckets and storage.objects decide every right: each
// statement about them is executed as the caller. It refuses what a policy, a bucket's
// limits or a name's rules forbid, in the shape of Supabase's storage.
//
//	storage.go   options and routes          bucket.go   buckets            error.go  refusals
//	upload.go    bytes in                    download.go bytes out
//	sign.go      signed addresses            signed/     their tokens
//	objects.go   delete, move, copy, info    list.go     pages of names     empty.go         buckets without objects
//	render.go    pictures in other sizes     render_cache.go  each rendered once      render_later.go  AVIF in the background
//	image/       decodes, scales, encodes    resumable/  uploads in several requests (TUS)
//	object/      rights, rows and bytes      files/      bytes and rows together      blob/  bytes in a folder or S3
package storage

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"runtime/debug"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/image"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/signed"
)

// Options configure a Service.
type Options struct {
	// Store asks the policies and keeps the bytes.
	Store *object.Store
	// Signer makes and verifies the tokens of signed addresses.
	Signer *signed.Signer
	// SignedLife bounds the life of an address for a download. Defaults to 0, no bound, as in
	// Supabase's storage.
	SignedLife time.Duration
	// TrueStatus answers refusals with the HTTP status that they state. By default it is 400
	// for most, as Supabase's storage answers and its clients expect.
	TrueStatus bool
	// Enqueue has EmptyBucket executed once tx has committed, whose role is service_role.
	Enqueue func(ctx context.Context, tx db.Tx, bucket string, before time.Time) error
	// Resumable answers below /upload/resumable. Nil for no such uploads.
	Resumable http.Handler
	// Log gets what fails, never a token.
	Log *slog.Logger
	// Renderings bounds what renderings of pictures take. Defaults to one with its defaults.
	Renderings *image.Scheduler
}

// Service is an http.Handler for the paths below /storage/v1.
type Service struct {
	Options
	pictures pictures
}

// New needs Store, Signer, Enqueue and Log.
func New(o Options) *Service {
	if o.Renderings == nil {
		o.Renderings = image.NewScheduler(image.Limits{})
	}
	return &Service{
		Options: o, pictures: pictures{scheduler: o.Renderings, log: o.Log},
	}
}

// action answers one request. What it returns is refused in the API's shape.
type action func(w http.ResponseWriter, r *http.Request, c call) error

// call is a request that a route has matched.
type call struct {
	// operation is the value of storage.operation() in a policy.
	operation string
	bucket    string
	// name is the object's path; "" where the route has none.
	name string
}

// route is a method and the segments of a path. {bucket} is one segment; {name...} is the
// rest, slashes too. A route of GET answers HEAD as well.
type route struct {
	method, path, operation string
	does                    func(*Service) action
}

var routes = []route{
	{"POST", "bucket", "storage.bucket.create", func(s *Service) action { return bucketRoutes{s}.create }},
	{"GET", "bucket", "storage.bucket.list", func(s *Service) action { return bucketRoutes{s}.list }},
	{"GET", "bucket/{bucket}", "storage.bucket.get", func(s *Service) action { return bucketRoutes{s}.get }},
	{"PUT", "bucket/{bucket}", "storage.bucket.update", func(s *Service) action { return bucketRoutes{s}.update }},
	{"DELETE", "bucket/{bucket}", "storage.bucket.delete", func(s *Service) action { return bucketRoutes{s}.delete }},
	{"POST", "bucket/{bucket}/empty", "storage.bucket.empty", func(s *Service) action { return bucketRoutes{s}.empty }},
	{"GET", "bucket/{bucket}/lifecycle", "storage.bucket.lifecycle", func(s *Service) action { return bucketRoutes{s}.noLifecycle }},
	{"PUT", "bucket/{bucket}/lifecycle", "storage.bucket.lifecycle", func(s *Service) action { return bucketRoutes{s}.lifecycle }},
	{"DELETE", "bucket/{bucket}/lifecycle", "storage.bucket.lifecycle", func(s *Service) action { return bucketRoutes{s}.lifecycle }},

	{"POST", "object/sign/{bucket}", "storage.object.sign_many", func(s *Service) action { return s.signDownloads }},
	{"POST", "object/sign/{bucket}/{name...}", "storage.object.sign", func(s *Service) action { return s.signDownload }},
	{"GET", "object/sign/{bucket}/{name...}", "storage.object.get_signed", func(s *Service) action { return s.downloadSigned }},
	{"POST", "object/upload/sign/{bucket}/{name...}", "storage.object.sign_upload_url", func(s *Service) action { return s.signUpload }},
	{"PUT", "object/upload/sign/{bucket}/{name...}", "storage.object.upload_signed", func(s *Service) action { return s.uploadSigned }},

	{"POST", "object/list/{bucket}", "storage.object.list", func(s *Service) action { return s.list }},
	{"POST", "object/list-v2/{bucket}", "storage.object.list_v2", func(s *Service) action { return s.listPage }},
	{"POST", "object/move", "storage.object.move", func(s *Service) action { return s.move }},
	{"POST", "object/copy", "storage.object.copy", func(s *Service) action { return s.copyObject }},
	{"GET", "object/info/public/{bucket}/{name...}", "storage.object.info_public", func(s *Service) action { return s.infoPublic }},
	{"GET", "object/info/authenticated/{bucket}/{name...}", "storage.object.info_authenticated", func(s *Service) action { return s.info }},
	{"GET", "object/info/{bucket}/{name...}", "storage.object.info_authenticated", func(s *Service) action { return s.infoAny }},
	{"DELETE", "object/{bucket}", "storage.object.delete_many", func(s *Service) action { return s.remove }},
	{"DELETE", "object/{bucket}/{name...}", "storage.object.delete", func(s *Service) action { return s.removeOne }},

	{"GET", "object/public/{bucket}/{name...}", "storage.object.get_public", func(s *Service) action { return s.downloadPublic }},
	{"GET", "object/authenticated/{bucket}/{name...}", "storage.object.get_authenticated", func(s *Service) action { return s.download }},

	{"POST", "object/{bucket}/{name...}", "storage.object.upload", func(s *Service) action { return s.upload }},
	{"PUT", "object/{bucket}/{name...}", "storage.object.upload_update", func(s *Service) action { return s.upload }},
	{"GET", "object/{bucket}/{name...}", "storage.object.get_authenticated", func(s *Service) action { return s.downloadAny }},

	{"GET", "render/image/public/{bucket}/{name...}", "storage.render.image_public", func(s *Service) action { return s.renderPublic }},
	{"GET", "render/image/authenticated/{bucket}/{name...}", "storage.render.image_authenticated", func(s *Service) action { return s.render }},
	{"GET", "render/image/sign/{bucket}/{name...}", "storage.render.image_sign", func(s *Service) action { return s.renderSigned }},

	{"DELETE", "cdn/{bucket}", "storage.cdn.purge", func(s *Service) action { return s.purge }},
	{"DELETE", "cdn/{bucket}/{name...}", "storage.cdn.purge", func(s *Service) action { return s.purge }},

	{"GET", "status", "", func(s *Service) action { return s.status }},
	{"GET", "version", "", func(s *Service) action { return s.version }},
	{"GET", "health", "", func(s *Service) action { return s.health }},
}

// ServeHTTP matches the escaped path, since a name may hold anything, and the first route
// of several that fit.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Service-Worker") != "" { // a file that would answer for the site's pages
		s.refuse(w, r, fault.New(fault.StorageAccessDenied, "Files are no service workers"))
		return
	}
	if err := versioned(r.URL.Query().Get("versionId")); err != nil {
		s.refuse(w, r, err)
		return
	}
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	const resumable = "upload/resumable"
	if s.Resumable != nil && (path == resumable || strings.HasPrefix(path, resumable+"/")) {
		http.StripPrefix("/"+resumable, s.Resumable).ServeHTTP(w, r)
		return
	}
	for _, known := range routes {
		if known.method != r.Method && !(r.Method == http.MethodHead && known.method == http.MethodGet) {
			continue
		}
		bucket, name, ok := known.match(path)
		if !ok {
			continue
		}
		c := call{operation: known.operation}
		var err error
		if c.bucket, err = unescape(bucket); err == nil {
			c.name, err = unescape(name)
		}
		if err == nil {
			err = known.does(s)(w, r, c)
		}
		if err != nil {
			s.refuse(w, r, err)
		}
		return
	}
	s.refuse(w, r, fault.New(fault.NotFound, "Route "+r.Method+":"+r.URL.Path+" not found"))
}

// match gives the segments of path that the route leaves open, still escaped.
func (r route) match(path string) (bucket, name string, ok bool) {
	for pattern := r.path; ; {
		want, more, further := strings.Cut(pattern, "/")
		if want == "{name...}" {
			return bucket, path, true // also of "", which is refused with its own message
		}
		got, rest, left := strings.Cut(path, "/")
		if want == "{bucket}" && got != "" {
			bucket = got
		} else if want != got {
			return "", "", false
		}
		if further != left {
			// a slash at the end of the path is no segment
			return bucket, "", !further && rest == ""
		}
		if !further {
			return bucket, "", true
		}
		pattern, path = more, rest
	}
}

// status says that the service runs.
func (s *Service) status(w http.ResponseWriter, _ *http.Request, _ call) error {
	w.WriteHeader(http.StatusOK)
	return nil
}

// version answers with the version of the program, as text.
func (s *Service) version(w http.ResponseWriter, _ *http.Request, _ call) error {
	version := "unknown"
	if build, ok := debug.ReadBuildInfo(); ok {
		version = build.Main.Version
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, err := io.WriteString(w, version)
	return err
}

// health says whether the database answers the storage API.
func (s *Service) health(w http.ResponseWriter, r *http.Request, _ call) error {
	var one int
	if err := s.Store.Pool.ReadRow(r.Context(), `select 1 from storage.buckets limit 1`, nil, &one); err != nil && !errors.Is(err, db.ErrNoRows) {
		s.Log.ErrorContext(r.Context(), "the storage API is not healthy", "error", err)
		reply(w, http.StatusServiceUnavailable, map[string]bool{"healthy": false})
		return nil
	}
	reply(w, http.StatusOK, map[string]bool{"healthy": true})
	return nil
}

// purge refuses to empty a cache between the server and its clients: there is none.
func (s *Service) purge(http.ResponseWriter, *http.Request, call) error {
	return fault.New(fault.StorageFeatureNotEnabled, "There is no cache of files on this server")
}

// as executes fn as the request's caller in one transaction.
func (s *Service) as(r *http.Request, c call, fn func(context.Context, db.Tx, object.Caller) error) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	return s.Store.As(r.Context(), caller, c.bucket, func(tx db.Tx) error { return fn(r.Context(), tx, caller) })
}

// unescape decodes a part of a path. "" stays "".
func unescape(escaped string) (string, error) {
	text, err := url.PathUnescape(escaped)
	if err != nil {
		return "", fault.New(fault.StorageInvalidKey, "The path is not URL-encoded: "+err.Error())
	}
	return text, nil
}
