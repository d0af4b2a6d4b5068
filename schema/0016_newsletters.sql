-- Newsletters: written in up to three languages, sent once to each confirmed subscriber. The database keeps
-- the order of the states and the list of recipients; the server's job sends them in batches.

create function private.is_written(subject text, body text) returns boolean
language sql immutable parallel safe
return subject ~ '\S' and (body ~ '<img ' or regexp_replace(body, '<[^>]*>|&nbsp;|\s', '', 'g') <> '');
comment on function private.is_written(text, text) is 'Whether a newsletter has both a subject and a text or picture in a language.';

create table public.newsletters (
  id uuid primary key default gen_random_uuid(),
  status text not null default 'draft'
    constraint newsletters_status_known check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled')),
  subject_en text not null default ''
    constraint newsletters_subject_en_length check (char_length(subject_en) <= 200),
  subject_fr text not null default ''
    constraint newsletters_subject_fr_length check (char_length(subject_fr) <= 200),
  subject_ar text not null default ''
    constraint newsletters_subject_ar_length check (char_length(subject_ar) <= 200),
  body_en public.html not null default ''
    constraint newsletters_body_en_length check (char_length(body_en) <= 100000),
  body_fr public.html not null default ''
    constraint newsletters_body_fr_length check (char_length(body_fr) <= 100000),
  body_ar public.html not null default ''
    constraint newsletters_body_ar_length check (char_length(body_ar) <= 100000),
  written text[] not null generated always as (array_remove(array[
    case when private.is_written(subject_en, body_en) then 'en' end,
    case when private.is_written(subject_fr, body_fr) then 'fr' end,
    case when private.is_written(subject_ar, body_ar) then 'ar' end
  ], null)) stored,
  scheduled_for timestamptz
    constraint newsletters_scheduled_for_finite check (isfinite(scheduled_for)),
  started_at timestamptz,
  finished_at timestamptz,
  batch int not null default 0,
  batched_at timestamptz,
  recipients int not null default 0,
  sent int not null default 0,
  failed int not null default 0,
  skipped int not null default 0,
  author_id uuid default auth.uid()
    constraint newsletters_author_id_fkey references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  saved_by uuid
    constraint newsletters_saved_by_fkey references public.admin_users (id) on delete set null,
  constraint newsletters_written_some check (status = 'draft' or cardinality(written) > 0),
  constraint newsletters_scheduled_for_there check (status = 'draft' or scheduled_for is not null)
);
comment on table public.newsletters is 'Newsletters and how far each has got: draft, scheduled, sending, sent; or cancelled.';
comment on column public.newsletters.body_en is 'HTML.';
comment on column public.newsletters.body_fr is 'HTML.';
comment on column public.newsletters.body_ar is 'HTML.';
comment on column public.newsletters.written is 'The languages with both subject and body. A subscriber whose language is not among them gets the first.';
comment on column public.newsletters.scheduled_for is 'When sending begins; not before now.';
comment on column public.newsletters.batch is 'How many batches were taken up. The job of a batch runs once, since it increments this.';
comment on column public.newsletters.batched_at is 'When the last e-mails were put into the outbox.';
comment on column public.newsletters.recipients is 'Counted from newsletter_recipients, as sent, failed and skipped are.';
comment on column public.newsletters.author_id is 'The admin who made it.';
create index newsletters_status_idx on public.newsletters (status, scheduled_for);
create index newsletters_created_at_idx on public.newsletters (created_at desc);
create index newsletters_author_id_idx on public.newsletters (author_id);

create table public.newsletter_recipients (
  id uuid primary key default gen_random_uuid(),
  newsletter_id uuid not null
    constraint newsletter_recipients_newsletter_id_fkey references public.newsletters (id) on delete cascade,
  subscriber_id uuid
    constraint newsletter_recipients_subscriber_id_fkey references public.newsletter_subscribers (id) on delete set null,
  language text not null
    constraint newsletter_recipients_language_known check (language in ('en', 'fr', 'ar')),
  state text not null default 'queued'
    constraint newsletter_recipients_state_known check (state in ('queued', 'sent', 'failed', 'skipped')),
  reason text
    constraint newsletter_recipients_reason_length check (char_length(reason) <= 2000),
  message_id uuid,
  leave_token_hash bytea
    constraint newsletter_recipients_leave_token_hash_key unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint newsletter_recipients_once unique (newsletter_id, subscriber_id)
);
comment on table public.newsletter_recipients is 'Who gets a newsletter: the confirmed subscribers at the time that sending began, each once.';
comment on column public.newsletter_recipients.subscriber_id is 'Null once the address was erased: the result stays, without the address.';
comment on column public.newsletter_recipients.language is 'Of the text that is sent.';
comment on column public.newsletter_recipients.state is 'queued until the mail server has taken or refused the e-mail.';
comment on column public.newsletter_recipients.reason is 'Of a failed one what the mail server said; of a skipped one unsubscribed, erased or cancelled.';
comment on column public.newsletter_recipients.message_id is 'The e-mail in the outbox, and the first part of its Message-ID. Null: not put there.';
comment on column public.newsletter_recipients.leave_token_hash is 'SHA-256 of the token in the link of this e-mail that ends the subscription.';
create index newsletter_recipients_newsletter_id_idx on public.newsletter_recipients (newsletter_id, state);
create index newsletter_recipients_subscriber_id_idx on public.newsletter_recipients (subscriber_id);
create index newsletter_recipients_queued_idx on public.newsletter_recipients (newsletter_id, id) where state = 'queued';

