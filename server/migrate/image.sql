-- What a database of Supabase's image has before the first migration, beside the engine's own schema.

create schema if not exists graphql;
comment on schema graphql is 'Empty: migrations of hosted databases name it.';

create schema if not exists graphql_public;
comment on schema graphql_public is 'The function that answers GraphQL.';
grant usage on schema graphql_public to anon, authenticated, service_role;

create or replace function graphql_public.graphql("operationName" text default null, query text default null, variables jsonb default null, extensions jsonb default null)
returns jsonb
language sql immutable parallel safe set search_path = ''
as $$ select '{"errors": [{"message": "pg_graphql extension is not enabled."}]}'::jsonb $$;
comment on function graphql_public.graphql(text, text, jsonb, jsonb) is 'Answers as Supabase does where pg_graphql is not enabled.';
grant execute on function graphql_public.graphql(text, text, jsonb, jsonb) to anon, authenticated, service_role;
