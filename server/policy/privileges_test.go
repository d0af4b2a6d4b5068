package policy_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/toubkal/toubkal/server/policy"
	"github.com/toubkal/toubkal/server/test/pgtest"
)

// mapFS are files by their name.
type mapFS map[string]string

func (m mapFS) fs() fstest.MapFS {
	all := fstest.MapFS{}
	for name, text := range m {
		all[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return all
}

func TestPrivileges(t *testing.T) {
	t.Parallel()
	conn := pgtest.New(t).Conn()
	_, err := conn.Exec(t.Context(), `
		create table public.memos (id serial primary key, open bool, body text);
		alter table public.memos enable row level security;
		grant select, insert (body) on public.memos to anon;
		grant delete on public.memos to authenticated;
		grant all on public.memos to service_role;
		create policy memos_select_public on public.memos for select to anon using (open);
		comment on policy memos_select_public on public.memos is 'Anyone reads open memos.';
		create policy memos_select_public_too on public.memos for select to anon using (body = 'x');`)
	if err != nil {
		t.Fatal(err)
	}
	all, err := policy.Privileges(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := policy.Print(&out, slices.DeleteFunc(all, func(r policy.Privilege) bool { return r.Table != "memos" })); err != nil {
		t.Fatal(err)
	}
	want := `TABLE  ROLE           VERB    COLUMNS  ROWS
memos  anon           select  all      Anyone reads open memos. (memos_select_public)
                                       (memos_select_public_too)
memos  anon           insert  1 of 3   No row: no policy lets one pass.
memos  authenticated  delete  all      No row: no policy lets one pass.
memos  service_role   select  all      Every row: the role bypasses row security.
memos  service_role   insert  all      Every row: the role bypasses row security.
memos  service_role   update  all      Every row: the role bypasses row security.
memos  service_role   delete  all      Every row: the role bypasses row security.
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

func TestPrivilegesHavePrivateChannels(t *testing.T) {
	t.Parallel()
	d := pgtest.New(t)
	conn := d.Conn()
	if _, err := conn.Exec(t.Context(), `
		drop policy messages_select_members on realtime.messages; drop policy messages_insert_members on realtime.messages;
		create policy messages_select_members on realtime.messages for select to authenticated using (realtime.topic() = 'room');
		comment on policy messages_select_members on realtime.messages is 'Members hear each other.';`); err != nil {
		t.Fatal(err)
	}
	all, err := policy.Privileges(t.Context(), conn)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	all = slices.DeleteFunc(all, func(r policy.Privilege) bool { return !strings.HasPrefix(r.Table, "realtime.") || r.Verb == "update" })
	if err := policy.Print(&out, all); err != nil {
		t.Fatal(err)
	}
	want := `TABLE              ROLE           VERB    COLUMNS  ROWS
realtime.messages  anon           select  all      No row: no policy lets one pass.
realtime.messages  anon           insert  all      No row: no policy lets one pass.
realtime.messages  authenticated  select  all      Members hear each other. (messages_select_members)
realtime.messages  authenticated  insert  all      No row: no policy lets one pass.
realtime.messages  service_role   select  all      Every row: the role bypasses row security.
realtime.messages  service_role   insert  all      Every row: the role bypasses row security.
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}
