// Package blobtest runs a test on every kind of store: a folder, and a service that speaks
// S3. That is gofakes3 in the process; where S3Variable names a real one, as `make test-s3`
// does, it is that.
package blobtest

import (
	"crypto/rand"
	"net/http/httptest"
	"net/url"
	"os"
	"sync"
	"testing"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"github.com/toubkal/toubkal/server/storage/blob"
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

// Address is that of an empty store: a folder, or where S3Variable is set that service.
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
	store, err := blob.Open(t.Context(), address)
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
		service = inProcess()
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

// inProcess is the address of a service in this process. It lives as long as that.
var inProcess = sync.OnceValue(func() string {
	for _, name := range []string{"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		if err := os.Setenv(name, "test"); err != nil {
			panic(err)
		}
	}
	backend := s3mem.New()
	if err := backend.CreateBucket("bucket"); err != nil {
		panic(err)
	}
	server := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog()), gofakes3.WithoutVersioning()).Server())
	return "s3://bucket?region=us-east-1&use_path_style=true&endpoint=" + url.QueryEscape(server.URL)
})
