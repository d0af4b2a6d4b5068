package schema_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/toubkal/toubkal/schema"
	"github.com/toubkal/toubkal/schema/schematest"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

func TestMain(m *testing.M) { os.Exit(schematest.Main(m)) }

// seeded returns a private database with every seed file applied once.
func seeded(t *testing.T) *pgxpool.Pool {
	t.Helper()
	pool := pgtest.New(t).Admin
	for _, file := range seedFiles(t) {
		apply(t, pool, file)
	}
	return pool
}

func seedFiles(t *testing.T) []string {
	t.Helper()
	files, err := fs.Glob(schema.Files, "seeds/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatalf("seed files: got %v, %v", files, err)
	}
	return files
}

// apply runs one file as a whole, which makes it one transaction.
func apply(t *testing.T, pool *pgxpool.Pool, file string) {
	t.Helper()
	sql, err := fs.ReadFile(schema.Files, file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pool.Exec(t.Context(), string(sql)); err != nil {
		t.Fatalf("apply %s: %v", file, err)
	}
}

// rows returns what one column holds, row by row.
func rows[T any](t *testing.T, pool *pgxpool.Pool, sql string, args ...any) []T {
	t.Helper()
	result, err := pool.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	values, err := pgx.CollectRows(result, pgx.RowTo[T])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return values
}

// contents maps every table of the site that is not empty to its rows, as text. The audit log is no
// content: it tells how the rest came about.
func contents(t *testing.T, pool *pgxpool.Pool) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, table := range rows[string](t, pool, `select tablename::text from pg_tables where schemaname = 'public' and tablename <> 'audit_log'`) {
		sql := "select t::text from " + pgx.Identifier{"public", table}.Sanitize() + " t order by 1"
		if held := rows[string](t, pool, sql); len(held) > 0 {
			found[table] = held
		}
	}
	return found
}

func TestSeedsApplyTwice(t *testing.T) {
	t.Parallel()
	pool := pgtest.New(t).Admin
	before := contents(t, pool)
	for _, file := range seedFiles(t) {
		apply(t, pool, file)
		once := contents(t, pool)
		if cmp.Equal(before, once) {
			t.Errorf("%s adds no row", file)
		}
		apply(t, pool, file)
		before = contents(t, pool)
		if diff := cmp.Diff(once, before); diff != "" {
			t.Errorf("%s applied twice (-once +twice):\n%s", file, diff)
		}
	}
	got := map[string]int{}
	for table, held := range before {
		got[table] = len(held)
	}
	want := map[string]int{
		"site_settings": 38, "expeditions": 14, "speaking_topics": 4, "awards": 3, "media_highlights": 4,
		"media_coverage": 9, "book_reviews": 10, "blog_posts": 5, "blog_post_revisions": 5, "testimonials": 4,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rows per table (-want +got):\n%s", diff)
	}
}

func TestSeedsKeepTheOwnersEdits(t *testing.T) {
	t.Parallel()
	pool := seeded(t)
	if _, err := pool.Exec(t.Context(), `
		update public.site_settings set value = '12' where key = 'book.stock';
		update public.expeditions set description_en = 'Hers.' where slug = 'k2'`); err != nil {
		t.Fatal(err)
	}
	for _, file := range seedFiles(t) {
		apply(t, pool, file)
	}
	got := rows[string](t, pool, `
		select value::text from public.site_settings where key = 'book.stock'
		union all select description_en from public.expeditions where slug = 'k2'`)
	if diff := cmp.Diff([]string{"12", "Hers."}, got); diff != "" {
		t.Errorf("after a second run (-want +got):\n%s", diff)
	}
}

// texts is one content column family (title, excerpt, …) of a table, as text; an array is one line per element.
type texts struct{ Table, Column, En, Fr, Ar string }

