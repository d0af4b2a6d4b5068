package app

import (
	"context"
	"fmt"
	"slices"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/files"
)

const storageUsage = `usage: toubkal storage check [--delete]
  lists objects whose bytes are not there, and bytes that no object has: those older than
  STORAGE_GRACE, unfinished writes too. --delete deletes such bytes, and never an object.
  The exit status is 1 where anything is left that has no counterpart.`

// checkFiles is the command `storage check`, beside a program that may be running.
func (p *program) checkFiles(ctx context.Context, args []string) error {
	remove := slices.Equal(args, []string{"check", "--delete"})
	if !remove && !slices.Equal(args, []string{"check"}) {
		return usageError("%s", storageUsage)
	}
	p.AutoMigrate = false
	return p.withDatabase(ctx, func(d *database) error {
		pool, err := db.Open(ctx, d.direct.storage, db.Options{MaxConns: 2}) // one lists, one deletes
		if err != nil {
			return err
		}
		defer pool.Close()
		bytes, err := p.openBytes()
		if err != nil {
			return err
		}
		defer func() { _ = bytes.Close() }()
		return p.checkStorage(ctx, files.New(files.Options{Pool: pool, Bytes: bytes, Grace: p.StorageGrace, Log: p.log}), remove)
	})
}

// checkStorage prints what Check finds, a line each, and then the sums.
func (p *program) checkStorage(ctx context.Context, stored *files.Files, remove bool) error {
	var objects, pieces int
	var lost, unused int64 // bytes
	err := stored.Check(ctx, func(found files.Finding) error {
		if found.Key == "" {
			objects++
			lost += found.Size
			_, err := fmt.Fprintf(p.out, "object without bytes\t%s/%s\tversion %s\t%d bytes\n", found.Bucket, found.Name, found.Version, found.Size)
			return err
		}
		pieces++
		unused += found.Size
		done := ""
		if remove {
			if err := stored.Delete(ctx, found); err != nil {
				return err
			}
			done = "\tdeleted"
		}
		_, err := fmt.Fprintf(p.out, "bytes without object\t%s\t%d bytes%s\n", found.Key, found.Size, done)
		return err
	})
	if err != nil {
		return fmt.Errorf("check the files: %w", err)
	}
	_, err = fmt.Fprintf(p.out, "%d objects without bytes (%d bytes), %d files without an object (%d bytes)\n", objects, lost, pieces, unused)
	if err == nil && (objects > 0 || pieces > 0 && !remove) {
		return fmt.Errorf("%d objects without bytes, %d files without an object", objects, pieces)
	}
	return err
}
