package app

import (
	"net/url"
	"path/filepath"
	"slices"
	"time"
)

// Storage is the configuration of files.
type Storage struct {
	// StorageURL is where the bytes of files are: file:///folder, or s3://bucket with
	// parameters such as ?region=eu-west-3&endpoint=https://host&use_path_style=true, whose
	// keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Defaults to DataDir/storage.
	StorageURL string `env:"STORAGE_URL" secret:"yes"`
	// FileSizeLimit bounds an uploaded file, in bytes, whatever its bucket allows.
	FileSizeLimit int64 `env:"UPLOAD_FILE_SIZE_LIMIT" envDefault:"52428800"`
	// StorageTrueStatus answers refusals of the storage API with the HTTP status that they
	// state; by default most have 400, as Supabase's.
	StorageTrueStatus bool `env:"STORAGE_TRUE_STATUS"`
	// StorageSigningKeys sign addresses of files, 32 characters or more each: the first signs,
	// all are taken. Defaults to a key that is made from the JWT secret.
	StorageSigningKeys names `env:"STORAGE_SIGNING_KEYS" secret:"yes"`
	// StorageSignedLife bounds the life of a signed address for a download; 0 for no bound.
	StorageSignedLife time.Duration `env:"STORAGE_SIGNED_URL_LIFE"`
	// StorageGrace is how long the bytes of a deleted or overwritten file are kept: at least
	// as long as an older copy of the database may be restored.
	StorageGrace time.Duration `env:"STORAGE_GRACE" envDefault:"24h"`
	// UploadExpiry is how long a resumable upload may take, in milliseconds.
	UploadExpiry int64 `env:"TUS_URL_EXPIRY_MS" envDefault:"86400000"`
}

func (c *Storage) check(say func(bad bool, format string, args ...any)) {
	u, err := url.Parse(c.StorageURL)
	say(err != nil || c.StorageURL != "" && u.Scheme != "file" && u.Scheme != "s3", "STORAGE_URL: use file:///folder or s3://bucket")
	say(err == nil && u.Scheme == "file" && !filepath.IsAbs(u.Path), "STORAGE_URL: write the whole path, as in file:///var/lib/files")
	say(c.FileSizeLimit < 1, "UPLOAD_FILE_SIZE_LIMIT: %d bytes are too few; use 1 or more", c.FileSizeLimit)
	say(c.UploadExpiry < 60_000, "TUS_URL_EXPIRY_MS: %d is too short; use 60000 (a minute) or more", c.UploadExpiry)
	say(slices.ContainsFunc(c.StorageSigningKeys, func(key string) bool { return len(key) < 32 }), "STORAGE_SIGNING_KEYS: a key is too short; use 32 characters or more, with commas between keys")
	say(c.StorageSignedLife < 0, "STORAGE_SIGNED_URL_LIFE: %s is below 0", c.StorageSignedLife)
	say(c.StorageGrace < time.Minute, "STORAGE_GRACE: %s is too short; use 1m or more", c.StorageGrace)
}