// translated reads every *_en text of the site beside its French and Arabic.
// Reviews are left out: a reader writes in the languages that she chooses.
func translated(t *testing.T, pool *pgxpool.Pool) []texts {
	t.Helper()
	families := rows[string](t, pool, `
		select format('select %1$L, %2$L, coalesce(%3$s, ''''), coalesce(%4$s, ''''), coalesce(%5$s, '''') from public.%1$I',
			table_name, left(column_name, -3),
			case data_type when 'ARRAY' then format('array_to_string(%I, E''\n'')', column_name) else quote_ident(column_name) end,
			case data_type when 'ARRAY' then format('array_to_string(%I, E''\n'')', left(column_name, -2) || 'fr') else quote_ident(left(column_name, -2) || 'fr') end,
			case data_type when 'ARRAY' then format('array_to_string(%I, E''\n'')', left(column_name, -2) || 'ar') else quote_ident(left(column_name, -2) || 'ar') end)
		from information_schema.columns
		where table_schema = 'public' and column_name like '%\_en' and table_name <> 'book_reviews'`)
	families = append(families, `
		select 'site_settings', key, text ->> 'en', coalesce(text ->> 'fr', ''), coalesce(text ->> 'ar', '')
		from public.site_settings, jsonb_path_query(value, 'strict $.** ? (exists (@.en))') as text`)
	result, err := pool.Query(t.Context(), strings.Join(families, " union all "))
	if err != nil {
		t.Fatal(err)
	}
	all, err := pgx.CollectRows(result, pgx.RowToStructByPos[texts])
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSeedsSpeakThreeLanguages(t *testing.T) {
	t.Parallel()
	all := translated(t, seeded(t))
	if len(all) < 120 {
		t.Fatalf("texts: got %d, want at least 120", len(all))
	}
	for _, text := range all {
		for _, problem := range text.problems() {
			t.Errorf("%s.%s %.40q: %s", text.Table, text.Column, text.En, problem)
		}
	}
}

func isArabic(r rune) bool { return r >= 'ء' && r <= 'ي' }

// problems says what is wrong with a translation. Names may be the same in French; sentences may not.
func (x texts) problems() (found []string) {
	check := func(bad bool, problem string) {
		if bad {
			found = append(found, problem)
		}
	}
	check((x.En == "") != (x.Fr == "") || (x.En == "") != (x.Ar == ""), "is not filled in all languages")
	check(len(x.En) > 30 && x.Fr == x.En, "is not translated into French")
	for line := range strings.Lines(x.Ar) {
		check(!strings.ContainsFunc(line, isArabic) && !slices.Contains([]string{"", "<ul>", "</ul>"}, strings.TrimSpace(line)), "has no Arabic letter in a line")
	}
	check(strings.ContainsAny(x.Ar, "٠١٢٣٤٥٦٧٨٩"), "has Eastern digits in Arabic")
	lines := strings.Count(x.En, "\n")
	check(strings.Count(x.Fr, "\n") != lines || strings.Count(x.Ar, "\n") != lines, "has another number of paragraphs")
	for _, mark := range []string{" ;", " :", " ?", " !", " »", "« "} {
		check(strings.Contains(x.Fr, mark), fmt.Sprintf("breaks the French line at %q: use a no-break space", mark))
	}
	return found
}

func TestSeededReviewsSpeakEachLanguage(t *testing.T) {
	t.Parallel()
	got := rows[int](t, seeded(t), `
		select unnest(array[count(*), count(comment_en), count(comment_fr), count(comment_ar),
			count(*) filter (where rating between 4 and 5), count(distinct rating)])::int
		from public.book_reviews where status = 'approved'`)
	want := []int{8, 3, 5, 4, 8, 2} // reviews; with English, French, Arabic; of 4 or 5 stars; different ratings
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("approved reviews (-want +got):\n%s", diff)
	}
}

