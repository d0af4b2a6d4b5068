package s3

import (
	"encoding/hex"
	"encoding/xml"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/files"
	"github.com/toubkal/toubkal/server/storage/object"
)

func partNumber(in *request) (int, error) {
	number, err := strconv.Atoi(in.query.Get("partNumber"))
	if err != nil || number < 1 || number > files.MaxParts {
		return 0, fault.New(fault.S3InvalidArgument, "Part number must be an integer between 1 and 10000, inclusive")
	}
	return number, nil
}

func (s *Service) uploadPart(w http.ResponseWriter, in *request) error {
	body, err := in.signature.Body(in.Request)
	if err != nil {
		return err
	}
	part, err := s.keepPart(in, body, body.Size)
	if err == nil {
		w.Header().Set("Etag", `"`+hex.EncodeToString(part.MD5[:])+`"`)
		w.WriteHeader(http.StatusOK)
	}
	return err
}

// keepPart writes a part of the upload, within what the bucket takes of all parts. size is
// what the client says; -1 for none.
func (s *Service) keepPart(in *request, body io.Reader, size int64) (files.Part, error) {
	number, err := partNumber(in)
	if err != nil {
		return files.Part{}, err
	}
	u, err := s.find(in)
	if err != nil {
		return files.Part{}, err
	}
	limits, err := s.Store.Try(in.Context(), in.caller, u.object, u.size(number)+max(size, 0))
	if err != nil {
		return files.Part{}, err
	}
	// Parts of a number that arrive side by side all count: one who sends for ever fills no disk.
	if u.stored >= 2*limits.Size {
		return files.Part{}, object.TooLarge()
	}
	limits.Size -= u.size(number)
	if err := s.Store.Files.Extend(in.Context(), u.id, s.UploadLife); err != nil {
		return files.Part{}, err
	}
	part, err := s.Store.Files.WritePart(in.Context(), u.id, number, limits.Reader(body), false)
	if err != nil {
		return part, err
	}
	if err := s.Store.Files.DropReplaced(in.Context(), u.id, number); err != nil { // it ends with the upload
		s.Log.WarnContext(in.Context(), "a part that was sent again is kept until the upload ends", "upload", u.id, "part", number, "error", err)
	}
	return part, nil
}

var copyRange = regexp.MustCompile(`^bytes=(\d{1,18})-(\d{1,18})$`)

// copyPart makes a part of another object, or of a range of it.
func (s *Service) copyPart(w http.ResponseWriter, in *request) error {
	if err := in.ignoreBody(); err != nil {
		return err
	}
	_, found, err := s.source(in)
	if err != nil {
		return err
	}
	first, size := int64(0), found.Size
	if text := in.Header.Get("X-Amz-Copy-Source-Range"); text != "" {
		m := copyRange.FindStringSubmatch(text)
		if m == nil {
			return fault.New(fault.S3InvalidArgument, "The x-amz-copy-source-range value must be of the form bytes=first-last")
		}
		first, _ = strconv.ParseInt(m[1], 10, 64) // digits, by the expression
		last, _ := strconv.ParseInt(m[2], 10, 64)
		if first > last || last >= found.Size {
			return fault.New(fault.StorageInvalidRange, "The range specified is not valid for the source object")
		}
		size = last - first + 1
	}
	bytes, err := s.Store.Files.Open(in.Context(), found.Version, found.Size)
	if err != nil {
		return err
	}
	defer func() { _ = bytes.Close() }()
	if _, err := bytes.Seek(first, io.SeekStart); err != nil {
		return err
	}
	part, err := s.keepPart(in, io.LimitReader(bytes, size), size)
	if err != nil {
		return err
	}
	reply(w, http.StatusOK, copyResult{
		XMLName: xml.Name{Local: "CopyPartResult"}, Namespace: namespace, LastModified: isoTime(s.Store.Now()), ETag: `"` + hex.EncodeToString(part.MD5[:]) + `"`,
	})
	return nil
}

type partEntry struct {
	PartNumber   int
	LastModified isoTime
	ETag         string
	Size         int64
}

