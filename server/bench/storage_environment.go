package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
)

// Variables that make this program the reference of downloads: the address that it listens
// on, and the folder that it serves.
const (
	fileServerVariable = "TOUBKAL_BENCH_FILE_SERVER"
	fileServerFolder   = "TOUBKAL_BENCH_FOLDER"
)

// fileServer is the name of that system: http.FileServer in a process of its own.
const fileServer = "FileServer"

// Buckets of the benchmark.
const (
	publicBucket  = "photos"  // public: downloads and pictures
	largeBucket   = "large"   // uploads
	listedBucket  = "listed"  // a million rows without bytes
	emptiedBucket = "emptied" // 200,000 rows, each with a file of its own in the database
)

// storageEnvironment is what files are measured on: the program with a folder of bytes, and
// http.FileServer with the same bytes.
type storageEnvironment struct {
	*environment
	o          options
	serviceKey string
	servers    map[string]string // the address by the system's name
	admin      *pgx.Conn         // as superuser, in the database of the program that is measured
	folder     string            // of its bytes
	served     string            // the folder of http.FileServer
	widths     atomic.Int64      // renderings asked for
}

// newStorageEnvironment starts PostgreSQL and the servers.
func newStorageEnvironment(ctx context.Context, o options, out io.Writer) (_ *storageEnvironment, err error) {
	e := &storageEnvironment{o: o, servers: map[string]string{}}
	if e.environment, err = newEnvironment(ctx, o.root, size{reviews: 1, customers: 1, wide: 1}, o.throwaway); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, e.close())
		}
	}()
	if e.serviceKey, err = e.roleKey("service_role"); err != nil {
		return nil, err
	}
	if o.program == "" {
		o.program = filepath.Join(e.dir, "program")
		if err = build(ctx, out, o.root, o.program); err != nil {
			return nil, err
		}
	}
	e.served, e.folder = filepath.Join(e.dir, "served"), filepath.Join(e.dir, ours, "storage")
	if err = os.Mkdir(e.served, 0o700); err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	err = e.openServer(ctx, fileServer, func(address string) []string {
		return []string{fileServerVariable + "=" + address, fileServerFolder + "=" + e.served}
	}, "/", self)
	if err != nil {
		return nil, err
	}
	for _, one := range []struct{ name, program string }{{ours, o.program}, {before, o.against}} {
		if one.program == "" {
			continue
		}
		if err = e.openProgram(ctx, one.name, one.program); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// openProgram starts a build of the program with a database of its own, and makes the
// buckets. A signed-in user may list and read what is in the bucket of lists.
func (e *storageEnvironment) openProgram(ctx context.Context, name, program string) error {
	database := "storage_" + name
	if _, err := e.environment.admin.Exec(ctx, "create database "+pgx.Identifier{database}.Sanitize()); err != nil {
		return err
	}
	url, err := databaseURL(e.postgres, database)
	if err != nil {
		return err
	}
	err = e.openServer(ctx, name, func(address string) []string {
		host, port, _ := net.SplitHostPort(address)
		return []string{
			"HOST=" + host, "PORT=" + port, "SERVICES=rest,auth,storage", "DATABASE_URL=" + url, "LOG_LEVEL=warn", "TOUBKAL_ENV=production",
			"TOUBKAL_DATA_DIR=" + filepath.Join(e.dir, name), "GOTRUE_JWT_SECRET=" + e.secret, "PGRST_DB_POOL=" + strconv.Itoa(poolSize),
			"UPLOAD_FILE_SIZE_LIMIT=" + strconv.Itoa(8<<30),
		}
	}, "/storage/v1/health", program, "serve")
	if err != nil {
		return err
	}
	admin, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	if _, err := admin.Exec(ctx, `insert into storage.buckets (id, name, public) select b, b, b = '`+publicBucket+`'
		from unnest(array['`+publicBucket+`', '`+largeBucket+`', '`+listedBucket+`', '`+emptiedBucket+`']) b;
		create policy bench_list on storage.objects for select to authenticated using (bucket_id = '`+listedBucket+`')`); err != nil {
		return errors.Join(err, admin.Close(ctx))
	}
	if name != ours {
		return admin.Close(ctx)
	}
	e.admin = admin
	return nil
}

// openServer starts a program, and waits until path is found.
func (e *storageEnvironment) openServer(ctx context.Context, name string, env func(address string) []string, path, program string, args ...string) error {
	address, err := freeAddress()
	if err != nil {
		return err
	}
	ready := func() error {
		answer, err := http.Get("http://" + address + path)
		if err != nil {
			return err
		}
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			return errors.New(answer.Status)
		}
		return nil
	}
	c, err := start(ctx, address, filepath.Join(e.dir, name+".log"), ready, env(address), program, args...)
	if err != nil {
		return err
	}
	e.children, e.servers[name] = append(e.children, c), address
	e.systems[name] = system{
		name: name, server: process{pid: c.cmd.Process.Pid},
		open: func(_ context.Context, s *scenario) (client, error) { return e.openClient(name, s) },
	}
	return nil
}

func (e *storageEnvironment) close() error {
	var err error
	if e.admin != nil {
		err = e.admin.Close(context.Background())
	}
	return errors.Join(err, e.environment.close())
}

// send makes a request of the storage API with the service key, and refuses another answer
// than 2xx. size is the body's, -1 where it is not known. Headers are names and values in turn.
func (e *storageEnvironment) send(ctx context.Context, name, method, target string, body io.Reader, size int64, headers ...string) (http.Header, []byte, error) {
	if u := "http://" + e.servers[name] + "/storage/v1"; len(target) == 0 || target[0] == '/' {
		target = u + target
	}
	r, err := http.NewRequestWithContext(ctx, method, target, body)
	if err != nil {
		return nil, nil, err
	}
	r.ContentLength = size
	r.Header.Set("Authorization", "Bearer "+e.serviceKey)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode/100 != 2 {
		err = fmt.Errorf("%s %s: %s %.300s", method, target, answer.Status, text)
	}
	return answer.Header, text, err
}

// upload stores bytes in a bucket of every program.
func (e *storageEnvironment) upload(ctx context.Context, bucket, name, kind string, content []byte) error {
	for server := range e.servers {
		if server == fileServer {
			continue
		}
		if _, _, err := e.send(ctx, server, "POST", "/object/"+bucket+"/"+name, bytes.NewReader(content), int64(len(content)), "Content-Type", kind); err != nil {
			return err
		}
	}
	return nil
}

// generated gives size bytes that no disk compresses and no two places have alike: blocks of
// random bytes that begin with their number. It keeps one block.
type generated struct {
	block []byte
	at    int64
	size  int64
}

const generatedBlock = 64 << 10

func newGenerated(random io.Reader, from, size int64) (*generated, error) {
	g := &generated{block: make([]byte, generatedBlock), at: from, size: from + size}
	_, err := io.ReadFull(random, g.block)
	return g, err
}

func (g *generated) Read(p []byte) (n int, err error) {
	for n < len(p) && g.at < g.size {
		offset := g.at % generatedBlock
		binary.BigEndian.PutUint64(g.block, uint64(g.at/generatedBlock))
		copied := copy(p[n:], g.block[offset:min(generatedBlock, offset+g.size-g.at)])
		n += copied
		g.at += int64(copied)
	}
	if n == 0 && g.at == g.size {
		return 0, io.EOF
	}
	return n, nil
}
