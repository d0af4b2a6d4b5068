package files

import (
	"context"
	"crypto/md5" // #nosec G501 -- S3's ETag, no protection
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/storage/blob"
)

// MaxParts bounds the parts of one file, as S3 does.
const MaxParts = 10_000

// Part is a piece of a file that arrives in several requests: resumable uploads and S3's
// multipart uploads. Its bytes stay where they are; the file is their sequence.
type Part struct {
	Key    string
	Number int
	Size   int64 // bytes
	// MD5 is zero until the part has arrived.
	MD5     [md5.Size]byte
	Created time.Time
}

// WritePart keeps what r gives as a part of a pending file. Parts of the same number
// stay until the file is published or ends: KeepParts says which count. After an error of
// r the part holds what came before it, where partial is set; else nothing is kept.
func (f *Files) WritePart(ctx context.Context, version string, number int, r io.Reader, partial bool) (Part, error) {
	p := Part{Key: uuid.NewString(), Number: number}
	var cut error
	if partial {
		r = &untilError{r: r, err: &cut}
	}
	// Registered before its bytes are there, so that a crash leaves none without a row.
	err := f.one(ctx, `insert into toubkal_storage.parts (key, version, number, size)
		select $1, version, $3, 0 from toubkal_storage.files where version = $2 and state = 'pending' and lease_until > now()
		on conflict (key) do update set size = 0`,
		p.Key, version, number)
	if err != nil {
		return Part{}, err
	}
	// What came before the client left must be kept although its request has ended.
	keeping := ctx
	if partial {
		keeping = context.WithoutCancel(ctx)
	}
	if p.Size, p.MD5, err = f.keep(keeping, version, p.Key, r); err != nil {
		return Part{}, err
	}
	err = f.one(keeping, `update toubkal_storage.parts set size = $2, md5 = $3 where key = $1`, p.Key, p.Size, p.MD5[:])
	return p, errors.Join(err, cut)
}

// untilError ends where r fails, and remembers why.
type untilError struct {
	r   io.Reader
	err *error
}

func (u *untilError) Read(p []byte) (int, error) {
	n, err := u.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		*u.err, err = err, io.EOF
	}
	return n, err
}

// Parts are the parts of a file, whatever its state, ordered by number and then by age. A file
// that is one piece has none.
func (f *Files) Parts(ctx context.Context, version string) (parts []Part, err error) {
	err = f.Pool.Repeat(ctx, func(conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `select key, number, size, md5, created_at from toubkal_storage.parts where version = $1 order by number, created_at`, version)
		if err != nil {
			return err
		}
		parts, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Part, err error) {
			var sum []byte
			err = row.Scan(&p.Key, &p.Number, &p.Size, &sum, &p.Created)
			copy(p.MD5[:], sum)
			return p, err
		})
		return err
	})
	return parts, err
}

// OpenPart reads one part.
func (f *Files) OpenPart(ctx context.Context, p Part) (io.ReadCloser, error) {
	return f.Bytes.Reader(ctx, key(p.Key), p.Size)
}

// DropPart deletes a part at once that no published file consists of: one that was written
// again. The bytes go first, so that a crash leaves none without a row.
func (f *Files) DropPart(ctx context.Context, name string) error {
	if err := f.Bytes.Delete(ctx, key(name)); err != nil {
		return err
	}
	return f.exec(ctx, `delete from toubkal_storage.parts where key = $1`, name)
}

// ErrNoPart means that a part of which a file should consist has been replaced meanwhile.
var ErrNoPart = errors.New("a part of the upload has been replaced")

// KeepParts says, in the transaction that publishes the file, which of its parts it
// consists of: they are numbered anew, and the others become a dead file. keys are UUIDs.
func KeepParts(version string, keys []string) []Change {
	list, rest := []byte("{"+strings.Join(keys, ",")+"}"), []byte(uuid.NewString())
	args := [][]byte{[]byte(version), rest, list}
	return []Change{
		{Rows: -1, Statement: db.Statement{Args: args, SQL: `insert into toubkal_storage.files (version, state, bucket_id, size)
			select $2, 'dead', bucket_id, 0 from toubkal_storage.files f where version = $1
				and exists (select from toubkal_storage.parts p where p.version = $1 and p.key <> all ($3))`}},
		{Rows: -1, Statement: db.Statement{Args: args, SQL: `update toubkal_storage.parts set version = $2 where version = $1 and key <> all ($3)`}},
		{Rows: int64(len(keys)), Otherwise: ErrNoPart, Statement: db.Statement{Args: [][]byte{args[0], list}, SQL: `update toubkal_storage.parts p set number = k.number
			from unnest($2::text[]) with ordinality as k (key, number) where p.key = k.key and p.version = $1`}},
	}
}

