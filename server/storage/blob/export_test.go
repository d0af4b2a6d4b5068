package blob

import (
	"context"
	"strings"

	"github.com/minio/minio-go/v7"
)

// SendParts has files above size bytes sent to S3 in parts of that size.
func (st *Store) SendParts(size int64) {
	if b, ok := st.place.(*bucket); ok {
		b.maxPut = size
	}
}

// SendChecksums has S3 compare checksums, as Amazon is asked to.
func (st *Store) SendChecksums() {
	if b, ok := st.place.(*bucket); ok {
		b.checksums = true
	}
}

// LeaveParts sends a part of a file to S3 and no more, as a program that is killed does.
func (st *Store) LeaveParts(ctx context.Context, key string) error {
	b := st.place.(*bucket)
	id, err := b.client.NewMultipartUpload(ctx, b.name, b.prefix+key, minio.PutObjectOptions{})
	if err != nil {
		return err
	}
	_, err = b.client.PutObjectPart(ctx, b.name, b.prefix+key, id, 1, strings.NewReader("content"), 7, minio.PutObjectPartOptions{})
	return err
}

// Unfinished are the keys of uploads to S3 that are not completed.
func (st *Store) Unfinished(ctx context.Context) (keys []string, err error) {
	b := st.place.(*bucket)
	left, err := b.client.ListMultipartUploads(ctx, b.name, b.prefix, "", "", "", 1000)
	for _, upload := range left.Uploads {
		keys = append(keys, strings.TrimPrefix(upload.Key, b.prefix))
	}
	return keys, err
}
