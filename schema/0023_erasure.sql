-- What is stored about a person: found by one search, handed over, erased. And what is deleted for good takes
-- everything along that repeats it: replies, the log of e-mails, e-mails in the outbox, values in the audit log.

-- The audit log stays as it is, but for values: those of a person that is erased are emptied.

create function private.without_values(changes jsonb) returns jsonb
language sql immutable parallel safe
return (select jsonb_object_agg(key, null) from jsonb_object_keys(changes) as key);
comment on function private.without_values(jsonb) is 'The columns of an entry of the audit log, without what was in them.';

create function private.guard_audit_erasure() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if to_jsonb(new) - 'changes' <> to_jsonb(old) - 'changes'
    or exists (select from jsonb_each(new.changes) as c where c.value <> 'null')
    or (select array_agg(k order by k) from jsonb_object_keys(new.changes) k) is distinct from (select array_agg(k order by k) from jsonb_object_keys(old.changes) k)
  then
    raise exception 'of the audit log only values are erased' using
      errcode = 'insufficient_privilege', schema = 'public', table = 'audit_log';
  end if;
  return new;
end
$$;
comment on function private.guard_audit_erasure() is 'An entry of the audit log loses all its values, or is not changed.';
alter function private.without_values(jsonb) owner to toubkal_owner;

drop trigger audit_log_refuse_change on public.audit_log;
create trigger audit_log_refuse_change before delete or truncate on public.audit_log
  for each statement execute function private.refuse_audit_change();
create trigger audit_log_refuse_update before update on public.audit_log
  for each statement when (current_user <> 'toubkal_owner') execute function private.refuse_audit_change();
create trigger audit_log_guard_erasure before update on public.audit_log
  for each row execute function private.guard_audit_erasure();
alter table public.audit_log enable always trigger audit_log_refuse_change;
alter table public.audit_log enable always trigger audit_log_refuse_update;
alter table public.audit_log enable always trigger audit_log_guard_erasure;
grant update (changes) on public.audit_log to toubkal_owner;

set local role toubkal_worker;
grant usage on schema toubkal_mail, toubkal_jobs to toubkal_owner;
grant select (id, key, kind, recipient, raw, job_id), delete on toubkal_mail.messages to toubkal_owner;
grant select (address), delete on toubkal_mail.suppressions to toubkal_owner;
grant select (id), delete on toubkal_jobs.river_job to toubkal_owner;
reset role;
grant delete on public.inquiry_replies, public.mail_notices to toubkal_owner;
grant select on public.inquiry_replies, public.retreat_inquiries, public.contact_submissions, public.speaking_inquiries to toubkal_owner;

