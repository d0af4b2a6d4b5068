package storage_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/storage"
)

// fill inserts objects without bytes, each a second younger than the last.
func (w *world) fill(bucket, owner string, names ...string) {
	w.t.Helper()
	w.exec(`insert into storage.objects (bucket_id, name, owner_id, metadata, user_metadata, created_at, updated_at)
		select $1, name, $2, '{"size": 1}', '{"by": "Lina"}', timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-02' - n * interval '1 second'
		from unnest($3::text[]) with ordinality as names (name, n)`, bucket, owner, names)
}

func TestList(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.fill("papers", lina, "b.txt", "A.txt", "a.txt", "dir/x", "dir/sub/1", "dir/sub/2", "Dir/y", "dir.txt", "empty/.emptyFolderPlaceholder", "été/1")
	w.fill("papers", omar, "his/1", "z")
	for _, c := range []struct{ name, body, want string }{
		{"the top", `{"prefix": ""}`, "A.txt a.txt b.txt dir.txt dir/ empty/ été/"},
		{"descending", `{"prefix": "", "sortBy": {"column": "name", "order": "desc"}}`, "été/ empty/ Dir/ dir.txt b.txt a.txt A.txt"},
		{"a folder", `{"prefix": "dir"}`, "sub/ x y"},
		{"a folder, with its slash", `{"prefix": "dir/"}`, "sub/ x y"},
		{"a folder in composed letters", `{"prefix": "e\u0301te\u0301"}`, "1"},
		{"an empty folder", `{"prefix": "empty"}`, ""},
		{"limit", `{"prefix": "", "limit": 2}`, "A.txt a.txt"},
		{"limit and offset", `{"prefix": "", "limit": 2, "offset": 3}`, "dir.txt dir/"},
		{"search", `{"prefix": "", "search": "DI"}`, "dir.txt dir/"},
		{"search in a folder", `{"prefix": "dir", "search": "s"}`, "sub/"},
		{"search for a pattern's signs", `{"prefix": "", "search": "%"}`, ""},
		{"by time", `{"prefix": "", "sortBy": {"column": "created_at", "order": "asc"}}`, "Dir/ dir/ empty/ été/ b.txt A.txt a.txt dir.txt"},
		{"by time, descending", `{"prefix": "dir", "sortBy": {"column": "updated_at", "order": "desc"}}`, "sub/ x y"},
	} {
		got := w.do(lina, "POST", "/object/list/papers", c.body)
		var rows []struct {
			Name     string
			ID       *string
			Metadata json.RawMessage
		}
		if err := json.Unmarshal([]byte(got.body), &rows); err != nil || got.status != 200 {
			t.Errorf("%s: %d %s", c.name, got.status, got.body)
		}
		var names []string
		for _, row := range rows {
			if row.ID == nil {
				row.Name += "/"
			}
			names = append(names, row.Name)
		}
		if text := strings.Join(names, " "); text != c.want {
			t.Errorf("%s: got %s, want %s", c.name, text, c.want)
		}
	}
	for name, body := range map[string]string{
		"a column": `{"prefix": "", "sortBy": {"column": "id"}}`, "an order": `{"prefix": "", "sortBy": {"column": "name", "order": "x"}}`,
		"a limit": `{"prefix": "", "limit": 0}`, "an offset": `{"prefix": "", "offset": -1}`, "a zero": `{"prefix": "\u0000"}`, "no JSON": `{`,
	} {
		w.check(name, lina, "POST", "/object/list/papers", body, 400, "InvalidRequest")
	}
	w.check("nobody", anon, "POST", "/object/list/papers", `{"prefix": ""}`, 200, "[]")
}

func TestListPages(t *testing.T) {
	t.Parallel()
	w := setup(t, storage.Options{}, everything)
	w.fill("papers", lina, "c", "a", "a/1", "a/2", "a.txt", "b/x/1", "b/y", "é", "B/1", "d/.emptyFolderPlaceholder")
	w.fill("papers", omar, "his/1")
	for _, c := range []struct{ name, body, want string }{
		{"all names", `"with_delimiter": false`, "B/1 a a.txt a/1 a/2 b/x/1 b/y c é"},
		{"all names, descending", `"sortBy": {"column": "name", "order": "desc"}`, "é c b/y b/x/1 a/2 a/1 a.txt a B/1"},
		{"folders", `"with_delimiter": true`, "[B/] a a.txt [a/] [b/] c [d/] é"},
		{"folders, descending", `"with_delimiter": true, "sortBy": {"column": "name", "order": "desc"}`, "é [d/] c [b/] [a/] a.txt a [B/]"},
		{"in a folder", `"with_delimiter": true, "prefix": "b/"`, "[b/x/] b/y"},
		{"what begins with", `"prefix": "a"`, "a a.txt a/1 a/2"},
		{"what begins with, descending", `"prefix": "a", "sortBy": {"column": "name", "order": "desc"}`, "a/2 a/1 a.txt a"},
		{"by time", `"sortBy": {"column": "created_at"}`, "c a a/1 a/2 a.txt b/x/1 b/y é B/1"},
		{"by time, descending", `"sortBy": {"column": "updated_at", "order": "asc"}, "prefix": "a"`, "a.txt a/2 a/1 a"},
		{"folders by time", `"with_delimiter": true, "sortBy": {"column": "created_at", "order": "desc"}`, "[d/] [B/] é [b/] a.txt [a/] a c"},
		{"nothing", `"prefix": "nothing"`, ""},
	} {
		for _, limit := range []string{"1", "2", "3", "1000"} {
			var names []string
			for cursor := ""; ; {
				got := w.do(lina, "POST", "/object/list-v2/papers", `{`+c.body+`, "limit": `+limit+`, "cursor": "`+cursor+`"}`)
				var page struct {
					HasNext    bool
					NextCursor string
					Folders    []struct{ Key, Name string }
					Objects    []struct{ ID, Name string }
				}
				if err := json.Unmarshal([]byte(got.body), &page); err != nil || got.status != 200 {
					t.Fatalf("%s: %d %s", c.name, got.status, got.body)
				}
				for _, o := range page.Objects {
					names = append(names, o.Name)
				}
				for _, f := range page.Folders {
					names = append(names, "["+f.Name+"]")
				}
				if !page.HasNext {
					break
				}
				if cursor = page.NextCursor; cursor == "" || len(names) > 50 {
					t.Fatalf("%s, %s at a time: no end: %s", c.name, limit, got.body)
				}
			}
			want := strings.Fields(c.want)
			if limit != "1" { // objects and folders of one page are apart
				slices.Sort(names)
				slices.Sort(want)
			}
			if !slices.Equal(names, want) {
				t.Errorf("%s, %s at a time: got %v, want %v", c.name, limit, names, want)
			}
		}
	}
	w.check("user metadata on request", lina, "POST", "/object/list-v2/papers", `{"with_user_metadata": true, "limit": 1}`, 200, `"user_metadata":{"by":"Lina"}`)
	w.check("user metadata not else", lina, "POST", "/object/list-v2/papers", `{"limit": 1}`, 200, "!user_metadata")
	w.check("a bad cursor", lina, "POST", "/object/list-v2/papers", `{"cursor": "x"}`, 400, "InvalidRequest")
	w.check("a column", lina, "POST", "/object/list-v2/papers", `{"sortBy": {"column": "last_accessed_at"}}`, 400, "InvalidRequest")
}
