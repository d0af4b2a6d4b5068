package object

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/toubkal/toubkal/server/fault"
)

// maxName bounds an object's name, in bytes: S3's bound.
const maxName = 1024

// maxBucketName bounds a bucket's name, in characters.
const maxBucketName = 100

// CheckName says which rule of objects' names is broken. Supabase's storage takes ASCII
// alone; here every script may be used. The same text may be written in several ways in
// Unicode: the caller stores and looks for its composed form (NFC).
func CheckName(name string) error {
	bad := func(why string) error {
		return fault.New(fault.StorageInvalidKey, "Invalid key: "+why)
	}
	switch {
	case name == "":
		return bad("a name is needed")
	case len(name) > maxName:
		return bad("the name is longer than 1024 bytes")
	case !utf8.ValidString(name):
		return bad("the name is not UTF-8")
	case strings.HasPrefix(name, "/"), strings.HasSuffix(name, "/"):
		return bad("the name begins or ends with a slash")
	case strings.Contains(name, "//"):
		return bad("the name has two slashes in a row")
	case strings.ContainsFunc(name, unicode.IsControl):
		return bad("the name has a control character")
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "." || part == ".." {
			return bad(`a part of the name is "." or ".."`)
		}
	}
	return nil
}

// CheckBucketName says which rule of buckets' names is broken.
func CheckBucketName(name string) error {
	bad := func(why string) error {
		return fault.New(fault.StorageInvalidBucketName, "Invalid bucket name: "+why)
	}
	switch {
	case name == "":
		return bad("a name is needed")
	case utf8.RuneCountInString(name) > maxBucketName:
		return bad("the name is longer than 100 characters")
	case !utf8.ValidString(name):
		return bad("the name is not UTF-8")
	case name != strings.TrimSpace(name):
		return bad("the name begins or ends with a space")
	case strings.ContainsFunc(name, unicode.IsControl), strings.ContainsAny(name, `/\`):
		return bad("the name has a slash or a control character")
	case name == "." || name == "..":
		return bad(`the name is "." or ".."`)
	}
	return nil
}

// Composed is the form in which names are stored and compared.
func Composed(name string) string { return norm.NFC.String(name) }
