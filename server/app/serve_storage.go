package app

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/storage"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/resumable"
	"github.com/toubkal/toubkal/server/storage/s3"
	"github.com/toubkal/toubkal/server/storage/signed"
	"github.com/toubkal/toubkal/server/token"
)

// storageWaiting bounds the requests of one caller that wait for a connection.
const storageWaiting = 100

// storageService answers /storage/v1.
type storageService struct {
	*storage.Service
	uploads *resumable.Service
	s3      *s3.Service
	pool    *db.Pool
	bytes   *blob.Store
}

func (p *program) openStorage(ctx context.Context, d *database, k *credentials) (*storageService, error) {
	s := &storageService{}
	var err error
	if s.pool, err = p.openPool(ctx, d.pooled.storage, db.Options{MaxConns: p.share(storageConns), MaxWaiting: storageWaiting}); err != nil {
		return nil, err
	}
	if s.bytes, err = p.openBytes(); err != nil {
		s.close()
		return nil, err
	}
	objects := &object.Store{
		Pool: s.pool, Files: files.New(files.Options{Pool: s.pool, Bytes: s.bytes, Grace: p.StorageGrace, Log: p.log}),
		Verify:        k.keys.WithRules(token.Rules{AnonRole: token.Anon}).Verify,
		FileSizeLimit: p.FileSizeLimit, Now: time.Now,
	}
	signing := p.StorageSigningKeys
	if len(signing) == 0 {
		signing = names{token.Derive(p.JWTSecret, "storage:signed-urls")}
	}
	signer := signed.NewSigner(time.Now, signing...)
	s.uploads, err = resumable.New(resumable.Options{
		Store: objects, Signer: signer,
		Address: p.publicURL(), Expiry: time.Duration(p.UploadExpiry) * time.Millisecond, Log: p.log,
	})
	if err != nil {
		s.close()
		return nil, err
	}
	s.Service = storage.New(storage.Options{
		Store: objects, Resumable: s.uploads,
		Signer: signer, SignedLife: p.StorageSignedLife, TrueStatus: p.StorageTrueStatus, Log: p.log,
		Enqueue: func(ctx context.Context, tx db.Tx, bucket string, before time.Time) error {
			_, err := jobs.Add(ctx, tx, emptyBucket, emptyArgs{bucket, before}, jobs.AddOptions{})
			return err
		},
	})
	keys, err := s3.NewKeys(s.pool, s3Seal(p.JWTSecret))
	if err != nil {
		s.close()
		return nil, err
	}
	s.s3 = s3.New(s3.Options{
		Store: s.Store, Keys: keys, KeyID: p.S3KeyID, KeySecret: p.S3KeySecret, ProjectRef: p.S3ProjectRef, AnonKey: k.anonKey,
		Region: p.S3Region, Prefix: s3Prefix, PublicURL: p.publicURL(), UploadLife: p.S3UploadLife, Log: p.log,
	})
	return s, nil
}

// openBytes opens where the bytes of files are.
func (p *program) openBytes() (*blob.Store, error) {
	address := p.StorageURL
	if address == "" {
		address = (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(p.DataDir, "storage"))}).String()
	}
	store, err := blob.Open(address)
	if err != nil {
		return nil, fmt.Errorf("STORAGE_URL: %w", err)
	}
	return store, nil
}

// claimStorage refuses to serve files from another place than the other nodes.
func (p *program) claimStorage(ctx context.Context, d *database, store *blob.Store) error {
	if !slices.Contains(p.Services, "storage") {
		return nil
	}
	prepared := d.asOwner
	if p.AutoMigrate {
		prepared = d.locked
	}
	return prepared(ctx, func(conn *db.Conn) error {
		known, err := kept(ctx, conn, "storage")
		if refused := db.Refused(err); refused != nil && refused.Code == "42P01" { // undefined_table
			return nil
		}
		if err != nil {
			return err
		}
		identity, err := store.Claim(known)
		if err == nil && identity != known {
			err = keep(ctx, conn, "storage", identity)
		}
		if err != nil {
			return fmt.Errorf("STORAGE_URL: %w", err)
		}
		return nil
	})
}

// picturesShutdownTimeout is how long the end of the program waits for a picture that is
// encoded in the background.
const picturesShutdownTimeout = 3 * time.Second

// s3Seal is the 32 bytes that encrypt the secrets of access keys in the database.
func s3Seal(secret string) []byte {
	sum := sha256.Sum256([]byte(token.Derive(secret, "storage:access-keys")))
	return sum[:]
}

func (s *storageService) close() {
	if s.Service != nil {
		ctx, cancel := context.WithTimeout(context.Background(), picturesShutdownTimeout)
		defer cancel()
		s.Service.Close(ctx)
	}
	if s.bytes != nil {
		_ = s.bytes.Close()
	}
	s.pool.Close()
}

// emptyBucket is the job that deletes a bucket's objects.
const emptyBucket = "storage:empty-bucket"

// emptyArgs are its arguments.
type emptyArgs struct {
	Bucket string    `json:"bucket"`
	Before time.Time `json:"before"`
}

// What is kept of rendered pictures: they are made again where they are asked for.
const (
	renderedAge  = 30 * 24 * time.Hour
	renderedSize = 1 << 30 // bytes
)

// registerStorage has buckets emptied, the bytes deleted that no object has any more, and
// expired uploads.
func registerStorage(runner *jobs.Runner, s *storageService) {
	runner.Handle(emptyBucket, jobs.Work{Timeout: 10 * time.Minute, Handle: func(ctx context.Context, job jobs.Job) error {
		var args emptyArgs
		if err := json.Unmarshal(job.Args, &args); err != nil {
			return jobs.Cancel(fmt.Errorf("read the arguments: %w", err))
		}
		return s.EmptyBucket(ctx, args.Bucket, args.Before)
	}})
	runner.Every(jobs.Schedule{
		Name: "storage:collect", Cron: "*/5 * * * *", MakeUp: true, Timeout: 10 * time.Minute,
		Run: func(ctx context.Context) error {
			_, err := s.Store.Files.Collect(ctx)
			return errors.Join(err, s.uploads.Collect(ctx))
		},
	})
	runner.Every(jobs.Schedule{
		Name: "storage:collect-rendered", Cron: "25 * * * *", MakeUp: true, Timeout: 10 * time.Minute,
		Run: func(ctx context.Context) error {
			_, err := s.Store.Files.CollectDerived(ctx, renderedAge, renderedSize)
			return err
		},
	})
}
