package tests

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/toubkal/toubkal/client/site"
	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/test/apptest"
	"github.com/toubkal/toubkal/server/test/pgtest"
	"github.com/toubkal/toubkal/server/token"
)

// A file of a form is uploaded once, by whoever has the id of a row that is not there yet; admins alone read it; and it
// goes with its row.
func TestFilesOfForms(t *testing.T) {
	t.Parallel()
	s := boot(t, "SERVICES=rest,auth,storage,site")
	admin := s.SignIn(t, s.admin, s.password).AccessToken
	stranger := s.CreateUser(t, "stranger@example.org", "a long password 1").AccessToken
	send := func(token, method, path, kind, body string, more ...string) apptest.Reply {
		t.Helper()
		return s.Send(t, method, "/storage/v1/object/"+path, body, append(append(s.Headers(token), "Content-Type: "+kind), more...)...)
	}
	const (
		id     = "00000000-0000-4000-8000-0000000000a1"
		proof  = "review-proofs/" + id
		other  = "review-proofs/00000000-0000-4000-8000-0000000000a2"
		deck   = "sponsor-attachments/" + id
		png    = "\x89PNG\r\n\x1a\n picture"
		upsert = "X-Upsert: true"
	)
	for _, c := range []struct {
		name                            string
		token, method, path, kind, sent string
		headers                         []string
		ok                              bool
		has                             string
	}{
		{"no type of the bucket", "", "POST", proof, "image/svg+xml", "<svg/>", nil, false, "invalid_mime_type"},
		{"HTML", "", "POST", deck, "text/html", "<script/>", nil, false, "invalid_mime_type"},
		{"too large", "", "POST", proof, "image/png", strings.Repeat("x", 5<<20+1), nil, false, "Payload too large"},
		{"no id", "", "POST", "review-proofs/proof.png", "image/png", png, nil, false, "Unauthorized"},
		{"in a folder", "", "POST", proof + "/proof.png", "image/png", png, nil, false, "Unauthorized"},
		{"with metadata", "", "POST", proof, "image/png", png, []string{"X-Metadata: eyJhIjoxfQ=="}, false, "Unauthorized"},
		{"to overwrite", "", "POST", proof, "image/png", png, []string{upsert}, false, "Unauthorized"},
		{"a proof", "", "POST", proof, "image/png", png, nil, true, id},
		{"again", "", "POST", proof, "image/png", png, nil, false, "Duplicate"},
		{"instead", "", "PUT", proof, "image/png", png, nil, false, "Unauthorized"},
		{"in its place", "", "POST", proof, "image/png", png, []string{upsert}, false, "Unauthorized"},
		{"a document", "", "POST", deck, "application/pdf", "%PDF-1.7", nil, true, id},
		{"a stranger's", stranger, "POST", other, "image/png", png, nil, true, ""},

		{"read by a visitor", "", "GET", proof, "", "", nil, false, "not_found"},
		{"read by a stranger", stranger, "GET", proof, "", "", nil, false, "not_found"},
		{"read by the stranger who sent it", stranger, "GET", other, "", "", nil, false, "not_found"},
		{"read as public", "", "GET", "public/" + proof, "", "", nil, false, ""},
		{"read by an admin", admin, "GET", proof, "", "", nil, true, png},
		{"a document read by an admin", admin, "GET", deck, "", "", nil, true, "%PDF-1.7"},
	} {
		got := send(c.token, c.method, c.path, c.kind, c.sent, c.headers...)
		if ok := got.Status == http.StatusOK; ok != c.ok || !strings.Contains(got.Body, c.has) {
			t.Errorf("%s: %d %s, want success = %v and %q", c.name, got.Status, got.Body, c.ok, c.has)
		}
		if c.token != admin && c.method == "GET" && (strings.Contains(got.Body, "PNG") || strings.Contains(got.Body, "PDF")) {
			t.Errorf("%s: got the file", c.name)
		}
	}
	if got := send(admin, "GET", deck, "", ""); !strings.HasPrefix(got.Header.Get("Content-Disposition"), "attachment") {
		t.Errorf("a document is shown: %v", got.Header)
	}

	s.Walk(t, "", []apptest.Step{
		{
			Name: "a review names its proof", Method: "POST", Path: "/rest/v1/book_reviews", Status: 201,
			Body: `{"id":"` + id + `","name":"Nadia","comment_en":"Fine","proof_path":"` + id + `"}`,
		},
		{
			Name: "an offer names its document", Method: "POST", Path: "/rest/v1/sponsorship_inquiries", Status: 201,
			Body: `{"id":"` + id + `","name":"Nadia","email":"nadia@example.org","organization":"Rif","budget_range":"5k","message":"Hello","attachment_path":"` + id + `","attachment_name":"deck.pdf"}`,
		},
		{
			Name: "a review with another's proof", Method: "POST", Path: "/rest/v1/book_reviews", Status: 400, Has: []string{"book_reviews_proof_path_own"},
			Body: `{"name":"Nadia","comment_en":"Fine","proof_path":"` + id + `"}`,
		},
	})
	s.Walk(t, admin, []apptest.Step{
		{
			Name: "the inbox has name, type and size", Method: "GET", Path: "/rest/v1/form_submissions?select=record&form_type=eq.sponsorship", Status: 200,
			Has: []string{`"attachment_name": "deck.pdf"`, `"attachment_size": 8`, `"attachment_type": "application/pdf"`},
		},
		{Name: "the review is deleted", Method: "DELETE", Path: "/rest/v1/book_reviews?id=eq." + id, Status: 204},
	})
	if got := send(admin, "GET", proof, "", ""); got.Status == http.StatusOK {
		t.Errorf("the proof of a deleted review: %d %s, want it gone", got.Status, got.Body)
	}
	if got := send(admin, "GET", deck, "", ""); got.Status != http.StatusOK {
		t.Errorf("the document of an offer: %d %s, want it still there", got.Status, got.Body)
	}
}

