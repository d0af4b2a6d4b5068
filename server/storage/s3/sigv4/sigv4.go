// Package sigv4 verifies requests that are signed with AWS Signature Version 4 as S3
// clients use it: in the Authorization header, in the query, and in the fields of a form.
// It refuses what is not signed by the secret, what is too old or too new, and a body that
// is not the one that was signed or announced. It knows no access key: the caller looks
// for the secret between Parse and Verify.
//
//	sigv4.go      what is signed, and when      canonical.go  the text that is signed
//	body.go       checks of a body              chunk.go      bodies in chunks (aws-chunked)
//	form.go       forms and their policy
//
// Source: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
package sigv4

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

const (
	// Algorithm begins the Authorization header.
	Algorithm = "AWS4-HMAC-SHA256"
	// MaxSkew is the difference that a client's clock may have from the server's, as at S3.
	MaxSkew = 15 * time.Minute
	// maxExpires bounds a presigned address, as at S3.
	maxExpires = 7 * 24 * time.Hour

	dateFormat = "20060102T150405Z"
)

// Signature is the claimed signature of a request. It proves nothing until Verify.
type Signature struct {
	// AccessKey names the secret.
	AccessKey string
	// SessionToken is the caller's token, of X-Amz-Security-Token; "" for none.
	SessionToken string
	// Region is the region of the credential's scope; the signer chooses it.
	Region string
	// Presigned is true where the signature is part of the URL.
	Presigned bool

	date          string // of X-Amz-Date
	scope         string // DATE/REGION/s3/aws4_request
	signedHeaders []string
	signature     string
	payload       string // X-Amz-Content-Sha256, or UNSIGNED-PAYLOAD
	key           []byte // that signs; set by Verify
}

// Parse reads the signature of r: the Authorization header of the scheme, else the query.
// ok is false where there is neither. What it returns is within its time.
func Parse(r *http.Request, now time.Time) (s *Signature, ok bool, err error) {
	if header, found := strings.CutPrefix(r.Header.Get("Authorization"), Algorithm+" "); found {
		s, err = fromHeader(r, header, now)
		return s, true, err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, false, fault.New(fault.S3InvalidURI, "The query is not URL-encoded")
	}
	if query.Has("AWSAccessKeyId") || strings.HasPrefix(r.Header.Get("Authorization"), "AWS ") {
		return nil, false, version2()
	}
	if !query.Has("X-Amz-Credential") {
		return nil, false, nil
	}
	s, err = fromQuery(r, query, now)
	return s, true, err
}

// version2 refuses the version of signatures before this one, by its name.
func version2() error {
	return fault.New(fault.StorageInvalidRequest, "The authorization mechanism you have provided is not supported: it is AWS Signature Version 2. "+
		"Please use "+Algorithm+"; with boto3, Config(signature_version='s3v4')")
}

func fromHeader(r *http.Request, header string, now time.Time) (*Signature, error) {
	s := &Signature{SessionToken: r.Header.Get("X-Amz-Security-Token"), date: r.Header.Get("X-Amz-Date"), payload: unsigned}
	if sent := r.Header.Get("X-Amz-Content-Sha256"); sent != "" {
		s.payload = sent
	}
	malformed := func(why string) error {
		return fault.New(fault.S3AuthorizationHeaderMalformed, "The authorization header is malformed: "+why)
	}
	for field := range strings.SplitSeq(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(field), "=")
		switch name {
		case "Credential":
			if !s.setCredential(value) {
				return nil, malformed("the credential is not KEY/DATE/REGION/s3/aws4_request")
			}
		case "SignedHeaders":
			s.signedHeaders = strings.Split(value, ";")
		case "Signature":
			s.signature = value
		default:
			return nil, malformed("it has an unknown field")
		}
	}
	at, err := time.Parse(dateFormat, s.date)
	if err != nil {
		return nil, fault.New(fault.StorageAccessDenied, "A signed request needs a date in the header X-Amz-Date").Because(err)
	}
	if !s.complete() || !strings.HasPrefix(s.date, s.scopeDate()) {
		return nil, malformed("it needs Credential of the day of X-Amz-Date, SignedHeaders with host, and Signature")
	}
	if skew := now.Sub(at).Abs(); skew > MaxSkew {
		return nil, tooSkewed()
	}
	return s, s.checkSigned(r)
}

func tooSkewed() error {
	return fault.New(fault.S3RequestTimeTooSkewed, "The difference between the request time and the server's time is too large")
}

// queryFields are the parameters of a presigned request, each there at most once.
var queryFields = []string{
	"X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "X-Amz-Signature", "X-Amz-Security-Token",
	"X-Amz-Content-Sha256",
}

