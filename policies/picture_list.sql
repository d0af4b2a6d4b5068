-- The library as the back-office lists it. The view runs with its caller's rights: the policies of the tables behind it decide
-- what is in it. Nobody writes through it.

revoke all on table public.picture_list from anon, authenticated, service_role;
grant select on public.picture_list to authenticated, service_role;

-- nothing for visitors: pages read pictures.
