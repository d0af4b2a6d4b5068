-- The tags of the library. The view runs with its caller's rights: the policies of the tables behind it decide
-- what is in it. Nobody writes through it.

revoke all on table public.picture_tags from anon, authenticated, service_role;
grant select on public.picture_tags to authenticated, service_role;

-- nothing for visitors: tags are for the library alone.
