-- Database Webhooks: the trigger function that Supabase's dashboard makes triggers of. It needs pg_net.sql.

create schema if not exists supabase_functions;
comment on schema supabase_functions is 'Database Webhooks.';

create table if not exists supabase_functions.hooks (
  id bigserial primary key,
  hook_table_id integer not null,
  hook_name text not null,
  created_at timestamptz not null default now(),
  request_id bigint
);
comment on table supabase_functions.hooks is 'The requests of triggers, by table and trigger; request_id is of net._http_response.';
create index if not exists supabase_functions_hooks_request_id_idx on supabase_functions.hooks (request_id);
create index if not exists supabase_functions_hooks_h_table_id_h_name_idx on supabase_functions.hooks (hook_table_id, hook_name);

create or replace function supabase_functions.http_request() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- an argument that is left out is null, or the text null
  url text := nullif(tg_argv[0], 'null');
  method text := nullif(tg_argv[1], 'null');
  headers jsonb := coalesce(nullif(tg_argv[2], 'null'), '{"Content-Type": "application/json"}');
  params jsonb := coalesce(nullif(tg_argv[3], 'null'), '{}');
  timeout_ms integer := coalesce(nullif(tg_argv[4], 'null')::integer, 1000);
  request_id bigint;
begin
  if url is null then
    raise exception 'url argument is missing';
  elsif method is null then
    raise exception 'method argument is missing';
  elsif method = 'GET' then
    request_id := net.http_get(url, params, headers, timeout_ms);
  elsif method = 'POST' then
    request_id := net.http_post(url, jsonb_build_object(
      'old_record', old, 'record', new, 'type', tg_op, 'table', tg_table_name, 'schema', tg_table_schema
    ), params, headers, timeout_ms);
  else
    raise exception 'method argument % is invalid', method;
  end if;
  insert into supabase_functions.hooks (hook_table_id, hook_name, request_id) values (tg_relid::bigint, tg_name, request_id);
  return coalesce(new, old);
end
$$;
comment on function supabase_functions.http_request() is 'Sends the row of a trigger to an address. Its arguments are the address, the method (GET or POST), the headers and the parameters as JSON, and the timeout in milliseconds. Security definer, so that who changes a row needs no right to the hooks.';

grant usage on schema supabase_functions to anon, authenticated, service_role;
grant execute on function supabase_functions.http_request() to anon, authenticated, service_role;
