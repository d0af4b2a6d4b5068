package rls_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/toubkal/toubkal/server/realtime/rls"
	"github.com/toubkal/toubkal/server/token"
)

// rooms are Supabase's examples, to the letter but for their names.
const rooms = `
create table public.rooms_users (user_id uuid, room_topic text, primary key (user_id, room_topic));
alter table public.rooms_users enable row level security;
grant select on public.rooms_users to authenticated;
create policy own on public.rooms_users for select to authenticated using (user_id = (select auth.uid()));
insert into public.rooms_users values ('` + fatima + `', 'atlas');

create policy "authenticated can receive broadcast" on "realtime"."messages" for select to authenticated
using (
  exists (
    select user_id from rooms_users
    where user_id = (select auth.uid()) and room_topic = (select realtime.topic())
      and realtime.messages.extension in ('broadcast')
  )
);
create policy "authenticated can send broadcast on topic" on "realtime"."messages" for insert to authenticated
with check (
  exists (
    select user_id from rooms_users
    where user_id = (select auth.uid()) and room_topic = (select realtime.topic())
      and realtime.messages.extension in ('broadcast')
  )
);
create policy "all can see who is in the hut" on realtime.messages for select to anon, authenticated
using (realtime.topic() = 'hut' and realtime.messages.extension in ('broadcast', 'presence'));
create policy "all can say that they are in the hut" on realtime.messages for insert to anon, authenticated
with check (realtime.topic() = 'hut' and topic = 'hut' and extension = 'presence');
create policy "by a part of the name" on realtime.messages for select to authenticated
using (split_part(realtime.topic(), ':', 1) = 'user' and split_part(realtime.topic(), ':', 2)::uuid = auth.uid());
create policy "claims and headers" on realtime.messages for select to authenticated
using (realtime.topic() = 'guides' and (auth.jwt() -> 'app_metadata' ->> 'guide')::bool
  and current_setting('request.headers')::jsonb ->> 'x-client-info' = 'summit'
  and current_setting('request.jwt.claim.sub') = auth.uid()::text and current_setting('request.jwt.claim.role') = 'authenticated');
`

func TestChannelRights(t *testing.T) {
	t.Parallel()
	store, _ := setupChannels(t, rooms)
	guide := caller(fatima)
	guide.Claims.JSON = []byte(`{"role": "authenticated", "sub": "` + fatima + `", "app_metadata": {"guide": true}}`)
	guide.Headers = `{"x-client-info": "summit"}`
	elsewhere := guide
	elsewhere.Headers = ""
	as := func(role string) rls.Caller {
		return rls.Caller{Claims: token.Claims{Role: role, JSON: []byte(`{"role": "` + role + `"}`)}}
	}
	for _, test := range []struct {
		name        string
		who         rls.Caller
		topic       string
		read, write rls.ChannelRights
	}{
		{"a member", caller(fatima), "atlas", broadcast, broadcast},
		{"a member elsewhere", caller(fatima), "sahara", none, none},
		{"who is no member", caller(youssef), "atlas", none, none},
		{"a visitor", anonCaller(), "atlas", none, none},
		{"the server's key", serviceCaller(), "atlas", both, both},
		{"a public hut", anonCaller(), "hut", both, presence},
		{"a public hut, signed in", caller(youssef), "hut", both, presence},
		{"one's own channel", caller(fatima), "user:" + fatima, both, none},
		{"another's channel", caller(fatima), "user:" + youssef, none, none},
		{"a policy that fails", caller(fatima), "user:nobody", none, none},
		{"a claim and a header", guide, "guides", both, none},
		{"a claim without the header", elsewhere, "guides", none, none},
		{"no such role", as("no_such_role"), "hut", none, none},
		{"a role with a quote", as(`authenticated"; reset role; --`), "hut", none, none},
		{"none at all", as("none"), "hut", none, none},
		{"a superuser", as("postgres"), "hut", none, none},
		{"the owner of what guards", as("toubkal_owner"), "hut", none, none},
		{"realtime itself", as("supabase_realtime_admin"), "hut", none, none},
		{"the owner of accounts", as("supabase_auth_admin"), "hut", none, none},
		{"a quote", caller(fatima), `atlas' or 'a'='a`, none, none},
		{"a backslash and a semicolon", caller(fatima), `atlas\'; drop table realtime.messages; --`, none, none},
		{"a NUL", caller(fatima), "atlas\x00", none, none},
		{"no UTF-8", caller(fatima), "atlas\xff", none, none},
		{"an empty name", caller(fatima), "", none, none},
		{"an endless name", caller(fatima), strings.Repeat("x", 100_000), none, none},
		{"an Arabic name", anonCaller(), "توبقال", none, none},
	} {
		read, err := store.Readable(t.Context(), test.who, test.topic, both)
		if err != nil || read != test.read {
			t.Errorf("%s: may read %+v, %v; want %+v", test.name, read, err, test.read)
		}
		write, err := store.Writable(t.Context(), test.who, test.topic, both)
		if err != nil || write != test.write {
			t.Errorf("%s: may write %+v, %v; want %+v", test.name, write, err, test.write)
		}
	}
}

