package policies_test

import "testing"

// tryPublished tries a table of content that anyone reads once it is published and admins write.
// The columns and values are what an admin's form sends; two such rows are there already, one of
// them hidden. unique names a column that must differ between rows and gets its value from here.
func tryPublished(t *testing.T, table, unique, columns, values, change string, claims []claim) {
	t.Helper()
	row := func(id, published string) string {
		into, these := columns+", published", values+", "+published
		if unique != "" {
			into, these = unique+", "+into, "'"+id+"', "+these
		}
		return `insert into public.` + table + ` (` + into + `) values (` + these + `)`
	}
	try(t, row("shown", "true")+";"+row("hidden", "false"),
		[]act{
			{`select * from public.` + table, [5]string{"1", "1", "2", "1", "2"}},
			{`select * from public.` + table + ` where published order by display_order`, [5]string{"1", "1", "1", "1", "1"}},
			{row("new", "true"), [5]string{refused, refused, "1", refused, "1"}},
			{row("new", "true") + ` returning *`, [5]string{refused, refused, "1", refused, "1"}},
			{`update public.` + table + ` set ` + change, [5]string{refused, "0", "2", "0", "2"}},
			{`update public.` + table + ` set published = not published, updated_at = now()`, [5]string{refused, "0", "2", "0", "2"}},
			{`update public.` + table + ` set created_at = now()`, [5]string{refused, refused, refused, refused, refused}},
			{`delete from public.` + table, [5]string{refused, "0", "2", "0", "2"}},
		},
		append(claims, claim{
			admin, `update public.` + table + ` set updated_at = '2001-01-01'`,
			"2", `(select bool_and(updated_at = now()) from public.` + table + `)`,
		}))
}
