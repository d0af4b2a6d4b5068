package s3

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/toubkal/toubkal/server/storage/object"
)

// folderPlaceholder is the object that Supabase's storage keeps for an empty folder.
const folderPlaceholder = ".emptyFolderPlaceholder"

// putObject keeps the body as an object, or overwrites one. With If-None-Match: * it
// overwrites none.
func (s *Service) putObject(w http.ResponseWriter, in *request) error {
	o, err := in.object()
	if err != nil {
		return err
	}
	body, err := in.signature.Body(in.Request)
	if err != nil {
		return err
	}
	if strings.HasSuffix(o.Name, "/") && body.Size == 0 {
		o.Name += folderPlaceholder
	}
	if err := object.CheckName(o.Name); err != nil {
		return err
	}
	done, err := s.Store.Put(in.Context(), in.caller, o, body, body.Size)
	if err == nil {
		w.Header().Set("Etag", done.ETag)
		w.WriteHeader(http.StatusOK)
	}
	return err
}

// object is the object of the path, with the metadata in the headers.
func (r *request) object() (object.Object, error) {
	o, err := described(r.Header)
	o.Bucket, o.Name, o.Upsert = r.bucket, object.Composed(r.key), r.Header.Get("If-None-Match") != "*"
	return o, err
}

// described is the metadata of an object in headers.
func described(h http.Header) (object.Object, error) {
	o := object.Object{
		ContentType:  cmp.Or(h.Get("Content-Type"), "application/octet-stream"),
		CacheControl: cmp.Or(h.Get("Cache-Control"), "no-cache"),
	}
	var encodings []string
	for encoding := range strings.SplitSeq(h.Get("Content-Encoding"), ",") {
		if encoding = strings.TrimSpace(encoding); encoding != "" && encoding != "aws-chunked" { // of the transfer alone
			encodings = append(encodings, encoding)
		}
	}
	o.ContentEncoding = strings.Join(encodings, ", ")
	metadata := map[string]string{}
	for name, values := range h {
		if name, ok := strings.CutPrefix(strings.ToLower(name), "x-amz-meta-"); ok && name != "" {
			metadata[name] = strings.ToValidUTF8(strings.Join(values, ","), "\uFFFD")
		}
	}
	if len(metadata) == 0 {
		return o, nil
	}
	text, err := json.Marshal(metadata)
	o.UserMetadata = text
	return o, err
}
