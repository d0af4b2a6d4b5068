package policies_test

import (
	"strings"
	"testing"
)

// Rows whose file is there, one of each form, and files that came before their row.
const sentFiles = `
insert into storage.objects (bucket_id, name, owner_id, metadata) values
  ('review-proofs', '00000000-0000-4000-8000-00000000f001', null, '{"mimetype": "image/jpeg", "size": 1000}'),
  ('review-proofs', '00000000-0000-4000-8000-00000000f002', '00000000-0000-4000-8000-000000000001', '{"mimetype": "image/png", "size": 1000}'),
  ('sponsor-attachments', '00000000-0000-4000-8000-00000000f003', null, '{"mimetype": "application/pdf", "size": 2000}'),
  ('sponsor-attachments', '00000000-0000-4000-8000-00000000f004', null, '{"mimetype": "application/pdf", "size": 3000}');
insert into public.book_reviews (id, name, comment_en, status, proof_path) values
  ('00000000-0000-4000-8000-00000000f001', 'Sara', 'Fine', 'approved', '00000000-0000-4000-8000-00000000f001');
insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, attachment_path, attachment_name) values
  ('00000000-0000-4000-8000-00000000f003', 'Sara', 'sara@example.test', 'Atlas', '5k', 'Hello', '00000000-0000-4000-8000-00000000f003', 'deck.pdf');`

// uploadFile is the statement of the storage API that makes an object, within a request of an operation.
func uploadFile(operation, bucket, name, more string) string {
	return `insert into storage.objects (bucket_id, name, metadata, user_metadata)
		select '` + bucket + `', '` + name + `', '{"mimetype": "image/png", "size": 10}', ` + more + `
		from set_config('storage.operation', 'storage.object.` + operation + `', true)`
}

