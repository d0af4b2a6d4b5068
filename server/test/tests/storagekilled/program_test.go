//go:build endurance && (linux || darwin || freebsd)

package storagekilled

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/token"
)

const bucket = "papers"

// fault kills the program at an event: each message to PostgreSQL, once it is sent, each
// piece of a body, before it is read, and each message to S3 and from it.
type fault struct {
	at   int64 // 0 for never
	seen atomic.Int64
}

func (f *fault) event() {
	if f.at > 0 && f.seen.Add(1) == f.at {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {} // until it arrives
	}
}

// dial opens a connection whose writes are events.
func (f *fault) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
	return watched{conn, f}, err
}

type watched struct {
	net.Conn
	*fault
}

func (w watched) Write(p []byte) (int, error) {
	n, err := w.Conn.Write(p)
	w.event()
	return n, err
}

// body gives content in two pieces.
func (f *fault) body(content string) io.Reader {
	half := len(content) / 2
	return io.MultiReader(&piece{f, strings.NewReader(content[:half])}, &piece{f, strings.NewReader(content[half:])})
}

type piece struct {
	*fault
	io.Reader
}

func (p *piece) Read(b []byte) (int, error) {
	p.event()
	return p.Reader.Read(b)
}

// openStore opens the objects of a database and a store of bytes, as the program does.
func openStore(ctx context.Context, database, address string, o db.Options) (*object.Store, func(), error) {
	pool, err := db.Open(ctx, database, o)
	if err != nil {
		return nil, nil, err
	}
	bytes, err := blob.Open(address)
	if err != nil {
		pool.Close()
		return nil, nil, err
	}
	return &object.Store{
		Pool: pool, FileSizeLimit: 1 << 30, Now: time.Now,
		Files: files.New(files.Options{Pool: pool, Bytes: bytes, Grace: time.Nanosecond, Log: slog.New(slog.DiscardHandler)}),
	}, func() { _ = bytes.Close(); pool.Close() }, nil
}

// caller is a caller that policies do not bind.
func caller() object.Caller {
	r, err := http.NewRequest(http.MethodPost, "/", nil) //nolint:noctx // it is not sent
	if err != nil {
		panic(err)
	}
	return object.NewCaller(r, token.Claims{Role: token.ServiceRole, JSON: []byte(`{"role": "service_role"}`)}, "storage.object.upload")
}

func put(ctx context.Context, s *object.Store, f *fault, name, content string, upsert bool) error {
	o := object.Object{Bucket: bucket, Name: name, ContentType: "text/plain", CacheControl: "no-cache", Upsert: upsert}
	_, err := s.Put(ctx, caller(), o, f.body(content), int64(len(content)))
	return err
}

// program does what its environment says, as a server would for a request.
func program(ctx context.Context) error {
	at, err := strconv.ParseInt(os.Getenv("KILL_AT"), 10, 64)
	if err != nil {
		return err
	}
	f, address := &fault{}, os.Getenv("KILL_STORE")
	if strings.HasPrefix(address, "s3:") {
		if address, _, err = throughRelay(ctx, address, f.event); err != nil {
			return err
		}
	}
	s, end, err := openStore(ctx, os.Getenv("KILL_DATABASE"), address, db.Options{Dial: f.dial})
	if err != nil {
		return err
	}
	defer end()
	if err := s.Pool.Ping(ctx); err != nil {
		return err
	}
	f.at = at
	from, to := object.Place{Bucket: bucket, Name: os.Getenv("KILL_NAME")}, object.Place{Bucket: bucket, Name: os.Getenv("KILL_NAME") + " 2"}
	switch does := os.Getenv("KILL_DOES"); does {
	case "upload", "overwrite":
		err = put(ctx, s, f, from.Name, "new "+from.Name, does == "overwrite")
	case "move":
		_, err = s.Move(ctx, caller(), from, to)
	case "copy":
		_, err = s.Copy(ctx, caller(), from, to, object.CopyOptions{})
	case "delete":
		err = s.RemoveOne(ctx, caller(), bucket, from.Name)
	case "collect":
		_, err = s.Files.Collect(ctx)
	case "load":
		return load(ctx, s, f, from.Name)
	default:
		err = fmt.Errorf("%s is unknown", does)
	}
	return err
}

// load uploads, overwrites and deletes until it is killed, and prints each step before and
// after: "try 3 NAME CONTENT", "ack 3 NAME CONTENT", without content for a deletion.
func load(ctx context.Context, s *object.Store, f *fault, prefix string) error {
	var work sync.WaitGroup
	for g := range 4 {
		work.Go(func() {
			for i := 0; ; i++ {
				name := fmt.Sprintf("%s-%d-%d", prefix, g, i)
				for step, content := range []string{"first-of-" + name, strings.Repeat("second", 10_000), ""} {
					if step == 2 && i%2 == 0 {
						continue
					}
					fmt.Printf("try %s %s\n", name, content)
					var err error
					if content == "" {
						err = s.RemoveOne(ctx, caller(), bucket, name)
					} else {
						err = put(ctx, s, f, name, content, step > 0)
					}
					if err != nil {
						fmt.Printf("failed %v\n", err)
						return
					}
					fmt.Printf("ack %s %s\n", name, content)
				}
			}
		})
	}
	work.Wait()
	return nil
}
