package s3

import (
	"context"
	"encoding/xml"
	"net/http"
	"net/url"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/object"
)

// maxBuckets bounds a list of buckets, which S3 gives whole.
const maxBuckets = 10_000

type bucketEntry struct {
	Name         string
	CreationDate isoTime
}

func (s *Service) listBuckets(w http.ResponseWriter, in *request) error {
	var found []bucketEntry
	err := s.Store.As(in.Context(), in.caller, "", func(tx db.Tx) error {
		rows, err := tx.Query(in.Context(), `select id, coalesce(created_at, 'epoch') from storage.buckets where type = 'STANDARD' order by id limit $1`, maxBuckets)
		if err != nil {
			return err
		}
		found, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (b bucketEntry, err error) {
			return b, row.Scan(&b.Name, (*time.Time)(&b.CreationDate))
		})
		return err
	})
	if err != nil {
		return err
	}
	reply(w, http.StatusOK, struct {
		XMLName   xml.Name      `xml:"ListAllMyBucketsResult"`
		Namespace string        `xml:"xmlns,attr"`
		Buckets   []bucketEntry `xml:"Buckets>Bucket"`
	}{Namespace: namespace, Buckets: found})
	return nil
}

// createBucket says that a bucket is there before it asks who may create one: rclone
// sends this before each upload, and goes on where the bucket exists.
func (s *Service) createBucket(w http.ResponseWriter, in *request) error {
	if err := in.ignoreBody(); err != nil { // of a location, which there is one of
		return err
	}
	name := object.Composed(in.bucket)
	if err := object.CheckBucketName(name); err != nil {
		return err
	}
	var there bool
	err := s.Store.AsOwner(in.Context(), func(tx db.Tx) error {
		return tx.QueryRow(in.Context(), `select exists (select from storage.buckets where id = $1 or name = $1)`, name).Scan(&there)
	})
	if err != nil {
		return err
	}
	if there {
		return fault.New(fault.StorageBucketAlreadyExists, "The requested bucket name is not available.")
	}
	ownerID, ownerUUID := in.caller.Owner()
	err = s.Store.As(in.Context(), in.caller, name, func(tx db.Tx) error {
		_, err := tx.Exec(in.Context(), `insert into storage.buckets (id, name, owner, owner_id, public) values ($1, $1, $2::uuid, $3, $4)`,
			name, ownerUUID, ownerID, in.Header.Get("X-Amz-Acl") == "public-read")
		return err
	})
	if err == nil {
		w.Header().Set("Location", "/"+url.PathEscape(name))
		w.WriteHeader(http.StatusOK)
	}
	return err
}

// visible refuses a bucket that the policies hide from the caller.
func (s *Service) visible(in *request) error {
	return s.Store.As(in.Context(), in.caller, in.bucket, func(tx db.Tx) error {
		var there bool
		err := tx.QueryRow(in.Context(), `select exists (select from storage.buckets where id = $1)`, in.bucket).Scan(&there)
		if err == nil && !there {
			err = object.NoSuchBucket()
		}
		return err
	})
}

func (s *Service) headBucket(w http.ResponseWriter, in *request) error {
	if err := s.visible(in); err != nil {
		return err
	}
	w.Header().Set("X-Amz-Bucket-Region", s.Region)
	w.WriteHeader(http.StatusOK)
	return nil
}

func (s *Service) deleteBucket(w http.ResponseWriter, in *request) error {
	err := s.Store.As(in.Context(), in.caller, in.bucket, func(tx db.Tx) error {
		return object.RemoveBucket(in.Context(), tx, in.bucket)
	})
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
	}
	return err
}

func (s *Service) location(w http.ResponseWriter, in *request) error {
	if err := s.visible(in); err != nil {
		return err
	}
	reply(w, http.StatusOK, struct {
		XMLName   xml.Name `xml:"LocationConstraint"`
		Namespace string   `xml:"xmlns,attr"`
		Region    string   `xml:",chardata"`
	}{Namespace: namespace, Region: s.Region})
	return nil
}

// versioning says that no bucket keeps old versions.
func (s *Service) versioning(w http.ResponseWriter, in *request) error {
	if err := s.visible(in); err != nil {
		return err
	}
	reply(w, http.StatusOK, struct {
		XMLName   xml.Name `xml:"VersioningConfiguration"`
		Namespace string   `xml:"xmlns,attr"`
	}{Namespace: namespace})
	return nil
}

// exists refuses a bucket that is not there, whoever asks: the rights to its objects are
// those of storage.objects.
func (s *Service) exists(ctx context.Context, bucket string) error {
	_, err := s.Store.Limits(ctx, bucket)
	return err
}
