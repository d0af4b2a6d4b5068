package s3

import (
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"net/http"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
)

// maxKeys bounds a page of any list.
const maxKeys = 1000

type objectEntry struct {
	Key          string
	LastModified isoTime
	ETag         string
	Size         int64
	StorageClass string
}

type folderEntry struct{ Prefix string }

// listResult is the answer of both versions of the operation.
type listResult struct {
	XMLName        xml.Name `xml:"ListBucketResult"`
	Namespace      string   `xml:"xmlns,attr"`
	Name           string
	Prefix         string
	Delimiter      string `xml:",omitempty"`
	MaxKeys        int
	EncodingType   string `xml:",omitempty"`
	IsTruncated    bool
	Contents       []objectEntry
	CommonPrefixes []folderEntry
	// version 1
	Marker     *string
	NextMarker string `xml:",omitempty"`
	// version 2
	KeyCount              *int
	ContinuationToken     string `xml:",omitempty"`
	NextContinuationToken string `xml:",omitempty"`
	StartAfter            string `xml:",omitempty"`
}

func (s *Service) listObjects(w http.ResponseWriter, in *request) error {
	limit, err := pageSize(in.query.Get("max-keys"))
	if err != nil {
		return err
	}
	encode, err := encoder(in.query.Get("encoding-type"))
	if err != nil {
		return err
	}
	prefix, delimiter, second := in.query.Get("prefix"), in.query.Get("delimiter"), in.query.Get("list-type") == "2"
	after, token := in.query.Get("marker"), ""
	if second {
		after = in.query.Get("start-after")
		if sent := in.query.Get("continuation-token"); sent != "" {
			text, err := base64.RawURLEncoding.DecodeString(sent)
			if err != nil {
				return fault.New(fault.S3InvalidArgument, "The continuation token provided is incorrect")
			}
			token = string(text)
		}
	}
	if err := s.exists(in.Context(), in.bucket); err != nil {
		return err
	}
	result := listResult{
		Namespace: namespace, Name: in.bucket, Prefix: encode(prefix), Delimiter: encode(delimiter), MaxKeys: limit,
		EncodingType: in.query.Get("encoding-type"),
	}
	last, count := "", 0
	err = s.Store.As(in.Context(), in.caller, in.bucket, func(tx db.Tx) error {
		rows, err := tx.Query(in.Context(), `select l.name, l.id is null, coalesce(l.updated_at, 'epoch'), coalesce(l.metadata ->> 'eTag', ''), l.metadata ->> 'size'
			from storage.list_objects_with_delimiter($1, $2, $3, $4, $5, $6) l`, in.bucket, prefix, delimiter, limit+1, after, token)
		if err != nil {
			return err
		}
		var name, etag string
		var folder bool
		var size *string
		var modified time.Time
		_, err = pgx.ForEachRow(rows, []any{&name, &folder, &modified, &etag, &size}, func() error {
			if count++; count > limit {
				result.IsTruncated = true
				return nil
			}
			if last = name; folder {
				last += delimiter
				result.CommonPrefixes = append(result.CommonPrefixes, folderEntry{encode(last)})
				return nil
			}
			entry := objectEntry{Key: encode(name), LastModified: isoTime(modified), ETag: etag, StorageClass: "STANDARD"}
			if size != nil { // a row of a dump may say anything
				entry.Size, _ = strconv.ParseInt(*size, 10, 64)
			}
			result.Contents = append(result.Contents, entry)
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	switch {
	case second:
		n := min(count, limit)
		result.KeyCount, result.ContinuationToken, result.StartAfter = &n, in.query.Get("continuation-token"), encode(after)
		if result.IsTruncated {
			result.NextContinuationToken = base64.RawURLEncoding.EncodeToString([]byte(last))
		}
	default:
		marker := encode(after)
		if result.Marker = &marker; result.IsTruncated && delimiter != "" {
			result.NextMarker = encode(last)
		}
	}
	reply(w, http.StatusOK, result)
	return nil
}

// pageSize reads a limit; more than 1000 and 0 are 1000, as in Supabase's storage.
func pageSize(text string) (int, error) {
	n, err := strconv.ParseUint(cmp.Or(text, "1000"), 10, 31)
	if err != nil {
		return 0, fault.New(fault.S3InvalidArgument, "The limit of a page is a whole number, not below 0")
	}
	if n == 0 {
		n = maxKeys
	}
	return int(min(n, maxKeys)), nil // #nosec G115 -- at most 1000
}
