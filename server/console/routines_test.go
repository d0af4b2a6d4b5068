package console_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func TestAFunctionIsWrittenListedAndReplaced(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	const form = `{"kind":"create_function","function":{"schema":"public","name":"note_count","arguments":[{"name":"least","type":"int","default":"0"}],
		"returns":"bigint","language":"sql","volatility":"stable","body":"select count(*) from public.notes where id >= \"least\"","roles":["authenticated"]},"write":true}`
	if made := ask[written](t, o, "POST", "/changes", form); made.File != "schema/0002_function_note_count.sql" {
		t.Errorf("written to %s", made.File)
	}
	type routine struct {
		ID                                     int64
		Schema, Name, Arguments, Returns, Kind string
		Language, Volatility                   string
		Definer                                bool
		Roles                                  []string
	}
	found := func() routine {
		t.Helper()
		for _, one := range ask[[]routine](t, o, "GET", "/routines", "") {
			if one.Schema == "public" && one.Name == "note_count" {
				return one
			}
		}
		t.Fatal("the function is not in the list")
		return routine{}
	}
	one := found()
	if one.Arguments != `"least" integer` || one.Returns != "bigint" || one.Kind != "function" || one.Language != "sql" || one.Volatility != "stable" || one.Definer ||
		len(one.Roles) != 1 || one.Roles[0] != "authenticated" {
		t.Errorf("listed as %+v", one)
	}
	definition := ask[struct{ Definition string }](t, o, "GET", "/routines/"+strconv.FormatInt(one.ID, 10), "").Definition
	if !strings.HasPrefix(definition, "CREATE OR REPLACE FUNCTION public.note_count(\"least\" integer DEFAULT 0)") {
		t.Errorf("its definition is %s", definition)
	}
	o.refused(t, "GET", "/routines/1", "", http.StatusNotFound, "not_found")
	o.refused(t, "GET", "/routines/x", "", http.StatusBadRequest, "console_invalid")
	o.refused(t, "POST", "/changes", strings.Replace(form, "public.notes", "public.nothing", 1), http.StatusNotFound, "42P01")
}

func TestKeysAreAddedAndDropped(t *testing.T) {
	t.Parallel()
	o := open(t, "dev")
	const head = `{"table":{"schema":"public","name":"notes"},"write":true,`
	ask[written](t, o, "POST", "/changes", head+`"kind":"add_key","on":["title"],"key":{"kind":"unique"}}`)
	ask[written](t, o, "POST", "/changes", head+`"kind":"add_key","key":{"kind":"check","condition":"title <> ''"}}`)
	ask[written](t, o, "POST", "/changes", head+`"kind":"drop_index","object":"notes_title_idx"}`)
	const left = "select string_agg(conname, ' ' order by conname) from pg_constraint where conrelid = 'public.notes'::regclass and contype in ('u', 'c', 'f')"
	if got := o.read(t, left); got != "notes_owner_fkey notes_title_check notes_title_key" {
		t.Errorf("there are %s", got)
	}
	ask[written](t, o, "POST", "/changes", head+`"kind":"drop_constraint","object":"notes_title_check"}`)
	if got := o.read(t, left); got != "notes_owner_fkey notes_title_key" {
		t.Errorf("left are %s", got)
	}
	if got := o.read(t, "select (to_regclass('public.notes_title_idx') is null)::text"); got != "true" {
		t.Error("the index is left")
	}
}
