package blob

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// maxPut is the most that S3 takes in one request, in bytes.
const maxPut = 5 << 30

// maxTries bounds how often a request is sent that failed in a way which may pass.
const maxTries = 3

// bucket keeps each key as an object of a service that speaks S3.
type bucket struct {
	client    minio.Core
	transport *http.Transport
	name      string
	prefix    string // of each key, as the address says
	maxPut    int64  // above it a file is sent in parts of that size, bytes
	// checksums has a CRC32C sent with each file and compared with what comes back. Only
	// Amazon is sure to know it; elsewhere TLS or the signature of the body protects it.
	checksums bool
}

func openS3(address *url.URL) (*bucket, error) {
	if address.User != nil {
		return nil, errors.New("its keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not a part of the address")
	}
	query := address.Query()
	for name := range query {
		if !slices.Contains([]string{"region", "endpoint", "use_path_style", "prefix", "shared"}, name) {
			return nil, fmt.Errorf("its parameters are region, endpoint, use_path_style, prefix and shared, not %q", name)
		}
	}
	endpoint, err := url.Parse(cmp.Or(query.Get("endpoint"), "https://s3.amazonaws.com"))
	if err != nil || endpoint.Scheme != "http" && endpoint.Scheme != "https" || endpoint.Host == "" {
		return nil, errors.New("its endpoint is an address such as https://host")
	}
	amazon, lookup := !query.Has("endpoint"), minio.BucketLookupAuto
	if !amazon {
		lookup = minio.BucketLookupDNS
		if pathStyle, err := strconv.ParseBool(cmp.Or(query.Get("use_path_style"), "false")); err != nil {
			return nil, errors.New("its use_path_style is true or false")
		} else if pathStyle {
			lookup = minio.BucketLookupPath
		}
	}
	transport, err := minio.DefaultTransport(endpoint.Scheme == "https")
	if err != nil {
		return nil, err
	}
	client, err := minio.NewCore(endpoint.String(), &minio.Options{
		Secure: endpoint.Scheme == "https", Transport: transport, BucketLookup: lookup, MaxRetries: maxTries, TrailingHeaders: amazon,
		Region: cmp.Or(query.Get("region"), os.Getenv("AWS_REGION"), os.Getenv("AWS_DEFAULT_REGION")),
		Creds: credentials.NewChainCredentials([]credentials.Provider{
			&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}, &credentials.IAM{},
		}),
	})
	if err != nil {
		return nil, err
	}
	return &bucket{client: *client, transport: transport, name: address.Host, prefix: query.Get("prefix"), maxPut: maxPut, checksums: amazon}, nil
}

func (b *bucket) identity() (string, error) { return "s3://" + b.name + "/" + b.prefix, nil }

func (b *bucket) identify(string) error { return nil }

func (b *bucket) Close() error {
	b.transport.CloseIdleConnections()
	return nil
}

// Write collects the bytes in a temporary file, which has no name, and sends that: a
// client may be slow, and a request that is tried again needs them again. The folder of
// temporary files is TMPDIR's. An upload in parts that fails is aborted; what a killed
// program leaves is for DeleteUnfinished.
func (b *bucket) Write(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	file, err := os.CreateTemp("", "toubkal-upload-*")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := os.Remove(file.Name()); err != nil {
		return 0, err
	}
	sum := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	if size, err = io.Copy(io.MultiWriter(file, sum), readerUntil{ctx, r}); err != nil {
		return size, err
	}
	body := io.NewSectionReader(file, 0, size)
	if size > b.maxPut {
		parts := minio.PutObjectOptions{PartSize: uint64(b.maxPut), NumThreads: 1} // #nosec G115 -- positive
		_, err = b.client.Client.PutObject(ctx, b.name, b.prefix+key, body, size, parts)
	} else {
		whole := minio.PutObjectOptions{}
		if b.checksums { // as a header: a trailer could not be sent again
			whole.UserMetadata = map[string]string{minio.ChecksumCRC32C.Key(): base64.StdEncoding.EncodeToString(sum.Sum(nil))}
		}
		_, err = b.client.PutObject(ctx, b.name, b.prefix+key, body, size, "", "", whole)
	}
	if err != nil {
		return size, fmt.Errorf("send to S3: %w", err)
	}
	return size, nil
}

