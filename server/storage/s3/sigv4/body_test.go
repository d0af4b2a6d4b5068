package sigv4

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash/crc32"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

func sha256Hex(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// chunksOfAWS are the two examples of AWS's documentation: 65 KiB of "a" in signed chunks.
// docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html and sigv4-streaming-trailers.html
func chunksOfAWS(trailer bool) *http.Request {
	first, second := strings.Repeat("a", 65536), strings.Repeat("a", 1024)
	signatures := []string{
		"ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
		"0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
		"b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9",
	}
	if trailer {
		signatures = []string{
			"b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
			"1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
			"2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992",
		}
	}
	body := fmt.Sprintf("10000;chunk-signature=%s\r\n%s\r\n400;chunk-signature=%s\r\n%s\r\n0;chunk-signature=%s\r\n", signatures[0], first, signatures[1], second, signatures[2])
	if trailer {
		body += "x-amz-checksum-crc32c:sOO8/Q==\r\nx-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n"
	}
	r := httptest.NewRequest("PUT", "https://s3.amazonaws.com/examplebucket/chunkObject.txt", strings.NewReader(body+"\r\n"))
	r.Header = http.Header{
		"X-Amz-Date": {"20130524T000000Z"}, "X-Amz-Storage-Class": {"REDUCED_REDUNDANCY"}, "Content-Encoding": {"aws-chunked"},
		"X-Amz-Decoded-Content-Length": {"66560"}, "X-Amz-Content-Sha256": {streamingSigned},
	}
	r.ContentLength = 66824
	names, signature := "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class",
		"4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9"
	if trailer {
		r.Header.Set("X-Amz-Content-Sha256", streamingSignedTrailer)
		r.Header.Set("X-Amz-Trailer", "x-amz-checksum-crc32c")
		names, signature = "content-encoding;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;x-amz-storage-class;x-amz-trailer",
			"106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e"
	}
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+testKey+"/20130524/us-east-1/s3/aws4_request,SignedHeaders="+names+",Signature="+signature)
	return r
}

func TestSignedChunksOfAWSAreVerified(t *testing.T) {
	t.Parallel()
	at := time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC)
	for _, trailer := range []bool{false, true} {
		for _, c := range []struct{ name, old, new, want string }{
			{"as they are", "", "", ""},
			{"a byte of data", "aaaa\r\n400", "aaab\r\n400", fault.S3SignatureDoesNotMatch},
			{"a byte of the last chunk", "aaaa\r\n0;", "aaab\r\n0;", fault.S3SignatureDoesNotMatch},
			{"another signature of a chunk", "chunk-signature=ad80c730", "chunk-signature=bd80c730", fault.S3SignatureDoesNotMatch},
			{"no signature", "400;chunk-signature=", "400;x=", fault.StorageInvalidRequest},
			{"the end is missing", "0;chunk-signature=" + "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9\r\n\r\n", "", fault.S3IncompleteBody},
			{"another checksum", "sOO8/Q==", "sOO8/g==", fault.S3SignatureDoesNotMatch},
			{"another signature of the trailer", "d81f82fc", "e81f82fc", fault.S3SignatureDoesNotMatch},
			{"bytes after the end", "", "\n", fault.StorageInvalidRequest},
		} {
			t.Run(fmt.Sprintf("trailer %v, %s", trailer, c.name), func(t *testing.T) {
				t.Parallel()
				r := chunksOfAWS(trailer)
				text, _ := io.ReadAll(r.Body)
				body := string(text) + c.new
				if c.old != "" {
					if body = strings.Replace(string(text), c.old, c.new, 1); body == string(text) {
						return // not in this one
					}
				}
				r.Body = io.NopCloser(iotest.OneByteReader(strings.NewReader(body)))
				got, err := receive(r, testSecret, at)
				if codeOf(err) != c.want {
					t.Fatalf("got %v, want %q", err, c.want)
				}
				if err == nil && got != strings.Repeat("a", 66560) {
					t.Errorf("got %d bytes", len(got))
				}
			})
		}
	}
}

