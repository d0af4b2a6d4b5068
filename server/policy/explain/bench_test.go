package explain_test

import (
	"net/http"
	"testing"

	"github.com/toubkal/toubkal/server/catalog"
	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/policy/explain"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// BenchmarkRequest is the explanation of a read, beside the statement of the request alone.
func BenchmarkRequest(b *testing.B) {
	d := pgtest.New(b)
	if _, err := d.Admin.Exec(b.Context(), rows+`insert into public.notes (author_id, title, published)
		select '00000000-0000-4000-8000-000000000002', 'Note ' || n, n % 10 = 0 from generate_series(1, 100000) as n; analyze public.notes`); err != nil {
		b.Fatal(err)
	}
	conn := d.Conn()
	claims, err := policy.Claims(b.Context(), conn, "ann@example.org", "")
	if err != nil {
		b.Fatal(err)
	}
	snapshot, err := catalog.Load(b.Context(), conn, []string{"public"})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct{ name, path, sql string }{
		{"by key", "/notes?id=eq.00000000-0000-4000-8000-00000000000b", "select json_agg(n) from public.notes n where id = '00000000-0000-4000-8000-00000000000b'"},
		{"10,000 rows", "/notes?title=like.Note*", "select json_agg(n) from public.notes n where title like 'Note%'"},
	} {
		b.Run(c.name+"/explained", func(b *testing.B) {
			for b.Loop() {
				report, err := explain.Request(b.Context(), conn, explain.Options{Catalog: snapshot}, explain.Call{Claims: claims, Method: http.MethodGet, Path: c.path})
				if err != nil || report.Outcome.Code != "" {
					b.Fatal(report.Outcome, err)
				}
			}
		})
		b.Run(c.name+"/alone", func(b *testing.B) {
			for b.Loop() {
				tx, err := conn.Begin(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				if _, err := tx.Exec(b.Context(), "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", claims.Role, string(claims.JSON)); err != nil {
					b.Fatal(err)
				}
				var text []byte
				if err := tx.QueryRow(b.Context(), c.sql).Scan(&text); err != nil {
					b.Fatal(err)
				}
				if err := tx.Rollback(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
