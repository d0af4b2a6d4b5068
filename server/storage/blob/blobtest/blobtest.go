// Package blobtest runs a test on every kind of store: a folder, and a service that speaks
// S3. That is the engine's own (server/storage/s3); where S3Variable names another one, as
// `make test-s3` does, it is that. The tests need pgtest.Main.
package blobtest

import (
	"crypto/rand"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/s3"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// S3Variable has the address of a bucket that tests may fill, as blob.Open takes it. Its
// keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
const S3Variable = "TOUBKAL_TEST_S3"

// Each runs fn with the address of an empty store of each kind.
func Each(t *testing.T, fn func(t *testing.T, address string)) {
	t.Helper()
	t.Run("folder", func(t *testing.T) {
		t.Parallel()
		fn(t, "file://"+t.TempDir())
	})
	t.Run("s3", func(t *testing.T) {
		t.Parallel()
		fn(t, S3(t))
	})
}

// Address is the address of an empty store: a folder, or where S3Variable is set that service.
func Address(t *testing.T) string {
	t.Helper()
	if os.Getenv(S3Variable) != "" {
		return S3(t)
	}
	return "file://" + t.TempDir()
}

// Open opens a store until the test ends.
func Open(t *testing.T, address string) *blob.Store {
	t.Helper()
	store, err := blob.Open(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// S3 is the address of an empty store that is served by S3.
func S3(t *testing.T) string {
	t.Helper()
	service := os.Getenv(S3Variable)
	if service == "" {
		service = own(t)
	}
	address, err := url.Parse(service)
	if err != nil {
		t.Fatal(err)
	}
	query := address.Query()
	query.Set("prefix", rand.Text()+"/")
	address.RawQuery = query.Encode()
	return address.String()
}

// setKey gives this process the key of its own services.
var setKey = sync.OnceValue(func() error {
	if err := os.Setenv("AWS_ACCESS_KEY_ID", "test"); err != nil {
		return err
	}
	return os.Setenv("AWS_SECRET_ACCESS_KEY", "test")
})

// own is the address of a bucket in a service of ours, on a database and a folder of its own.
func own(t *testing.T) string {
	t.Helper()
	if err := setKey(); err != nil {
		t.Fatal(err)
	}
	base := pgtest.New(t)
	pool, err := db.Open(t.Context(), base.LoginURL("supabase_storage_admin"), db.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := base.Admin.Exec(t.Context(), `insert into storage.buckets (id, name) values ('bucket', 'bucket')`); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	server := httptest.NewServer(s3.New(s3.Options{
		KeyID: "test", KeySecret: "test", Region: "us-east-1", UploadLife: time.Hour, Log: log,
		Store: &object.Store{
			Pool: pool, Now: time.Now, FileSizeLimit: 1 << 30,
			Files: files.New(files.Options{Pool: pool, Bytes: Open(t, "file://"+t.TempDir()), Log: log}),
		},
	}))
	t.Cleanup(server.Close)
	return "s3://bucket?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
}
