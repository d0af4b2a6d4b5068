-- Who has last saved what is saved automatically: of two who write at once, each is told of the other. The audit log
-- has no entry of these saves, which are made every few seconds; of a post the revisions have the name.

alter table public.newsletters add column saved_by uuid
  constraint newsletters_saved_by_fkey references public.admin_users (id) on delete set null;
comment on column public.newsletters.saved_by is 'The admin who has last saved its texts; null for the server, and once the admin is gone.';
create index newsletters_saved_by_idx on public.newsletters (saved_by);

alter table public.blog_post_copies add column saved_by uuid
  constraint blog_post_copies_saved_by_fkey references public.admin_users (id) on delete set null;
comment on column public.blog_post_copies.saved_by is 'The admin who has last saved its words; null for the server, and once the admin is gone.';
create index blog_post_copies_saved_by_idx on public.blog_post_copies (saved_by);

create function private.sign_save() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.saved_by := (select id from public.admin_users where auth_user_id = auth.uid());
  return new;
end
$$;
comment on function private.sign_save() is 'A save is by who makes it. Definer: reads the caller''s own row of admin_users.';
alter function private.sign_save() owner to toubkal_owner;

-- The owner of the tables restores rows from the trash and updates the addresses of pictures. Neither is signed.
create trigger newsletters_30_sign before insert or update of subject_en, subject_fr, subject_ar, body_en, body_fr, body_ar on public.newsletters
  for each row when (current_user <> 'toubkal_owner') execute function private.sign_save();
create trigger blog_post_copies_30_sign before insert or update of words on public.blog_post_copies
  for each row when (current_user <> 'toubkal_owner') execute function private.sign_save();

create or replace function public.restore_from_trash(entry bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept record;
  columns text;
begin
  if not (select public.is_admin()) then
    raise exception 'only an admin may restore a row' using errcode = 'insufficient_privilege', schema = 'public', table = 'trash';
  end if;
  perform from public.trash t where t.id = restore_from_trash.entry for update;
  if not found then
    raise exception 'this is not in the trash any more' using errcode = 'PT404', hint = 'Somebody may have restored it.';
  end if;
  for kept in select r.table_name, r.was from private.trash_rows r where r.entry = restore_from_trash.entry order by r.place loop
    -- A picture or an account may have been deleted meanwhile. Files went with the row.
    if kept.was ->> 'picture_id' is not null and not exists (select from public.pictures p where p.id = (kept.was ->> 'picture_id')::uuid) then
      continue when kept.table_name = 'expedition_pictures';
      kept.was := kept.was || '{"picture_id": null}';
    end if;
    if kept.was ->> 'author_id' is not null and not exists (select from auth.users u where u.id = (kept.was ->> 'author_id')::uuid) then
      kept.was := kept.was || '{"author_id": null}';
    end if;
    if kept.was ->> 'assigned_to' is not null and not exists (select from public.admin_users a where a.id = (kept.was ->> 'assigned_to')::uuid) then
      kept.was := kept.was || '{"assigned_to": null}';
    end if;
    if kept.was ->> 'saved_by' is not null and not exists (select from public.admin_users a where a.id = (kept.was ->> 'saved_by')::uuid) then
      kept.was := kept.was || '{"saved_by": null}';
    end if;
    if kept.was ->> 'contact_submission_id' is not null and not exists (select from public.contact_submissions c where c.id = (kept.was ->> 'contact_submission_id')::uuid) then
      kept.was := kept.was || '{"contact_submission_id": null}';
    end if;
    kept.was := kept.was || case kept.table_name
      when 'book_reviews' then '{"proof_path": null}'::jsonb
      else '{}'
    end;
    select string_agg(quote_ident(a.attname), ', ') into columns
      from pg_catalog.pg_attribute a
      where a.attrelid = ('public.' || quote_ident(kept.table_name))::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and kept.was ? a.attname;
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      kept.table_name, columns) using kept.was;
    if kept.was ->> 'talk' is not null then
      update public.speaking_inquiries set contact_submission_id = (kept.was ->> 'id')::uuid
        where id = (kept.was ->> 'talk')::uuid and contact_submission_id is null;
    end if;
  end loop;
  delete from public.trash t where t.id = restore_from_trash.entry;
end
$$;
