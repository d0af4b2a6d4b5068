package lint

// notOfExtension leaves out what an extension has made, of pg_class.
const notOfExtension = `not exists (select from pg_depend of where of.classid = 'pg_class'::regclass and of.objid = pg_class.oid and of.deptype = 'e')`

// tables are the exposed tables, and those of the engine that a project's policies are about.
const tables = `pg_class join pg_namespace n on n.oid = relnamespace
	where (n.nspname = any ($1) or pg_class.oid in (to_regclass('realtime.messages'), to_regclass('storage.objects'))) and ` + notOfExtension

// readable tells whether a visitor or a user may select.
const readable = `(has_any_column_privilege('anon', pg_class.oid, 'select') or has_any_column_privilege('authenticated', pg_class.oid, 'select'))`

// notForced is for projects with policy files: Supabase's tools never force row security. storage.objects is left
// out, whose owner is the storage API itself.
var notForced = rule{"rls_not_forced", Warning, `
	select n.nspname, relname, '', 'row security is not forced on the table''s owner'
	from ` + tables + ` and relkind in ('r', 'p') and relrowsecurity and not relforcerowsecurity and n.nspname <> 'storage'`}

// tableRules are about tables, views, functions and extensions.
var tableRules = []rule{
	{"rls_disabled_in_public", Error, `
		select n.nspname, relname, '', 'row security is not enabled: alter table … enable row level security'
		from ` + tables + ` and relkind in ('r', 'p') and not relrowsecurity and not exists (select from pg_policy where polrelid = pg_class.oid)`},

	{"policy_exists_rls_disabled", Error, `
		select n.nspname, relname, '', 'has policies, but row security is not enabled: they do nothing'
		from ` + tables + ` and not relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid)`},

	{"rls_enabled_no_policy", Info, `
		select n.nspname, relname, '', 'grants rights to anon or authenticated, but no policy lets a row pass'
		from ` + tables + ` and n.nspname = any ($1) and relkind in ('r', 'p') and relrowsecurity and ` + readable + ` and not exists (select from pg_policy where polrelid = pg_class.oid)`},

	{"security_definer_view", Error, `
		select n.nspname, relname, '', 'is a view with the rights of its owner, which see past the policies: make it with (security_invoker = true), or say in its comment what it guards (Definer: …)'
		from ` + tables + ` and relkind = 'v' and not exists (select from pg_options_to_table(reloptions) where option_name = 'security_invoker' and option_value::boolean)
			and coalesce(obj_description(pg_class.oid, 'pg_class'), '') !~ 'Definer: '`},

	{"materialized_view_in_api", Warning, `
		select n.nspname, relname, '', 'is a materialized view that anon or authenticated may read: no policy limits it'
		from ` + tables + ` and relkind = 'm' and ` + readable + ` and coalesce(obj_description(pg_class.oid, 'pg_class'), '') !~ 'Definer: '`},

	{"foreign_table_in_api", Warning, `
		select n.nspname, relname, '', 'is a foreign table that anon or authenticated may read: no policy limits it'
		from ` + tables + ` and relkind = 'f' and ` + readable},

	{"auth_users_exposed", Error, `
		select distinct n.nspname, relname, '', 'reads auth.users, and anon or authenticated may read it'
		from pg_rewrite w
		join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = w.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = to_regclass('auth.users')
		cross join ` + tables + ` and pg_class.oid = w.ev_class and ` + readable + ` and coalesce(obj_description(pg_class.oid, 'pg_class'), '') !~ 'Definer: '`},

	{"unindexed_foreign_keys", Info, `
		select n.nspname, relname, '', 'foreign key ' || f.conname || ' has no index'
		from pg_constraint f cross join ` + tables + ` and pg_class.oid = f.conrelid and f.contype = 'f' and f.conparentid = 0
			and not exists (select from pg_index i where i.indrelid = f.conrelid and i.indisvalid and i.indkey[0] = any (f.conkey)
				and (i.indkey::int2[])[0:cardinality(f.conkey) - 1] @> f.conkey)`},

	{"no_primary_key", Info, `
		select n.nspname, relname, '', 'has no primary key'
		from ` + tables + ` and relkind in ('r', 'p') and not relispartition and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`},

	{"duplicate_index", Warning, `
		select n.nspname, relname, '', 'has several indexes that are the same: ' || string_agg(i.indexrelid::regclass::text, ', ' order by i.indexrelid)
		from pg_index i cross join ` + tables + ` and pg_class.oid = i.indrelid
		group by n.nspname, relname, i.indrelid, i.indkey::text, i.indclass::text, i.indcollation::text, i.indoption::text, i.indisunique, i.indnullsnotdistinct,
			pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid), (select relam from pg_class x where x.oid = i.indexrelid)
		having count(*) > 1`},

	{"function_search_path_mutable", Warning, `
		select fn.nspname, f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', '', 'is security definer without a fixed search path: alter function … set search_path = '''''
		from pg_proc f join pg_namespace fn on fn.oid = f.pronamespace
		where f.prosecdef and f.prosqlbody is null and fn.nspname !~ '^(pg_|information_schema$|auth$|storage$|realtime$|toubkal|extensions$|vault$|pgmq|cron$|net$|supabase_functions$|graphql)'
			and not exists (select from unnest(f.proconfig) as setting where setting ~ '^search_path=')
			and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = f.oid and e.deptype = 'e')`},

	{"anon_security_definer_function_executable", Warning, `
		select fn.nspname, f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', '', 'is security definer, and anon may call it: revoke execute, or say in its comment what it guards (Definer: …)'
		from pg_proc f join pg_namespace fn on fn.oid = f.pronamespace
		where f.prosecdef and fn.nspname = any ($1) and f.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype) and has_function_privilege('anon', f.oid, 'execute')
			and coalesce(obj_description(f.oid, 'pg_proc'), '') !~ 'Definer: '
			and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = f.oid and e.deptype = 'e')`},

	{"extension_in_public", Warning, `
		select 'public', extname, '', 'is an extension in schema public: alter extension … set schema extensions'
		from pg_extension e where exists (
			select from pg_depend d join pg_proc f on f.oid = d.objid and f.pronamespace = to_regnamespace('public')
			where d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_extension'::regclass and d.refobjid = e.oid and d.deptype = 'e')`},

	{"realtime_without_select", Warning, `
		select n.nspname, relname, '', 'is in the publication supabase_realtime, but no policy for select lets anon or authenticated see a change'
		from pg_publication_rel r join pg_publication b on b.oid = r.prpubid and b.pubname = 'supabase_realtime'
		cross join ` + tables + ` and pg_class.oid = r.prrelid and relrowsecurity and not exists (
			select from pg_policy where polrelid = pg_class.oid and polpermissive and polcmd in ('r', '*') and polroles && array[0::oid, to_regrole('anon')::oid, to_regrole('authenticated')::oid])`},
}