func fromQuery(r *http.Request, query url.Values, now time.Time) (*Signature, error) {
	wrong := func(why string) error { return fault.New(fault.S3AuthorizationQueryParametersError, why) }
	for _, name := range queryFields {
		if len(query[name]) > 1 {
			return nil, wrong(name + " is there twice")
		}
	}
	s := &Signature{
		Presigned: true, SessionToken: query.Get("X-Amz-Security-Token"), date: query.Get("X-Amz-Date"), payload: unsigned,
		signedHeaders: strings.Split(query.Get("X-Amz-SignedHeaders"), ";"), signature: query.Get("X-Amz-Signature"),
	}
	if sent := query.Get("X-Amz-Content-Sha256"); sent != "" {
		s.payload = sent
	} else if slices.Contains(s.signedHeaders, "x-amz-content-sha256") {
		s.payload = r.Header.Get("X-Amz-Content-Sha256")
	}
	if query.Get("X-Amz-Algorithm") != Algorithm {
		return nil, wrong("X-Amz-Algorithm is " + Algorithm)
	}
	if !s.setCredential(query.Get("X-Amz-Credential")) {
		return nil, wrong("X-Amz-Credential is not KEY/DATE/REGION/s3/aws4_request")
	}
	at, err := time.Parse(dateFormat, s.date)
	if err != nil || !strings.HasPrefix(s.date, s.scopeDate()) {
		return nil, wrong("X-Amz-Date is a date such as 20060102T150405Z, on the day of the credential")
	}
	seconds, err := strconv.ParseInt(query.Get("X-Amz-Expires"), 10, 32)
	if err != nil || seconds < 1 || seconds > int64(maxExpires/time.Second) {
		return nil, wrong("X-Amz-Expires is a number of seconds from 1 to 604800")
	}
	if !s.complete() {
		return nil, wrong("X-Amz-SignedHeaders with host and X-Amz-Signature are needed")
	}
	switch {
	case at.After(now.Add(MaxSkew)):
		return nil, fault.New(fault.StorageAccessDenied, "The request is not valid yet")
	case now.After(at.Add(time.Duration(seconds) * time.Second)):
		return nil, fault.New(fault.StorageAccessDenied, "The request has expired")
	}
	return s, s.checkSigned(r)
}

// setCredential reads KEY/DATE/REGION/SERVICE/aws4_request; the key may have slashes.
func (s *Signature) setCredential(text string) bool {
	parts := strings.Split(text, "/")
	n := len(parts)
	if n < 5 || parts[n-1] != "aws4_request" || parts[n-2] != "s3" || len(parts[n-4]) != len("20060102") {
		return false
	}
	s.AccessKey = strings.Join(parts[:n-4], "/")
	s.Region, s.scope = parts[n-3], strings.Join(parts[n-4:], "/")
	return s.AccessKey != ""
}

func (s *Signature) scopeDate() string { return s.scope[:len("20060102")] }

func (s *Signature) complete() bool {
	return s.AccessKey != "" && len(s.signature) == 2*sha256.Size && slices.Contains(s.signedHeaders, "host")
}

// checkSigned refuses a header that S3 acts on and that is not signed: somebody else may
// have added it. CloudFront adds an id to every request.
func (s *Signature) checkSigned(r *http.Request) error {
	for name := range r.Header {
		name = strings.ToLower(name)
		if strings.HasPrefix(name, "x-amz-") && name != "x-amz-cf-id" && !slices.Contains(s.signedHeaders, name) {
			return fault.New(fault.StorageAccessDenied, "There were headers present in the request which were not signed: "+name)
		}
	}
	return nil
}

// Target is the address that the client may have used for the request: a proxy can have changed both.
type Target struct {
	Host string
	// Path is URL-encoded.
	Path string
}

// Verify refuses a request that the secret has not signed for one of the targets.
func (s *Signature) Verify(r *http.Request, secret string, targets []Target) error {
	s.key = signingKey(secret, s.scope)
	given, err := hex.DecodeString(s.signature)
	if err != nil {
		return mismatch(nil)
	}
	for _, target := range targets {
		for _, path := range []string{target.Path, reencoded(target.Path)} {
			sum := sha256.Sum256([]byte(s.canonical(r, Target{target.Host, path})))
			text := Algorithm + "\n" + s.date + "\n" + s.scope + "\n" + hex.EncodeToString(sum[:])
			if hmac.Equal(given, hmacSHA256(s.key, text)) {
				return nil
			}
		}
	}
	return mismatch(targets)
}

// Mismatch is the cause of a refused signature, for the log: the addresses for which the
// secret has not signed the request.
type Mismatch struct{ Targets []Target }

func (m *Mismatch) Error() string { return "the signature is for none of the addresses of the request" }

func mismatch(tried []Target) error {
	return fault.New(fault.S3SignatureDoesNotMatch,
		"The request signature that we calculated does not match the signature you provided. Check your key and signing method.").
		Because(&Mismatch{tried})
}

func signingKey(secret, scope string) []byte {
	key := []byte("AWS4" + secret)
	for part := range strings.SplitSeq(scope, "/") {
		key = hmacSHA256(key, part)
	}
	return key
}

func hmacSHA256(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}