create function private.guard_new_newsletter() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status <> 'draft' then
    raise exception 'a newsletter begins as a draft' using
      errcode = 'check_violation', constraint = 'newsletters_status_order', schema = 'public', table = 'newsletters';
  end if;
  new.scheduled_for := null;
  return new;
end
$$;
comment on function private.guard_new_newsletter() is 'A newsletter begins as a draft, for every role.';

create function private.guard_newsletter() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.status <> old.status and old.status || ' ' || new.status not in (
    'draft scheduled', 'scheduled sending', 'scheduled cancelled', 'sending sent', 'sending cancelled'
  ) then
    raise exception 'a newsletter that is % cannot become %', old.status, new.status using
      errcode = 'check_violation', constraint = 'newsletters_status_order', schema = 'public', table = 'newsletters';
  end if;
  if old.status <> 'draft' and (new.subject_en, new.subject_fr, new.subject_ar, new.body_en, new.body_fr, new.body_ar)
    is distinct from (old.subject_en, old.subject_fr, old.subject_ar, old.body_en, old.body_fr, old.body_ar)
  then
    raise exception 'a newsletter that is % cannot be changed', old.status using
      errcode = 'check_violation', constraint = 'newsletters_text_fixed', schema = 'public', table = 'newsletters';
  end if;
  new.scheduled_for := case
    when new.status = 'draft' then null
    when old.status = 'draft' then greatest(coalesce(new.scheduled_for, now()), now())
    else old.scheduled_for
  end;
  if new.status <> old.status then
    new.started_at := case when new.status = 'sending' then now() else old.started_at end;
    new.finished_at := case when new.status in ('sent', 'cancelled') then now() end;
  end if;
  return new;
end
$$;
comment on function private.guard_newsletter() is 'Keeps the order of the states for every role, their times, and the text of what is not a draft any more.';

create function private.refuse_newsletter_progress() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'only the server sends a newsletter' using
    errcode = 'insufficient_privilege', schema = 'public', table = 'newsletters';
end
$$;
comment on function private.refuse_newsletter_progress() is 'An admin schedules and cancels; sending and sent are the server''s.';

create function private.newsletter_language(written text[], wanted text) returns text
language sql immutable parallel safe
return case when wanted = any (written) then wanted else written[1] end;
comment on function private.newsletter_language(text[], text) is 'The language in which a subscriber gets a newsletter: their own, else the first that is written, in the order en, fr, ar.';

-- Definer: an admin may neither add jobs nor write recipients.
create function private.follow_newsletter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  case new.status
    when 'scheduled' then
      perform toubkal_jobs.add('site-newsletter', jsonb_build_object('id', new.id, 'batch', 0), 'default', 10, new.scheduled_for);
    when 'sending' then
      insert into public.newsletter_recipients (newsletter_id, subscriber_id, language)
        select new.id, id, private.newsletter_language(new.written, language)
        from public.newsletter_subscribers where status = 'confirmed';
    when 'cancelled' then
      update public.newsletter_recipients set state = 'skipped', reason = 'cancelled'
        where newsletter_id = new.id and state = 'queued' and message_id is null;
    else null;
  end case;
  return null;
end
$$;
comment on function private.follow_newsletter() is 'A scheduled newsletter gets a job, one being sent its recipients, and one that is cancelled goes to nobody more. Definer: adds one job, and writes recipients of this newsletter.';
alter function private.follow_newsletter() owner to toubkal_owner;

-- Definer: recipients are erased by a foreign key too, by an admin who may not write counts.
create function private.count_recipients() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    if not exists (select from was join changed using (id) where was.state <> changed.state) then
      return null;
    end if;
  end if;
  update public.newsletters n
    set recipients = c.recipients, sent = c.sent, failed = c.failed, skipped = c.skipped
    from (
      select r.newsletter_id, count(*) as recipients, count(*) filter (where r.state = 'sent') as sent,
        count(*) filter (where r.state = 'failed') as failed, count(*) filter (where r.state = 'skipped') as skipped
      from public.newsletter_recipients r
      where r.newsletter_id in (select newsletter_id from changed)
      group by r.newsletter_id
    ) as c
    where n.id = c.newsletter_id
      and (n.recipients, n.sent, n.failed, n.skipped) is distinct from (c.recipients, c.sent, c.failed, c.skipped);
  return null;
