package storage

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/fault"
	"github.com/toubkal/toubkal/server/storage/image"
	"github.com/toubkal/toubkal/server/storage/object"
	"github.com/toubkal/toubkal/server/storage/signed"
)

// uploadLife is the time that an address for an upload may be used.
const uploadLife = 2 * time.Hour

// unsigned is the error of a path in a list that is not signed.
const unsigned = "Either the object does not exist or you do not have access to it"

// life reads expiresIn, in seconds.
func (s *Service) life(given *int64) (time.Duration, error) {
	if given == nil {
		return 0, object.Unfit("body must have required property 'expiresIn'")
	}
	const century = 100 * 365 * 24 * 3600 // a Duration has 292 years
	seconds := *given
	switch life := time.Duration(min(seconds, century)) * time.Second; {
	case seconds < 1:
		return 0, object.Unfit("body/expiresIn must be >= 1")
	case s.SignedLife > 0 && life > s.SignedLife:
		return 0, object.Invalid("body/expiresIn must be at most " + strconv.FormatInt(int64(s.SignedLife/time.Second), 10) + " on this server")
	default:
		return life, nil
	}
}

// address is a signed address, below /storage/v1. storage-js escapes it, but for what
// would end the path.
func address(route, bucket, name, token string) string {
	path := strings.NewReplacer("?", "%3F", "#", "%23").Replace(bucket + "/" + name)
	return "/" + route + "/" + path + "?token=" + token
}

// signDownload makes an address by which anyone may download an object that the caller may
// read, or a picture made from it.
func (s *Service) signDownload(w http.ResponseWriter, r *http.Request, c call) error {
	var body struct {
		ExpiresIn *int64                     `json:"expiresIn"`
		Transform map[string]json.RawMessage `json:"transform"`
		VersionID string                     `json:"versionId"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	if err := versioned(body.VersionID); err != nil {
		return err
	}
	life, err := s.life(body.ExpiresIn)
	if err != nil {
		return err
	}
	claims := signed.Claims{Scope: signed.Download}
	if claims.Transformations, claims.Format, err = transformations(body.Transform); err != nil {
		return err
	}
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	o, err := s.Store.Row(r.Context(), caller, c.bucket, c.name)
	if err != nil {
		return err
	}
	claims.URL = o.Bucket + "/" + o.Name
	token, err := s.Signer.Sign(claims, life)
	if err != nil {
		return err
	}
	route := "object/sign"
	if claims.Transformations != "" || claims.Format != "" {
		route = "render/image/sign"
	}
	reply(w, http.StatusOK, map[string]string{"signedURL": address(route, o.Bucket, o.Name, token)})
	return nil
}

// transformations are the options in the form that a token has.
func transformations(given map[string]json.RawMessage) (text, format string, err error) {
	query := url.Values{}
	for name, value := range given {
		if !image.HasOption(name) {
			return "", "", object.Unfit("body/transform has width, height, resize, quality, gravity, x_offset, y_offset and format")
		}
		if plain := strings.Trim(string(value), `"`); plain != "null" {
			query.Set(name, plain)
		}
	}
	options, err := image.Parse(query)
	if err != nil {
		return "", "", pictureFault(err)
	}
	return options.Text(), query.Get("format"), nil
}