// DropReplaced deletes the parts of a number of a pending file that were sent again: of
// those that have arrived, all but the newest. It never takes one from a file that is
// published meanwhile.
func (f *Files) DropReplaced(ctx context.Context, version string, number int) error {
	var replaced []string
	err := f.Pool.LoginTx(ctx, func(tx db.Tx) error {
		var bucket string
		err := tx.QueryRow(ctx, `select bucket_id from toubkal_storage.files where version = $1 and state = 'pending' for update`, version).Scan(&bucket)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		// They become a dead file, so that a crash before the end leaves them to Collect.
		dead := uuid.NewString()
		rows, err := tx.Query(ctx, `with replaced as (
				select p.key from toubkal_storage.parts p where p.version = $1 and p.number = $2 and p.md5 is not null
					and exists (select from toubkal_storage.parts newer where newer.version = $1 and newer.number = $2 and newer.md5 is not null
						and (newer.created_at, newer.key) > (p.created_at, p.key))
			), file as (
				insert into toubkal_storage.files (version, state, bucket_id, size, state_at)
				select $3, 'dead', $4, 0, '-infinity' where exists (select from replaced)
			) select key from replaced`, version, number, dead, bucket)
		if err != nil {
			return err
		}
		if replaced, err = pgx.CollectRows(rows, pgx.RowTo[string]); err != nil || len(replaced) == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `update toubkal_storage.parts set version = $1 where key = any ($2)`, dead, replaced)
		return err
	})
	for _, key := range replaced {
		if err == nil {
			err = f.DropPart(ctx, key)
		}
	}
	return err
}

// Open opens a published file for reading from any place. Where it is one piece in a
// folder it is an *os.File, which the kernel can send. size is the object's. A file whose
// bytes are gone is blob.ErrNotFound, at once or at the first Read.
func (f *Files) Open(ctx context.Context, version string, size int64) (io.ReadSeekCloser, error) {
	if !isName(version) {
		return nil, blob.ErrNotFound
	}
	parts, ok := f.parts.get(version)
	if !ok {
		var err error
		if parts, err = f.Parts(ctx, version); err != nil {
			return nil, err
		}
		f.parts.put(version, parts)
	}
	if len(parts) == 0 {
		return f.Bytes.Reader(ctx, key(version), size)
	}
	return f.OpenParts(ctx, parts), nil
}

// OpenParts reads parts one after the other.
func (f *Files) OpenParts(ctx context.Context, parts []Part) io.ReadSeekCloser {
	return &sequence{open: func(p Part) (io.ReadSeekCloser, error) { return f.Bytes.Reader(ctx, key(p.Key), p.Size) }, parts: parts}
}

// sequence reads parts one after the other.
type sequence struct {
	open  func(Part) (io.ReadSeekCloser, error)
	parts []Part
	at    int64 // in the whole
	body  io.ReadCloser
	left  int64 // of body
}

func (s *sequence) Read(p []byte) (int, error) {
	for s.left == 0 {
		if err := s.Close(); err != nil {
			return 0, err
		}
		start := int64(0)
		i := 0
		for i < len(s.parts) && s.at >= start+s.parts[i].Size {
			start += s.parts[i].Size
			i++
		}
		if i == len(s.parts) {
			return 0, io.EOF
		}
		body, err := s.open(s.parts[i])
		if err != nil {
			return 0, err
		}
		if _, err := body.Seek(s.at-start, io.SeekStart); err != nil {
			return 0, errors.Join(err, body.Close())
		}
		s.body, s.left = body, start+s.parts[i].Size-s.at
	}
	n, err := s.body.Read(p[:min(int64(len(p)), s.left)])
	s.at += int64(n)
	s.left -= int64(n)
	if errors.Is(err, io.EOF) {
		if err = nil; s.left > 0 {
			err = io.ErrUnexpectedEOF
		}
	}
	return n, err
}

func (s *sequence) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += s.at
	case io.SeekEnd:
		for _, p := range s.parts {
			offset += p.Size
		}
	}
	if offset < 0 {
		return s.at, errors.New("seek before the start")
	}
	s.at, s.left = offset, 0
	return offset, nil
}

func (s *sequence) Close() error {
	if s.body == nil {
		return nil
	}
	body := s.body
	s.body, s.left = nil, 0
	return body.Close()
}

// partCache remembers the parts of published files, which never change. Most have none.
type partCache struct {
	mu    sync.Mutex
	files map[string][]Part
	count int // of parts
}

// cachedParts bounds it: about 10 MB.
const cachedParts = 100_000

func (p *partCache) get(version string) ([]Part, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	parts, ok := p.files[version]
	return parts, ok
}

func (p *partCache) put(version string, parts []Part) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.count += 1 + len(parts); p.files == nil || p.count > cachedParts {
		p.files, p.count = map[string][]Part{}, 1+len(parts)
	}
	p.files[version] = parts
}
