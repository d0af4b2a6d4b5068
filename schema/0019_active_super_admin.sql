-- A super admin who has not accepted the invitation yet cannot sign in, so another may not be removed for that one.
-- And the answer to an inquiry is shown below its acknowledgement, for which the Message-ID is kept; and the language
-- of an order's e-mails is read with the order.

-- As before, but for invitations. To withdraw one is allowed while any other super admin is there.
create or replace function private.keep_a_super_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_is_pending boolean := old.invited_at is not null and old.last_login is null;
begin
  perform pg_advisory_xact_lock(hashtext('public.admin_users.last_super_admin'));
  perform from public.admin_users
    where role = 'super_admin' and active and id <> old.id
      and (old_is_pending or invited_at is null or last_login is not null)
    for update;
  if not found then
    raise exception 'the last active super admin cannot be demoted, deactivated or deleted' using
      errcode = 'check_violation', constraint = 'admin_users_last_super_admin', schema = 'public', table = 'admin_users',
      hint = 'Make another admin a super admin first. One who has not accepted the invitation does not count.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

alter table public.mail_notices add column message_id text
  constraint mail_notices_message_id_length check (char_length(message_id) <= 300);
comment on column public.mail_notices.message_id is 'Message-ID of the e-mail to the visitor, without angle brackets. Null: there is none, or it is older than this column.';

-- The list of orders, which a search reads here, shows the language of the e-mails.
create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language
  from public.book_orders
  where (select public.is_admin());
