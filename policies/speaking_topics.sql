-- The talks that can be booked. Anyone reads the published ones; admins write.

alter table public.speaking_topics enable row level security;
alter table public.speaking_topics force row level security;

revoke all on table public.speaking_topics from anon, authenticated, service_role;
grant select on public.speaking_topics to anon, authenticated;
grant insert (
  slug, title_en, title_fr, title_ar, description_en, description_fr, description_ar, outcomes_en,
  outcomes_fr, outcomes_ar, display_order, published
) on public.speaking_topics to authenticated;
grant update (
  slug, title_en, title_fr, title_ar, description_en, description_fr, description_ar, outcomes_en,
  outcomes_fr, outcomes_ar, display_order, published, updated_at
) on public.speaking_topics to authenticated;
grant delete on public.speaking_topics to authenticated;
grant all on table public.speaking_topics to service_role;

create policy speaking_topics_select_public on public.speaking_topics for select to anon, authenticated
  using (published);
comment on policy speaking_topics_select_public on public.speaking_topics is
  'Anyone reads published speaking topics.';

create policy speaking_topics_select_admin on public.speaking_topics for select to authenticated
  using ((select public.is_admin()));
comment on policy speaking_topics_select_admin on public.speaking_topics is
  'Admins read all speaking topics, published or not.';

create policy speaking_topics_insert_admin on public.speaking_topics for insert to authenticated
  with check ((select public.is_admin()));
comment on policy speaking_topics_insert_admin on public.speaking_topics is
  'Admins add speaking topics.';

create policy speaking_topics_update_admin on public.speaking_topics for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));
comment on policy speaking_topics_update_admin on public.speaking_topics is
  'Admins edit, publish and hide speaking topics.';

create policy speaking_topics_delete_admin on public.speaking_topics for delete to authenticated
  using ((select public.is_admin()));
comment on policy speaking_topics_delete_admin on public.speaking_topics is
  'Admins delete speaking topics.';

-- realtime: a change at one desk shows at the others.
alter publication supabase_realtime add table public.speaking_topics;
