// Package s3 answers /storage/v1/s3: the protocol of Amazon S3 with buckets in the path,
// over the same buckets, objects and policies as the storage API. It refuses what is not
// signed by a key that it knows, what a policy, a bucket's limits or a name's rules forbid,
// and with 501 the operations of S3 that are not there.
//
//	s3.go        options and routes          authenticate.go  who has signed       error.go   refusals in XML
//	bucket.go    buckets                     list.go          lists of objects     object.go  bytes out, deletes, copies
//	put.go       bytes in                    form.go          bytes in, of forms   keys.go    access keys
//	multipart.go uploads in parts            parts.go         their parts          xml.go     bodies
//
// Source: docs.aws.amazon.com/AmazonS3/latest/API
package s3

import (
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4"
)

// Options configure a Service.
type Options struct {
	// Store asks the policies and keeps the bytes.
	Store *object.Store
	// Keys are the access keys in the database.
	Keys *Keys
	// KeyID and KeySecret are an access key of the configuration, which acts as
	// service_role; "" for none.
	KeyID, KeySecret string
	// ProjectRef is the access key of sessions: their secret is the anon key, and their
	// session token the user's access token.
	ProjectRef string
	// AnonKey gives the secret of sessions; "" for none.
	AnonKey func() (string, error)
	// Region is the region that clients are told. They may sign for any.
	Region string
	// Prefix is the path of the service, without a slash at its end.
	Prefix string
	// PublicURL is the address of the server for clients: a proxy may have changed host and path,
	// which are signed. "" for where the request says.
	PublicURL string
	// UploadLife is the time that a multipart upload is kept after its last part.
	UploadLife time.Duration
	// Log gets what fails, never a secret.
	Log *slog.Logger
}

// Service is an http.Handler for the paths below Prefix.
type Service struct{ Options }

// New needs all of o but what may be "".
func New(o Options) *Service { return &Service{o} }

// request is one that has been verified.
type request struct {
	*http.Request
	query       url.Values
	bucket, key string // "" where the path has none
	caller      object.Caller
	signature   *sigv4.Signature
}

type action func(*Service, http.ResponseWriter, *request) error

// levels of a path.
const (
	ofAll = iota
	ofBucket
	ofObject
)

// route is an operation: the first one that fits answers.
type route struct {
	method string
	level  int
	// query are parameters that must be there.
	query []string
	// copies is true where x-amz-copy-source must be there.
	copies    bool
	operation string
	does      action
}

var routes = []route{
	{"GET", ofAll, nil, false, "storage.s3.bucket.list", (*Service).listBuckets},

	{"GET", ofBucket, []string{"location"}, false, "storage.s3.bucket.get_location", (*Service).location},
	{"GET", ofBucket, []string{"versioning"}, false, "storage.s3.bucket.get_versioning", (*Service).versioning},
	{"GET", ofBucket, []string{"uploads"}, false, "storage.s3.upload.list_multipart_uploads", (*Service).listUploads},
	{"GET", ofBucket, nil, false, "storage.s3.object.list", (*Service).listObjects},
	{"HEAD", ofBucket, nil, false, "storage.s3.bucket.head", (*Service).headBucket},
	{"PUT", ofBucket, nil, false, "storage.s3.bucket.create", (*Service).createBucket},
	{"DELETE", ofBucket, nil, false, "storage.s3.bucket.delete", (*Service).deleteBucket},
	{"POST", ofBucket, []string{"delete"}, false, "storage.s3.object.delete_many", (*Service).deleteObjects},

	{"GET", ofObject, []string{"tagging"}, false, "storage.s3.object.get_tagging", (*Service).tagging},
	{"GET", ofObject, []string{"uploadId"}, false, "storage.s3.upload.list_parts", (*Service).listParts},
	{"GET", ofObject, nil, false, "storage.s3.object.get", (*Service).getObject},
	{"HEAD", ofObject, nil, false, "storage.s3.object.info", (*Service).getObject},
	{"PUT", ofObject, []string{"uploadId", "partNumber"}, true, "storage.s3.upload.part_copy", (*Service).copyPart},
	{"PUT", ofObject, []string{"uploadId", "partNumber"}, false, "storage.s3.upload.part", (*Service).uploadPart},
	{"PUT", ofObject, nil, true, "storage.s3.object.copy", (*Service).copyObject},
	{"PUT", ofObject, nil, false, "storage.s3.upload", (*Service).putObject},
	{"POST", ofObject, []string{"uploads"}, false, "storage.s3.upload.create_multipart", (*Service).createUpload},
	{"POST", ofObject, []string{"uploadId"}, false, "storage.s3.upload.complete_multipart", (*Service).completeUpload},
	{"DELETE", ofObject, []string{"uploadId"}, false, "storage.s3.upload.abort_multipart", (*Service).abortUpload},
	{"DELETE", ofObject, nil, false, "storage.s3.object.delete", (*Service).deleteObject},
}

