-- Media types of a database's own: domains that are named like one.
create domain api."text/vCard" as text;
create domain api."text/html" as text;
create domain api."text/csv" as text;
create domain api."text/plain" as text;
create domain api."image/png" as bytea;
create domain api."application/vnd.track" as bytea;
create domain api."application/geo+json" as jsonb;
create domain api."*/*" as bytea;

-- Peaks have a card for themselves; climbers answer to anything; what any rows
-- have is a page. The rows of guides make a sheet in place of the built-in CSV.
create function api.card_step(state text, next api.peaks) returns api."text/vCard" language sql immutable
	as $$ select (state || 'FN:' || next.name || E'\n')::api."text/vCard" $$;
create aggregate api.cards(api.peaks) (sfunc = api.card_step, stype = api."text/vCard", initcond = '');

create function api.page_step(state text, next anyelement) returns api."text/html" language sql immutable
	as $$ select (state || '<p>' || next::text || '</p>')::api."text/html" $$;
create aggregate api.pages(anyelement) (sfunc = api.page_step, stype = api."text/html", initcond = '');

create function api.any_step(state bytea, next api.climbers) returns bytea language sql immutable
	as $$ select state || next.name::bytea $$;
create function api.any_end(state bytea) returns api."*/*" language plpgsql as $$ begin
	if current_setting('request.headers', true)::json->>'accept' = 'audio/midi' then
		perform set_config('response.headers', '[{"Content-Type": "audio/midi"}]', true);
	end if;
	return state;
end $$;
create aggregate api.anything(api.climbers) (sfunc = api.any_step, stype = bytea, finalfunc = api.any_end, initcond = '');

create function api.sheet_step(state text, next api.guides) returns text language sql immutable
	as $$ select state || next.id || ';' || next.lead_id || E'\n' $$;
create function api.sheet_end(state text) returns api."text/csv" language plpgsql as $$ begin
	perform set_config('response.headers', '[{"Content-Disposition": "attachment; filename=\"guides.csv\""}]', true);
	return (U&'\FEFF' || E'id;lead\n' || state)::api."text/csv";
end $$;
create aggregate api.sheet(api.guides) (sfunc = api.sheet_step, stype = text, finalfunc = api.sheet_end, initcond = '');

create function api.letter(name text default 'you') returns api."text/plain" language sql immutable
	as $$ select nullif('Dear ' || name, 'Dear ')::api."text/plain" $$;
create function api.letters() returns setof api."text/plain" language sql immutable as $$ select api.letter() $$;
create function api.photo(bytes bytea default '\x89504e470d0a1a0aff00') returns api."image/png" language sql immutable
	as $$ select bytes::api."image/png" $$;
create function api.blob() returns api."*/*" language sql immutable as $$ select '\x00ff'::api."*/*" $$;
create function api.plain(name text) returns text language sql immutable as $$ select name $$;
create function api.store(text) returns text language sql immutable as $$ select upper($1) $$;
create function api.store(bytea) returns api."image/png" language sql immutable as $$ select $1::api."image/png" $$;
create function api.store(xml) returns xml language sql immutable as $$ select $1 $$;
create function api.tallest(n int) returns setof api.peaks stable language sql
	as $$ select * from api.peaks order by metres desc limit n $$;
create function api.sign(api.peaks) returns text stable language sql as $$ select $1.name || ' (' || $1.range || ')' $$;
create function api.below(metres int) returns setof api.peaks stable language sql
	as $$ select * from api.peaks where peaks.metres < below.metres order by name $$;
create function api.counted(n int) returns table (i int, double int) immutable language sql
	as $$ select g, 2 * g from generate_series(1, n) g $$;

-- Arguments of every kind.
create type api.point as (x int, y int);
create function api.shift(p api.point, by int default 1) returns api.point immutable language sql
	as $$ select (p.x + by, p.y + by)::api.point $$;
create function api.hull(ps api.point[]) returns setof api.point immutable language sql as $$ select * from unnest(ps) $$;
create function api.climb(at api.altitude) returns api.altitude immutable language sql as $$ select at $$;
create function api.swap(inout a int, inout b int, out total int) immutable language sql as $$ select b, a, a + b $$;
create function api.initials(c char, flags bit) returns text immutable language sql as $$ select c || ':' || flags::text $$;
create function api.one(out a int) immutable language sql as $$ select 7 $$;
create function api.check() returns void stable language plpgsql as $$ begin raise 'no'; end $$;
create function api.checked() returns int immutable language plpgsql as $$ begin raise 'no'; end $$;
create function api.nothing() returns int immutable language sql as $$ select null::int $$;
create function api.loose() returns record immutable language sql as $$ select 1, 'x' $$;
create function api.same(x anyelement) returns anyelement immutable language sql as $$ select x $$;
create procedure api.proceed() language sql as $$ select 1 $$;
create function other.elsewhere() returns int immutable language sql as $$ select 1 $$;
create function api.pick(a int) returns text immutable language sql as $$ select 'number' $$;
create function api.pick(a int, b text default '') returns text immutable language sql as $$ select 'number and text' $$;
create function api.pick(json) returns json immutable language sql as $$ select json_build_array($1) $$;
grant execute on all functions in schema api to anon, authenticated;
