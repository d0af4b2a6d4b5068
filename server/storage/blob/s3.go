package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/s3/types"
	"github.com/aws/smithy-go"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"

	_ "gocloud.dev/blob/s3blob" // opens s3://
)

// maxPut is the most that S3 takes in one request, in bytes.
const maxPut = 5 << 30

// bucket keeps each key as an object of a service that speaks S3.
type bucket struct {
	*blob.Bucket
	client *s3.Client
	name   string
	prefix string // of each key, as the address says
	maxPut int64  // above it a file is sent in parts of that size, bytes
}

func openS3(ctx context.Context, address *url.URL) (*bucket, error) {
	if address.User != nil {
		return nil, errors.New("its keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, not a part of the address")
	}
	// Other services lack the newer checksums: the SDK would log that for each download.
	query := address.Query()
	for _, parameter := range []string{"request_checksum_calculation", "response_checksum_validation"} {
		if query.Has("endpoint") && !query.Has(parameter) {
			query.Set(parameter, "when_required")
		}
	}
	complete := *address
	complete.RawQuery = query.Encode()
	opened, err := blob.OpenBucket(ctx, complete.String())
	if err != nil {
		return nil, err
	}
	b := &bucket{Bucket: opened, name: address.Host, prefix: query.Get("prefix"), maxPut: maxPut}
	if !opened.As(&b.client) {
		return nil, errors.Join(errors.New("it is not opened by the AWS SDK"), opened.Close())
	}
	return b, nil
}

// Write collects the bytes in a temporary file, which has no name, and sends that. A
// client may be slow, and gocloud's writer holds up to 16 MiB of each upload in memory.
// The folder of temporary files is TMPDIR's.
func (b *bucket) Write(ctx context.Context, key string, r io.Reader) (size int64, err error) {
	file, err := os.CreateTemp("", "toubkal-upload-*")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := os.Remove(file.Name()); err != nil {
		return 0, err
	}
	if size, err = io.Copy(file, readerUntil{ctx, r}); err != nil {
		return size, err
	}
	if size > b.maxPut {
		return size, b.writeParts(ctx, key, file, size)
	}
	_, err = b.client.PutObject(ctx, &s3.PutObjectInput{
		Bucket: &b.name, Key: aws.String(b.prefix + key), Body: io.NewSectionReader(file, 0, size), ContentLength: &size,
	})
	if err != nil {
		return size, fmt.Errorf("send to S3: %w", err)
	}
	return size, nil
}

// writeParts sends a file that is too large for one request. An upload that fails is
// aborted; what a killed program leaves is for DeleteUnfinished.
func (b *bucket) writeParts(ctx context.Context, key string, file io.ReaderAt, size int64) (err error) {
	path := aws.String(b.prefix + key)
	upload, err := b.client.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: &b.name, Key: path})
	if err != nil {
		return fmt.Errorf("send to S3: %w", err)
	}
	var parts []types.CompletedPart
	for at := int64(0); err == nil && at < size; at += b.maxPut {
		length, number := min(b.maxPut, size-at), aws.Int32(int32(len(parts)+1)) // #nosec G115 -- S3 refuses the 10,001st
		var sent *s3.UploadPartOutput
		sent, err = b.client.UploadPart(ctx, &s3.UploadPartInput{
			Bucket: &b.name, Key: path, UploadId: upload.UploadId, PartNumber: number,
			Body: io.NewSectionReader(file, at, length), ContentLength: &length,
		})
		if err == nil {
			parts = append(parts, types.CompletedPart{
				PartNumber: number, ETag: sent.ETag,
				ChecksumCRC32: sent.ChecksumCRC32, ChecksumCRC32C: sent.ChecksumCRC32C, ChecksumCRC64NVME: sent.ChecksumCRC64NVME,
			})
		}
	}
	if err == nil {
		_, err = b.client.CompleteMultipartUpload(ctx, &s3.CompleteMultipartUploadInput{
			Bucket: &b.name, Key: path, UploadId: upload.UploadId, MultipartUpload: &types.CompletedMultipartUpload{Parts: parts},
		})
	}
	if err == nil {
		return nil
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, failed := b.client.AbortMultipartUpload(after, &s3.AbortMultipartUploadInput{Bucket: &b.name, Key: path, UploadId: upload.UploadId})
	return fmt.Errorf("send to S3: %w", errors.Join(err, failed))
}

func (b *bucket) Reader(ctx context.Context, key string, size int64) (io.ReadSeekCloser, error) {
	return &remote{ctx: ctx, bucket: b.Bucket, key: key, size: size}, nil
}

func (b *bucket) Delete(ctx context.Context, key string) error {
	err := b.Bucket.Delete(ctx, key)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil
	}
	return err
}

func (b *bucket) Open(ctx context.Context, key string) (io.ReadSeekCloser, int64, error) {
	body, err := b.NewReader(ctx, key, nil)
	if gcerrors.Code(err) == gcerrors.NotFound {
		return nil, 0, fmt.Errorf("%w: %w", ErrNotFound, err)
	}
	if err != nil {
		return nil, 0, err
	}
	return &remote{ctx: ctx, bucket: b.Bucket, key: key, size: body.Size(), body: body}, body.Size(), nil
}

// DeleteUnfinished aborts the uploads in parts of key. A service that does not list them has
// to abort them itself (docs/storage.md).
func (b *bucket) DeleteUnfinished(ctx context.Context, key string) error {
	path := b.prefix + key
	left, err := b.client.ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{Bucket: &b.name, Prefix: &path})
	if err != nil {
		if refused, ok := errors.AsType[smithy.APIError](err); ok && slices.Contains([]string{"NotImplemented", "AccessDenied", "NoSuchUpload"}, refused.ErrorCode()) {
			return nil
		}
		return fmt.Errorf("list unfinished uploads: %w", err)
	}
	for _, upload := range left.Uploads { // a key has more than 1,000 of them at no time
		if aws.ToString(upload.Key) != path {
			continue
		}
		_, err := b.client.AbortMultipartUpload(ctx, &s3.AbortMultipartUploadInput{Bucket: &b.name, Key: &path, UploadId: upload.UploadId})
		if refused, ok := errors.AsType[smithy.APIError](err); err != nil && (!ok || refused.ErrorCode() != "NoSuchUpload") {
			return fmt.Errorf("abort an unfinished upload: %w", err)
		}
	}
	return nil
}

func (b *bucket) Each(ctx context.Context, prefix string, fn func(key string, written time.Time, size int64) error) error {
	for token := blob.FirstPageToken; ; {
		page, next, err := b.ListPage(ctx, token, 1000, &blob.ListOptions{Prefix: prefix})
		if err != nil {
			return err
		}
		for _, object := range page {
			if err := fn(object.Key, object.ModTime, object.Size); err != nil {
				return err
			}
		}
		if len(next) == 0 {
			return nil
		}
		token = next
	}
}

// remote reads from S3: the request is sent by the first Read, from the place that Seek
// has set, so that a range costs one request.
type remote struct {
	ctx    context.Context //nolint:containedctx // io.Reader has no place for one
	bucket *blob.Bucket
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
		body, err := r.bucket.NewRangeReader(r.ctx, r.key, r.at, -1, nil)
		if gcerrors.Code(err) == gcerrors.NotFound {
			return 0, fmt.Errorf("%w: %w", ErrNotFound, err)
		}
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
