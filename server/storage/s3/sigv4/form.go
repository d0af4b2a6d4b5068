package sigv4

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/toubkal/toubkal/server/fault"
)

// Form is the claimed signature of a form's fields. It proves nothing until Verify.
type Form struct {
	AccessKey, SessionToken string
	scope, policy           string
	signature               []byte
	conditions              []condition
	// MinSize and MaxSize bound the file, in bytes.
	MinSize, MaxSize int64
}

// condition is a rule for a field.
type condition struct {
	field, value string
	prefix       bool // of the field's value
}

// ParseForm reads the policy of a form. fields are those before the file, their names in
// lower case, and the bucket. It refuses a policy that has expired or that leaves a field
// out, so that nobody adds one to a form that somebody else has signed.
func ParseForm(fields map[string]string, now time.Time) (*Form, error) {
	denied := func(why string) error { return fault.New(fault.StorageAccessDenied, why) }
	if fields["awsaccesskeyid"] != "" {
		return nil, version2()
	}
	if fields["policy"] == "" || fields["x-amz-signature"] == "" {
		return nil, denied("A form needs the fields policy and x-amz-signature")
	}
	if fields["x-amz-algorithm"] != Algorithm {
		return nil, fault.New(fault.S3InvalidArgument, "x-amz-algorithm is "+Algorithm)
	}
	var parsed Signature
	if !parsed.setCredential(fields["x-amz-credential"]) || !strings.HasPrefix(fields["x-amz-date"], parsed.scopeDate()) {
		return nil, fault.New(fault.S3InvalidArgument, "x-amz-credential is not KEY/DATE/REGION/s3/aws4_request of the day of x-amz-date")
	}
	f := &Form{
		AccessKey: parsed.AccessKey, SessionToken: fields["x-amz-security-token"], scope: parsed.scope, policy: fields["policy"],
		MaxSize: math.MaxInt64,
	}
	var err error
	if f.signature, err = hex.DecodeString(fields["x-amz-signature"]); err != nil {
		return nil, denied("x-amz-signature is not of base 16")
	}
	text, err := base64.StdEncoding.DecodeString(f.policy)
	if err != nil {
		return nil, invalidPolicy("it is not base64")
	}
	var policy struct {
		Expiration time.Time         `json:"expiration"`
		Conditions []json.RawMessage `json:"conditions"`
	}
	if err := json.Unmarshal(text, &policy); err != nil {
		return nil, invalidPolicy("it is not JSON with expiration and conditions")
	}
	if policy.Expiration.IsZero() {
		return nil, invalidPolicy("it has no expiration")
	}
	if now.After(policy.Expiration) {
		return nil, denied("Invalid according to Policy: Policy expired.")
	}
	for _, text := range policy.Conditions {
		if err := f.addCondition(text); err != nil {
			return nil, err
		}
	}
	return f, f.checkFields(fields)
}

func invalidPolicy(why string) error {
	return fault.New(fault.S3InvalidPolicyDocument, "Invalid Policy: "+why)
}

// addCondition reads {"field": "value"}, ["eq"|"starts-with", "$field", "value"] or
// ["content-length-range", min, max].
func (f *Form) addCondition(text json.RawMessage) error {
	var exact map[string]string
	if json.Unmarshal(text, &exact) == nil {
		for field, value := range exact {
			f.conditions = append(f.conditions, condition{field: strings.ToLower(field), value: value})
		}
		return nil
	}
	var list []any
	if json.Unmarshal(text, &list) != nil || len(list) != 3 {
		return invalidPolicy("a condition is neither an object of texts nor a list of three")
	}
	kind, _ := list[0].(string)
	kind = strings.ToLower(kind)
	if kind == "content-length-range" {
		least, ok := size(list[1])
		most, alsoOK := size(list[2])
		if !ok || !alsoOK {
			return invalidPolicy("content-length-range has two numbers")
		}
		f.MinSize, f.MaxSize = max(f.MinSize, least), min(f.MaxSize, most)
		return nil
	}
	field, _ := list[1].(string)
	value, isText := list[2].(string)
	name, isField := strings.CutPrefix(field, "$")
	if !isText || !isField || kind != "eq" && kind != "starts-with" {
		return invalidPolicy(`a condition is ["eq" or "starts-with", "$field", "value"]`)
	}
	f.conditions = append(f.conditions, condition{strings.ToLower(name), value, kind == "starts-with"})
	return nil
}

// size reads a number of bytes, which some libraries write as a text.
func size(value any) (int64, bool) {
	switch value := value.(type) {
	case float64:
		return int64(value), value >= 0 && value < math.MaxInt64/2
	case string:
		var n int64
		_, err := fmt.Sscanf(value, "%d", &n)
		return n, err == nil && n >= 0
	}
	return 0, false
}

// uncovered are the fields that need no condition.
var uncovered = map[string]bool{
	"policy": true, "x-amz-signature": true, "x-amz-algorithm": true, "x-amz-credential": true, "x-amz-date": true,
	"x-amz-security-token": true, "file": true,
}

func (f *Form) checkFields(fields map[string]string) error {
	covered := map[string]bool{}
	for _, c := range f.conditions {
		covered[c.field] = true
		value := fields[c.field]
		if c.prefix && strings.HasPrefix(value, c.value) || !c.prefix && value == c.value {
			continue
		}
		return fault.New(fault.StorageAccessDenied, "Invalid according to Policy: Policy Condition failed: "+c.field)
	}
	for name := range fields {
		// the bucket is of the path; a policy for all buckets would be signed for none
		if !covered[name] && !uncovered[name] && !strings.HasPrefix(name, "x-ignore-") {
			return fault.New(fault.StorageAccessDenied, "Invalid according to Policy: Extra input fields: "+name)
		}
	}
	return nil
}

// Verify refuses a policy that the secret has not signed.
func (f *Form) Verify(secret string) error {
	if !hmac.Equal(f.signature, hmacSHA256(signingKey(secret, f.scope), f.policy)) {
		return mismatch(nil)
	}
	return nil
}
