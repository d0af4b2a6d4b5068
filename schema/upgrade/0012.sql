-- Brings a database of the 41 migrations in 0012.zip to where the files 0001 to 0012 leave a new one. The
-- order of columns stays: those that later migrations added stand last.

comment on schema private is 'Trigger functions and what they call. Not exposed by any API.';

-- A new database has these checks from the start. Here a value that the owner stored before may break one;
-- it must be put right with the next change of it.
do $$
declare
  name text;
begin
  foreach name in array array['link_format', 'email_format', 'phone_format', 'rating_range', 'retreat_dates'] loop
    begin
      execute format('alter table public.site_settings validate constraint %I', 'site_settings_' || name);
    exception when check_violation then
      raise notice 'site_settings holds a value that breaks the check site_settings_%: it stays', name;
    end;
  end loop;
end
$$;
