package config

import (
	"net/url"
	"path/filepath"
	"slices"
	"time"
)

// Storage is the configuration of files.
type Storage struct {
	// StorageURL is the address of the store of files: file:///folder, or s3://bucket with
	// parameters such as ?region=eu-west-3&endpoint=https://host&use_path_style=true, whose
	// keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, else a role's. Defaults to DataDir/storage.
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
	// StorageGrace is the time that the bytes of a deleted or overwritten file are kept: at least
	// as long as an older copy of the database may be restored.
	StorageGrace time.Duration `env:"STORAGE_GRACE" envDefault:"24h"`
	// UploadExpiry is the time that a resumable upload may take, in milliseconds.
	UploadExpiry int64 `env:"TUS_URL_EXPIRY_MS" envDefault:"86400000"`
	// S3KeyID and S3KeySecret are an access key of the S3 protocol that acts as service_role;
	// empty is none.
	S3KeyID     string `env:"S3_PROTOCOL_ACCESS_KEY_ID"`
	S3KeySecret string `env:"S3_PROTOCOL_ACCESS_KEY_SECRET" secret:"yes"`
	// S3Region is what S3 clients are told; they may sign for any.
	S3Region string `env:"STORAGE_S3_REGION" envDefault:"us-east-1"`
	// S3ProjectRef is the access key with which users sign: the secret is the anon key, and
	// the session token their access token.
	S3ProjectRef string `env:"TENANT_ID" envDefault:"stub"`
	// S3UploadLife is how long a multipart upload is kept after its last part.
	S3UploadLife time.Duration `env:"S3_MULTIPART_UPLOAD_TTL" envDefault:"168h"`
}

func (s *Storage) check(say func(bad bool, format string, args ...any)) {
	u, err := url.Parse(s.StorageURL)
	say(err != nil || s.StorageURL != "" && u.Scheme != "file" && u.Scheme != "s3", "STORAGE_URL: use file:///folder or s3://bucket")
	say(err == nil && u.Scheme == "file" && !filepath.IsAbs(u.Path), "STORAGE_URL: write the whole path, as in file:///var/lib/files")
	say(s.FileSizeLimit < 1, "UPLOAD_FILE_SIZE_LIMIT: %d bytes are too few; use 1 or more", s.FileSizeLimit)
	say(s.UploadExpiry < 60_000, "TUS_URL_EXPIRY_MS: %d is too short; use 60000 (a minute) or more", s.UploadExpiry)
	say(slices.ContainsFunc(s.StorageSigningKeys, func(key string) bool { return len(key) < 32 }), "STORAGE_SIGNING_KEYS: a key is too short; use 32 characters or more, with commas between keys")
	say(s.StorageSignedLife < 0, "STORAGE_SIGNED_URL_LIFE: %s is below 0", s.StorageSignedLife)
	say((s.S3KeyID == "") != (s.S3KeySecret == ""), "S3_PROTOCOL_ACCESS_KEY_ID and S3_PROTOCOL_ACCESS_KEY_SECRET: set both, or none")
	say(s.S3KeySecret != "" && len(s.S3KeySecret) < 16, "S3_PROTOCOL_ACCESS_KEY_SECRET: use 16 characters or more")
	say(s.S3UploadLife < time.Minute, "S3_MULTIPART_UPLOAD_TTL: %s is too short; use 1m or more", s.S3UploadLife)
	say(s.StorageGrace < time.Minute, "STORAGE_GRACE: %s is too short; use 1m or more", s.StorageGrace)
}
