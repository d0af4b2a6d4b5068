-- The surface of pg_net 0.20 (https://github.com/supabase/pg_net): requests that package server/outgoing
-- sends, once their transaction has committed, once each.
--
-- pg_net lets everybody read and change its tables, where requests carry keys in their headers. Here the
-- functions alone are everybody's.

do $$
begin
  if to_regnamespace('net') is null then -- a dump may have made it
    create schema net;
  end if;
end
$$;
comment on schema net is 'HTTP requests from SQL, as pg_net has them.';

create domain net.http_method as text check (value ilike 'get' or value ilike 'post' or value ilike 'delete');
create type net.request_status as enum ('PENDING', 'SUCCESS', 'ERROR');
create type net.http_response as (status_code integer, headers jsonb, body text);
create type net.http_response_result as (status net.request_status, message text, response net.http_response);

create unlogged table net.http_request_queue (
  id bigserial,
  method net.http_method not null,
  url text not null,
  headers jsonb,
  body bytea,
  timeout_milliseconds int not null
);
create index http_request_queue_id_idx on net.http_request_queue (id);
comment on table net.http_request_queue is 'The requests that are not sent yet.';

create unlogged table net._http_response (
  id bigint,
  status_code integer,
  content_type text,
  headers jsonb,
  content text,
  timed_out bool,
  error_msg text,
  created timestamptz not null default now()
);
create index _http_response_created_idx on net._http_response (created);
create index _http_response_id_idx on net._http_response (id);
comment on table net._http_response is 'The responses, for 6 hours.';

grant select, update, delete on net.http_request_queue to toubkal_worker; -- update: for its row locks
grant select, insert, delete on net._http_response to toubkal_worker;

create function net._urlencode_string(string varchar) returns text
language sql immutable set search_path = ''
as $$
  select case when string is not null then coalesce(string_agg(
    case when letter ~ '^[A-Za-z0-9._~-]$' collate "C" then letter
      else regexp_replace(upper(encode(convert_to(letter, 'UTF8'), 'hex')), '(..)', '%\1', 'g') end,
    '' order by place), '') end
  from regexp_split_to_table(string, '') with ordinality as letters (letter, place)
$$;

create function net._encode_url_with_params_array(url text, params_array text[]) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  query text := array_to_string(params_array, '&');
  parts text[] := regexp_match(url, '^([^#]*)(#.*)?$');
begin
  if url !~* '^[a-z][a-z0-9+.-]*:' then
    raise exception 'invalid URL "%": Malformed input to a URL function', url;
  elsif url !~* '^https?://' then
    raise exception 'invalid URL "%": Unsupported URL scheme', url;
  elsif query = '' then
    return url;
  end if;
  return parts[1] || case when strpos(parts[1], '?') = 0 then '?' when parts[1] ~ '[?&]$' then '' else '&' end
    || query || coalesce(parts[2], '');
end
$$;

create function net.wake() returns void
language sql set search_path = ''
as $$ select pg_notify('toubkal_net', '') $$;
comment on function net.wake() is 'Has the requests sent, once the transaction commits.';

create function net._request(method text, url text, params jsonb, headers jsonb, body jsonb, timeout_milliseconds int) returns bigint
language plpgsql security definer set search_path = ''
as $$
declare
  request_id bigint;
begin
  insert into net.http_request_queue (method, url, headers, body, timeout_milliseconds)
  values (
    method,
    net._encode_url_with_params_array(url, (
      select coalesce(array_agg(net._urlencode_string(key) || '=' || net._urlencode_string(value)), '{}')
      from jsonb_each_text(params)
    )),
    headers, convert_to(body::text, 'UTF8'), timeout_milliseconds
  )
  returning id into request_id;
  perform net.wake();
  return request_id;
end
$$;
comment on function net._request(text, text, jsonb, jsonb, jsonb, int) is 'Queues a request. Security definer, so that who may send can neither read nor change what others send.';

create function net.http_get(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds int default 5000
) returns bigint
language sql set search_path = ''
as $$ select net._request('GET', url, params, headers, null, timeout_milliseconds) $$;

create function net.http_post(
  url text, body jsonb default '{}', params jsonb default '{}',
  headers jsonb default '{"Content-Type": "application/json"}', timeout_milliseconds int default 5000
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  content_type text := (
    select value from jsonb_each_text(coalesce(headers, '{}')) where lower(key) = 'content-type' limit 1
  );
begin
  if content_type is null then
    headers := headers || '{"Content-Type": "application/json"}';
  elsif content_type <> 'application/json' then
    raise exception 'Content-Type header must be "application/json"';
  end if;
  return net._request('POST', url, params, headers, body, timeout_milliseconds);
end
$$;

create function net.http_delete(
  url text, params jsonb default '{}', headers jsonb default '{}', timeout_milliseconds int default 5000, body jsonb default null
) returns bigint
language sql set search_path = ''
as $$ select net._request('DELETE', url, params, headers, body, timeout_milliseconds) $$;

create function net._await_response(request_id bigint) returns bool
language plpgsql security definer set search_path = ''
as $$
begin
  while not exists (select from net._http_response where id = request_id) loop
    perform pg_sleep(0.05);
  end loop;
  return true;
end
$$;

create function net._http_collect_response(request_id bigint, async bool default true) returns net.http_response_result
language plpgsql security definer set search_path = ''
as $$
declare
  found_response net._http_response;
begin
  if not async then
    perform net._await_response(request_id);
  end if;
  select * into found_response from net._http_response where id = request_id;
  if found_response.id is null or found_response.error_msg is not null then
    return ('ERROR', coalesce(found_response.error_msg, 'request matching request_id not found'), null)::net.http_response_result;
  end if;
  return (
    'SUCCESS', 'ok', (found_response.status_code, found_response.headers, found_response.content)::net.http_response
  )::net.http_response_result;
end
$$;

create function net.http_collect_response(request_id bigint, async bool default true) returns net.http_response_result
language plpgsql set search_path = ''
as $$
begin
  raise notice 'The net.http_collect_response function is deprecated.';
  return net._http_collect_response(request_id, async);
end
$$;

create function net.check_worker_is_up() returns void
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from pg_stat_activity where usename = 'toubkal_worker' and datname = current_database()) then
    raise exception 'the worker of net is not up' using hint = 'Start the program: toubkal dev, or toubkal serve.';
  end if;
end
$$;
comment on function net.check_worker_is_up() is 'Raises an exception where no program is there that sends the requests.';

create function net.worker_restart() returns bool
language plpgsql set search_path = ''
as $$
begin
  perform net.wake();
  return true;
end
$$;
comment on function net.worker_restart() is 'Has what is queued sent. There is no worker in PostgreSQL that could be restarted.';

-- As pg_net: a request may be made by everybody whom a function of the project lets call these.
grant usage on schema net to public;
grant execute on all functions in schema net to public;