// policyRules are about single policies, in SQL.
var policyRules = []rule{
	{"unindexed_policy_columns", Warning, `
		select n.nspname, relname, p.polname, 'filters on ' || a.attname || ', which no index has'
		from pg_policy p
		join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refclassid = 'pg_class'::regclass and d.refobjid = p.polrelid and d.refobjsubid > 0
		join pg_attribute a on a.attrelid = p.polrelid and a.attnum = d.refobjsubid
		-- not of realtime and storage, whose rows are found by their key and bucket
		cross join ` + tables + ` and pg_class.oid = p.polrelid and n.nspname = any ($1) and p.polcmd <> 'a'
			and not exists (select from pg_index i where i.indrelid = p.polrelid and a.attnum = any (i.indkey))`},

	{"multiple_permissive_policies", Info, `
		select n.nspname, relname, '', 'has several permissive policies for ' || v.verb || ' by ' || r.rolname || ', of which each is evaluated: ' || string_agg(p.polname::text, ', ' order by p.polname)
		from pg_policy p
		cross join (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as v (verb, cmd)
		join pg_roles r on r.rolname in ('anon', 'authenticated') and p.polroles && array[0::oid, r.oid]
		cross join ` + tables + ` and pg_class.oid = p.polrelid and n.nspname = any ($1) and p.polpermissive and p.polcmd in (v.cmd::"char", '*')
		group by n.nspname, relname, v.verb, r.rolname having count(*) > 1`},

	{"only_restrictive", Warning, `
		select n.nspname, relname, min(p.polname::text), 'all policies for ' || v.verb || ' by ' || r.rolname || ' are restrictive: no row passes without a permissive one'
		from pg_policy p
		cross join (values ('select', 'r'), ('insert', 'a'), ('update', 'w'), ('delete', 'd')) as v (verb, cmd)
		join pg_roles r on r.rolname in ('anon', 'authenticated') and p.polroles && array[0::oid, r.oid]
		cross join ` + tables + ` and pg_class.oid = p.polrelid and p.polcmd in (v.cmd::"char", '*')
		group by n.nspname, relname, pg_class.oid, v.verb, r.rolname, r.oid
		having not bool_or(p.polpermissive) and case when v.verb = 'delete' then has_table_privilege(r.oid, pg_class.oid, 'delete') else has_any_column_privilege(r.oid, pg_class.oid, v.verb) end`},

	{"storage_upsert", Info, `
		select 'storage', 'objects', '', r.rolname || ' may upload, but not replace: an upload with upsert needs policies for select and update too'
		from pg_roles r
		where r.rolname in ('anon', 'authenticated') and to_regclass('storage.objects') is not null
			and exists (select from pg_policy where polrelid = to_regclass('storage.objects') and polcmd in ('a', '*') and polroles && array[0::oid, r.oid])
			and not (exists (select from pg_policy where polrelid = to_regclass('storage.objects') and polcmd in ('r', '*') and polroles && array[0::oid, r.oid])
				and exists (select from pg_policy where polrelid = to_regclass('storage.objects') and polcmd in ('w', '*') and polroles && array[0::oid, r.oid]))`},
}
