-- E-mails about orders and inquiries. The change and the job that sends the e-mail commit together; the
-- job writes the text, since it needs templates and settings.
--
-- An order or inquiry without a language gets no e-mail: it is older than this file, was imported, or was
-- taken on the phone. One of a visitor always has a language.

alter table public.book_orders add column language text
  constraint book_orders_language_known check (language in ('en', 'fr', 'ar'));
comment on column public.book_orders.language is 'Of the e-mails to the buyer. Null: the buyer gets none.';
alter table public.contact_submissions add column language text
  constraint contact_submissions_language_known check (language in ('en', 'fr', 'ar'));
comment on column public.contact_submissions.language is 'Of the page with the form. Null: not known, and no e-mail is sent.';
alter table public.sponsorship_inquiries add column language text
  constraint sponsorship_inquiries_language_known check (language in ('en', 'fr', 'ar'));
comment on column public.sponsorship_inquiries.language is 'Of the page with the form. Null: not known, and no e-mail is sent.';
alter table public.retreat_inquiries add column language text
  constraint retreat_inquiries_language_known check (language in ('en', 'fr', 'ar'));
comment on column public.retreat_inquiries.language is 'Of the page with the form. Null: not known, and no e-mail is sent.';

create or replace function private.force_new_inquiry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.status := 'new';
  new.notes := null;
  new.assigned_to := null;
  new.language := coalesce(new.language, 'en'); -- an older client does not send it
  return new;
end
$$;

create function private.fill_order_language() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.language := 'en'; -- an older client does not send it
  return new;
end
$$;
comment on function private.fill_order_language() is 'A visitor''s order has a language, so that its buyer gets e-mails.';
create trigger book_orders_15_fill_language before insert on public.book_orders
  for each row when (new.language is null and private.is_visitor()) execute function private.fill_order_language();

create table public.mail_notices (
  row_id uuid not null,
  kind text not null
    constraint mail_notices_kind_known check (
      kind in ('order_received', 'order_confirmed', 'order_shipped', 'contact_received', 'sponsorship_received', 'retreat_received')
    ),
  done boolean not null default false,
  in_digest boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (row_id, kind)
);
comment on table public.mail_notices is 'Which e-mails were asked for about which order or inquiry: each once, however often a flag is set. A log, written by triggers.';
comment on column public.mail_notices.row_id is 'The order or inquiry. No foreign key: it belongs to one of four tables, which nobody deletes from.';
comment on column public.mail_notices.done is 'The job has run: its e-mails are in the outbox, or wait for the summary.';
comment on column public.mail_notices.in_digest is 'The owner is to be told in the next daily summary.';
create index mail_notices_in_digest_idx on public.mail_notices (created_at) where in_digest;
create index mail_notices_created_at_idx on public.mail_notices (created_at);

grant usage on schema toubkal_jobs to toubkal_owner;
grant execute on function toubkal_jobs.add(text, jsonb, text, int, timestamptz) to toubkal_owner;
grant select, insert on public.mail_notices to toubkal_owner;

-- Definer: a visitor may write neither the log nor jobs. It adds one row to the log and, if it was not
-- there, one job. Its arguments: the kind, and the seconds until the job runs.
create function private.ask_for_mail() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.mail_notices (row_id, kind) values (new.id, tg_argv[0]) on conflict do nothing;
  if found then
    perform toubkal_jobs.add('site-mail', jsonb_build_object('kind', tg_argv[0], 'id', new.id), 'default', 10,
      case when tg_argv[1]::int > 0 then now() + make_interval(secs => tg_argv[1]::int) end);
  end if;
  return null;
end
$$;
comment on function private.ask_for_mail() is 'Has an e-mail sent about a row, once. Definer: inserts one row of mail_notices and one job.';
alter function private.ask_for_mail() owner to toubkal_owner;

create trigger book_orders_50_mail_received after insert on public.book_orders
  for each row when (private.is_visitor()) execute function private.ask_for_mail('order_received', '0');
create trigger contact_submissions_50_mail_received after insert on public.contact_submissions
  for each row when (private.is_visitor()) execute function private.ask_for_mail('contact_received', '0');
create trigger sponsorship_inquiries_50_mail_received after insert on public.sponsorship_inquiries
  for each row when (private.is_visitor()) execute function private.ask_for_mail('sponsorship_received', '0');
create trigger retreat_inquiries_50_mail_received after insert on public.retreat_inquiries
  for each row when (private.is_visitor()) execute function private.ask_for_mail('retreat_received', '0');
-- A flag that is set by mistake can be taken back within a minute.
create trigger book_orders_50_mail_confirmed after update of confirmed on public.book_orders
  for each row when (new.confirmed and not old.confirmed and new.language is not null)
  execute function private.ask_for_mail('order_confirmed', '60');
create trigger book_orders_50_mail_shipped after update of fulfilled on public.book_orders
  for each row when (new.fulfilled and not old.fulfilled and new.language is not null)
  execute function private.ask_for_mail('order_shipped', '60');

alter table public.site_settings add constraint site_settings_mail_known check (
  case when key in ('mail.owner_orders', 'mail.owner_inquiries') then value in ('"each"', '"daily"', '"none"')
    when key = 'mail.owner_language' then value in ('"en"', '"fr"', '"ar"') end
);
