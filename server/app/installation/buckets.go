package installation

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toubkal/toubkal/server/app/config"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/project/supabase"
	"github.com/toubkal/toubkal/server/storage/object"
)

// MakeBuckets makes the buckets of a Supabase folder, gives those that are there the
// properties that config.toml says, and stores the files of objects_path that are not there:
// at each start, so that what was interrupted is completed.
func (i *Installation) MakeBuckets(ctx context.Context, d *Database, store *object.Store) error {
	if i.Supabase == nil || !i.AutoMigrate || !slices.Contains(i.Services, "storage") {
		return nil
	}
	for _, b := range i.Supabase.Buckets {
		if err := object.CheckBucketName(b.Name); err != nil {
			return config.Invalid(fmt.Errorf("supabase/config.toml: storage.buckets.%s: %w", b.Name, err))
		}
		if err := i.orderBucket(ctx, d, b); err != nil {
			return err
		}
		err := store.AsOwner(ctx, func(tx db.Tx) error {
			_, err := tx.Exec(ctx, `with known as (
					update storage.buckets set public = coalesce($2, public), file_size_limit = coalesce(nullif($3::bigint, 0), file_size_limit),
						allowed_mime_types = coalesce($4, allowed_mime_types), updated_at = now()
					where name = $1 returning id
				)
				insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
				select $1, $1, coalesce($2, false), nullif($3::bigint, 0), $4 where not exists (select from known)
				on conflict do nothing`, b.Name, b.Public, b.FileSizeLimit, b.AllowedMimeTypes)
			return err
		})
		if err != nil {
			return fmt.Errorf("make the bucket %q: %w", b.Name, err)
		}
		if b.ObjectsPath == "" {
			continue
		}
		if err := i.storeObjects(ctx, store, b); err != nil {
			return fmt.Errorf("supabase/config.toml: storage.buckets.%s.objects_path: %w", b.Name, err)
		}
	}
	return nil
}

// orderBucket refuses what config.toml said of a bucket before it said something else: as
// with policy files, a node of an older release must not open what a newer one has closed.
// The database keeps the hash of what it says, and of what it said before.
func (i *Installation) orderBucket(ctx context.Context, d *Database, b supabase.Bucket) error {
	b.ObjectsPath = "" // where the files are is no right
	said, err := json.Marshal(b)
	if err != nil {
		return err
	}
	sum := fmt.Sprintf("%x", sha256.Sum256(said))
	return d.Locked(ctx, func(conn *db.Conn) error {
		known, err := Kept(ctx, conn, "bucket "+b.Name)
		if err != nil {
			return err
		}
		sums := strings.Fields(known)
		switch place := slices.Index(sums, sum); {
		case place == 0:
			return nil
		case place > 0 && !i.OlderPolicies && !i.Watching:
			return fmt.Errorf("supabase/config.toml: storage.buckets.%s: a newer release has replaced what it says: run that one, or go back: toubkal serve %s", b.Name, AllowOlderPolicies)
		}
		sums = append([]string{sum}, slices.DeleteFunc(sums, func(s string) bool { return s == sum })...)
		return Keep(ctx, conn, "bucket "+b.Name, strings.Join(sums, " "))
	})
}

// storeObjects stores a file under its name, or the files of a folder under their paths in
// it. What is there is left alone.
func (i *Installation) storeObjects(ctx context.Context, store *object.Store, b supabase.Bucket) error {
	from := b.ObjectsPath
	if !filepath.IsAbs(from) {
		from = filepath.Join(i.Project.Folder, "supabase", filepath.FromSlash(from))
	}
	return filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		name := entry.Name()
		if file != from {
			below, err := filepath.Rel(from, file)
			if err != nil {
				return err
			}
			name = object.Composed(filepath.ToSlash(below))
		}
		var known bool
		err = store.AsOwner(ctx, func(tx db.Tx) error {
			return tx.QueryRow(ctx, `select exists (select from storage.objects o join storage.buckets b on b.id = o.bucket_id where b.name = $1 and o.name = $2)`, b.Name, name).Scan(&known)
		})
		if err != nil || known {
			return err
		}
		return i.storeObject(ctx, store, object.Object{Bucket: b.Name, Name: name, CacheControl: "max-age=3600"}, file)
	})
}

// storeObject stores a file with the type that its name or else its first bytes say.
func (i *Installation) storeObject(ctx context.Context, store *object.Store, o object.Object, file string) error {
	content, err := os.Open(file) // #nosec G304 -- a file of the project
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	info, err := content.Stat()
	if err != nil {
		return err
	}
	start := make([]byte, 512)
	n, err := io.ReadFull(content, start)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return err
	}
	o.ContentType = cmp.Or(mime.TypeByExtension(path.Ext(o.Name)), http.DetectContentType(start[:n]))
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "/", nil)
	if err != nil {
		return err
	}
	if err := object.CheckName(o.Name); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	if _, err := store.Put(ctx, object.OnBehalf(request, "", "storage.object.upload"), o, content, info.Size()); err != nil {
		return fmt.Errorf("store %s: %w", file, err)
	}
	return nil
}