func TestTrailersOfUnsignedChunksAreVerified(t *testing.T) {
	t.Parallel()
	const content = "123456789" // the check value of CRC catalogues
	sum := sha1.Sum([]byte(content))
	for _, c := range []struct{ name, trailer, header, want string }{
		{"CRC32", "x-amz-checksum-crc32:y/Q5Jg==", "x-amz-checksum-crc32", ""},
		{"CRC32C", "x-amz-checksum-crc32c:4waSgw==", "x-amz-checksum-crc32c", ""},
		{"CRC64NVME", "x-amz-checksum-crc64nvme:rosUhgp5mIg=", "x-amz-checksum-crc64nvme", ""},
		{"SHA1", "x-amz-checksum-sha1:" + base64.StdEncoding.EncodeToString(sum[:]), "x-amz-checksum-sha1", ""},
		{"SHA256", "x-amz-checksum-sha256:FeKw09mtdYJQ7PFNZH2BmZvSYHgwEYMlq6SRoX2t+yU=", "x-amz-checksum-sha256", fault.S3BadDigest},
		{"another CRC32", "x-amz-checksum-crc32:y/Q5Jw==", "x-amz-checksum-crc32", fault.S3BadDigest},
		{"not base64", "x-amz-checksum-crc32:%%", "x-amz-checksum-crc32", fault.StorageInvalidRequest},
		{"announced, not sent", "x-amz-checksum-crc32:y/Q5Jg==", "x-amz-checksum-sha1", fault.S3MalformedTrailer},
		{"of no known kind", "x-amz-checksum-md4:y/Q5Jg==", "x-amz-checksum-md4", fault.StorageInvalidRequest},
		{"none", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			framed := "4\r\n1234\r\n5\r\n56789\r\n0\r\n"
			if c.trailer != "" {
				framed += c.trailer + "\r\n"
			}
			r := signed(t, "PUT", "http://files.example/photos/a", framed+"\r\n", streamingUnsignedTrailer, "X-Amz-Trailer: "+c.header)
			text, err := receive(r, testSecret, signedAt)
			if codeOf(err) != c.want {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if err == nil && text != content {
				t.Errorf("got %q", text)
			}
		})
	}
}

func TestChecksumsOfHeadersAreVerified(t *testing.T) {
	t.Parallel()
	sum := md5.Sum([]byte("sunrise"))
	crc := crc32.ChecksumIEEE([]byte("sunrise"))
	good := base64.StdEncoding.EncodeToString([]byte{byte(crc >> 24), byte(crc >> 16), byte(crc >> 8), byte(crc)})
	for _, c := range []struct{ name, header, want string }{
		{"MD5", "Content-Md5: " + base64.StdEncoding.EncodeToString(sum[:]), ""},
		{"another MD5", "Content-Md5: " + base64.StdEncoding.EncodeToString(make([]byte, 16)), fault.S3BadDigest},
		{"no MD5", "Content-Md5: abc", fault.S3InvalidDigest},
		{"CRC32", "X-Amz-Checksum-Crc32: " + good, ""},
		{"another CRC32", "X-Amz-Checksum-Crc32: AAAAAA==", fault.S3BadDigest},
		{"a CRC32 that is too long", "X-Amz-Checksum-Crc32: AAAAAAAA", fault.StorageInvalidRequest},
		{"a decoded length that is none", "X-Amz-Decoded-Content-Length: -1", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := signed(t, "PUT", "http://files.example/photos/a", "sunrise", "UNSIGNED-PAYLOAD", c.header)
			if _, err := receive(r, testSecret, signedAt); codeOf(err) != c.want {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
	r := signed(t, "PUT", "http://files.example/photos/a", "sunrise", "STREAMING-SOMETHING")
	if _, err := receive(r, testSecret, signedAt); codeOf(err) != fault.S3InvalidArgument {
		t.Errorf("an unknown kind of payload: %v", err)
	}
}

// The reader keeps at most its buffer, however large a chunk says it is.
func TestNoChunkIsHeldInMemory(t *testing.T) {
	t.Parallel()
	c := newChunkReader(io.MultiReader(strings.NewReader("fffffffff\r\n"), endless{}))
	p := make([]byte, 100)
	if n, err := c.Read(p); n == 0 || err != nil {
		t.Errorf("the first bytes of a chunk of 64 GiB are not given at once: %d, %v", n, err)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func FuzzChunks(f *testing.F) {
	f.Add("4\r\n1234\r\n0\r\nx-amz-checksum-crc32:y/Q5Jg==\r\n\r\n", false)
	f.Add("4;chunk-signature=00\r\n1234\r\n", true)
	f.Add("ffffffffffffffff\r\n", false)
	f.Fuzz(func(t *testing.T, framed string, isSigned bool) {
		c := newChunkReader(strings.NewReader(framed))
		c.hasTrailer = true
		if isSigned {
			c.signer = &chunkSigner{key: []byte("k"), hash: sha256.New()}
		}
		n, err := io.Copy(io.Discard, c)
		if n > int64(len(framed)) {
			t.Errorf("%d bytes of %d", n, len(framed))
		}
		if err != nil && codeOf(err) == err.Error() && err != io.ErrUnexpectedEOF {
			t.Errorf("a client caused %v", err)
		}
	})
}