// get opens the bytes under key from one place to their end.
func (b *bucket) get(ctx context.Context, key string, from int64) (io.ReadCloser, int64, error) {
	options := minio.GetObjectOptions{Checksum: b.checksums}
	if from > 0 {
		if err := options.SetRange(from, 0); err != nil {
			return nil, 0, err
		}
	}
	body, info, _, err := b.client.GetObject(ctx, b.name, b.prefix+key, options)
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		err = fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	return body, info.Size, err
}

func (b *bucket) Reader(ctx context.Context, key string, size int64) (io.ReadSeekCloser, error) {
	return &remote{ctx: ctx, bucket: b, key: key, size: size}, nil
}

func (b *bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error) {
	body, size, err := b.get(ctx, key, 0)
	if err != nil {
		return nil, 0, err
	}
	return &remote{ctx: ctx, bucket: b, key: key, size: size, body: body}, size, nil
}

func (b *bucket) Exists(ctx context.Context, key string) (bool, error) {
	_, err := b.client.StatObject(ctx, b.name, b.prefix+key, minio.StatObjectOptions{})
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return false, nil
	}
	return err == nil, err
}

func (b *bucket) Delete(ctx context.Context, key string) error {
	err := b.client.RemoveObject(ctx, b.name, b.prefix+key, minio.RemoveObjectOptions{})
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil
	}
	return err
}

// DeleteUnfinished aborts the uploads in parts of key. A service that does not list them has
// to abort them itself (docs/storage.md).
func (b *bucket) DeleteUnfinished(ctx context.Context, key string) error {
	path := b.prefix + key
	left, err := b.client.ListMultipartUploads(ctx, b.name, path, "", "", "", 1000) // a key has more of them at no time
	if slices.Contains([]string{minio.NotImplemented, minio.AccessDenied, minio.NoSuchUpload}, minio.ToErrorResponse(err).Code) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list unfinished uploads: %w", err)
	}
	for _, upload := range left.Uploads {
		if upload.Key != path {
			continue
		}
		if err := b.client.AbortMultipartUpload(ctx, b.name, path, upload.UploadID); err != nil && minio.ToErrorResponse(err).Code != minio.NoSuchUpload {
			return fmt.Errorf("abort an unfinished upload: %w", err)
		}
	}
	return nil
}

func (b *bucket) Each(ctx context.Context, prefix string, fn func(key string, written time.Time, size int64) error) error {
	for object := range b.client.ListObjectsIter(ctx, b.name, minio.ListObjectsOptions{Prefix: b.prefix + prefix, Recursive: true, FetchOwner: new(false)}) {
		if object.Err != nil {
			return object.Err
		}
		if err := fn(strings.TrimPrefix(object.Key, b.prefix), object.LastModified, object.Size); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// remote reads from S3: the request is sent by the first Read, from the place that Seek
// has set, so that a range costs one request.
type remote struct {
	ctx    context.Context //nolint:containedctx // io.Reader has no place for one
	bucket *bucket
	key    string
	size   int64
	at     int64
	body   io.ReadCloser
}

func (r *remote) Read(p []byte) (int, error) {
	if r.at >= r.size {
		return 0, io.EOF
	}
	if r.body == nil {
		body, _, err := r.bucket.get(r.ctx, r.key, r.at)
		if err != nil {
			return 0, err
		}
		r.body = body
	}
	n, err := r.body.Read(p)
	r.at += int64(n)
	return n, err
}

func (r *remote) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.size
	}
	if offset < 0 {
		return r.at, errors.New("seek before the start")
	}
	if offset != r.at {
		if err := r.Close(); err != nil {
			return r.at, err
		}
		r.at = offset
	}
	return r.at, nil
}

func (r *remote) Close() error {
	if r.body == nil {
		return nil
	}
	body := r.body
	r.body = nil
	return body.Close()
}
