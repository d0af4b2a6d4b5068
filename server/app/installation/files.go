package installation

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"path/filepath"

	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/token"
)

// OpenBytes opens where the bytes of files are.
func (i *Installation) OpenBytes() (*blob.Store, error) {
	address := i.StorageURL
	if address == "" {
		address = (&url.URL{Scheme: "file", Path: filepath.ToSlash(filepath.Join(i.DataDir, "storage"))}).String()
	}
	store, err := blob.Open(address)
	if err != nil {
		return nil, fmt.Errorf("STORAGE_URL: %w", err)
	}
	return store, nil
}

// S3Seal is the 32 bytes that encrypt the secrets of access keys in the database.
func S3Seal(secret string) []byte {
	sum := sha256.Sum256([]byte(token.Derive(secret, "storage:access-keys")))
	return sum[:]
}
