-- The fixture of the contract tests: each kind of column, relationship and function that supabase-js
-- supports. Tests change only the tables under "written to".

create schema personal;
create schema hidden;

-- The roles of Supabase. Roles belong to the cluster, so an earlier run may have created them.
do $$
declare
  name text;
begin
  foreach name in array array['anon', 'authenticated', 'service_role', 'authenticator'] loop
    if not exists (select from pg_roles where rolname = name) then
      execute format('create role %I noinherit', name);
    end if;
  end loop;
end
$$;
alter role authenticator login password 'authenticator';
alter role service_role bypassrls;
grant anon, authenticated, service_role to authenticator;
grant usage on schema public, personal to anon, authenticated, service_role;
alter default privileges in schema public, personal grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public, personal grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public, personal grant execute on functions to anon, authenticated, service_role;

-- read only -----------------------------------------------------------------

create type public.standing as enum ('active', 'resting', 'retired');
create type public.spot as (lat numeric, lon numeric);

create table public.clubs (
  id int primary key,
  name text not null unique
);
insert into public.clubs values (1, 'Atlas "High" & 50% +?'), (2, 'Rif'), (3, 'Empty');

create table public.climbers (
  id int primary key,
  name text not null,
  standing public.standing not null default 'active',
  guide boolean, -- unknown where null
  height numeric(5, 2),
  born date,
  season int4range,
  camps daterange,
  motto tsvector,
  data jsonb,
  tags text[],
  scores int[],
  home public.spot,
  mentor_id int constraint climbers_mentor references public.climbers,
  club_id int references public.clubs
);
comment on table public.climbers is 'Who climbs';
insert into public.climbers values
  (1, 'Aïcha', 'active', true, 171.5, '1988-05-01', '[1,5)', '[2024-01-01,2024-02-01)', to_tsvector('english', 'the fat cat climbs'),
   '{"level": 5, "gear": {"rope": "blue", "axes": [1, 2]}, "nick": "Ace"}', '{ice,rock}', '{3,5}', '(31.06,-7.91)', null, 1),
  (2, 'Bruno', 'active', false, 180, '1990-07-14', '[5,10)', '[2024-02-01,2024-03-01)', to_tsvector('english', 'rats like cats'),
   '{"level": 3, "gear": {"rope": "red"}, "nick": null}', '{rock}', '{4}', '(34.0,-5.0)', 1, 1),
  (3, 'Chloé, (the 3rd)', 'resting', null, 165.25, '1995-12-31', '[10,20)', null, to_tsvector('english', 'bright dogs'),
   '{"level": 9}', '{}', '{}', null, 1, 2),
  (4, 'Driss', 'retired', true, null, null, null, null, null, null, null, null, null, 2, null);

create table public.passports (
  climber_id int primary key references public.climbers,
  number text not null
);
insert into public.passports values (1, 'MA1'), (2, 'FR2');

create table public.peaks (
  country text,
  height int,
  name text not null,
  story text not null,
  primary key (country, height)
);
insert into public.peaks values
  ('MA', 4167, 'Toubkal', 'snow and snow and more snow above Imlil'),
  ('MA', 4089, 'Ouanoukrim', 'some snow above Imlil'),
  ('FR', 4806, 'Mont Blanc', 'a glacier with a long name');

-- a junction table with a composite foreign key and a primary key of its own
create table public.ascents (
  climber_id int references public.climbers,
  country text,
  height int,
  year int not null,
  hours numeric not null,
  primary key (climber_id, country, height),
  constraint ascents_peak foreign key (country, height) references public.peaks
);
insert into public.ascents values
  (1, 'MA', 4167, 2020, 9), (1, 'MA', 4089, 2021, 7.5), (1, 'FR', 4806, 2023, 30),
  (2, 'MA', 4167, 2022, 11), (3, 'MA', 4167, 2022, 10);

-- two foreign keys to one table: an embed has to name one
create table public.journeys (
  id int primary key,
  title text not null,
  leader_id int not null constraint journeys_leader references public.climbers,
  deputy_id int constraint journeys_deputy references public.climbers
);
insert into public.journeys values (1, 'North face', 1, 2), (2, 'Traverse', 2, null);

create view public.active_climbers as select id, name, club_id, mentor_id from public.climbers where standing = 'active';

