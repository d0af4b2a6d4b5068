package s3

import (
	"encoding/xml"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/fault"
)

// FuzzBodies reads what a client may send: it is refused as the client's mistake, or read.
func FuzzBodies(f *testing.F) {
	f.Add(`<Delete><Quiet>true</Quiet><Object><Key>a</Key></Object></Delete>`)
	f.Add(`<CompleteMultipartUpload xmlns="x"><Part><PartNumber>1</PartNumber><ETag>&#34;a&#34;</ETag></Part></CompleteMultipartUpload>`)
	f.Add(`<!DOCTYPE a [<!ENTITY b "c">]><Delete>&b;</Delete>`)
	f.Fuzz(func(t *testing.T, text string) {
		var deleted struct {
			XMLName xml.Name               `xml:"Delete"`
			Objects []struct{ Key string } `xml:"Object"`
		}
		var completed struct {
			XMLName xml.Name     `xml:"CompleteMultipartUpload"`
			Parts   []wantedPart `xml:"Part"`
		}
		for _, v := range []any{&deleted, &completed} {
			if err := decode(strings.NewReader(text), v); err != nil && fault.As(err).Status >= 500 {
				t.Errorf("a client caused %v", err)
			}
		}
	})
}

func TestBodiesAreBounded(t *testing.T) {
	t.Parallel()
	var v struct {
		XMLName xml.Name `xml:"Delete"`
	}
	err := decode(strings.NewReader("<Delete>"+strings.Repeat(" ", maxXML)+"</Delete>"), &v)
	if err == nil || fault.As(err).Code != fault.S3MalformedXML {
		t.Errorf("a body above 4 MiB: %v", err)
	}
}