func TestUploadsOfOneAddress(t *testing.T) {
	t.Parallel()
	s := boot(t, "SERVICES=rest,auth,storage,site", "TOUBKAL_RATE_LIMIT_UPLOADS=2")
	for n, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		path := fmt.Sprintf("/storage/v1/object/review-proofs/00000000-0000-4000-8000-00000000000%d", n)
		got := s.Send(t, "POST", path, "\xff\xd8\xff", append(s.Headers(""), "Content-Type: image/jpeg")...)
		if got.Status != want || (want == http.StatusTooManyRequests) != strings.Contains(got.Body, "Too many requests from this address") {
			t.Errorf("file %d: %d %s, want %d", n+1, got.Status, got.Body, want)
		}
	}
}

// A bucket that is full takes no more, and says so; nothing of the refused file stays.
func TestAFullBucketOfForms(t *testing.T) {
	t.Parallel()
	s := boot(t, "SERVICES=rest,auth,storage,site")
	execute(t, s, `update toubkal_storage.quotas set total_size_limit = 10 where bucket_id = 'review-proofs'`)
	send := func(id, body string) apptest.Reply {
		return s.Send(t, "POST", "/storage/v1/object/review-proofs/00000000-0000-4000-8000-00000000000"+id, body, append(s.Headers(""), "Content-Type: image/jpeg")...)
	}
	if got := send("1", "\xff\xd8\xff456"); got.Status != http.StatusOK {
		t.Errorf("6 of 10 bytes: %d %s", got.Status, got.Body)
	}
	if got := send("2", "\xff\xd8\xff456"); got.Status == http.StatusOK || !strings.Contains(got.Body, "holds at most 10 bytes") {
		t.Errorf("12 of 10 bytes: %d %s, want a refusal", got.Status, got.Body)
	}
	if got := send("3", "\xff\xd8\xff4"); got.Status != http.StatusOK {
		t.Errorf("the rest: %d %s", got.Status, got.Body)
	}
}

// Files of forms that were not sent are deleted after a day; those of rows, and those of other buckets, stay.
func TestUnsentFilesAreDeleted(t *testing.T) {
	t.Parallel()
	database := pgtest.New(t)
	pool, err := db.Open(t.Context(), database.LoginURL("authenticator"), db.Options{MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	if _, err := database.Admin.Exec(t.Context(), `
		insert into storage.buckets (id, name) values ('elsewhere', 'elsewhere');
		insert into storage.objects (bucket_id, name, created_at)
			select bucket, '00000000-0000-4000-8000-00000000000' || n, now() - case n when 3 then interval '23 hours' else interval '25 hours' end
			from unnest('{review-proofs,sponsor-attachments,elsewhere}'::text[]) as bucket, generate_series(1, 3) as n;
		update storage.objects set metadata = '{"mimetype": "application/pdf", "size": 1}' where bucket_id = 'sponsor-attachments';
		insert into public.book_reviews (id, name, comment_en, proof_path)
			values ('00000000-0000-4000-8000-000000000001', 'Nadia', 'Fine', '00000000-0000-4000-8000-000000000001');
		insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, attachment_path, attachment_name)
			values ('00000000-0000-4000-8000-000000000002', 'Nadia', 'n@example.org', 'Rif', '5k', 'Hello', '00000000-0000-4000-8000-000000000002', 'a.pdf')`); err != nil {
		t.Fatal(err)
	}
	plan, err := site.Project().Jobs(&project.Host{AsServiceRole: func(ctx context.Context, fn func(db.Tx) error) error {
		return pool.Tx(ctx, db.As(token.Claims{Role: token.ServiceRole}), fn)
	}})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(plan.Schedules, func(s jobs.Schedule) bool { return s.Name == "site-uploads" })
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for range 2 { // it may run again
		if err := plan.Schedules[i].Run(ctx); err != nil {
			t.Fatal(err)
		}
	}
	var left string
	if err := database.Admin.QueryRow(t.Context(), `select string_agg(left(bucket_id, 1) || right(name, 1), ' ' order by bucket_id, name) from storage.objects`).Scan(&left); err != nil {
		t.Fatal(err)
	}
	if want := "e1 e2 e3 r1 r3 s2 s3"; left != want {
		t.Errorf("left %q, want %q", left, want)
	}
}