create function public.label(public.climbers) returns text language sql stable as
  $$ select $1.name || ' (' || $1.standing || ')' $$;
create function public.pupils(public.climbers) returns setof public.climbers language sql stable as
  $$ select * from public.climbers where mentor_id = $1.id $$;
create function public.best_ascent(public.climbers) returns setof public.ascents rows 1 language sql stable as
  $$ select * from public.ascents where climber_id = $1.id order by height desc limit 1 $$;

-- A custom media type, in place of PostGIS for geojson().
create domain public."application/geo+json" as json;
create function public.add_feature(public."application/geo+json", public.clubs) returns public."application/geo+json"
  language sql immutable as
  $$ select json_build_object('type', 'FeatureCollection', 'features',
       ($1 -> 'features')::jsonb || jsonb_build_object('type', 'Feature', 'id', $2.id, 'geometry', null)) $$;
create aggregate public.features(public.clubs) (
  sfunc = public.add_feature, stype = public."application/geo+json",
  initcond = '{"type": "FeatureCollection", "features": []}'
);

-- another schema, with a table of the same name
create table personal.climbers (id int primary key, nickname text not null);
insert into personal.climbers values (1, 'Ace'), (2, 'Bo');
create function personal.greet() returns text language sql stable as $$ select 'from personal' $$;
create table hidden.secrets (id int);

-- written to ----------------------------------------------------------------

create table public.notes (
  id bigint generated by default as identity primary key,
  slug text not null unique,
  body text default 'nothing yet',
  stars int check (stars between 0 and 5),
  loud text generated always as (upper(body)) stored,
  climber_id int references public.climbers
);

create table public.packing (
  trip text,
  item text,
  amount int not null default 1,
  primary key (trip, item)
);

