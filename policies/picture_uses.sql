-- Where pictures are shown. The view runs with its caller's rights: the policies of the tables behind it decide
-- what is in it. Nobody writes through it.

revoke all on table public.picture_uses from anon, authenticated, service_role;
grant select on public.picture_uses to authenticated, service_role;

-- nothing for visitors: a page knows its own pictures.
