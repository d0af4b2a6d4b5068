package tests

import (
	"net/http"
	"strings"
	"testing"

	"github.com/toubkal/toubkal/server/test/apptest"
)

// TestTablesOfCitus has what marks a table of Citus, and no Citus: its workers would refuse the
// upsert that counts the replaced rows, see no claims but those of SET LOCAL in a transaction
// block, and not tell realtime of their changes.
func TestTablesOfCitus(t *testing.T) {
	t.Parallel()
	s := bootChanges(t)
	execute(t, s.DB, `
		create function public.citus_truncate_trigger() returns trigger language plpgsql as $$ begin return null; end $$;
		create table public.shards (tenant int, id int, body text, primary key (tenant, id));
		create trigger truncate_trigger_1 after truncate on public.shards execute function public.citus_truncate_trigger();
		create function public.keep_tenant() returns trigger language plpgsql as $$
			begin raise 'the distribution column is assigned'; end $$;
		create trigger keep_tenant before update of tenant on public.shards for each row execute function public.keep_tenant();
		grant select, insert, update on public.shards to service_role, anon;
		create function public.seen() returns json language sql volatile as $$ select json_build_object(
			'propagated', current_setting('citus.propagate_set_commands', true), 'block', now() < statement_timestamp(),
			'role', auth.role(), 'header', current_setting('request.headers')::json->>'x-quoted') $$;
		grant execute on function public.seen() to anon;
		alter publication supabase_realtime add table public.shards`)
	headers := append(s.Headers(s.ServiceKey(t)), "Prefer: resolution=merge-duplicates,return=representation")
	s.Until(t, "/rest/v1/rpc/seen", func(r apptest.Reply) bool { return strings.Contains(r.Body, `"propagated" : "local"`) })
	for _, body := range []string{"one", "two"} {
		r := s.Send(t, http.MethodPost, "/rest/v1/shards", `[{"tenant":1,"id":1,"body":"`+body+`"}]`, headers...)
		if r.Status != http.StatusCreated || !strings.Contains(r.Body, `"body":"`+body+`"`) {
			t.Errorf("an upsert: %d %s", r.Status, r.Body)
		}
	}
	if r := s.Send(t, http.MethodPost, "/rest/v1/shards", `[{"tenant":1,"id":1}]`, headers...); r.Status != http.StatusOK || r.Body != "[]" {
		t.Errorf("an upsert of the key alone: %d %s", r.Status, r.Body)
	}
	r := s.Send(t, http.MethodPost, "/rest/v1/rpc/seen", "{}", append(s.Headers(""), `X-Quoted: it's a \'back\\slash`)...)
	if !strings.Contains(r.Body, "anon") || !strings.Contains(r.Body, `it's a \\'back\\\\slash`) {
		t.Errorf("the settings are %s", r.Body)
	}
	if r := s.Send(t, http.MethodPost, "/rest/v1/shards", `[{"tenant":1,"id":1}]`, s.Headers("")...); r.Status != http.StatusConflict {
		t.Errorf("a failed insert: %d %s", r.Status, r.Body)
	}

	c := s.Realtime(t, apptest.Version2)
	c.MustJoin("shards", listening(to("shards")))
	if said := c.Expect("shards", "system"); said.Get("status") != "error" || !strings.Contains(said.String(), "Citus keeps the rows of shards on its workers") {
		t.Errorf("told %s", said)
	}
}
