-- `alter role … set`, of the roles that the login role may become, and only
-- what it may set in their name. What is set for this database alone wins.
select
  r.rolname::text,
  split_part(s.setting, '=', 1) as name,
  substr(s.setting, strpos(s.setting, '=') + 1) as value
from pg_db_role_setting rs
join pg_roles r on r.oid = rs.setrole
join pg_database d on d.datname = current_database() and rs.setdatabase in (0, d.oid)
cross join lateral unnest(rs.setconfig) s (setting)
join pg_settings ps on ps.name = split_part(s.setting, '=', 1)
where pg_has_role(current_user, r.oid, 'member')
  and (ps.context = 'user' or has_parameter_privilege(current_user, ps.name, 'set'))
order by r.rolname, rs.setdatabase, ps.name