func TestFormFiles(t *testing.T) {
	t.Parallel()
	const free = "00000000-0000-4000-8000-00000000f009"
	nobody := [5]string{refused, refused, refused, refused, refused}
	anyone := [5]string{"1", "1", "1", "1", "1"}
	acts := []act{
		{`select * from storage.objects`, [5]string{"0", "0", "4", "0", "4"}},
		{`select * from storage.objects where bucket_id = 'review-proofs' and name = '00000000-0000-4000-8000-00000000f002'`, [5]string{"0", "0", "1", "0", "1"}},
		{uploadFile("upload", "review-proofs", free, "null"), anyone},
		{uploadFile("upload", "sponsor-attachments", free, "null"), anyone},
		// not by another request: a signed address would outlive the row
		{uploadFile("upload_update", "review-proofs", free, "null"), nobody},
		{uploadFile("upload_signed", "review-proofs", free, "null"), nobody},
		{uploadFile("copy", "sponsor-attachments", free, "null"), nobody},
		{uploadFile("upload", "review-proofs", free, `'{"a": 1}'`), nobody},
		// the row is there
		{uploadFile("upload", "review-proofs", "00000000-0000-4000-8000-00000000f001", "null"), nobody},
		{uploadFile("upload", "sponsor-attachments", "00000000-0000-4000-8000-00000000f003", "null"), nobody},
		// the file is there
		{uploadFile("upload", "review-proofs", "00000000-0000-4000-8000-00000000f002", "null"), [5]string{taken, taken, taken, taken, taken}},
		{uploadFile("upload", "review-proofs", "00000000-0000-4000-8000-00000000f002", "null") + ` on conflict (bucket_id, name) do update set metadata = excluded.metadata`, nobody},
		// not an id
		{uploadFile("upload", "review-proofs", free+"/proof.png", "null"), nobody},
		{uploadFile("upload", "review-proofs", "../"+free, "null"), nobody},
		{uploadFile("upload", "sponsor-attachments", strings.ToUpper(free), "null"), nobody},
		{`update storage.objects set name = '` + free + `'`, [5]string{"0", "0", "0", "0", "0"}},
		{`update storage.objects set bucket_id = 'review-proofs', metadata = '{}'`, [5]string{"0", "0", "0", "0", "0"}},
		{`delete from storage.objects`, nobody},
	}
	try(t, sentFiles, acts, []claim{
		{anonymous, uploadFile("upload", "elsewhere", free, "null"), refused, ""},
		{
			anonymous, `insert into public.book_reviews (id, name, comment_en, proof_path) select id::uuid, 'Lina', 'Fine', id from (values ('00000000-0000-4000-8000-00000000f002')) v (id)`,
			"1", `(select proof_path = id::text and status = 'pending' from public.book_reviews where name = 'Lina')`,
		},
		// a file that was not sent, or another row's
		{anonymous, `insert into public.book_reviews (id, name, comment_en, proof_path) values ('` + free + `', 'Lina', 'Fine', '` + free + `')`, forbidden, ""},
		{anonymous, `insert into public.book_reviews (id, name, comment_en, proof_path) values ('` + free + `', 'Lina', 'Fine', '00000000-0000-4000-8000-00000000f002')`, forbidden, ""},
		{
			anonymous, `insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, attachment_path, attachment_name)
				values ('00000000-0000-4000-8000-00000000f004', 'Lina', 'lina@example.test', 'Rif', '5k', 'Hello', '00000000-0000-4000-8000-00000000f004', 'ملف.pdf')`,
			"1", `(select attachment_type = 'application/pdf' and attachment_size = 3000 from public.sponsorship_inquiries where name = 'Lina')`,
		},
		{
			anonymous, `insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, attachment_path)
				values ('00000000-0000-4000-8000-00000000f004', 'Lina', 'lina@example.test', 'Rif', '5k', 'Hello', '00000000-0000-4000-8000-00000000f004')`,
			forbidden, "",
		},
		{
			anonymous, `insert into public.sponsorship_inquiries (id, name, email, organization, budget_range, message, attachment_path, attachment_name)
				values ('00000000-0000-4000-8000-00000000f004', 'Lina', 'lina@example.test', 'Rif', '5k', 'Hello', '00000000-0000-4000-8000-00000000f004', '../etc/passwd')`,
			forbidden, "",
		},
		{
			anonymous, `insert into public.sponsorship_inquiries (name, email, organization, budget_range, message, attachment_type)
				values ('Lina', 'lina@example.test', 'Rif', '5k', 'Hello', 'text/html')`,
			refused, "",
		},
		{anonymous, `select storage.delete_object_of_row()`, refused, ""},
		{
			admin, `delete from public.book_reviews where name = 'Sara'`,
			"1", `(select count(*) = 3 and count(*) filter (where name like '%f001') = 0 from storage.objects)`,
		},
		{
			serviceKey, `delete from public.sponsorship_inquiries`,
			"1", `(select count(*) = 3 and count(*) filter (where name like '%f003') = 0 from storage.objects)`,
		},
		{admin, `update public.book_reviews set proof_path = null`, refused, ""},
		{
			serviceKey, `update public.book_reviews set proof_path = null`,
			"1", `not exists (select from storage.objects where name like '%f001')`,
		},
	})
}

// The buckets are private and bounded, whoever asks, and nobody sees or changes them.
func TestFormBuckets(t *testing.T) {
	t.Parallel()
	db := setup(t, "")
	const want = `(select count(*) = 2 and not bool_or(public) and bool_and(file_size_limit <= 10485760)
			and not bool_or(allowed_mime_types && '{text/html,image/svg+xml}') and bool_and(total_size_limit is not null)
		from storage.buckets join toubkal_storage.quotas on bucket_id = id where id in ('review-proofs', 'sponsor-attachments'))`
	for _, as := range callers {
		check(t, db, claim{as: as, does: `select * from storage.buckets`, sees: "0", then: want})
		check(t, db, claim{as: as, does: `update storage.buckets set public = true`, sees: "0"})
		check(t, db, claim{as: as, does: `insert into storage.buckets (id, name) values ('x', 'x')`, sees: refused})
	}
}
