package blob

import (
	"context"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// SendParts has files above size bytes sent to S3 in parts of that size.
func (s *Store) SendParts(size int64) {
	if b, ok := s.place.(*bucket); ok {
		b.maxPut = size
	}
}

// LeaveParts sends a part of a file to S3 and no more, as a program that is killed does.
func (s *Store) LeaveParts(ctx context.Context, key string) error {
	b := s.place.(*bucket)
	path := aws.String(b.prefix + key)
	upload, err := b.client.CreateMultipartUpload(ctx, &s3.CreateMultipartUploadInput{Bucket: &b.name, Key: path})
	if err != nil {
		return err
	}
	_, err = b.client.UploadPart(ctx, &s3.UploadPartInput{
		Bucket: &b.name, Key: path, UploadId: upload.UploadId, PartNumber: aws.Int32(1), Body: strings.NewReader("content"),
	})
	return err
}

// Unfinished are the keys of uploads to S3 that are not completed.
func (s *Store) Unfinished(ctx context.Context) (keys []string, err error) {
	b := s.place.(*bucket)
	left, err := b.client.ListMultipartUploads(ctx, &s3.ListMultipartUploadsInput{Bucket: &b.name, Prefix: &b.prefix})
	if err != nil {
		return nil, err
	}
	for _, upload := range left.Uploads {
		keys = append(keys, strings.TrimPrefix(*upload.Key, b.prefix))
	}
	return keys, nil
}
