-- Newsletters: written in up to three languages, sent once to each confirmed subscriber. The database keeps
-- the order of the states and the list of recipients; the server's job sends them in batches.

create function private.is_written(subject text, body text) returns boolean
language sql immutable parallel safe
return subject ~ '\S' and (body ~ '<img ' or regexp_replace(body, '<[^>]*>|&nbsp;|\s', '', 'g') <> '');
comment on function private.is_written(text, text) is 'Whether a newsletter has both a subject and a text or picture in a language.';
grant execute on function private.is_written(text, text) to authenticated, service_role, toubkal_owner;

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
grant execute on function private.newsletter_language(text[], text) to authenticated, service_role, toubkal_owner;

grant select on public.newsletter_subscribers to toubkal_owner;
grant select, update on public.newsletters to toubkal_owner;
grant select, insert, update on public.newsletter_recipients to toubkal_owner;

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

create trigger newsletters_10_guard_new before insert on public.newsletters
  for each row execute function private.guard_new_newsletter();
create trigger newsletters_10_refuse_progress before update of status on public.newsletters
  for each row when (new.status <> old.status and new.status in ('sending', 'sent') and private.is_api_caller())
  execute function private.refuse_newsletter_progress();
create trigger newsletters_20_guard before update on public.newsletters
  for each row execute function private.guard_newsletter();
create trigger newsletters_50_follow after update of status on public.newsletters
  for each row when (new.status <> old.status) execute function private.follow_newsletter();
create trigger newsletters_90_touch before update on public.newsletters
  for each row execute function private.touch();
create trigger newsletter_recipients_50_count_new after insert on public.newsletter_recipients
  referencing new table as changed for each statement execute function private.count_recipients();
create trigger newsletter_recipients_50_count after update on public.newsletter_recipients
  referencing old table as was new table as changed for each statement execute function private.count_recipients();
create trigger newsletter_recipients_90_touch before update on public.newsletter_recipients
  for each row execute function private.touch();
-- Saves of a draft are not logged: autosave makes one every few seconds. Nor is the progress of sending.
select private.audit('public.newsletters', unless => 'old.status = new.status',
  silent => '{batch, batched_at, recipients, sent, failed, skipped}');

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
revoke execute on function public.newsletter_groups(uuid) from public;
grant execute on function public.newsletter_groups(uuid) to authenticated, service_role;

-- The server's job also reads the id of a message, to note it.
grant select (id) on toubkal_mail.messages to service_role;
