package console_test

import (
	"encoding/json"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestToolsForPostgresMetaAreAnswered compares with answers of @supabase/postgres-meta 0.99.0,
// which are written out without what varies: ids, sizes, and rights but those of authenticated.
// Its indexes are mended: it takes numbers of the table's columns for those of the index, and leaves
// out an index that has none of them.
func TestToolsForPostgresMetaAreAnswered(t *testing.T) {
	t.Parallel()
	o := start(t, "serve")
	for _, file := range []string{"testdata/postgres_meta.sql", "testdata/postgres_meta.json"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, ".sql") {
			o.exec(t, string(text))
			continue
		}
		var cases []struct {
			Path   string
			Name   string // of the row that is compared; "" for all
			Body   json.RawMessage
			Status int
			Answer any
		}
		if err := json.Unmarshal(text, &cases); err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			method := "GET"
			if c.Body != nil {
				method = "POST"
			}
			answer := o.Send(t, method, "/pg"+c.Path, string(c.Body), "apikey: "+o.ServiceKey(t), "Authorization: Bearer "+o.ServiceKey(t), "Content-Type: application/json")
			var got any
			if err := json.Unmarshal([]byte(answer.Body), &got); err != nil {
				t.Fatalf("%s %s: %d %q: %v", c.Path, c.Body, answer.Status, answer.Body, err)
			}
			if c.Name != "" {
				got = slices.DeleteFunc(got.([]any), func(row any) bool { return row.(map[string]any)["name"] != c.Name })
			}
			got = steady("", got)
			if of, ok := got.(map[string]any); ok && of["error"] != nil && c.Answer.(map[string]any)["code"] == nil {
				got = map[string]any{"error": of["error"]} // its own faults have a code on top
			}
			if want := steady("", c.Answer); answer.Status != c.Status || !reflect.DeepEqual(got, want) {
				t.Errorf("%s %s: %d\n%s, want %d\n%s", c.Path, c.Body, answer.Status, asJSON(got), c.Status, asJSON(want))
			}
		}
	}
}

// steady is an answer without what varies from one database to the next, in one order.
func steady(name string, value any) any {
	switch value := value.(type) {
	case []any:
		if name == "privileges" {
			value = slices.DeleteFunc(value, func(one any) bool { return one.(map[string]any)["grantee"] != "authenticated" })
		}
		for i := range value {
			value[i] = steady("", value[i])
		}
		if name == "" || name == "privileges" || name == "relationships" {
			slices.SortFunc(value, func(a, b any) int { return strings.Compare(asJSON(a), asJSON(b)) })
		}
		return value
	case map[string]any:
		for key := range value {
			if strings.HasSuffix(key, "_id") && key != "author_id" || slices.Contains(varying, key) {
				delete(value, key)
				continue
			}
			value[key] = steady(key, value[key])
		}
	}
	return value
}

var varying = strings.Fields(`id bytes size live_rows_estimate dead_rows_estimate file line routine collation class key_attributes index_predicate
	default_version installed_version active_connections connection_limit`)

func asJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

func TestPostgresMetaIsForTheServiceKeyAndForThisMachine(t *testing.T) {
	t.Parallel()
	o := start(t, "serve")
	key := "Authorization: Bearer " + o.ServiceKey(t)
	for _, headers := range [][]string{nil, {"apikey: " + o.AnonKey}, {"Authorization: Bearer " + o.AnonKey}} {
		if answer := o.Send(t, "GET", "/pg/tables", "", headers...); answer.Status != http.StatusUnauthorized {
			t.Errorf("with %v: %d %.200s", headers, answer.Status, answer.Body)
		}
	}
	if proxied := o.Send(t, "GET", "/pg/tables", "", key, "X-Forwarded-For: 127.0.0.1"); proxied.Status != http.StatusForbidden {
		t.Errorf("through a proxy: %d", proxied.Status)
	}
	one := o.read(t, "select 'public.notes'::regclass::oid::text")
	for path, want := range map[string]string{"/pg/tables/" + one: `"name":"notes"`, "/pg/columns/" + one + ".3": `"name":"title"`} {
		if answer := o.Send(t, "GET", path, "", key); answer.Status != http.StatusOK || !strings.HasPrefix(answer.Body, "{") || !strings.Contains(answer.Body, want) {
			t.Errorf("%s: %d %.300s", path, answer.Status, answer.Body)
		}
	}
	for path, body := range map[string]string{
		"/pg/tables?limit=x": "", "/pg/query": `{"query":""}`, "/pg/query?a": `{"query":"copy public.notes from stdin"}`,
		"/pg/query?b": `{"query":"select repeat('a', 9000000) from generate_series(1, 3)"}`, "/pg/query?statementTimeoutSecs=1": `{"query":"select pg_sleep(60)"}`,
	} {
		method := "POST"
		if body == "" {
			method = "GET"
		}
		if answer := o.Send(t, method, path, body, key); answer.Status != http.StatusBadRequest || !strings.Contains(answer.Body, `"error":"`) {
			t.Errorf("%s %s: %d %.300s, want a refusal", path, body, answer.Status, answer.Body)
		}
	}
	if rows := o.Send(t, "POST", "/pg/query", `{"query":"select 1 as z, 2 as a, repeat('b', 200000)::text as long"}`, key); !strings.HasPrefix(rows.Body, `[{"z":1,"a":2,"long":"b`) || len(rows.Body) < 200_000 {
		t.Errorf("fields in another order, or a value that is cut: %d %.100s", rows.Status, rows.Body)
	}
	if n := o.read(t, "select count(*)::text from toubkal.console_statements where statement like 'select 1 as z%' and operator = 'service key'"); n != "1" {
		t.Errorf("%s lines in the audit, want 1", n)
	}
}
