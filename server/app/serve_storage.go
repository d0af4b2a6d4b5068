package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/app/installation"
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

func (p *program) openStorage(ctx context.Context, d *installation.Database, k *installation.Credentials) (*storageService, error) {
	s := &storageService{}
	var err error
	if s.pool, err = p.OpenPool(ctx, d.Pooled.Storage, db.Options{MaxConns: p.PoolShare(config.StorageConns), MaxWaiting: storageWaiting}); err != nil {
		return nil, err
	}
	if s.bytes, err = p.OpenBytes(); err != nil {
		s.close()
		return nil, err
	}
	objects := &object.Store{
		Pool: s.pool, Files: files.New(files.Options{Pool: s.pool, Bytes: s.bytes, Grace: p.StorageGrace, Log: p.Log}),
		Verify:        k.Keys.WithRules(token.Rules{AnonRole: token.Anon}).Verify,
		FileSizeLimit: p.FileSizeLimit, Now: time.Now,
	}
	signing := p.StorageSigningKeys
	if len(signing) == 0 {
		signing = []string{token.Derive(p.JWTSecret, "storage:signed-urls")}
	}
	signer := signed.NewSigner(time.Now, signing...)
	s.uploads, err = resumable.New(resumable.Options{
		Store: objects, Signer: signer,
		Address: p.PublicURL(), Expiry: time.Duration(p.UploadExpiry) * time.Millisecond, Log: p.Log,
	})
	if err != nil {
		s.close()
		return nil, err
	}
	s.Service = storage.New(storage.Options{
		Store: objects, Resumable: s.uploads,
		Signer: signer, SignedLife: p.StorageSignedLife, TrueStatus: p.StorageTrueStatus, Log: p.Log,
		Enqueue: func(ctx context.Context, tx db.Tx, bucket string, before time.Time) error {
			_, err := jobs.Add(ctx, tx, emptyBucket, emptyArgs{bucket, before}, jobs.AddOptions{})
			return err
		},
	})
	keys, err := s3.NewKeys(s.pool, installation.S3Seal(p.JWTSecret))
	if err != nil {
		s.close()
		return nil, err
	}
	s.s3 = s3.New(s3.Options{
		Store: s.Store, Keys: keys, KeyID: p.S3KeyID, KeySecret: p.S3KeySecret, ProjectRef: p.S3ProjectRef, AnonKey: k.AnonKey,
		Region: p.S3Region, Prefix: s3Prefix, PublicURL: p.PublicURL(), UploadLife: p.S3UploadLife, Log: p.Log,
	})
	return s, nil
}

// claimStorage refuses to serve files from another place than the other nodes.
func (p *program) claimStorage(ctx context.Context, d *installation.Database, store *blob.Store) error {
	if !slices.Contains(p.Services, "storage") {
		return nil
	}
	prepared := d.AsOwner
	if p.AutoMigrate {
		prepared = d.Locked
	}
	return prepared(ctx, func(conn *db.Conn) error {
		known, err := installation.Kept(ctx, conn, "storage")
		if refused := db.Refused(err); refused != nil && refused.Code == "42P01" { // undefined_table
			return nil
		}
		if err != nil {
			return err
		}
		identity, err := store.Claim(known)
		if err == nil && identity != known {
			err = installation.Keep(ctx, conn, "storage", identity)
		}
		if err != nil {
			return fmt.Errorf("STORAGE_URL: %w", err)
		}
		return nil
	})
}

// picturesShutdownTimeout is the time that the end of the program waits for a picture that is
// encoded in the background.
const picturesShutdownTimeout = 3 * time.Second

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