create table public.diaries (
  id bigint generated always as identity primary key,
  owner uuid not null default (current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid,
  entry text not null
);
alter table public.diaries enable row level security;
create policy diaries_select_owner on public.diaries for select to authenticated
  using (owner = (current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid);
create policy diaries_insert_owner on public.diaries for insert to authenticated
  with check (owner = (current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid);
revoke all on public.diaries from anon;

-- realtime ------------------------------------------------------------------

-- Each test uses a camp of its own. Rows without an owner are public, others are for their owner; only
-- the service role reads the column code.
create table public.tents (
  id bigint generated by default as identity primary key,
  camp text not null,
  owner uuid,
  name text,
  places int,
  price numeric(8, 2),
  open boolean,
  standing public.standing,
  tags text[],
  gear jsonb,
  pitched timestamptz,
  stamp bytea,
  note text,
  code text
);
alter table public.tents enable row level security;
create policy tents_select_visitor on public.tents for select to anon using (owner is null);
create policy tents_select_owner on public.tents for select to authenticated
  using (owner is null or owner = (current_setting('request.jwt.claims', true)::json ->> 'sub')::uuid);
create policy tents_insert_any on public.tents for insert to anon, authenticated with check (true);
revoke all on public.tents from anon, authenticated;
grant insert on public.tents to anon, authenticated;
grant select (id, camp, owner, name, places, price, open, standing, tags, gear, pitched, stamp, note) on public.tents to anon, authenticated;

-- Without row security, with replica identity full.
create table public.huts (
  id bigint generated by default as identity primary key,
  camp text not null,
  name text,
  beds int
);
alter table public.huts replica identity full;

create table personal.bivouacs (id int primary key, camp text not null);

create publication supabase_realtime for table public.tents, public.huts, personal.bivouacs;

-- Members may join all rooms except closed ones, and send in all except quiet ones. The migrations of the
-- program create realtime.messages, so tests call this function when it runs. These functions are
-- security definer, since tests cannot create triggers or migrations.
create function public.open_rooms() returns void language plpgsql security definer as $$
begin
  create policy rooms_select_member on realtime.messages for select to authenticated
    using (realtime.topic() like 'room:%' and realtime.topic() not like '%:closed:%');
  create policy rooms_insert_member on realtime.messages for insert to authenticated
    with check (realtime.topic() like 'room:%' and realtime.topic() not like '%:quiet:%');
end $$;
-- The same for files: users do all with what is theirs, and everyone sees the buckets.
create function public.open_buckets() returns void language plpgsql security definer as $$
begin
  create policy objects_select_owner on storage.objects for select to authenticated using (owner_id = (select auth.uid())::text);
  create policy objects_insert_owner on storage.objects for insert to authenticated with check (owner_id = (select auth.uid())::text);
  create policy objects_update_owner on storage.objects for update to authenticated using (owner_id = (select auth.uid())::text);
  create policy objects_delete_owner on storage.objects for delete to authenticated using (owner_id = (select auth.uid())::text);
  create policy buckets_select_all on storage.buckets for select to anon, authenticated using (true);
end $$;
create function public.tell(topic text, event text, payload jsonb, private boolean) returns void
  language plpgsql security definer as $$ begin perform realtime.send(payload, event, topic, private); end $$;
create function public.tell_bytes(topic text, event text, payload text, private boolean) returns void
  language plpgsql security definer as $$ begin perform realtime.send_binary(payload::bytea, event, topic, private); end $$;
create table public.lodges (id int primary key);
create function public.follow_lodges(follow boolean) returns void language plpgsql security definer as $$
begin
  execute format('alter publication supabase_realtime %s table public.lodges', case when follow then 'add' else 'drop' end);
end $$;
revoke execute on function public.open_rooms, public.open_buckets, public.tell, public.tell_bytes, public.follow_lodges from public, anon, authenticated;

create table public.beacons (id int primary key, room text not null, lit boolean not null default true);
create function public.tell_of_beacon() returns trigger language plpgsql security definer as $$
begin
  perform realtime.broadcast_changes(coalesce(new.room, old.room), tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  return null;
end $$;
create trigger beacons_tell after insert or update or delete on public.beacons for each row execute function public.tell_of_beacon();

-- functions -----------------------------------------------------------------

create function public.add(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function public.whoami() returns text language sql stable as $$ select current_user::text $$;
create function public.headers() returns json language sql stable as $$ select current_setting('request.headers')::json $$;
create function public.climbers_of(club int) returns setof public.climbers language sql stable as
  $$ select * from public.climbers where club_id = club $$;
create function public.the_climber(wanted int) returns public.climbers language sql stable as
  $$ select * from public.climbers where id = wanted $$;
create function public.tally() returns table (country text, ascents bigint) language sql stable as
  $$ select country, count(*) from public.ascents group by 1 $$;
create function public.countries() returns setof text language sql stable as $$ select distinct country from public.peaks order by 1 $$;
create function public.nothing() returns void language sql stable as $$ select $$;
create function public.total(amounts int[]) returns bigint language sql immutable as $$ select sum(n) from unnest(amounts) n $$;
create function public.sum_all(variadic numbers int[]) returns bigint language sql immutable as $$ select sum(n) from unnest(numbers) n $$;
create function public.keys_of(thing jsonb) returns setof text language sql immutable as $$ select jsonb_object_keys(thing) order by 1 $$;
create function public.echo(jsonb) returns jsonb language sql immutable as $$ select $1 $$;
create function public.standing_of(wanted text) returns public.standing language sql stable as
  $$ select standing from public.climbers where name = wanted $$;
create function public.split(whole numeric, out half numeric, out rest numeric) language sql immutable as $$ select div(whole, 2), mod(whole, 2) $$;
create function public.measure(length int) returns text language sql immutable as $$ select 'one' $$;
create function public.measure(length int, width int) returns text language sql immutable as $$ select 'two' $$;
create function public.write_note(slug text) returns setof public.notes language sql as
  $$ insert into public.notes (slug) values (slug) returning * $$;
create function public.drop_notes(like_slug text) returns setof public.notes language sql as
  $$ delete from public.notes where slug like like_slug returning * $$;
create function public.refuse() returns void language plpgsql stable as
  $$ begin raise exception 'No climbing today' using detail = 'wind of 120 km/h', hint = 'wait a day', errcode = 'P0001'; end $$;
create function public.teapot() returns text language plpgsql stable as
  $$ begin perform set_config('response.status', '418', true); return 'short and stout'; end $$;
create function public.pause(seconds numeric) returns void language sql as $$ select pg_sleep(seconds) $$;
-- security definer: a caller may count statements of others without reading them
create function public.pauses() returns bigint language sql stable security definer set search_path = '' as
  $$ select count(*) from pg_catalog.pg_stat_activity where state = 'active' and wait_event = 'PgSleep' $$;

revoke all on hidden.secrets from public;
analyze;