// Policies' functions search where the table API does.
func TestSearchPath(t *testing.T) {
	t.Parallel()
	const huts = `create schema "The ""Huts"; create table "The ""Huts".keys (id uuid);
		insert into "The ""Huts".keys values ('` + fatima + `');
		grant usage on schema "The ""Huts" to authenticated; grant select on "The ""Huts".keys to authenticated;
		create function public.has_key() returns bool language plpgsql stable as $$ begin
			return exists (select from keys where id = auth.uid()); end $$;
		grant execute on function public.has_key() to authenticated;
		create policy keys on realtime.messages to authenticated using (public.has_key()) with check (public.has_key());
		insert into realtime.messages (topic, extension, event, private) values ('t', 'broadcast', 'x', true)`
	for _, test := range []struct {
		name string
		path []string
		want rls.ChannelRights
	}{
		{"theirs", []string{"public", `The "Huts`}, both},
		{"public alone", nil, none},
		{"none", []string{}, none},
	} {
		store, _ := setupChannels(t, huts, func(o *rls.ChannelOptions) { o.SearchPath = test.path })
		for _, ask := range []func(context.Context, rls.Caller, string, rls.ChannelRights) (rls.ChannelRights, error){store.Readable, store.Writable} {
			if got, err := ask(t.Context(), caller(fatima), "t", both); err != nil || got != test.want {
				t.Errorf("%s: got %+v, %v; want %+v", test.name, got, err, test.want)
			}
		}
		found, err := store.Replay(t.Context(), caller(fatima), "t", time.Now().Add(-time.Hour), 0)
		if (err == nil && len(found) == 1) != test.want.Broadcast {
			t.Errorf("%s: replayed %d, %v", test.name, len(found), err)
		}
	}
}

// What is not asked is not answered.
func TestOnlyRequestedRightsAreChecked(t *testing.T) {
	t.Parallel()
	store, _ := setupChannels(t, rooms)
	for _, want := range []rls.ChannelRights{none, broadcast, presence, both} {
		got, err := store.Readable(t.Context(), anonCaller(), "hut", want)
		if err != nil || got != want {
			t.Errorf("asked for %+v: got %+v, %v", want, got, err)
		}
	}
}

// Asking leaves nothing behind, and one answer never depends on another that was
// asked in the same transaction.
func TestChecksAreBatched(t *testing.T) {
	t.Parallel()
	const once = `
		create function public.first() returns bool language sql volatile security definer
			return (select count(*) <= 1 from realtime.messages where topic = 'once');
		alter function public.first() owner to toubkal_owner;
		grant execute on function public.first() to anon, authenticated;
		grant select on realtime.messages to toubkal_owner;
		create policy first on realtime.messages for insert to authenticated with check (realtime.topic() = 'once' and public.first());`
	store, database := setupChannels(t, rooms+once, func(o *rls.ChannelOptions) { o.MaxConcurrent = 1 })
	var group sync.WaitGroup
	for i := range 200 {
		who, topic, want := caller(fatima), "atlas", broadcast
		if i%2 == 1 {
			who, want = caller(youssef), none
		}
		group.Go(func() {
			if got, err := store.Readable(t.Context(), who, topic, both); err != nil || got != want {
				t.Errorf("%s may read %+v, %v; want %+v", who.Claims.Subject, got, err, want)
			}
		})
		group.Go(func() {
			// of all who ask, none sees the row of another
			who := caller(youssef)
			who.Claims.JSON = append(who.Claims.JSON, make([]byte, 0)...)
			who.Headers = `{"n": ` + strings.Repeat("1", 1+i%50) + `}`
			if got, err := store.Writable(t.Context(), who, "once", broadcast); err != nil || got != broadcast {
				t.Errorf("may write %+v, %v; want %+v", got, err, broadcast)
			}
		})
	}
	group.Wait()
	if rows := texts(t, database, "select topic from realtime.messages"); len(rows) > 0 {
		t.Errorf("asking left %d rows behind", len(rows))
	}
}