// subResources are the parameters that make another operation of a request. Those that
// the route does not name are not there.
var subResources = strings.Fields(`accelerate acl analytics attributes cors delete encryption intelligent-tiering inventory legal-hold
	lifecycle location logging metadataConfiguration metadataTable metrics notification object-lock ownershipControls partNumber policy
	policyStatus publicAccessBlock renameObject replication requestPayment restore retention select session tagging torrent uploadId uploads
	versionId versioning versions website`)

// refusedHeaders ask for what is not kept, and whose absence would be noticed too late.
var refusedHeaders = []string{
	"If-Match", "X-Amz-Tagging", "X-Amz-Website-Redirect-Location", "X-Amz-Object-Lock-Mode", "X-Amz-Object-Lock-Legal-Hold",
	"X-Amz-Server-Side-Encryption-Customer-Algorithm", "X-Amz-Copy-Source-Server-Side-Encryption-Customer-Algorithm", "X-Amz-Write-Offset-Bytes",
}

// ServeHTTP matches the escaped path, since a name may hold anything.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := s.serve(w, r); err != nil {
		s.refuse(w, r, err)
	}
}

func (s *Service) serve(w http.ResponseWriter, r *http.Request) error {
	in := &request{Request: r}
	rest := strings.TrimPrefix(strings.TrimPrefix(r.URL.EscapedPath(), s.Prefix), "/")
	bucket, key, _ := strings.Cut(rest, "/")
	var err error
	if in.bucket, err = url.PathUnescape(bucket); err == nil {
		in.key, err = url.PathUnescape(key)
	}
	if err == nil {
		in.query, err = url.ParseQuery(r.URL.RawQuery)
	}
	if err != nil {
		return fault.New(fault.S3InvalidURI, "The address is not URL-encoded")
	}
	if r.Method == http.MethodPost && in.bucket != "" && in.key == "" && isForm(r) {
		return s.postForm(w, in)
	}
	claims, err := s.authenticate(in)
	if err != nil {
		return err
	}
	known, err := in.route()
	if err != nil {
		return err
	}
	// the token of a session is for nobody to read, policies either
	r.Header.Del("X-Amz-Security-Token")
	in.caller = object.NewCaller(r, claims, known.operation)
	return known.does(s, w, in)
}

// route is the operation that is asked for.
func (r *request) route() (route, error) {
	level := ofObject
	switch {
	case r.bucket == "":
		level = ofAll
	case r.key == "":
		level = ofBucket
	}
	for _, known := range routes {
		if known.method != r.Method || known.level != level || known.copies && r.Header.Get("X-Amz-Copy-Source") == "" || !r.has(known.query) {
			continue
		}
		for _, name := range subResources {
			if r.query.Has(name) && !strings.Contains(" "+strings.Join(known.query, " ")+" ", " "+name+" ") {
				return route{}, notImplemented("the parameter " + name)
			}
		}
		if r.Method == http.MethodPut || r.Method == http.MethodPost {
			for _, name := range refusedHeaders {
				if r.Header.Get(name) != "" {
					return route{}, notImplemented("the header " + strings.ToLower(name))
				}
			}
		}
		return known, nil
	}
	return route{}, fault.New(fault.S3MethodNotAllowed, "The specified method is not allowed against this resource.")
}

func (r *request) has(names []string) bool {
	for _, name := range names {
		if !r.query.Has(name) {
			return false
		}
	}
	return true
}

func notImplemented(what string) error {
	return fault.New(fault.S3NotImplemented, "This server does not implement "+what+" for this request.")
}
