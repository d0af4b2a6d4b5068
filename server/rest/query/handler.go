package query

import (
	"encoding/base64"
	"fmt"

	"github.com/toubkal/toubkal/server/rest/plan"
)

// handled makes the body as the database's owner wants it: by an aggregate, or
// as the value that it already is.
func handled(h plan.Handler, shape plan.Shape) string {
	sql := `"_t".*`
	switch {
	case shape == plan.Scalar:
		sql = value
	case h.Of != (plan.Name{}):
		sql = `("_t".*)::` + table(h.Of)
	}
	if h.Aggregate != (plan.Name{}) {
		sql = table(h.Aggregate) + "(" + sql + ")"
	}
	if h.Binary {
		return "encode(" + sql + ", 'base64')"
	}
	return sql
}

// asItIs tells whether the body is a value that no aggregate has been through:
// then there is a row of the answer for each of the source, none maybe.
func asItIs(f plan.Format) bool {
	return f.Body == plan.Custom && f.Handler.Aggregate == (plan.Name{})
}

func binary(f plan.Format) bool { return f.Body == plan.Custom && f.Handler.Binary }

// fromBase64 reads bytes. PostgreSQL breaks the text into lines, which are
// skipped.
func fromBase64(text []byte) ([]byte, error) {
	raw := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(raw, text)
	if err != nil {
		return nil, fmt.Errorf("read the bytes of a body: %w", err)
	}
	return raw[:n], nil
}
