package s3

import (
	"encoding/xml"
	"io"
	"net/http"
	"time"

	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/s3/sigv4"
)

// maxXML bounds a body of XML, in bytes: 10,000 parts, or 1,000 names of 1 KiB.
const maxXML = 4 << 20

// readXML decodes a body of the verified request into v.
func (r *request) readXML(v any) error {
	body, err := r.signature.Body(r.Request)
	if err != nil {
		return err
	}
	return decode(body, v)
}

func decode(body io.Reader, v any) error {
	text, err := io.ReadAll(io.LimitReader(body, maxXML+1))
	if err != nil {
		return err
	}
	if len(text) > maxXML {
		return fault.New(fault.S3MalformedXML, "The XML is larger than 4 MiB")
	}
	if err := xml.Unmarshal(text, v); err != nil {
		return malformedXML().Because(err)
	}
	return nil
}

func malformedXML() *fault.Fault {
	return fault.New(fault.S3MalformedXML, "The XML you provided was not well-formed or did not validate against our published schema")
}

// ignoreBody reads a body that says nothing here, so that it is verified.
func (r *request) ignoreBody() error {
	body, err := r.signature.Body(r.Request)
	if err == nil {
		_, err = io.Copy(io.Discard, io.LimitReader(body, maxXML))
	}
	return err
}

// isoTime is printed as S3 does.
type isoTime time.Time

// MarshalText is ISO 8601 in milliseconds and UTC.
func (i isoTime) MarshalText() ([]byte, error) {
	return []byte(time.Time(i).UTC().Format("2006-01-02T15:04:05.000Z")), nil
}

func reply(w http.ResponseWriter, status int, body any) {
	text, err := xml.Marshal(body)
	if err != nil { // no type that is answered with fails
		panic(err)
	}
	w.Header().Set("Content-Type", "application/xml")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(xml.Header)) // the client may have left
	_, _ = w.Write(text)
}

// encoder gives names as the client has asked for: encoding-type=url is for those that
// XML cannot hold.
func encoder(kind string) (func(string) string, error) {
	switch kind {
	case "":
		return func(name string) string { return name }, nil
	case "url":
		return sigv4.EncodePath, nil
	}
	return nil, fault.New(fault.S3InvalidArgument, "Invalid Encoding Method specified in Request")
}