// The figures of the specification's section 3.
func TestSeededExpeditions(t *testing.T) {
	t.Parallel()
	type peak struct {
		Slug            string
		Height, Year    int
		Beyond, Attempt bool
	}
	want := []peak{
		{"kilimanjaro", 5895, 2011, false, false},
		{"mont-blanc", 4810, 2011, false, false},
		{"elbrus", 5642, 2012, false, false},
		{"aconcagua", 6962, 2014, false, false},
		{"denali", 6190, 2014, false, false},
		{"carstensz", 4884, 2015, false, false},
		{"everest", 8848, 2017, false, false},
		{"vinson", 4892, 2018, false, false},
		{"annapurna-i", 8091, 2022, true, false},
		{"ama-dablam", 6812, 2023, true, false},
		{"lhotse", 8516, 2023, true, false},
		{"manaslu", 8163, 2022, true, true},
		{"broad-peak", 8051, 2025, true, true},
		{"k2", 8611, 2025, true, true},
	}
	result, err := seeded(t).Query(t.Context(), `
		select slug, height_m, year, beyond_seven_summits, is_attempt from public.expeditions order by display_order`)
	if err != nil {
		t.Fatal(err)
	}
	got, err := pgx.CollectRows(result, pgx.RowToStructByPos[peak])
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expeditions (-want +got):\n%s", diff)
	}
}

// Each query must find nothing.
func TestSeedsHold(t *testing.T) {
	t.Parallel()
	pool := seeded(t)
	for _, rule := range []struct{ name, breaks string }{
		{"what the specification does not give is marked indicative", `
			select slug from public.expeditions
			where route not like '%(indicative)' or temperature not like '≈ %' or team_size not like '≈ %' or hero_image_url is not null`},
		{"every route and place has its words in three languages", `
			select slug from public.expeditions where '' in (route_fr, route_ar, location_fr, location_ar)`},
		{"pictures are massifs of the site, and nothing links out", `
			select id::text from public.media_highlights m where link_url is not null
				or not exists (select from public.expeditions e where m.image_url = '/art/' || e.slug || '.svg')
			union all select id::text from public.media_coverage where link_url is not null`},
		{"coverage has all six types and more than one page of six", `
			select 'coverage' from public.media_coverage having count(distinct type) < 6 or count(*) <= 6`},
		{"contact data, links and films are not invented", `
			select key from public.site_settings
			where (key like 'social.%' or key like 'video.%' or key in ('contact.email', 'contact.phone', 'contact.whatsapp'))
				and value <> 'null'`},
		{"a published post is dated in 2025 or 2026, a draft is not dated", `
			select slug from public.blog_posts
			where (status = 'published') is distinct from (extract(year from published_at) between 2025 and 2026)
				and (status = 'published' or published_at is not null)`},
		{"reading time is 200 words of English a minute", `
			select slug from public.blog_posts where reading_time <> ceil(cardinality(regexp_split_to_array(
				btrim(regexp_replace(content_en, '<[^>]+>|\s+', ' ', 'g')), '\s+')) / 200.0)`},
	} {
		if got := rows[string](t, pool, rule.breaks); len(got) > 0 {
			t.Errorf("%s: broken by %v", rule.name, got)
		}
	}
}

func TestSeededPostsAreSimpleHTML(t *testing.T) {
	t.Parallel()
	for _, content := range rows[string](t, seeded(t), `
		select unnest(array[content_en, content_fr, content_ar]) from public.blog_posts`) {
		if err := simpleHTML(content); err != nil {
			t.Errorf("%.60q: %v", content, err)
		}
	}
}

// simpleHTML refuses elements that are not closed, and all but plain structure.
func simpleHTML(content string) error {
	allowed := []string{"article", "h2", "p", "ul", "li", "blockquote", "strong", "em"}
	decoder := xml.NewDecoder(strings.NewReader("<article>" + content + "</article>"))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok && (!slices.Contains(allowed, start.Name.Local) || len(start.Attr) > 0) {
			return fmt.Errorf("element %q with attributes %v", start.Name.Local, start.Attr)
		}
	}
}
