package sigv4

import (
	"bytes"
	"crypto/md5"  // #nosec G501 -- Content-MD5 is S3's
	"crypto/sha1" // #nosec G505 -- x-amz-checksum-sha1 is S3's
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// What X-Amz-Content-Sha256 may be beside a hash.
const (
	unsigned                 = "UNSIGNED-PAYLOAD"
	streamingSigned          = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD"
	streamingSignedTrailer   = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"
	streamingUnsignedTrailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER"
)

// Body is the content of a request. A Read fails in the place of io.EOF where the content
// is not what was signed or announced: what has been kept until then must not be used.
type Body struct {
	r io.Reader
	// Size is the number of bytes to come; -1 where the client does not say.
	Size   int64
	read   int64
	checks []check
	// trailer gives the headers after the last chunk; nil for a body without.
	trailer func() http.Header
	// promised are the checksums of the trailer by the name of their header.
	promised map[string]hash.Hash
	err      error
}

// check compares what was read with what was announced.
type check struct {
	hash.Hash
	want []byte
	// code is the code of the refusal.
	code string
}

// crc64NVME is the polynomial of NVM Express, reflected.
var (
	crc64NVME  = crc64.MakeTable(0x9a6c9329ac4bc9b5)
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// checksums are the algorithms of x-amz-checksum-*.
var checksums = map[string]func() hash.Hash{
	"X-Amz-Checksum-Crc32":     func() hash.Hash { return crc32.NewIEEE() },
	"X-Amz-Checksum-Crc32c":    func() hash.Hash { return crc32.New(castagnoli) },
	"X-Amz-Checksum-Crc64nvme": func() hash.Hash { return crc64.New(crc64NVME) },
	"X-Amz-Checksum-Sha1":      sha1.New,
	"X-Amz-Checksum-Sha256":    sha256.New,
}

// Body is the body of the verified request, without the framing of chunks. It reads
// nothing yet, so that a client that waits for 100 Continue sends nothing that is refused.
func (s *Signature) Body(r *http.Request) (*Body, error) {
	b := &Body{r: r.Body, Size: r.ContentLength}
	switch s.payload {
	case unsigned:
	case streamingSigned, streamingSignedTrailer, streamingUnsignedTrailer:
		if err := b.chunked(r, s); err != nil {
			return nil, err
		}
	default:
		want, err := hex.DecodeString(s.payload)
		if err != nil || len(want) != sha256.Size {
			return nil, fault.New(fault.S3InvalidArgument, "x-amz-content-sha256 is UNSIGNED-PAYLOAD, a SHA-256, or of a stream of chunks with HMAC-SHA256")
		}
		b.checks = append(b.checks, check{sha256.New(), want, fault.S3ContentSHA256Mismatch})
	}
	if sent := r.Header.Get("Content-Md5"); sent != "" {
		want, err := base64.StdEncoding.DecodeString(sent)
		if err != nil || len(want) != md5.Size {
			return nil, fault.New(fault.S3InvalidDigest, "The Content-MD5 you specified is not valid")
		}
		b.checks = append(b.checks, check{md5.New(), want, fault.S3BadDigest}) // #nosec G401
	}
	for name, algorithm := range checksums {
		sent := r.Header.Get(name)
		if sent == "" {
			continue
		}
		h := algorithm()
		want, err := decodeChecksum(h, sent)
		if err != nil {
			return nil, err
		}
		b.checks = append(b.checks, check{h, want, fault.S3BadDigest})
	}
	return b, nil
}

// chunked takes the framing of aws-chunked away.
func (b *Body) chunked(r *http.Request, s *Signature) error {
	c := newChunkReader(r.Body)
	if s.payload != streamingUnsignedTrailer {
		c.signer = &chunkSigner{key: s.key, date: s.date, scope: s.scope, previous: s.signature, hash: sha256.New()}
	}
	c.hasTrailer = s.payload != streamingSigned
	b.r, b.Size = c, -1
	if sent := r.Header.Get("X-Amz-Decoded-Content-Length"); sent != "" {
		size, err := strconv.ParseInt(sent, 10, 64)
		if err != nil || size < 0 {
			return fault.New(fault.S3InvalidArgument, "x-amz-decoded-content-length is not a number of bytes")
		}
		b.Size = size
	}
	if !c.hasTrailer {
		return nil
	}
	b.trailer, b.promised = func() http.Header { return c.trailer }, map[string]hash.Hash{}
	for name := range strings.SplitSeq(strings.Join(r.Header.Values("X-Amz-Trailer"), ","), ",") {
		name = http.CanonicalHeaderKey(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		algorithm, ok := checksums[name]
		if !ok {
			return fault.New(fault.StorageInvalidRequest, "The value specified in the x-amz-trailer header is not supported")
		}
		b.promised[name] = algorithm()
	}
	return nil
}

func decodeChecksum(h hash.Hash, sent string) ([]byte, error) {
	want, err := base64.StdEncoding.DecodeString(sent)
	if err != nil || len(want) != h.Size() {
		return nil, fault.New(fault.StorageInvalidRequest, "Value for an x-amz-checksum header is invalid")
	}
	return want, nil
}

// Read gives the content.
func (b *Body) Read(p []byte) (int, error) {
	if b.err != nil {
		return 0, b.err
	}
	n, err := b.r.Read(p)
	b.read += int64(n)
	for _, c := range b.checks {
		c.Write(p[:n])
	}
	for _, h := range b.promised {
		h.Write(p[:n])
	}
	switch {
	case b.Size >= 0 && b.read > b.Size:
		b.err = fault.New(fault.S3IncompleteBody, "The body is longer than the headers say")
	case errors.Is(err, io.ErrUnexpectedEOF):
		b.err = fault.New(fault.S3IncompleteBody, "The body is shorter than the headers say").Because(err)
	case errors.Is(err, io.EOF):
		if b.err = b.verify(); b.err == nil {
			b.err = io.EOF
		}
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.err = fault.New(fault.S3RequestTimeout, "The body did not arrive in time").Because(err)
	case err != nil:
		b.err = readError(err)
	default:
		return n, nil
	}
	return n, b.err
}

// readError keeps what a limit or a check says. Everything else is of the connection.
func readError(err error) error {
	_, known := errors.AsType[*fault.Fault](err)
	if _, limited := errors.AsType[*http.MaxBytesError](err); known || limited {
		return err
	}
	return fault.New(fault.S3IncompleteBody, "The body could not be read").Because(err)
}

func (b *Body) verify() error {
	if b.Size >= 0 && b.read != b.Size {
		return fault.New(fault.S3IncompleteBody, "The body is shorter than the headers say")
	}
	for name, h := range b.promised {
		sent := b.trailer().Get(name)
		if sent == "" {
			return fault.New(fault.S3MalformedTrailer, "The trailer "+strings.ToLower(name)+" is missing")
		}
		want, err := decodeChecksum(h, sent)
		if err != nil {
			return err
		}
		b.checks = append(b.checks, check{h, want, fault.S3BadDigest})
	}
	for _, c := range b.checks {
		if bytes.Equal(c.Sum(nil), c.want) {
			continue
		}
		if c.code == fault.S3ContentSHA256Mismatch {
			return fault.New(c.code, "The provided 'x-amz-content-sha256' header does not match what was computed.")
		}
		return fault.New(c.code, "The checksum you specified did not match what we received.")
	}
	return nil
}
