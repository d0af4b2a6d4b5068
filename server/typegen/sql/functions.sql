-- Functions that can be called, with all their arguments: modes i in, o out, b in and out, v variadic, t column.
select p.oid, n.nspname, p.proname,
	coalesce(p.proargnames, '{}'), coalesce(p.proargmodes::text[], '{}'), coalesce(p.proallargtypes, p.proargtypes::oid[]),
	p.pronargs, p.pronargdefaults, p.prorettype, p.proretset, p.prorows,
	pg_get_function_arguments(p.oid), pg_get_function_identity_arguments(p.oid), pg_get_function_result(p.oid)
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace
where n.nspname = any ($1) and p.prokind = 'f'
	and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
