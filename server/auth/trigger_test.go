package auth

import (
	"strings"
	"testing"
)

// What a trigger of the application on auth.users raises reaches the client, with the status that
// the table API gives it: its own message and hint, and nothing else of the row.
func TestTriggersRefuse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, raise   string
		status        int
		code, message string
	}{
		{"exception", `raise exception 'only employees' using hint = 'Ask them.'`, 400, "validation_failed", "only employees"},
		{"status", `raise sqlstate 'PT403' using message = 'only employees', hint = 'Ask them.'`, 403, "validation_failed", "only employees"},
		{"status of a conflict", `raise sqlstate 'PT409' using message = 'once only', hint = 'Ask them.'`, 409, "conflict", "once only"},
		{"status of a failure", `raise sqlstate 'PT503' using message = 'closed at night', hint = 'Ask them.'`, 503, "unexpected_failure", "closed at night"},
		{"status of success", `raise sqlstate 'PT200' using message = 'no', hint = 'Ask them.'`, 400, "validation_failed", "no"},
		{"null", `insert into public.profiles (id, name) values (new.id, null)`, 400, "validation_failed", `null value in column "name" of relation "profiles" violates not-null constraint`},
		{"check", `insert into public.profiles (id, name) values (new.id, '')`, 400, "validation_failed", `new row for relation "profiles" violates check constraint "profiles_name_check"`},
		{"unique", `insert into public.profiles (id, name) values (new.id, 'taken')`, 409, "conflict", `duplicate key value violates unique constraint "profiles_name_key"`},
		{"foreign key", `insert into public.profiles (id, name) values (gen_random_uuid(), 'x')`, 409, "conflict", `insert or update on table "profiles" violates foreign key constraint "profiles_id_fkey"`},
		{"right", `raise insufficient_privilege using message = 'not yours', hint = 'Ask them.'`, 403, "validation_failed", "not yours"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := setup(t).withFlows(func(o *Flows) { o.AutoConfirm, o.Anonymous = true, true })
			id := f.user(ann)
			session := f.login(ann).str("access_token")
			f.exec(`create table public.profiles (id uuid references auth.users on delete cascade, name text not null unique check (name <> ''));
				insert into public.profiles select id, 'taken' from auth.users;
				create function public.checks() returns trigger language plpgsql security definer as $$ begin ` + c.raise + `; return new; end $$;
				create trigger checks after insert or update of raw_user_meta_data on auth.users for each row execute function public.checks()`)
			for _, a := range []answer{
				f.call("POST", "/signup", "", `{"email":"bob@example.test","password":"correct horse"}`),
				f.call("POST", "/signup", "", `{}`),
				f.call("PUT", "/user", session, `{"data":{"a":1}}`),
				f.admin("POST", "/admin/users", `{"email":"carl@example.test"}`),
				f.admin("PUT", "/admin/users/"+id, `{"user_metadata":{"a":1}}`),
				f.admin("POST", "/admin/generate_link", `{"type":"magiclink","email":"dora@example.test"}`),
			} {
				f.refused(a, c.status, c.code, c.message)
				if strings.Contains(c.raise, "hint") && a.str("hint") != "Ask them." {
					t.Errorf("no hint: %s", a.text)
				}
				if strings.Contains(a.text, "$2a$") {
					t.Errorf("the row is shown: %s", a.text)
				}
			}
			if n := f.count(`select count(*) from auth.users`); n != 1 {
				t.Errorf("%d accounts", n)
			}
		})
	}
}
