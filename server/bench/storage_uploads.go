package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Cases of uploads.
const (
	uploadMany   = "upload of 100 files of 1 MiB, 20 at a time"
	uploadPut    = "upload of 5 GiB by one PUT"
	uploadChunks = "upload of 5 GiB by TUS, in chunks of 6 MiB"
)

const (
	uploadFiles   = 100
	uploadClients = 20
	uploadSize    = 1 << 20
	largeSize     = 5 << 30
	// chunkSize is that of Supabase's documentation for resumable uploads.
	chunkSize = 6 << 20
	// spareDisk is what stays free beside the largest file.
	spareDisk = 2 << 30
)

// uploadsOfFiles stores many files at the same time. An operation is a file.
func (e *storageEnvironment) uploadsOfFiles(ctx context.Context) (o outcome, err error) {
	var next atomic.Int64
	var work sync.WaitGroup
	latencies, failed := make([]*hdrhistogram.Histogram, uploadClients), make([]error, uploadClients)
	began := time.Now()
	for i := range uploadClients {
		latencies[i] = histogram()
		work.Go(func() {
			for n := next.Add(1); n <= uploadFiles && failed[i] == nil; n = next.Add(1) {
				due := time.Now()
				body, err := newGenerated(rand.NewChaCha8([32]byte{byte(n)}), 0, uploadSize)
				if err == nil {
					_, _, err = e.send(ctx, ours, "POST", fmt.Sprintf("/object/%s/many/%d.bin", largeBucket, n), body, uploadSize, "Content-Type", "application/octet-stream")
				}
				failed[i] = errors.Join(err, latencies[i].RecordValue(max(time.Since(due).Microseconds(), 1)))
			}
		})
	}
	work.Wait()
	o = outcome{requests: uploadFiles, took: time.Since(began), latency: histogram()}
	for _, one := range latencies {
		o.latency.Merge(one)
	}
	return o, errors.Join(failed...)
}

// large is the size of the largest uploads; of a short run 64 chunks at the least.
func (e *storageEnvironment) large() int64 {
	return max(int64(e.o.scale*largeSize)/chunkSize*chunkSize, 4*chunkSize)
}

// uploadLarge stores a large file by one request. An operation is a MiB.
func (e *storageEnvironment) uploadLarge(ctx context.Context) (outcome, error) {
	return e.largeFile(ctx, "put.bin", func(target string, size int64) error {
		body, err := newGenerated(largeContent(), 0, size)
		if err == nil {
			_, _, err = e.send(ctx, ours, "PUT", target, body, size, "Content-Type", "application/octet-stream")
		}
		return err
	})
}

// uploadResumable stores it in chunks, as the stock clients of TUS do.
func (e *storageEnvironment) uploadResumable(ctx context.Context) (outcome, error) {
	return e.largeFile(ctx, "tus.bin", func(_ string, size int64) error {
		encoded := func(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }
		header, _, err := e.send(ctx, ours, "POST", "/upload/resumable", nil, 0, "Tus-Resumable", "1.0.0", "Upload-Length", strconv.FormatInt(size, 10),
			"Upload-Metadata", "bucketName "+encoded(largeBucket)+",objectName "+encoded("tus.bin")+",contentType "+encoded("application/octet-stream"))
		if err != nil {
			return err
		}
		for at := int64(0); at < size; at += chunkSize {
			length := min(chunkSize, size-at)
			chunk, err := newGenerated(largeContent(), at, length)
			if err == nil {
				_, _, err = e.send(ctx, ours, "PATCH", header.Get("Location"), chunk, length,
					"Tus-Resumable", "1.0.0", "Upload-Offset", strconv.FormatInt(at, 10), "Content-Type", "application/offset+octet-stream")
			}
			if err != nil {
				return fmt.Errorf("the chunk at %d: %w", at, err)
			}
		}
		return nil
	})
}

// largeContent is the bytes that every block of a large file has behind its number.
func largeContent() io.Reader { return rand.NewChaCha8([32]byte{1}) }

// largeFile has a file stored, reads a piece in its middle and its end again, and deletes it
// and its bytes.
func (e *storageEnvironment) largeFile(ctx context.Context, name string, upload func(target string, size int64) error) (o outcome, err error) {
	size := e.large()
	var disk syscall.Statfs_t
	if err := syscall.Statfs(e.dir, &disk); err != nil {
		return o, err
	}
	if free := int64(disk.Bavail) * int64(disk.Bsize); free < size+spareDisk {
		return o, fmt.Errorf("%s has %d MiB free, and the case needs %d", e.dir, free>>20, (size+spareDisk)>>20)
	}
	target := "/object/" + largeBucket + "/" + name
	began := time.Now()
	if err := upload(target, size); err != nil {
		return o, err
	}
	o = outcome{requests: int(size >> 20), took: time.Since(began), latency: histogram()}
	for _, at := range []int64{size/2 + 12_345, size - 100} {
		want, err := newGenerated(largeContent(), at, 100)
		if err != nil {
			return o, err
		}
		expected, _ := io.ReadAll(want) // of memory: it cannot fail
		header, got, err := e.send(ctx, ours, "GET", target, nil, 0, "Range", fmt.Sprintf("bytes=%d-%d", at, at+99))
		if err != nil {
			return o, err
		}
		if total := fmt.Sprintf("bytes %d-%d/%d", at, at+99, size); header.Get("Content-Range") != total || string(got) != string(expected) {
			return o, fmt.Errorf("%s: the range is %q and its bytes are right: %t; want %q", name, header.Get("Content-Range"), string(got) == string(expected), total)
		}
	}
	if _, _, err := e.send(ctx, ours, "DELETE", target, nil, 0); err != nil {
		return o, err
	}
	return o, e.removeDead()
}

// removeDead deletes the bytes of large files, which the program keeps for a day.
func (e *storageEnvironment) removeDead() error {
	rows, err := e.admin.Query(context.Background(), `select coalesce(p.key, f.version) from toubkal_storage.files f
		left join toubkal_storage.parts p on p.version = f.version where f.state = 'dead' and f.bucket_id = '`+largeBucket+`'`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		if err := rows.Scan(&key); err != nil {
			return err
		}
		if err := os.Remove(filepath.Join(e.folder, "v", key[:2], key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return rows.Err()
}
