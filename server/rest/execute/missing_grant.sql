-- What role $1 lacks of the privileges in $2, JSON of plan.Privilege, as the
-- statements that grant it; null where it lacks nothing. A table of which the
-- role may use some columns gets a grant of the others that are named; a computed
-- column is of all of them.
with needs as (
  select verb, s.oid as schema, s.nspname, c.oid as relation, c.relname, columns, '*' = any (columns) or exists (
    select from unnest(columns) as named
    where not exists (select from pg_attribute where attrelid = c.oid and attname = named and not attisdropped)
  ) as every
  from json_to_recordset($2) as need("schema" text, "table" text, verb text, columns text[])
  join pg_namespace s on s.nspname = need."schema"
  join pg_class c on c.relnamespace = s.oid and c.relname = need."table"
), lacking as (
  select nspname, relname, verb, case when verb <> 'DELETE' and has_any_column_privilege($1, relation, verb) then (
    select ' (' || string_agg(quote_ident(attname), ', ' order by attnum) || ')'
    from pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped
      and (every or attname = any (columns)) and not has_column_privilege($1, relation, attnum, verb)
  ) else '' end as columns
  from needs
  where not has_table_privilege($1, relation, verb)
), grants as (
  select distinct 1 as rank, format('GRANT USAGE ON SCHEMA %I TO %I;', nspname, $1) as "grant"
  from needs
  where not has_schema_privilege($1, "schema", 'usage')
  union all
  select 2, format('GRANT %s ON %I.%I TO %I;', string_agg(distinct verb || columns, ', '), nspname, relname, $1)
  from lacking
  where columns is not null
  group by nspname, relname
)
select string_agg("grant", ' ' order by rank, "grant") from grants
