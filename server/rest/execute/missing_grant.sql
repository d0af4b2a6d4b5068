-- The grants that role $1 lacks of the privileges in $2, JSON of plan.Privilege, as
-- statements; null where it lacks none. A table of which the role may use some columns
-- gets a grant of the others that are named; a computed column is of all of them, and
-- needs its function. A default that reads a sequence needs the sequence.
with needs as (
  select verb, s.oid as schema, s.nspname, c.oid as relation, c.relname, c.reltype, columns, '*' = any (columns) or exists (
    select from unnest(columns) as named
    where not exists (select from pg_attribute where attrelid = c.oid and attname = named and not attisdropped)
  ) as every
  from json_to_recordset($2) as need("schema" text, "table" text, verb text, columns text[])
  join pg_namespace s on s.nspname = need."schema"
  join pg_class c on c.relnamespace = s.oid and c.relname = need."table"
), functions as (
  select p.oid, s.oid as schema, s.nspname
  from json_to_recordset($2) as need("schema" text, "table" text, verb text)
  join pg_namespace s on s.nspname = need."schema"
  join pg_proc p on p.pronamespace = s.oid and p.proname = need."table"
  where verb = 'EXECUTE'
  union
  select p.oid, s.oid, s.nspname
  from needs cross join unnest(columns) as named
  join pg_proc p on p.proname = named and p.pronargs = 1 and p.proargtypes[0] = reltype
  join pg_namespace s on s.oid = p.pronamespace
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
  from (select "schema", nspname from needs union select "schema", nspname from functions) as used
  where not has_schema_privilege($1, "schema", 'usage')
  union all
  select 2, format('GRANT %s ON %I.%I TO %I;', string_agg(distinct verb || columns, ', '), nspname, relname, $1)
  from lacking
  where columns is not null
  group by nspname, relname
  union all
  select 3, format('GRANT USAGE ON SEQUENCE %s TO %I;', q.oid::regclass, $1)
  from needs
  join pg_attrdef d on d.adrelid = relation
  join pg_depend u on u.classid = 'pg_attrdef'::regclass and u.objid = d.oid and u.refclassid = 'pg_class'::regclass
  join pg_class q on q.oid = u.refobjid
  where verb = 'INSERT' and case when q.relkind = 'S' then not has_sequence_privilege($1, q.oid, 'usage, update') end
  union all
  select distinct 4, format('GRANT EXECUTE ON FUNCTION %I.%I(%s) TO %I;', nspname, p.proname, pg_get_function_identity_arguments(p.oid), $1)
  from functions join pg_proc p using (oid)
  where not has_function_privilege($1, oid, 'execute')
)
select string_agg("grant", ' ' order by rank, "grant") from grants
