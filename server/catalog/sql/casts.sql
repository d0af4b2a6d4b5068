-- Domain representations: implicit casts by function between a domain and json
-- or text.
select
  format_type(c.castsource, null),
  format_type(c.casttarget, null),
  n.nspname::text,
  p.proname::text
from pg_cast c
join pg_type source on source.oid = c.castsource
join pg_type target on target.oid = c.casttarget
join pg_proc p on p.oid = c.castfunc
join pg_namespace n on n.oid = p.pronamespace
where c.castcontext = 'i' and c.castmethod = 'f'
  and has_function_privilege(c.castfunc, 'execute')
  and (
    source.typtype = 'd' and c.casttarget in ('json'::regtype, 'text'::regtype)
    or target.typtype = 'd' and c.castsource in ('json'::regtype, 'text'::regtype)
  )