// A slow policy does not block other callers forever, and grants nothing.
func TestASlowPolicy(t *testing.T) {
	t.Parallel()
	const slow = `create policy slow on realtime.messages for select to authenticated
		using (realtime.topic() = 'slow' and pg_sleep(60) is not null);`
	store, _ := setupChannels(t, rooms+slow, func(o *rls.ChannelOptions) { o.MaxConcurrent, o.Timeout = 1, 2*time.Second })
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if got, err := store.Readable(t.Context(), caller(fatima), "slow", both); err == nil || got.Any() {
				t.Errorf("got %+v, %v; want an error", got, err)
			}
		})
		group.Go(func() {
			if got, err := store.Readable(t.Context(), caller(fatima), "atlas", both); err != nil || got != broadcast {
				t.Errorf("got %+v, %v; want %+v", got, err, broadcast)
			}
		})
	}
	group.Wait()
}

// A database that is away is an error, which passes, and no refusal.
func TestUnavailableDatabase(t *testing.T) {
	t.Parallel()
	store, database := setupChannels(t, rooms)
	if _, err := store.Readable(t.Context(), anonCaller(), "hut", both); err != nil {
		t.Fatal(err)
	}
	exec(t, database, "alter schema realtime rename to gone")
	if got, err := store.Readable(t.Context(), anonCaller(), "hut", both); err == nil || got.Any() {
		t.Errorf("got %+v, %v; want an error", got, err)
	}
	exec(t, database, "alter schema gone rename to realtime")
	exec(t, database, "select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()", role)
	if got, err := store.Readable(t.Context(), anonCaller(), "hut", both); err != nil || got != both {
		t.Errorf("after its connections died: got %+v, %v; want %+v", got, err, both)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := store.Readable(ctx, anonCaller(), "hut", both); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the caller has gone", err)
	}
}

func BenchmarkReadable(b *testing.B) {
	for name, callers := range map[string]int{"one caller": 1, "distinct callers": 10_000} {
		b.Run(name, func(b *testing.B) {
			store, _ := setupChannels(b, rooms)
			b.SetParallelism(100)
			var n sync.Mutex
			next := 0
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					n.Lock()
					next++
					i := next
					n.Unlock()
					who := caller(fatima)
					who.Headers = `{"n": ` + strings.Repeat("1", 1+i%callers%300) + `}`
					if got, err := store.Readable(b.Context(), who, "atlas", both); err != nil || got != broadcast {
						b.Errorf("got %+v, %v", got, err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "joins/s")
		})
	}
}

// A check creates the partition of today if it is missing, as after a week without the
// server.
func TestCheckCreatesMissingPartition(t *testing.T) {
	t.Parallel()
	drop := `drop table if exists realtime.messages_` + time.Now().UTC().Format("2006_01_02")
	store, database := setupChannels(t, rooms+drop)
	if got, err := store.Readable(t.Context(), anonCaller(), "hut", both); err != nil || got != both {
		t.Errorf("may read %+v, %v; want %+v", got, err, both)
	}
	exec(t, database, drop)
	if got, err := store.Writable(t.Context(), anonCaller(), "hut", both); err != nil || got != presence {
		t.Errorf("may write %+v, %v; want %+v", got, err, presence)
	}
}