// signDownloads makes addresses for many objects. A path that is not there, or that the
// caller may not read, has an error of its own.
func (s *Service) signDownloads(w http.ResponseWriter, r *http.Request, c call) error {
	var body struct {
		ExpiresIn *int64  `json:"expiresIn"`
		Paths     []named `json:"paths"`
	}
	if err := readJSON(w, r, &body); err != nil {
		return err
	}
	life, err := s.life(body.ExpiresIn)
	if err != nil {
		return err
	}
	if err := checkItems("paths", len(body.Paths)); err != nil {
		return err
	}
	names := make([]string, len(body.Paths))
	for i, path := range body.Paths {
		names[i] = object.Composed(string(path))
		if strings.ContainsRune(names[i], 0) {
			return object.Invalid("A name has no character 0")
		}
	}
	there := map[string]bool{}
	err = s.as(r, c, func(ctx context.Context, tx db.Tx, _ object.Caller) error {
		rows, err := tx.Query(ctx, `select name from storage.objects where bucket_id = $1 and name = any ($2)`, c.bucket, names)
		if err != nil {
			return err
		}
		var name string
		_, err = pgx.ForEachRow(rows, []any{&name}, func() error {
			there[name] = true
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	type one struct {
		Error     *string `json:"error"`
		Path      string  `json:"path"`
		SignedURL *string `json:"signedURL"`
	}
	answer := make([]one, len(names))
	for i, name := range names {
		answer[i].Path = string(body.Paths[i])
		if !there[name] {
			refused := unsigned
			answer[i].Error = &refused
			continue
		}
		token, err := s.Signer.Sign(signed.Claims{URL: c.bucket + "/" + name, Scope: signed.Download}, life)
		if err != nil {
			return err
		}
		url := address("object/sign", c.bucket, name, token)
		answer[i].SignedURL = &url
	}
	reply(w, http.StatusOK, answer)
	return nil
}

// verify gives the claims of the request's token, and who has been given them.
func (s *Service) verify(r *http.Request, c call, scope string) (signed.Claims, error) {
	token := r.URL.Query().Get("token")
	if token == "" {
		return signed.Claims{}, object.Unfit("querystring must have required property 'token'")
	}
	return s.Signer.Verify(token, scope, object.Composed(c.bucket+"/"+c.name))
}

// downloadSigned answers with an object to anyone who has its address. What was signed for
// a picture made from it is not enough.
func (s *Service) downloadSigned(w http.ResponseWriter, r *http.Request, c call) error {
	claims, err := s.verify(r, c, signed.Download)
	if err != nil {
		return err
	}
	if claims.Transformations != "" || claims.Format != "" {
		return fault.New(fault.StorageInvalidSignature, "Invalid signature").WithHint("The address was signed for a picture made from the object.")
	}
	_, c.name, _ = strings.Cut(claims.URL, "/") // a bucket has no slash
	o, err := s.Store.FindSigned(r, c.bucket, c.name)
	if err != nil {
		return err
	}
	return s.send(w, r, c, o, access{until: claims.Until()})
}

// renderSigned answers with a picture as its address was signed: the query changes nothing.
func (s *Service) renderSigned(w http.ResponseWriter, r *http.Request, c call) error {
	claims, err := s.verify(r, c, signed.Download)
	if err != nil {
		return err
	}
	text := claims.Transformations
	if claims.Format != "" {
		text = strings.TrimPrefix(text+",format:"+claims.Format, ",")
	}
	options, err := image.ParseText(text)
	if err != nil {
		return pictureFault(err)
	}
	_, name, _ := strings.Cut(claims.URL, "/")
	o, err := s.Store.FindSigned(r, c.bucket, name)
	if err != nil {
		return err
	}
	return s.sendRendered(w, r, c, o, options, access{until: claims.Until()})
}

// signUpload makes an address by which anyone may upload an object once, or as often as
// x-upsert allows it. The policies are asked now, for the caller, who owns what is uploaded.
func (s *Service) signUpload(w http.ResponseWriter, r *http.Request, c call) error {
	caller, err := s.Store.Verified(r, c.operation)
	if err != nil {
		return err
	}
	o := object.Object{Bucket: c.bucket, Name: object.Composed(c.name), Upsert: strings.EqualFold(r.Header.Get("X-Upsert"), "true")}
	if err := object.CheckName(o.Name); err != nil {
		return err
	}
	if err := s.Store.TryUnknown(r.Context(), caller, o); err != nil {
		return err
	}
	owner, _ := caller.Owner()
	claims := signed.Claims{URL: o.Bucket + "/" + o.Name, Scope: signed.Upload, Upsert: o.Upsert}
	if owner != nil {
		claims.Owner = *owner
	}
	token, err := s.Signer.Sign(claims, uploadLife)
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"url": address("object/upload/sign", o.Bucket, o.Name, token), "token": token})
	}
	return err
}

// uploadSigned keeps what the bearer of an address sends. The bucket's limits hold; the
// policies were asked when it was signed.
func (s *Service) uploadSigned(w http.ResponseWriter, r *http.Request, c call) error {
	claims, err := s.verify(r, c, signed.Upload)
	if err != nil {
		return err
	}
	_, c.name, _ = strings.Cut(claims.URL, "/")
	done, err := s.keep(r, object.OnBehalf(r, claims.Owner, c.operation), c, claims.Upsert)
	if err == nil {
		reply(w, http.StatusOK, map[string]string{"Id": done.ID, "Key": claims.URL})
	}
	return err
}
