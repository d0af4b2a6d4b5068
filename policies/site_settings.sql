-- What the owner sets without a programmer: prices, stock, contact data, links. Public but for the keys under
-- "shipping.", which admins read: nothing else that is secret may ever be put here.

alter table public.site_settings enable row level security;
alter table public.site_settings force row level security;

revoke all on table public.site_settings from anon, authenticated, service_role;
grant select on public.site_settings to anon, authenticated;
grant update (value, updated_at) on public.site_settings to authenticated;
grant all on table public.site_settings to service_role;

-- The site shows these values to everyone. The sender of parcels may have a home address.
create policy site_settings_select_public on public.site_settings for select to anon, authenticated
  using (not starts_with(key, 'shipping.'));
comment on policy site_settings_select_public on public.site_settings is
  'Anyone reads all settings but the sender of parcels.';

create policy site_settings_select_admin on public.site_settings for select to authenticated
  using ((select public.is_admin()));
comment on policy site_settings_select_admin on public.site_settings is
  'Admins read the sender of parcels too.';

create policy site_settings_update_admin on public.site_settings for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy site_settings_update_admin on public.site_settings is
  'Admins change the value of a setting.';

-- The trigger private.guard_second_factor_setting leaves admin.second_factor_required to super admins. That it
-- is public tells nobody more than a sign-in does.

-- no insert, delete: the program knows its keys, and the seeds make them.
-- Several at once: the function public.save_settings, as the caller.
-- The stock is counted by the trigger private.count_stock, not by a right of the buyer.

-- realtime: a setting that is saved at one desk shows at the others.
alter publication supabase_realtime add table public.site_settings;