-- Definer: nobody else may do this. row_ids are of rows that are gone, or anonymised, in the same transaction.
-- The second part of the key of an e-mail is the id of what it is about.
create function private.forget_rows(of_table text, row_ids uuid[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.inquiry_replies where inquiry_id = any (row_ids);
  delete from public.mail_notices where row_id = any (row_ids);
  with gone as (
    delete from toubkal_mail.messages where split_part(key, ':', 2) = any (row_ids::text[]) returning job_id
  )
  delete from toubkal_jobs.river_job where id in (select job_id from gone);
  update public.audit_log set changes = private.without_values(changes)
    where table_name = of_table and row_id = any (row_ids::text[])
      and exists (select from jsonb_each(changes) as c where c.value <> 'null');
end
$$;
comment on function private.forget_rows(text, uuid[]) is 'Deletes what repeats these rows: replies, notices, e-mails, values of the audit log. Definer: deletes and empties what names these ids, nothing else.';
alter function private.forget_rows(text, uuid[]) owner to toubkal_owner;
revoke execute on function private.forget_rows(text, uuid[]) from public;

-- Definer: who may delete a row may not delete what repeats it otherwise.
create function private.forget_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.forget_rows(tg_table_name, array[(to_jsonb(old) ->> tg_argv[0])::uuid]);
  return null;
end
$$;
comment on function private.forget_row() is 'A row that is deleted leaves nothing that repeats it. Its argument is the column of its id. Definer: see private.forget_rows.';
alter function private.forget_row() owner to toubkal_owner;

-- After the entry of the audit log: triggers of one event run in the order of their names. A review that an admin
-- deletes is in the trash for 30 days, with its history.
create trigger book_orders_99_forget after delete on public.book_orders
  for each row execute function private.forget_row('id');
create trigger book_order_changes_99_forget after delete on public.book_order_changes
  for each row execute function private.forget_row('id');
create trigger contact_submissions_99_forget after delete on public.contact_submissions
  for each row execute function private.forget_row('id');
create trigger speaking_inquiries_99_forget after delete on public.speaking_inquiries
  for each row execute function private.forget_row('id');
create trigger sponsorship_inquiries_99_forget after delete on public.sponsorship_inquiries
  for each row execute function private.forget_row('id');
create trigger retreat_inquiries_99_forget after delete on public.retreat_inquiries
  for each row execute function private.forget_row('id');
create trigger inquiry_replies_99_forget after delete on public.inquiry_replies
  for each row execute function private.forget_row('id');
create trigger newsletter_subscribers_99_forget after delete on public.newsletter_subscribers
  for each row execute function private.forget_row('id');

alter table public.book_orders add column erased_at timestamptz;
comment on column public.book_orders.erased_at is 'When name, contact and address were erased on the buyer''s request. Number, copies, amount and dates are kept for the books.';

create or replace view public.book_order_search as
  select
    id, order_number, buyer_name, buyer_email, buyer_phone, shipping_address, shipping_city,
    shipping_postal_code, quantity, total_amount, currency, payment_method, payment_status,
    order_status, confirmed, paid, fulfilled, notes, created_at, updated_at,
    search_text, private.pieces(search_text) as pieces, language, paid_at, restocked, erased_at
  from public.book_orders
  where (select public.is_admin());

-- The end of a phone number, by which 06 12…, +212 6 12… and 00212 6 12… are one. Null for what is no number.
create function private.phone_end(written text) returns text
language sql immutable parallel safe
return case when length(regexp_replace(written, '\D', '', 'g')) >= 8 then right(regexp_replace(written, '\D', '', 'g'), 9) end;
comment on function private.phone_end(text) is 'The last nine digits of a phone number.';
alter function private.phone_end(text) owner to toubkal_owner;

-- Definer, so that the search of orders can use its index; see book_order_search.
create view private.personal_rows as
  select 'contact' as source, id, name, email, null::text as phone, subject as about, status, created_at from public.contact_submissions
  union all select 'speaking', id, name, email, phone, topic, status, created_at from public.speaking_inquiries
  union all select 'sponsorship', id, name, email, null, organization, status, created_at from public.sponsorship_inquiries
  union all select 'retreat', id, name, email, phone, null, status, created_at from public.retreat_inquiries
  union all select 'review', r.id, r.name, c.email, null, null, r.status, r.created_at
    from public.book_reviews r left join public.book_review_contacts c on c.review_id = r.id
  union all select 'subscriber', id, null, email, null, null, status, created_at from public.newsletter_subscribers;
comment on view private.personal_rows is 'Rows about persons, besides orders, whose search has an index.';
alter view private.personal_rows owner to toubkal_owner;

create function public.find_person(search text)
returns table (
  source text, id uuid, name text, email text, phone text, about text, status text, created_at timestamptz, direct boolean
)
language plpgsql stable security definer set search_path = ''
as $$
declare
  needle constant text := private.folded(btrim(search));
  digits constant text := case when search !~ '[[:alpha:]@]' then private.phone_end(search) end;
  rows constant int := 200;
begin
  if not public.is_admin() then
    raise exception 'only admins search for persons' using errcode = 'insufficient_privilege';
  end if;
  if char_length(needle) < 3 then
    raise exception 'a search needs at least three characters' using errcode = 'PT400';
  end if;
  return query
  with others as materialized (
    select * from private.personal_rows
    union all
    select 'trashed_review', t.row_id::uuid, r.was ->> 'name', c.was ->> 'email', null, null, 'deleted', t.deleted_at
      from public.trash t
      join private.trash_rows r on r.entry = t.id and r.table_name = 'book_reviews'
      left join private.trash_rows c on c.entry = t.id and c.table_name = 'book_review_contacts'
      where t.table_name = 'book_reviews'
  ), direct as materialized (
    (select 'book_order' as source, o.id, o.buyer_name as name, o.buyer_email as email, o.buyer_phone as phone, o.order_number as about,
        o.order_status as status, o.created_at
      from public.book_orders o
      where private.pieces(o.search_text) @> private.pieces(coalesce(digits, needle)) and o.erased_at is null
        and case when digits is null then strpos(private.folded(o.buyer_name || E'\n' || o.buyer_email || E'\n' || o.order_number), needle) > 0
          else private.phone_end(o.buyer_phone) = digits end
      order by o.created_at desc limit rows)
    union all
    (select p.source, p.id, p.name, p.email, p.phone, p.about, p.status, p.created_at
      from others p
      where case when digits is null then strpos(private.folded(concat_ws(E'\n', p.name, p.email)), needle) > 0
        else private.phone_end(p.phone) = digits end
      order by p.created_at desc limit rows)
  ), contacts as materialized (
    -- other rows with the same address or phone are the same person's
    select distinct lower(d.email) as contact from direct d where d.email is not null
    union select distinct private.phone_end(d.phone) from direct d where private.phone_end(d.phone) is not null
  ), related as (
    (select 'book_order' as source, o.id, o.buyer_name as name, o.buyer_email as email, o.buyer_phone as phone, o.order_number as about,
        o.order_status as status, o.created_at
      from contacts c cross join lateral (
        select * from public.book_orders b
        where private.pieces(b.search_text) @> private.pieces(private.folded(c.contact)) and b.erased_at is null
          and (lower(b.buyer_email) = c.contact or private.phone_end(b.buyer_phone) = c.contact)
      ) o
      order by o.created_at desc limit rows)
    union
    (select p.source, p.id, p.name, p.email, p.phone, p.about, p.status, p.created_at
      from others p
      where lower(p.email) in (select c.contact from contacts c) or private.phone_end(p.phone) in (select c.contact from contacts c)
      order by p.created_at desc limit rows)
  )
  select f.source, f.id, f.name, f.email, f.phone, f.about, f.status, f.created_at,
    exists (select from direct d where d.source = f.source and d.id = f.id)
  from (select * from direct d union select * from related r) as f
  order by f.created_at desc, f.id
  limit rows;
end
$$;
comment on function public.find_person(text) is 'What is stored about a person, newest first: rows whose name, e-mail or order number contains the search, or whose phone it is, and rows with the same e-mail or phone ("direct" is false); reviews in the trash too. At most 200. For admins, and guards that itself. Definer: reads name, contact and state of orders, inquiries, reviews and subscriptions.';
alter function public.find_person(text) owner to toubkal_owner;
revoke execute on function public.find_person(text) from public;
grant execute on function public.find_person(text) to authenticated;

-- Invoker: the policies of the tables decide.
create function public.export_person(records jsonb) returns jsonb
language sql stable set search_path = ''
begin atomic
  with asked as (
    select distinct x.source, x.id from jsonb_to_recordset(records) as x (source text, id uuid)
  ), found as (
    select a.source, to_jsonb(o) - 'search_text' || jsonb_build_object('changes', coalesce(
        (select jsonb_agg(to_jsonb(c) - 'order_id' - 'author_id' order by c.created_at) from public.book_order_changes c where c.order_id = o.id), '[]')) as record
      from asked a join public.book_orders o on a.source = 'book_order' and o.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.contact_submissions i on a.source = 'contact' and i.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.speaking_inquiries i on a.source = 'speaking' and i.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.sponsorship_inquiries i on a.source = 'sponsorship' and i.id = a.id
    union all select a.source, to_jsonb(i) from asked a join public.retreat_inquiries i on a.source = 'retreat' and i.id = a.id
    union all select a.source, to_jsonb(r) || jsonb_build_object('email', c.email)
      from asked a join public.book_reviews r on a.source = 'review' and r.id = a.id left join public.book_review_contacts c on c.review_id = r.id
    union all select a.source, to_jsonb(s) - 'confirm_token_hash' - 'leave_token_hash'
      from asked a join public.newsletter_subscribers s on a.source = 'subscriber' and s.id = a.id
  )
  select coalesce(jsonb_agg(jsonb_build_object('source', f.source, 'record', f.record || coalesce((
      select jsonb_build_object('replies', jsonb_agg(jsonb_build_object('subject', y.subject, 'body', y.body, 'sent_at', y.created_at) order by y.created_at))
      from public.inquiry_replies y where y.form_type = f.source and y.inquiry_id = (f.record ->> 'id')::uuid having count(*) > 0
    ), '{}')) order by f.record ->> 'created_at'), '[]')
  from found f;
end;
comment on function public.export_person(jsonb) is 'The rows [{"source", "id"}, ...] of find_person in full, with their replies and history, to be handed over. For admins.';
revoke execute on function public.export_person(jsonb) from public;
grant execute on function public.export_person(jsonb) to authenticated;

create function private.ids_of(records jsonb, source text) returns uuid[]
language sql immutable parallel safe
return array(select (r ->> 'id')::uuid from jsonb_array_elements(records) as r where r ->> 'source' = ids_of.source);
comment on function private.ids_of(jsonb, text) is 'The ids of the records from one source.';
alter function private.ids_of(jsonb, text) owner to toubkal_owner;

grant delete on public.contact_submissions, public.speaking_inquiries, public.sponsorship_inquiries, public.retreat_inquiries,
  public.book_reviews, public.newsletter_subscribers, public.book_orders to toubkal_owner;
grant update (reason, message) on public.book_order_changes to toubkal_owner;
grant select, update (reason) on public.newsletter_recipients to toubkal_owner;
grant select on public.book_review_contacts to toubkal_owner;

-- Definer: nobody else may anonymise orders, or delete e-mails.
create function public.erase_person(records jsonb) returns jsonb
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
  addresses text[];
  number text;
  kept uuid[];
  done int;
  inquiries int := 0;
  counts jsonb := '{}';
begin
  if not public.is_admin() then
    raise exception 'only admins erase persons' using errcode = 'insufficient_privilege';
  end if;
  -- An order that is still to be delivered needs its address.
  perform from public.book_orders where id = any (orders) order by id for update;
  select o.order_number into number from public.book_orders o where o.id = any (orders) and o.order_status in ('new', 'confirmed') limit 1;
  if number is not null then
    raise exception 'the order % is still open', number using errcode = 'PT409', hint = 'Cancel it, or mark it as fulfilled, first.';
  end if;
  select array_agg(distinct lower(a.email)) into addresses from (
    select p.email from private.personal_rows p
      where p.id = any (contacts || speaking || sponsorships || retreats || reviews || subscribers)
    union all select o.buyer_email from public.book_orders o where o.id = any (orders) and o.erased_at is null
    union all select r.was ->> 'email' from private.trash_rows r
      where r.table_name = 'book_review_contacts' and r.was ->> 'review_id' = any (reviews::text[])
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

  delete from public.book_orders where id = any (orders) and order_status = 'spam';
  with erased as (
    update public.book_orders set
      buyer_name = 'erased', buyer_email = 'erased@erased.invalid', buyer_phone = 'erased',
      shipping_address = '', shipping_city = '', shipping_postal_code = null,
      notes = substring(notes from '^(fr|ar)(?=\n|$)'), language = null, erased_at = now()
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
comment on function public.erase_person(jsonb) is 'Erases the rows [{"source", "id"}, ...] of find_person and what repeats them: inquiries, reviews and subscriptions are deleted with their files, replies and e-mails; of an order number, copies, amount and dates are kept for the books. An order that is open is refused with 409, and then nothing is erased. Returns how many of each. For admins, and guards that itself. Definer: deletes and anonymises these rows, and what names them.';
alter function public.erase_person(jsonb) owner to toubkal_owner;
revoke execute on function public.erase_person(jsonb) from public;
grant execute on function public.erase_person(jsonb) to authenticated;
