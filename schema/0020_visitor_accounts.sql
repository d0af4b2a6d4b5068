-- Accounts of visitors: who has signed up is found, handed over and erased with the rest. An account of the staff is
-- found too, and refused: an admin is removed on the screen of the admins.

set local role supabase_auth_admin;
grant select on auth.identities, auth.sessions to toubkal_owner;
grant select, delete on auth.audit_log_entries, auth.flow_state to toubkal_owner;
reset role;

-- Definer: admins may not read accounts. It lists what is told, so that no hash and no token of a later column is.
create function private.account_record(account uuid) returns jsonb
language sql stable security definer set search_path = ''
begin atomic
  select jsonb_build_object(
    'id', u.id, 'email', u.email, 'phone', u.phone, 'created_at', u.created_at, 'email_confirmed_at', u.email_confirmed_at,
    'phone_confirmed_at', u.phone_confirmed_at, 'last_sign_in_at', u.last_sign_in_at, 'user_metadata', u.raw_user_meta_data,
    'identities', coalesce((
      select jsonb_agg(jsonb_build_object('provider', i.provider, 'identity', i.identity_data, 'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at) order by i.created_at)
      from auth.identities i where i.user_id = u.id
    ), '[]'),
    'sessions', coalesce((
      select jsonb_agg(jsonb_build_object('created_at', s.created_at, 'user_agent', s.user_agent, 'ip', host(s.ip)) order by s.created_at)
      from auth.sessions s where s.user_id = u.id
    ), '[]')
  )
  from auth.users u where u.id = account_record.account and (select public.is_admin());
end;
comment on function private.account_record(uuid) is 'What is stored of an account, without passwords and tokens; null for callers who are no admin. Definer: reads one account, its identities and sessions.';
alter function private.account_record(uuid) owner to toubkal_owner;

-- Invoker: the policies of the tables decide.
create function public.export_person(records jsonb) returns jsonb
language sql stable set search_path = ''
begin atomic
  with asked as (
    select distinct x.source, x.id from jsonb_to_recordset(records) as x (source text, id uuid)
  ), found as (
    select a.source, to_jsonb(o) - 'search_text' || jsonb_build_object('changes', coalesce(
        (select jsonb_agg(to_jsonb(c) - 'order_id' - 'author_id' order by c.created_at) from public.book_order_changes c where c.order_id = o.id), '[]'),
        'refunds', coalesce((select jsonb_agg(to_jsonb(r) - 'order_id' - 'author_id' order by r.created_at) from public.book_order_refunds r where r.order_id = o.id), '[]')) as record
      from asked a join public.book_orders o on a.source = 'book_order' and o.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.contact_submissions i on a.source = 'contact' and i.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.speaking_inquiries i on a.source = 'speaking' and i.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.sponsorship_inquiries i on a.source = 'sponsorship' and i.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.retreat_inquiries i on a.source = 'retreat' and i.id = a.id
    union all select a.source, to_jsonb(r) || jsonb_build_object('email', c.email)
      from asked a join public.book_reviews r on a.source = 'review' and r.id = a.id left join public.book_review_contacts c on c.review_id = r.id
    union all select a.source, to_jsonb(s) - 'confirm_token_hash' - 'leave_token_hash'
      from asked a join public.newsletter_subscribers s on a.source = 'subscriber' and s.id = a.id
    union all select a.source, private.account_record(a.id) from asked a where a.source = 'account'
  )
  select coalesce(jsonb_agg(jsonb_build_object('source', f.source, 'record', f.record || coalesce((
      select jsonb_build_object('replies', jsonb_agg(jsonb_build_object('subject', y.subject, 'body', y.body, 'sent_at', y.created_at) order by y.created_at))
      from public.inquiry_replies y where y.form_type = f.source and y.inquiry_id = (f.record ->> 'id')::uuid having count(*) > 0
    ), '{}')) order by f.record ->> 'created_at'), '[]')
  from found f;
end;
comment on function public.export_person(jsonb) is 'The rows [{"source", "id"}, ...] of find_person in full, with their replies and history, to be handed over. For admins.';

-- Definer: who calls it may not delete these rows otherwise. What public.erase_person does after its guards.
create function private.erase_records(records jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  orders constant uuid[] := private.ids_of(records, 'book_order');
  contacts constant uuid[] := private.ids_of(records, 'contact');
  speaking constant uuid[] := private.ids_of(records, 'speaking');
  sponsorships constant uuid[] := private.ids_of(records, 'sponsorship');
  retreats constant uuid[] := private.ids_of(records, 'retreat');
  reviews constant uuid[] := private.ids_of(records, 'review') || private.ids_of(records, 'trashed_review');
  subscribers constant uuid[] := private.ids_of(records, 'subscriber');
  trashed constant uuid[] := private.ids_of(records, 'trashed_inquiry');
  accounts constant uuid[] := private.ids_of(records, 'account');
  addresses text[];
  kept uuid[];
  done int;
  inquiries int := 0;
  counts jsonb := '{}';
begin
  select array_agg(distinct lower(a.email)) into addresses from (
    select p.email from private.personal_rows p
      where p.id = any (contacts || speaking || sponsorships || retreats || reviews || subscribers || accounts)
    union all select o.buyer_email from public.book_orders o where o.id = any (orders) and o.erased_at is null
    union all select r.was ->> 'email' from private.trash_rows r
      where r.table_name = 'book_review_contacts' and r.was ->> 'review_id' = any (reviews::text[])
        or private.is_inquiry(r.table_name) and r.was ->> 'id' = any (trashed::text[])
  ) as a;

  delete from public.speaking_inquiries where id = any (speaking) or contact_submission_id = any (contacts); -- it copies the message
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.contact_submissions where id = any (contacts);
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.sponsorship_inquiries where id = any (sponsorships);
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.retreat_inquiries where id = any (retreats);
  get diagnostics done = row_count;
  inquiries := inquiries + done;
  delete from public.trash where private.is_inquiry(table_name) and row_id = any (trashed::text[])
    or id in (select r.entry from private.trash_rows r where r.table_name = 'speaking_inquiries' and r.was ->> 'contact_submission_id' = any (contacts::text[]));
  get diagnostics done = row_count;
  counts := jsonb_build_object('inquiries', inquiries + done);
  delete from public.book_reviews where id = any (reviews);
  delete from public.trash where table_name = 'book_reviews' and row_id = any (reviews::text[]);
  perform private.forget_rows('book_reviews', reviews);
  perform private.forget_rows('book_review_contacts', reviews);
  counts := counts || jsonb_build_object('reviews', cardinality(reviews));
  -- What a mail server has said may name the address.
  update public.newsletter_recipients set reason = null where subscriber_id = any (subscribers) and reason is not null;
  delete from public.newsletter_subscribers where id = any (subscribers);
  get diagnostics done = row_count;
  counts := counts || jsonb_build_object('subscriptions', done);

  -- Identities, sessions and tokens go with the account.
  delete from auth.flow_state where user_id = any (accounts);
  delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = any (accounts::text[]) or e.payload -> 'traits' ->> 'user_id' = any (accounts::text[]);
  delete from auth.users where id = any (accounts);
  get diagnostics done = row_count;
  counts := counts || jsonb_build_object('accounts', done);

  delete from public.book_orders where id = any (orders) and order_status = 'spam';
  with erased as (
    update public.book_orders set
      buyer_name = 'erased', buyer_email = 'erased@erased.invalid', buyer_phone = 'erased',
      shipping_address = '', shipping_city = '', shipping_postal_code = null,
      notes = null, language = null, erased_at = now()
    where id = any (orders) and erased_at is null
    returning id
  )
  select coalesce(array_agg(id), '{}') into kept from erased;
  update public.book_order_changes set reason = null, message = null where order_id = any (kept);
  perform private.forget_rows('book_orders', kept);
  perform private.forget_rows('book_order_changes', (select coalesce(array_agg(c.id), '{}') from public.book_order_changes c where c.order_id = any (kept)));
  counts := counts || jsonb_build_object('orders', cardinality(orders));

  -- E-mails to an address of which nothing is left, and summaries that were not sent yet, which name persons.
  select array_agg(a) into addresses from unnest(addresses) as a
    where not exists (select from private.personal_rows p where lower(p.email) = a)
      and not exists (select from public.book_orders o
        where private.pieces(o.search_text) @> private.pieces(private.folded(a)) and lower(o.buyer_email) = a);
  with gone as (
    delete from toubkal_mail.messages m
    where lower(m.recipient) = any (addresses) or m.kind = 'owner_digest' and m.raw is not null
    returning m.job_id
  )
  delete from toubkal_jobs.river_job where id in (select job_id from gone);
  delete from toubkal_mail.suppressions where address = any (addresses);
  return counts;
end
$$;
comment on function private.erase_records(jsonb) is 'Erases the rows [{"source", "id"}, ...] and what repeats them; see public.erase_person, which guards it. Definer: deletes and anonymises these rows, and what names them.';
alter function private.erase_records(jsonb) owner to toubkal_owner;

-- What the privacy page promises of time is kept by the database: a job calls public.expire_personal_data each hour.
-- The trash is emptied by it too, which until now happened only when something else was deleted.

-- Definer: no role may read the rows of the trash. It erases what is older than the privacy page says, 200 rows a call, so
-- that no call holds locks for long; the oldest come first.
create function public.expire_personal_data() returns int
language plpgsql volatile security definer set search_path = ''
as $$
declare
  most constant int := 200;
  inquiries_before constant timestamptz := now() - interval '24 months';
  orders_before constant timestamptz := now() - interval '10 years';
  subscribers_before constant timestamptz := now() - interval '30 days';
  trash_before constant timestamptz := now() - interval '30 days';
  records jsonb;
  emptied int;
begin
  select coalesce(jsonb_agg(jsonb_build_object('source', e.source, 'id', e.id)), '[]') into records from (
    select 'contact' as source, c.id, c.created_at from public.contact_submissions c where c.created_at < inquiries_before
    union all select 'speaking', s.id, s.created_at from public.speaking_inquiries s where s.created_at < inquiries_before
    union all select 'sponsorship', p.id, p.created_at from public.sponsorship_inquiries p where p.created_at < inquiries_before
    union all select 'retreat', r.id, r.created_at from public.retreat_inquiries r where r.created_at < inquiries_before
    union all select 'review', v.id, v.created_at from public.book_reviews v where v.status = 'rejected' and v.created_at < inquiries_before
    union all select 'trashed_inquiry', t.row_id::uuid, t.deleted_at
      from public.trash t join private.trash_rows k on k.entry = t.id and k.table_name = t.table_name
      where private.is_inquiry(t.table_name) and (k.was ->> 'created_at')::timestamptz < inquiries_before
    union all select 'subscriber', n.id, n.created_at from public.newsletter_subscribers n
      where n.status = 'pending' and n.confirmed_at is null and greatest(n.created_at, n.asked_at) < subscribers_before
    union all select 'book_order', o.id, o.created_at from public.book_orders o where o.erased_at is null and o.created_at < orders_before
    order by 3, 2 limit most
  ) as e;
  if records <> '[]' then
    perform private.erase_records(records);
  end if;
  delete from public.trash where id in (
    select t.id from public.trash t where t.deleted_at < trash_before order by t.deleted_at limit most for update skip locked
  );
  get diagnostics emptied = row_count;
  return greatest(jsonb_array_length(records), emptied);
end
$$;
comment on function public.expire_personal_data() is 'Erases what is older than the privacy page says, as public.erase_person does: inquiries and rejected reviews of 24 months, in the trash too, subscriptions that were not confirmed in 30 days, and the buyers of orders of ten years. Empties the trash after 30 days. At most 200 rows of either; returns how many, so call it until it returns 0. For the server. Definer: erases these rows, and nothing else.';
alter function public.expire_personal_data() owner to toubkal_owner;

revoke execute on function public.export_person(jsonb) from public;
grant execute on function public.export_person(jsonb) to authenticated;
revoke execute on function private.account_record(uuid) from public;
grant execute on function private.account_record(uuid) to authenticated;
revoke execute on function private.erase_records(jsonb) from public;
revoke execute on function public.expire_personal_data() from public, anon, authenticated;
grant execute on function public.expire_personal_data() to service_role;
