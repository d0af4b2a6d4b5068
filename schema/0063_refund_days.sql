-- Morocco's clock is that of UTC or an hour ahead, and the tables of time zones of PostgreSQL and of browsers differ on when. In
-- the hour between them a refund of today was before its order: it is refused only where both say so.
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
  select least((o.created_at at time zone 'Africa/Casablanca')::date, (o.created_at at time zone 'UTC')::date), o.language into placed_on, mail_language
    from public.book_orders o where o.id = new.order_id;
  if not found then
    raise exception 'there is no such order' using errcode = 'PT404';
  end if;
  if new.refunded_on not between placed_on and greatest((now() at time zone 'Africa/Casablanca')::date, (now() at time zone 'UTC')::date) then
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
