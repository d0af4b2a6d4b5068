package site

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/toubkal/toubkal/server/db"
	"github.com/toubkal/toubkal/server/edge"
	"github.com/toubkal/toubkal/server/jobs"
	"github.com/toubkal/toubkal/server/project"
	"github.com/toubkal/toubkal/server/token"
)

// limitUploads bounds the files that anonymous users send, where the site and its forms
// are served. The quotas of the buckets bound what all addresses send together.
func limitUploads(h *project.Host) (func(http.Handler) http.Handler, error) {
	perDay, err := strconv.Atoi(h.Env(uploadsPerDay))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", uploadsPerDay, err)
	}
	if !slices.Contains(h.Services, "site") {
		perDay = 0
	}
	return anonUploads(perDay, h.Now), nil
}

// anonUploads refuses with 429 and Retry-After the uploads as anon above perDay of an
// address, which may come at once; 0 is no limit. A refused upload counts too. It stands
// behind the api key, and takes for anon whoever anonWrites does.
func anonUploads(perDay int, now func() time.Time) edge.Middleware {
	limited := edge.Rate(edge.Limit{PerDay: perDay, Burst: perDay}, now)
	return func(next http.Handler) http.Handler {
		counted := limited(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			isUpload := r.Method == http.MethodPost || r.Method == http.MethodPut
			if isUpload && isAnon(token.Bearer(r.Context())) {
				counted.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// unsentFiles deletes, each hour, the files that were uploaded a day ago or earlier for a
// form that was never sent.
func unsentFiles(h *project.Host) jobs.Schedule {
	return jobs.Schedule{Name: "site-uploads", Cron: "17 * * * *", MakeUp: true, Run: func(ctx context.Context) error {
		return h.AsServiceRole(ctx, func(tx db.Tx) error {
			if _, err := tx.Exec(ctx, `select set_config('storage.allow_delete_query', 'true', true)`); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `delete from storage.objects o
				where bucket_id in ('review-proofs', 'sponsor-attachments') and created_at < now() - interval '1 day'
					and not exists (select from public.book_reviews r where o.bucket_id = 'review-proofs' and r.proof_path = o.name)
					and not exists (select from public.sponsorship_inquiries i where o.bucket_id = 'sponsor-attachments' and i.attachment_path = o.name)`)
			return err
		})
	}}
}
