-- What is stored about a person: found by one search, handed over, erased. And what is deleted for good takes
-- everything along that repeats it: replies, the log of e-mails, e-mails in the outbox, values in the audit log.

set local role toubkal_worker;
grant usage on schema toubkal_mail, toubkal_jobs to toubkal_owner;
grant select (id, key, kind, recipient, raw, job_id), delete on toubkal_mail.messages to toubkal_owner;
grant select (address), delete on toubkal_mail.suppressions to toubkal_owner;
grant select (id), delete on toubkal_jobs.river_job to toubkal_owner;
reset role;

-- The audit log stays as it is, but for values: those of a person that is erased are emptied.

create function private.without_values(changes jsonb) returns jsonb
language sql immutable parallel safe
return (select jsonb_object_agg(key, null) from jsonb_object_keys(changes) as key);
comment on function private.without_values(jsonb) is 'The columns of an entry of the audit log, without what was in them.';
alter function private.without_values(jsonb) owner to toubkal_owner;

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

-- What is stored about a person is in the trash, too.

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
    union all
    select 'trashed_inquiry', t.row_id::uuid, r.was ->> 'name', r.was ->> 'email', r.was ->> 'phone',
        coalesce(r.was ->> 'subject', r.was ->> 'topic', r.was ->> 'organization'), 'deleted', t.deleted_at
      from public.trash t
      join private.trash_rows r on r.entry = t.id and r.table_name = t.table_name
      where private.is_inquiry(t.table_name)
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
comment on function public.find_person(text) is 'What is stored about a person, newest first: rows whose name, e-mail or order number contains the search, or whose phone it is, and rows with the same e-mail or phone ("direct" is false); reviews and inquiries in the trash too. At most 200. For admins, and guards that itself. Definer: reads name, contact and state of orders, inquiries, reviews and subscriptions.';
alter function public.find_person(text) owner to toubkal_owner;

create function private.ids_of(records jsonb, source text) returns uuid[]
language sql immutable parallel safe
return array(select (r ->> 'id')::uuid from jsonb_array_elements(records) as r where r ->> 'source' = ids_of.source);
comment on function private.ids_of(jsonb, text) is 'The ids of the records from one source.';
alter function private.ids_of(jsonb, text) owner to toubkal_owner;

-- Definer: nobody else may anonymise orders, or delete e-mails.
create function public.erase_person(records jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  orders constant uuid[] := private.ids_of(records, 'book_order');
  accounts constant uuid[] := private.ids_of(records, 'account');
  number text;
begin
  if not public.is_admin() then
    raise exception 'only admins erase persons' using errcode = 'insufficient_privilege';
  end if;
  if exists (select from public.admin_users a where a.auth_user_id = any (accounts)) then
    raise exception 'an account of the staff is not erased with a person' using errcode = 'PT409', hint = 'Remove the admin first.';
  end if;
  -- An order that is still to be delivered needs its address.
  perform from public.book_orders where id = any (orders) order by id for update;
  select o.order_number into number from public.book_orders o where o.id = any (orders) and o.order_status in ('new', 'confirmed') limit 1;
  if number is not null then
    raise exception 'the order % is still open', number using errcode = 'PT409', hint = 'Cancel it, or mark it as fulfilled, first.';
  end if;
  return private.erase_records(records);
end
$$;
comment on function public.erase_person(jsonb) is 'Erases the rows [{"source", "id"}, ...] of find_person and what repeats them: inquiries, reviews and subscriptions are deleted with their files, replies and e-mails, accounts of visitors with their sessions and log; of an order number, copies, amounts, refunds and dates are kept for the books. An order that is open, and an account of the staff, are refused with 409, and then nothing is erased. Returns how many of each. For admins, and guards that itself. Definer: deletes and anonymises these rows, and what names them.';
alter function public.erase_person(jsonb) owner to toubkal_owner;

create view private.personal_rows as
  select 'contact' as source, id, name, email, null::text as phone, subject as about, status, created_at from public.contact_submissions
  union all select 'speaking', id, name, email, phone, topic, status, created_at from public.speaking_inquiries
  union all select 'sponsorship', id, name, email, null, organization, status, created_at from public.sponsorship_inquiries
  union all select 'retreat', id, name, email, phone, null, status, created_at from public.retreat_inquiries
  union all select 'review', r.id, r.name, c.email, null, null, r.status, r.created_at
    from public.book_reviews r left join public.book_review_contacts c on c.review_id = r.id
  union all select 'subscriber', id, null, email, null, null, status, created_at from public.newsletter_subscribers
  union all select 'account', u.id, coalesce(a.full_name, u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'name'), u.email::text, u.phone::text, null,
      case when a.id is null then 'visitor' else 'staff' end, coalesce(u.created_at, '-infinity')
    from auth.users u left join public.admin_users a on a.auth_user_id = u.id;
comment on view private.personal_rows is 'Rows about persons, besides orders, whose search has an index. The status of an account is visitor or staff.';
alter view private.personal_rows owner to toubkal_owner;

create trigger audit_log_refuse_change before delete or truncate on public.audit_log
  for each statement execute function private.refuse_audit_change();
create trigger audit_log_refuse_update before update on public.audit_log
  for each statement when (current_user <> 'toubkal_owner') execute function private.refuse_audit_change();
create trigger audit_log_guard_erasure before update on public.audit_log
  for each row execute function private.guard_audit_erasure();

-- After the entry of the audit log: triggers of one event run in the order of their names. A review that an admin
-- deletes is in the trash for 30 days, with its history.
create trigger book_orders_99_forget after delete on public.book_orders
  for each row execute function private.forget_row('id');
create trigger book_order_changes_99_forget after delete on public.book_order_changes
  for each row execute function private.forget_row('id');
create trigger inquiry_replies_99_forget after delete on public.inquiry_replies
  for each row execute function private.forget_row('id');
create trigger newsletter_subscribers_99_forget after delete on public.newsletter_subscribers
  for each row execute function private.forget_row('id');

alter table public.audit_log enable always trigger audit_log_refuse_change;
alter table public.audit_log enable always trigger audit_log_refuse_update;
alter table public.audit_log enable always trigger audit_log_guard_erasure;
grant update (changes) on public.audit_log to toubkal_owner;
grant delete on public.inquiry_replies, public.mail_notices to toubkal_owner;
grant select on public.inquiry_replies, public.retreat_inquiries, public.contact_submissions, public.speaking_inquiries to toubkal_owner;
revoke execute on function private.forget_rows(text, uuid[]) from public;
revoke execute on function public.find_person(text) from public;
grant execute on function public.find_person(text) to authenticated;
grant delete on public.contact_submissions, public.speaking_inquiries, public.sponsorship_inquiries, public.retreat_inquiries,
  public.book_reviews, public.newsletter_subscribers, public.book_orders to toubkal_owner;
grant update (reason, message) on public.book_order_changes to toubkal_owner;
grant select, update (reason) on public.newsletter_recipients to toubkal_owner;
grant select on public.book_review_contacts to toubkal_owner;
revoke execute on function public.erase_person(jsonb) from public;
grant execute on function public.erase_person(jsonb) to authenticated;
comment on column public.book_orders.erased_at is 'When name, contact and address were erased on the buyer''s request. Number, copies, amount and dates are kept for the books.';
comment on function private.phone_end(text) is 'The last nine digits of a phone number.';