end
$$;
comment on function private.count_recipients() is 'Counts the recipients of the newsletters that a statement has changed. Definer: writes these counts only.';
alter function private.count_recipients() owner to toubkal_owner;

-- Invoker: who may not read subscribers counts none.
create function public.newsletter_groups(newsletter uuid)
returns table (language text, sent_in text, recipients int)
language sql stable set search_path = ''
begin atomic
  select s.language, private.newsletter_language(n.written, s.language), count(*)::int
  from public.newsletters n cross join public.newsletter_subscribers s
  where n.id = newsletter and s.status = 'confirmed'
  group by 1, 2
  order by 1;
end;
comment on function public.newsletter_groups(uuid) is 'How many confirmed subscribers of each language would get a newsletter now, and in which language; null where none is written.';

-- The text of a draft, also when it is saved by an editor that was open while the picture was replaced.
create function private.take_current_files_of_newsletter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.body_en := private.with_current_files(new.body_en);
  new.body_fr := private.with_current_files(new.body_fr);
  new.body_ar := private.with_current_files(new.body_ar);
  return new;
end
$$;
comment on function private.take_current_files_of_newsletter() is 'As private.take_current_files, for the draft of a newsletter. Definer: reads these pictures.';
alter function private.take_current_files_of_newsletter() owner to toubkal_owner;

create function private.repoint_picture_of_newsletters() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.newsletters set body_en = body_en, body_fr = body_fr, body_ar = body_ar
    where status = 'draft' and strpos(concat(body_en, body_fr, body_ar), '/media/' || new.id || '/') > 0;
  return null;
end
$$;
comment on function private.repoint_picture_of_newsletters() is 'Drafts of newsletters show the new file of a picture, in its size. Definer: writes that in drafts, nothing else.';
alter function private.repoint_picture_of_newsletters() owner to toubkal_owner;

-- Definer: a user who replaces a picture need not be able to read newsletters.
create function private.is_file_mailed(file text) returns boolean
language sql stable security definer set search_path = ''
begin atomic
  select exists (select from public.newsletters n where n.status <> 'draft' and strpos(concat(n.body_en, n.body_fr, n.body_ar), '/media/' || file) > 0);
end;
comment on function private.is_file_mailed(text) is 'Whether a newsletter that is no draft any more shows a file of the library. Definer: tells that, nothing else.';
alter function private.is_file_mailed(text) owner to toubkal_owner;

-- Definer: a user who may delete a picture has no other right to delete files.
create function private.delete_files_of_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'media' and (name = old.path or starts_with(name, old.id || '/'));
  perform set_config('storage.allow_delete_query', 'false', true);
  return null;
end
$$;
comment on function private.delete_files_of_picture() is 'A picture takes its files along, earlier ones too that were kept for newsletters. Definer: deletes these objects.';
alter function private.delete_files_of_picture() owner to toubkal_owner;

create view public.picture_uses with (security_invoker) as
select p.picture_id, 'blog_posts' as place, p.id::text as row_id, p.title_en as title_en, p.title_fr as title_fr, p.title_ar as title_ar
from public.blog_posts p where p.picture_id is not null
union all
select shown, 'blog_posts.content', p.id::text, p.title_en, p.title_fr, p.title_ar
from public.blog_posts p, private.pictures_in(concat(p.content_en, p.content_fr, p.content_ar)) as shown
union all
select distinct shown, 'blog_post_copies', c.post_id::text, c.words ->> 'title_en', c.words ->> 'title_fr', c.words ->> 'title_ar'
from public.blog_post_copies c, private.pictures_in(concat(
  '/media/' || (c.words ->> 'picture_id') || '/', c.words ->> 'content_en', c.words ->> 'content_fr', c.words ->> 'content_ar')) as shown
