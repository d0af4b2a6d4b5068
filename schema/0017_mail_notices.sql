-- E-mails about orders and inquiries. The change and the job that sends the e-mail commit together; the job writes
-- the text, since it needs templates and settings.
--
-- An order or inquiry without a language gets no e-mail: it was imported, or taken on the phone. One of a visitor
-- always has a language.

create table public.mail_notices (
  row_id uuid not null,
  kind text not null
    constraint mail_notices_kind_known check (
      kind in (
        'order_received', 'order_confirmed', 'order_shipped', 'order_changed', 'order_cancelled', 'order_refused', 'order_returned',
        'order_refunded', 'contact_received', 'sponsorship_received', 'retreat_received'
      )
    ),
  done boolean not null default false,
  in_digest boolean not null default false,
  created_at timestamptz not null default now(),
  message_id text
    constraint mail_notices_message_id_length check (char_length(message_id) <= 300),
  primary key (row_id, kind)
);
comment on table public.mail_notices is 'Which e-mails were asked for about which order or inquiry: each once, however often a flag is set. A log, written by triggers.';
comment on column public.mail_notices.row_id is 'The order or inquiry; of order_changed, order_cancelled, order_refused and order_returned the row of book_order_changes, of order_refunded that of book_order_refunds. No foreign key: it belongs to one of six tables.';
comment on column public.mail_notices.done is 'The job has run: its e-mails are in the outbox, or wait for the summary.';
comment on column public.mail_notices.in_digest is 'The owner is to be told in the next daily summary.';
create index mail_notices_in_digest_idx on public.mail_notices (created_at) where in_digest;
create index mail_notices_created_at_idx on public.mail_notices (created_at);

-- A super admin who has not accepted the invitation yet cannot sign in, so another may not be removed for that one.
-- And the answer to an inquiry is shown below its acknowledgement, for which the Message-ID is kept; and the language
-- of an order's e-mails is read with the order.
comment on column public.mail_notices.message_id is 'Message-ID of the e-mail to the visitor, without angle brackets. Null: there is none, or it is older than this column.';

create function private.fill_order_language() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.language := 'en'; -- an older client does not send it
  return new;
end
$$;
comment on function private.fill_order_language() is 'A visitor''s order has a language, so that its buyer gets e-mails.';

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

create trigger book_orders_15_fill_language before insert on public.book_orders
  for each row when (new.language is null and private.is_visitor()) execute function private.fill_order_language();
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
create trigger book_order_refunds_50_mail after insert on public.book_order_refunds
  for each row when (new.mail) execute function private.ask_for_mail('order_refunded', '0');

grant usage on schema toubkal_jobs to toubkal_owner;
grant execute on function toubkal_jobs.add(text, jsonb, text, int, timestamptz) to toubkal_owner;
grant select, insert on public.mail_notices to toubkal_owner;
comment on column public.book_orders.language is 'Of the e-mails to the buyer. Null: the buyer gets none.';
comment on column public.contact_submissions.language is 'Of the page with the form. Null: not known, and no e-mail is sent.';
comment on column public.sponsorship_inquiries.language is 'Of the page with the form. Null: not known, and no e-mail is sent.';
comment on column public.retreat_inquiries.language is 'Of the page with the form. Null: not known, and no e-mail is sent.';
