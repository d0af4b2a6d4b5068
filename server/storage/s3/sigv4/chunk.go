package sigv4

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/toubkal/toubkal/server/fault"
)

// maxChunkLine bounds the line that begins a chunk, and each line of the trailer, in bytes.
const maxChunkLine = 1024

// maxTrailers bounds the lines of the trailer.
const maxTrailers = 16

// chunkReader takes the framing of aws-chunked away: SIZE;chunk-signature=SIGNATURE CRLF
// data CRLF, a chunk of size 0, and lines of a trailer. No chunk is held in memory: what
// is read is not proved until io.EOF.
type chunkReader struct {
	r       *bufio.Reader
	left    int64 // of the chunk
	started bool
	signer  *chunkSigner // nil where chunks are not signed
	// hasTrailer says that lines follow the last chunk.
	hasTrailer bool
	trailer    http.Header
	signature  []byte // of the chunk
	err        error
}

func newChunkReader(r io.Reader) *chunkReader {
	return &chunkReader{r: bufio.NewReaderSize(r, 4096), trailer: http.Header{}}
}

// chunkSigner follows the chain of signatures: each signs the one before it.
type chunkSigner struct {
	key                   []byte
	date, scope, previous string
	hash                  hash.Hash // of the chunk's data
}

var emptyHash = hex.EncodeToString(sha256.New().Sum(nil))

// chunk is the signature that the chunk must have.
func (c *chunkSigner) chunk() []byte {
	sum := hmacSHA256(c.key, Algorithm+"-PAYLOAD\n"+c.date+"\n"+c.scope+"\n"+c.previous+"\n"+emptyHash+"\n"+hex.EncodeToString(c.hash.Sum(nil)))
	c.hash.Reset()
	c.previous = hex.EncodeToString(sum)
	return sum
}

// lines is the signature that the trailer must have.
func (c *chunkSigner) lines(text string) []byte {
	sum := sha256.Sum256([]byte(text))
	return hmacSHA256(c.key, Algorithm+"-TRAILER\n"+c.date+"\n"+c.scope+"\n"+c.previous+"\n"+hex.EncodeToString(sum[:]))
}

func (c *chunkReader) Read(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	if len(p) == 0 {
		return 0, nil
	}
	for c.left == 0 {
		if c.err = c.next(); c.err != nil {
			return 0, c.err
		}
	}
	n, err := c.r.Read(p[:min(int64(len(p)), c.left)])
	c.left -= int64(n)
	if c.signer != nil {
		c.signer.hash.Write(p[:n])
	}
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	c.err = err
	return n, err
}

// next ends a chunk and begins the one after it; io.EOF after the last.
func (c *chunkReader) next() error {
	if c.started {
		if err := c.endChunk(); err != nil {
			return err
		}
	}
	c.started = true
	line, err := c.line()
	if err != nil {
		return err
	}
	size, extension, _ := strings.Cut(line, ";")
	// 15 digits of base 16 fit
	if c.left, err = strconv.ParseInt(size, 16, 61); err != nil || c.left < 0 || strings.HasPrefix(size, "+") || strings.HasPrefix(size, "-") {
		return badFraming("the size of a chunk is not a number of base 16")
	}
	c.signature = nil
	if c.signer != nil {
		text, ok := strings.CutPrefix(extension, "chunk-signature=")
		if c.signature, err = hex.DecodeString(text); err != nil || !ok {
			return badFraming("a chunk has no signature")
		}
	}
	if c.left > 0 {
		return nil
	}
	if err := c.verify(); err != nil {
		return err
	}
	if err := c.readTrailer(); err != nil {
		return err
	}
	return io.EOF
}

func (c *chunkReader) endChunk() error {
	if err := c.verify(); err != nil {
		return err
	}
	line, err := c.line()
	if err == nil && line != "" {
		err = badFraming("a chunk is longer than its size")
	}
	return err
}

func (c *chunkReader) verify() error {
	if c.signer != nil && !hmac.Equal(c.signature, c.signer.chunk()) {
		return fault.New(fault.S3SignatureDoesNotMatch, "The signature of a chunk does not match")
	}
	return nil
}

// readTrailer reads lines until an empty one or the end: some clients leave out the empty one.
func (c *chunkReader) readTrailer() error {
	var signed strings.Builder
	for range maxTrailers {
		line, err := c.line()
		if errors.Is(err, io.ErrUnexpectedEOF) && line == "" {
			return c.verifyTrailer(signed.String())
		}
		if err != nil {
			return err
		}
		if line == "" {
			if err := c.verifyTrailer(signed.String()); err != nil {
				return err
			}
			// what follows belongs to no request
			if n, _ := io.CopyN(io.Discard, c.r, 1); n > 0 {
				return badFraming("bytes follow the last chunk")
			}
			return nil
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || !c.hasTrailer {
			return badFraming("a line of the trailer is not NAME:VALUE")
		}
		name, value = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(value)
		c.trailer.Set(name, value)
		if name != "x-amz-trailer-signature" {
			signed.WriteString(name + ":" + value + "\n")
		}
	}
	return badFraming("the trailer has too many lines")
}

func (c *chunkReader) verifyTrailer(signed string) error {
	if c.signer == nil || !c.hasTrailer {
		return nil
	}
	given, err := hex.DecodeString(c.trailer.Get("X-Amz-Trailer-Signature"))
	if err != nil || !hmac.Equal(given, c.signer.lines(signed)) {
		return fault.New(fault.S3SignatureDoesNotMatch, "The signature of the trailer does not match")
	}
	return nil
}

// line reads until CRLF, which it takes off. LF alone ends a line too: S3 takes it.
func (c *chunkReader) line() (string, error) {
	var line []byte
	for {
		b, err := c.r.ReadByte()
		if errors.Is(err, io.EOF) {
			return string(line), io.ErrUnexpectedEOF
		}
		if err != nil {
			return "", err
		}
		if b == '\n' {
			return strings.TrimSuffix(string(line), "\r"), nil
		}
		if line = append(line, b); len(line) > maxChunkLine {
			return "", badFraming("a line is too long")
		}
	}
}

func badFraming(why string) error {
	return fault.New(fault.StorageInvalidRequest, "The body is not aws-chunked: "+why)
}