union all
select e.picture_id, 'expeditions', e.id::text, e.name_en, e.name_fr, e.name_ar
from public.expeditions e where e.picture_id is not null
union all
select g.picture_id, 'expedition_pictures', e.id::text, e.name_en, e.name_fr, e.name_ar
from public.expedition_pictures g join public.expeditions e on e.id = g.expedition_id
union all
select h.picture_id, 'media_highlights', h.id::text, h.title_en, h.title_fr, h.title_ar
from public.media_highlights h where h.picture_id is not null
union all
select c.picture_id, 'media_coverage', c.id::text, c.title_en, c.title_fr, c.title_ar
from public.media_coverage c where c.picture_id is not null
union all
select a.picture_id, 'awards', a.id::text, a.title_en, a.title_fr, a.title_ar
from public.awards a where a.picture_id is not null
union all
select t.picture_id, 'testimonials', t.id::text, t.author_name, t.author_name, t.author_name
from public.testimonials t where t.picture_id is not null
union all
select (s.value #>> '{}')::uuid, 'site_settings', s.key, s.key, s.key, s.key
from public.site_settings s where s.key in ('story.portrait', 'book.cover') and s.value <> 'null'
union all
select shown, case when n.status in ('sent', 'cancelled') then 'newsletters.sent' else 'newsletters' end, n.id::text,
  coalesce(nullif(n.subject_en, ''), nullif(n.subject_fr, ''), n.subject_ar), n.subject_fr, n.subject_ar
from public.newsletters n, private.pictures_in(concat(n.body_en, n.body_fr, n.body_ar)) as shown;
comment on view public.picture_uses is 'Where each picture is shown. With the rights of its caller.';
comment on column public.picture_uses.place is 'The table that shows it; blog_posts.content is the text of a post, blog_post_copies its working copy, newsletters.sent a newsletter that was sent or cancelled.';
comment on column public.picture_uses.row_id is 'The key of the row: of a gallery the expedition, of a working copy the post.';
comment on column public.picture_uses.title_en is 'What the row is called.';

create view public.picture_list with (security_invoker) as
select p.*, coalesce(u.uses, 0)::int as uses
from public.pictures p
left join (select picture_id, count(*) as uses from public.picture_uses group by picture_id) u on u.picture_id = p.id;
comment on view public.picture_list is 'Pictures, and in how many places each is shown. With the rights of its caller.';

create trigger newsletters_10_guard_new before insert on public.newsletters
  for each row execute function private.guard_new_newsletter();
create trigger newsletters_10_refuse_progress before update of status on public.newsletters
  for each row when (new.status <> old.status and new.status in ('sending', 'sent') and private.is_api_caller())
  execute function private.refuse_newsletter_progress();
create trigger newsletters_20_guard before update on public.newsletters
  for each row execute function private.guard_newsletter();
create trigger newsletters_50_follow after update of status on public.newsletters
  for each row when (new.status <> old.status) execute function private.follow_newsletter();
create trigger newsletter_recipients_50_count_new after insert on public.newsletter_recipients
  referencing new table as changed for each statement execute function private.count_recipients();
create trigger newsletter_recipients_50_count after update on public.newsletter_recipients
  referencing old table as was new table as changed for each statement execute function private.count_recipients();
create trigger newsletter_recipients_90_touch before update on public.newsletter_recipients
  for each row execute function private.touch();
create trigger newsletters_40_take_current_files before insert or update of body_en, body_fr, body_ar on public.newsletters
  for each row when (new.status = 'draft' and strpos(concat(new.body_en, new.body_fr, new.body_ar), '/media/') > 0)
  execute function private.take_current_files_of_newsletter();
create trigger newsletters_90_touch before update on public.newsletters
  for each row when (pg_trigger_depth() = 0 or new.status <> 'draft') execute function private.touch();
create trigger pictures_40_repoint_newsletters after update of path, width, height on public.pictures
  for each row when ((new.path, new.width, new.height) is distinct from (old.path, old.width, old.height))
  execute function private.repoint_picture_of_newsletters();
create trigger pictures_50_replace_file after update of path on public.pictures
  for each row when (not private.is_file_mailed(old.path)) execute function storage.delete_object_of_row('media', 'path');
create trigger pictures_50_delete_files after delete on public.pictures
  for each row execute function private.delete_files_of_picture();

grant execute on function private.is_written(text, text) to authenticated, service_role, toubkal_owner;
grant execute on function private.newsletter_language(text[], text) to authenticated, service_role, toubkal_owner;
grant select on public.newsletter_subscribers to toubkal_owner;
grant select, update on public.newsletters to toubkal_owner;
grant select, insert, update on public.newsletter_recipients to toubkal_owner;

-- Saves of a draft are not logged: autosave makes one every few seconds. Nor is the progress of sending.
select private.audit('public.newsletters', unless => 'old.status = new.status',
  silent => '{batch, batched_at, recipients, sent, failed, skipped}');
revoke execute on function public.newsletter_groups(uuid) from public;
grant execute on function public.newsletter_groups(uuid) to authenticated, service_role;

-- The server's job also reads the id of a message, to note it.
grant select (id) on toubkal_mail.messages to service_role;
grant select on public.picture_uses, public.blog_post_copies, public.expeditions, public.expedition_pictures,
  public.media_highlights, public.media_coverage, public.awards, public.testimonials to toubkal_owner;
grant update (body_en, body_fr, body_ar) on public.newsletters to toubkal_owner;
grant execute on function private.is_file_mailed(text) to authenticated, service_role;