func (s *Service) listParts(w http.ResponseWriter, in *request) error {
	limit, err := pageSize(in.query.Get("max-parts"))
	if err != nil {
		return err
	}
	after := 0
	if text := in.query.Get("part-number-marker"); text != "" {
		if after, err = strconv.Atoi(text); err != nil || after < 0 {
			return fault.New(fault.S3InvalidArgument, "part-number-marker is not a number")
		}
	}
	u, err := s.find(in)
	if err != nil {
		return err
	}
	if _, err := s.Store.Try(in.Context(), in.caller, u.object, -1); err != nil {
		return err
	}
	result := struct {
		XMLName              xml.Name `xml:"ListPartsResult"`
		Namespace            string   `xml:"xmlns,attr"`
		Bucket, Key          string
		UploadID             string `xml:"UploadId"`
		PartNumberMarker     int
		NextPartNumberMarker int `xml:",omitempty"`
		MaxParts             int
		IsTruncated          bool
		StorageClass         string
		Part                 []partEntry
	}{
		Namespace: namespace, Bucket: in.bucket, Key: in.key, UploadID: u.id, PartNumberMarker: after, MaxParts: limit, StorageClass: "STANDARD",
	}
	for _, part := range u.parts {
		if part.Number <= after {
			continue
		}
		if len(result.Part) == limit {
			result.IsTruncated, result.NextPartNumberMarker = true, result.Part[limit-1].PartNumber
			break
		}
		result.Part = append(result.Part, partEntry{part.Number, isoTime(part.Created), `"` + hex.EncodeToString(part.MD5[:]) + `"`, part.Size})
	}
	reply(w, http.StatusOK, result)
	return nil
}

type uploadEntry struct {
	Key          string
	UploadID     string `xml:"UploadId"`
	Initiated    isoTime
	StorageClass string
}

// listUploads shows the uploads that policies on storage.s3_multipart_uploads let the
// caller see.
func (s *Service) listUploads(w http.ResponseWriter, in *request) error {
	limit, err := pageSize(in.query.Get("max-uploads"))
	if err != nil {
		return err
	}
	encode, err := encoder(in.query.Get("encoding-type"))
	if err != nil {
		return err
	}
	if err := s.exists(in.Context(), in.bucket); err != nil {
		return err
	}
	prefix, delimiter := in.query.Get("prefix"), in.query.Get("delimiter")
	keyMarker, idMarker := in.query.Get("key-marker"), in.query.Get("upload-id-marker")
	result := struct {
		XMLName                              xml.Name `xml:"ListMultipartUploadsResult"`
		Namespace                            string   `xml:"xmlns,attr"`
		Bucket, Prefix, Delimiter, KeyMarker string
		UploadIDMarker                       string `xml:"UploadIdMarker"`
		NextKeyMarker                        string `xml:",omitempty"`
		NextUploadIDMarker                   string `xml:"NextUploadIdMarker,omitempty"`
		EncodingType                         string `xml:",omitempty"`
		MaxUploads                           int
		IsTruncated                          bool
		Upload                               []uploadEntry
		CommonPrefixes                       []folderEntry
	}{
		Namespace: namespace, Bucket: in.bucket, Prefix: encode(prefix), Delimiter: encode(delimiter), KeyMarker: encode(keyMarker),
		UploadIDMarker: idMarker, EncodingType: in.query.Get("encoding-type"), MaxUploads: limit,
	}
	err = s.Store.As(in.Context(), in.caller, in.bucket, func(tx db.Tx) error {
		rows, err := tx.Query(in.Context(), `select u.key, coalesce(u.id, ''), coalesce(u.created_at, 'epoch')
			from storage.list_multipart_uploads_with_delimiter($1, $2, $3, $4, $5, $6) u`, in.bucket, prefix, delimiter, limit+1, keyMarker, idMarker)
		if err != nil {
			return err
		}
		var key, id, lastKey, lastID string
		var created time.Time
		count := 0
		_, err = pgx.ForEachRow(rows, []any{&key, &id, &created}, func() error {
			if count++; count > limit {
				result.IsTruncated, result.NextKeyMarker, result.NextUploadIDMarker = true, encode(lastKey), lastID
				return nil
			}
			if lastKey, lastID = key, id; id == "" {
				result.CommonPrefixes = append(result.CommonPrefixes, folderEntry{encode(key)})
				return nil
			}
			result.Upload = append(result.Upload, uploadEntry{encode(key), id, isoTime(created), "STANDARD"})
			return nil
		})
		return err
	})
	if err == nil {
		reply(w, http.StatusOK, result)
	}
	return err
}
