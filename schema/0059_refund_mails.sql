-- E-mails about refunds: the buyer is told when the admin asks for it, as of other changes of an order. The reason is
-- for the team, unless the admin has it in the e-mail too.

alter table public.book_order_refunds
  add column mail boolean not null default false,
  add column tell_reason boolean not null default false,
  add column message text
    constraint book_order_refunds_message_length check (message ~ '\S' and char_length(message) <= 2000);
comment on column public.book_order_refunds.reason is 'For the team, unless tell_reason. Required; emptied when the buyer is erased.';
comment on column public.book_order_refunds.mail is 'The buyer is told by e-mail.';
comment on column public.book_order_refunds.tell_reason is 'The e-mail gives the reason.';
comment on column public.book_order_refunds.message is 'What the e-mail says besides, in the language of the order. Emptied when the buyer is erased.';

-- Definer: reads when the one order was placed, and the language of its e-mails.
create or replace function private.check_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  placed_on date;
  mail_language text;
begin
  -- Before anything is told about the order: row policies are applied after this trigger.
  if auth.jwt() ->> 'role' in ('anon', 'authenticated') and not public.is_admin() then
    raise exception 'only admins enter refunds' using errcode = 'insufficient_privilege', schema = 'public', table = 'book_order_refunds';
  end if;
  select (o.created_at at time zone 'Africa/Casablanca')::date, o.language into placed_on, mail_language
    from public.book_orders o where o.id = new.order_id;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if new.refunded_on not between placed_on and (now() at time zone 'Africa/Casablanca')::date then
    raise exception 'a refund is on a day between the order and today' using
      errcode = 'check_violation', constraint = 'book_order_refunds_refunded_on_range', schema = 'public', table = 'book_order_refunds';
  end if;
  if new.reason is null then
    raise exception 'a reason is needed' using
      errcode = 'check_violation', constraint = 'book_order_refunds_reason_given', schema = 'public', table = 'book_order_refunds';
  end if;
  if new.mail and mail_language is null then
    raise exception 'no language of e-mails to the buyer is chosen' using
      errcode = 'check_violation', constraint = 'book_order_refunds_mail_language', schema = 'public', table = 'book_order_refunds';
  end if;
  return new;
end
$$;
comment on function private.check_refund() is 'A refund has a reason, and a day that is not before the order and not in the future; its e-mail has a language. Definer: for admins and the server, and guards that itself; reads the day and the language of the one order.';

alter table public.mail_notices
  drop constraint mail_notices_kind_known,
  add constraint mail_notices_kind_known check (
    kind in (
      'order_received', 'order_confirmed', 'order_shipped', 'order_changed', 'order_cancelled', 'order_refused', 'order_returned',
      'order_refunded', 'contact_received', 'sponsorship_received', 'retreat_received'
    )
  );
comment on column public.mail_notices.row_id is 'The order or inquiry; of order_changed, order_cancelled, order_refused and order_returned the row of book_order_changes, of order_refunded that of book_order_refunds. No foreign key: it belongs to one of six tables.';

create trigger book_order_refunds_50_mail after insert on public.book_order_refunds
  for each row when (new.mail) execute function private.ask_for_mail('order_refunded', '0');

select private.audit('public.book_order_refunds', hidden => '{reason, message}');

-- Definer: no role may change a refund. Its amount and date stay, for the accounts.
create or replace function private.forget_refund_reasons() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.book_order_refunds set reason = null, message = null
    where order_id = new.id and (reason is not null or message is not null);
  perform private.forget_rows('book_order_refunds', (select coalesce(array_agg(r.id), '{}') from public.book_order_refunds r where r.order_id = new.id));
  return null;
end
$$;
comment on function private.forget_refund_reasons() is 'The words about refunds may name the buyer: they, and the e-mails with them, are erased with the buyer. Definer: empties the words of the one order''s refunds, and deletes what repeats them.';
grant update (message) on public.book_order_refunds to toubkal_owner;
