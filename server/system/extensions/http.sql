-- The names of the extension http (https://github.com/pramsey/pgsql-http), so that migrations that create it
-- apply. A request that a statement waits for is not made: it would hold a connection, and perhaps locks, for
-- as long as another server likes. The call says so; what needs no request works.

create domain @extschema@.http_method as text;
create domain @extschema@.content_type as text check (value ~ '^\S+\/\S+');
create type @extschema@.http_header as (field varchar, value varchar);
create type @extschema@.http_response as (status integer, content_type varchar, headers @extschema@.http_header[], content varchar);
create type @extschema@.http_request as (method @extschema@.http_method, uri varchar, headers @extschema@.http_header[], content_type varchar, content varchar);

-- The functions that would make a request.
do $do$
declare
  arguments text;
begin
  foreach arguments in array array[
    'http(request @extschema@.http_request)', 'http_get(uri varchar)', 'http_get(uri varchar, data jsonb)',
    'http_post(uri varchar, content varchar, content_type varchar)', 'http_post(uri varchar, data jsonb)',
    'http_put(uri varchar, content varchar, content_type varchar)', 'http_patch(uri varchar, content varchar, content_type varchar)',
    'http_delete(uri varchar)', 'http_delete(uri varchar, content varchar, content_type varchar)', 'http_head(uri varchar)'
  ] loop
    execute format($sql$
      create function @extschema@.%s returns @extschema@.http_response
      language plpgsql
      as $$
      begin
        raise exception 'this server makes no request that a statement waits for' using
          errcode = 'feature_not_supported',
          hint = 'Use net.http_get, net.http_post or net.http_delete (create extension pg_net), which send after the commit, or an Edge Function.';
      end
      $$
    $sql$, arguments);
  end loop;
end
$do$;

-- Options of requests: a migration may set them, and they mean nothing.
create function @extschema@.http_set_curlopt(curlopt varchar, value varchar) returns boolean language sql as $$ select true $$;
create function @extschema@.http_reset_curlopt() returns boolean language sql as $$ select true $$;

create function @extschema@.http_header(field varchar, value varchar) returns @extschema@.http_header language sql immutable as $$ select $1, $2 $$;

create function @extschema@.urlencode(string varchar) returns text
language sql immutable strict
as $$
  select coalesce(string_agg(
    case when letter = ' ' then '+' when letter ~ '^[A-Za-z0-9._~-]$' collate "C" then letter
      else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end,
    '' order by place), '')
  from regexp_split_to_table(string, '') with ordinality as letters (letter, place)
$$;
create function @extschema@.text_to_bytea(data text) returns bytea language sql immutable strict as $$ select convert_to(data, 'UTF8') $$;
create function @extschema@.bytea_to_text(data bytea) returns text language sql immutable strict as $$ select convert_from(data, 'UTF8') $$;
