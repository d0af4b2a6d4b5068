-- Functions as postgres-meta lists them. has_default counts an argument by its place among all, also those that are results.
select p.oid::bigint as id, n.nspname as schema, p.proname as name, l.lanname as language,
  case when l.lanname = 'internal' then '' else p.prosrc end as definition,
  case when l.lanname = 'internal' then p.prosrc else pg_catalog.pg_get_functiondef(p.oid) end as complete_statement,
  (select coalesce(jsonb_agg(jsonb_build_object('name', coalesce(p.proargnames[a.i], ''), 'type_id', a.type::bigint,
      'mode', case coalesce(p.proargmodes[a.i], 'i') when 'i' then 'in' when 'o' then 'out' when 'b' then 'inout' when 'v' then 'variadic' else 'table' end,
      'has_default', case when a.i <= p.pronargs then a.i > p.pronargs - p.pronargdefaults end) order by a.i), '[]')
    from unnest(coalesce(p.proallargtypes, p.proargtypes)) with ordinality a (type, i)) as args,
  pg_catalog.pg_get_function_arguments(p.oid) as argument_types, pg_catalog.pg_get_function_identity_arguments(p.oid) as identity_argument_types,
  p.prorettype::bigint as return_type_id, pg_catalog.pg_get_function_result(p.oid) as return_type, nullif(t.typrelid, 0)::bigint as return_type_relation_id,
  p.proretset as is_set_returning_function, case when p.proretset then nullif(p.prorows, 0) end as prorows,
  case p.provolatile when 'i' then 'IMMUTABLE' when 's' then 'STABLE' else 'VOLATILE' end as behavior, p.prosecdef as security_definer,
  (select json_object_agg(pg_catalog.split_part(s, '=', 1), pg_catalog.split_part(s, '=', 2)) from unnest(p.proconfig) s) as config_params
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace join pg_catalog.pg_language l on l.oid = p.prolang
join pg_catalog.pg_type t on t.oid = p.prorettype where p.prokind = 'f'
