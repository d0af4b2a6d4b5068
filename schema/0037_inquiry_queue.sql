-- The queue of inquiries: what is unanswered and since when, spam, a search of several words, changes of many at once,
-- and the trash.

-- Spam is no inquiry that waits, and no answer either.
alter table public.contact_submissions drop constraint contact_submissions_status_known;
alter table public.contact_submissions add constraint contact_submissions_status_known check (status in ('new', 'read', 'responded', 'spam'));
alter table public.speaking_inquiries drop constraint speaking_inquiries_status_known;
alter table public.speaking_inquiries add constraint speaking_inquiries_status_known check (status in ('new', 'read', 'responded', 'spam'));
alter table public.sponsorship_inquiries drop constraint sponsorship_inquiries_status_known;
alter table public.sponsorship_inquiries add constraint sponsorship_inquiries_status_known check (status in ('new', 'read', 'responded', 'spam'));
alter table public.retreat_inquiries drop constraint retreat_inquiries_status_known;
alter table public.retreat_inquiries add constraint retreat_inquiries_status_known check (status in ('new', 'read', 'responded', 'spam'));

-- A reply that did not arrive is no answer: the inquiry is back in the queue.
create function private.reopen_unanswered() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.inquiry_replies r where r.inquiry_id = new.inquiry_id and r.state <> 'failed') then
    return null;
  end if;
  case new.form_type
    when 'contact' then update public.contact_submissions set status = 'read' where id = new.inquiry_id and status = 'responded';
    when 'speaking' then update public.speaking_inquiries set status = 'read' where id = new.inquiry_id and status = 'responded';
    when 'sponsorship' then update public.sponsorship_inquiries set status = 'read' where id = new.inquiry_id and status = 'responded';
    else update public.retreat_inquiries set status = 'read' where id = new.inquiry_id and status = 'responded';
  end case;
  return null;
end
$$;
comment on function private.reopen_unanswered() is 'An inquiry whose only replies have failed is read, not responded.';
create trigger inquiry_replies_70_reopen after update of state on public.inquiry_replies
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function private.reopen_unanswered();

-- Unanswered is what is new or read, and has no reply that was sent or is on its way. The searched text is computed:
-- there are thousands of inquiries, not hundreds of thousands.
create or replace view public.form_submissions with (security_invoker = true) as
select form_type, id, name, email, phone, message, status, created_at, updated_at, assigned_to,
  notes, record,
  replied, case when form_type <> 'book_order' and status in ('new', 'read') and not replied then created_at end as waiting_since,
  private.folded(concat_ws(E'\n', name, email, phone, message, record ->> 'subject', record ->> 'organization')) as search_text
from (
  select 'contact' as form_type, c.id, c.name, c.email, null::text as phone, c.message, c.status, c.created_at,
    c.updated_at, c.assigned_to, c.notes, to_jsonb(c) as record,
    exists (select from public.speaking_inquiries s where s.contact_submission_id = c.id) as converted,
    exists (select from public.inquiry_replies r where r.inquiry_id = c.id and r.state <> 'failed') as replied
  from public.contact_submissions c
  union all
  select 'speaking', s.id, s.name, s.email, s.phone, s.message, s.status, s.created_at,
    s.updated_at, s.assigned_to, s.notes, to_jsonb(s), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = s.id and y.state <> 'failed')
  from public.speaking_inquiries s
  union all
  select 'sponsorship', p.id, p.name, p.email, null::text, p.message, p.status, p.created_at,
    p.updated_at, p.assigned_to, p.notes, to_jsonb(p), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = p.id and y.state <> 'failed')
  from public.sponsorship_inquiries p
  union all
  select 'retreat', r.id, r.name, r.email, r.phone, r.message, r.status, r.created_at,
    r.updated_at, r.assigned_to, r.notes, to_jsonb(r), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = r.id and y.state <> 'failed')
  from public.retreat_inquiries r
  union all
  select 'book_order', o.id, o.buyer_name, o.buyer_email, o.buyer_phone, o.notes,
    case when private.is_order_ended(o.order_status) then o.order_status
      when o.fulfilled then 'fulfilled' when o.paid then 'paid' when o.confirmed then 'confirmed' end,
    o.created_at, o.updated_at, null::uuid, o.notes, to_jsonb(o) - 'search_text', false, false
  from public.book_orders o
) as submissions
where not converted;
comment on column public.form_submissions.status is 'new, read, responded or spam; of an order how it has ended, or the furthest of confirmed, paid and fulfilled, null where it is none of them.';
comment on column public.form_submissions.replied is 'Whether a reply was sent or is on its way.';
comment on column public.form_submissions.waiting_since is 'Of an unanswered inquiry (new or read, and not replied) when it came; null for all others.';
comment on column public.form_submissions.search_text is 'Name, e-mail, phone, message, subject and organization, folded: to be searched.';

-- The same columns for the list of contact messages, which shows converted ones too. Invoker: the policies decide.
create function public.replied(sent public.contact_submissions) returns boolean
language sql stable parallel safe
begin atomic
  select exists (select from public.inquiry_replies r where r.inquiry_id = (sent).id and r.state <> 'failed');
end;
comment on function public.replied(public.contact_submissions) is 'Whether a reply was sent or is on its way.';
create function public.waiting_since(sent public.contact_submissions) returns timestamptz
language sql stable parallel safe
begin atomic
  select case when (sent).status in ('new', 'read') and not public.replied(sent)
    and not exists (select from public.speaking_inquiries s where s.contact_submission_id = (sent).id)
    then (sent).created_at end;
end;
comment on function public.waiting_since(public.contact_submissions) is 'Of an unanswered message when it came; null for all others. One that was made a speaking inquiry is answered there.';
create function public.search_text(sent public.contact_submissions) returns text
language sql stable parallel safe
return private.folded(concat_ws(E'\n', (sent).name, (sent).email, (sent).message, (sent).subject));
comment on function public.search_text(public.contact_submissions) is 'Name, e-mail, message and subject, folded: to be searched.';
revoke execute on function public.replied(public.contact_submissions), public.waiting_since(public.contact_submissions), public.search_text(public.contact_submissions) from public;
grant execute on function public.replied(public.contact_submissions), public.waiting_since(public.contact_submissions), public.search_text(public.contact_submissions) to authenticated, service_role;

create or replace function public.inquiry_ages()
returns table (form_type text, waiting bigint, oldest timestamptz, oldest_id uuid)
language sql stable security invoker
begin atomic
  select w.form_type, count(*), min(w.waiting_since), (array_agg(w.id order by w.waiting_since, w.id))[1]
  from public.form_submissions w
  where w.form_type <> 'book_order' and w.waiting_since is not null
  group by w.form_type
  order by min(w.waiting_since);
end;

-- What is deleted by an admin is in the trash. What repeats it (replies, e-mails, a document) goes when it leaves the
-- trash for good; what anybody else deletes leaves at once, as before.

create function private.is_inquiry(table_name text) returns boolean
language sql immutable parallel safe
return table_name in ('contact_submissions', 'speaking_inquiries', 'sponsorship_inquiries', 'retreat_inquiries');
comment on function private.is_inquiry(text) is 'Whether the rows of a table are inquiries.';
-- EXECUTE is checked for the role that runs the statement of a trigger.
grant execute on function private.is_inquiry(text) to authenticated, service_role, toubkal_owner;

create or replace function private.keep_deleted_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- A message that was made a speaking inquiry is that inquiry's again when it is restored.
  was constant jsonb := to_jsonb(old) || case tg_table_name
    when 'contact_submissions' then jsonb_build_object('talk', (select s.id from public.speaking_inquiries s where s.contact_submission_id = (to_jsonb(old) ->> 'id')::uuid))
    else '{}'
  end;
  names constant text[] := tg_argv[1];
  claims constant jsonb := auth.jwt();
  entry bigint;
begin
  if tg_argv[2] = '' then
    -- Old entries go here, so that no job has to run. Few at a time: a delete must not wait for many.
    delete from public.trash where id in (
      select id from public.trash where deleted_at < now() - interval '30 days' limit 100 for update skip locked
    );
    insert into public.trash (table_name, row_id, name, deleted_by, deleted_by_email)
      values (tg_table_name, was ->> tg_argv[0],
        coalesce((select nullif(btrim(was ->> n), '') from unnest(names) with ordinality as u (n, place)
          where btrim(was ->> n) <> '' order by place limit 1), was ->> tg_argv[0]),
        nullif(claims ->> 'sub', '')::uuid, claims ->> 'email')
      returning id into entry;
  else
    -- Of this transaction: a part that is deleted by itself belongs to no entry.
    select t.id into entry from public.trash t
      where t.table_name = tg_argv[3] and t.row_id = was ->> tg_argv[2] and t.transaction = pg_current_xact_id()
      order by t.id desc limit 1;
  end if;
  if entry is not null then
    insert into private.trash_rows (entry, table_name, was) values (entry, tg_table_name, was);
  end if;
  return old;
end
$$;

create or replace function public.restore_from_trash(entry bigint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  kept record;
  columns text;
begin
  if not (select public.is_admin()) then
    raise exception 'only an admin may restore a row' using errcode = 'insufficient_privilege', schema = 'public', table = 'trash';
  end if;
  perform from public.trash t where t.id = restore_from_trash.entry for update;
  if not found then
    raise exception 'this is not in the trash any more' using errcode = 'PT404', hint = 'Somebody may have restored it.';
  end if;
  for kept in select r.table_name, r.was from private.trash_rows r where r.entry = restore_from_trash.entry order by r.place loop
    -- A picture or an account may have been deleted meanwhile. Files went with the row.
    if kept.was ->> 'picture_id' is not null and not exists (select from public.pictures p where p.id = (kept.was ->> 'picture_id')::uuid) then
      continue when kept.table_name = 'expedition_pictures';
      kept.was := kept.was || '{"picture_id": null}';
    end if;
    if kept.was ->> 'author_id' is not null and not exists (select from auth.users u where u.id = (kept.was ->> 'author_id')::uuid) then
      kept.was := kept.was || '{"author_id": null}';
    end if;
    if kept.was ->> 'assigned_to' is not null and not exists (select from public.admin_users a where a.id = (kept.was ->> 'assigned_to')::uuid) then
      kept.was := kept.was || '{"assigned_to": null}';
    end if;
    if kept.was ->> 'contact_submission_id' is not null and not exists (select from public.contact_submissions c where c.id = (kept.was ->> 'contact_submission_id')::uuid) then
      kept.was := kept.was || '{"contact_submission_id": null}';
    end if;
    kept.was := kept.was || case kept.table_name
      when 'book_reviews' then '{"proof_path": null}'::jsonb
      else '{}'
    end;
    select string_agg(quote_ident(a.attname), ', ') into columns
      from pg_catalog.pg_attribute a
      where a.attrelid = ('public.' || quote_ident(kept.table_name))::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' and kept.was ? a.attname;
    execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from jsonb_populate_record(null::public.%1$I, $1)',
      kept.table_name, columns) using kept.was;
    if kept.was ->> 'talk' is not null then
      update public.speaking_inquiries set contact_submission_id = (kept.was ->> 'id')::uuid
        where id = (kept.was ->> 'talk')::uuid and contact_submission_id is null;
    end if;
  end loop;
  delete from public.trash t where t.id = restore_from_trash.entry;
end
$$;

-- Definer: who may delete an entry of the trash may not delete what repeats its row otherwise. A restored row is there
-- again when its entry is deleted, and keeps everything.
create function private.forget_trashed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  restored boolean;
begin
  execute format('select exists (select from public.%I where id = $1)', old.table_name) into restored using old.row_id::uuid;
  if restored then
    return null;
  end if;
  perform private.forget_rows(old.table_name, array[old.row_id::uuid]);
  if old.table_name = 'sponsorship_inquiries' then
    perform set_config('storage.allow_delete_query', 'true', true);
    delete from storage.objects where bucket_id = 'sponsor-attachments' and name = old.row_id;
    perform set_config('storage.allow_delete_query', 'false', true);
  end if;
  return null;
end
$$;
comment on function private.forget_trashed() is 'An inquiry that leaves the trash for good leaves nothing that repeats it. Definer: deletes replies, notices, e-mails and the document of this one inquiry, and empties its values in the audit log.';
alter function private.forget_trashed() owner to toubkal_owner;
create trigger trash_80_forget after delete on public.trash
  for each row when (private.is_inquiry(old.table_name)) execute function private.forget_trashed();

drop trigger contact_submissions_99_forget on public.contact_submissions;
create trigger contact_submissions_99_forget after delete on public.contact_submissions
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
drop trigger speaking_inquiries_99_forget on public.speaking_inquiries;
create trigger speaking_inquiries_99_forget after delete on public.speaking_inquiries
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
drop trigger sponsorship_inquiries_99_forget on public.sponsorship_inquiries;
create trigger sponsorship_inquiries_99_forget after delete on public.sponsorship_inquiries
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
drop trigger retreat_inquiries_99_forget on public.retreat_inquiries;
create trigger retreat_inquiries_99_forget after delete on public.retreat_inquiries
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');

drop trigger sponsorship_inquiries_80_delete_attachment on public.sponsorship_inquiries;
create trigger sponsorship_inquiries_80_delete_attachment after delete on public.sponsorship_inquiries
  for each row when (not private.is_api_caller()) execute function storage.delete_object_of_row('sponsor-attachments', 'attachment_path');
create trigger sponsorship_inquiries_80_replace_attachment after update of attachment_path on public.sponsorship_inquiries
  for each row execute function storage.delete_object_of_row('sponsor-attachments', 'attachment_path');

grant select, insert on public.contact_submissions, public.speaking_inquiries, public.sponsorship_inquiries, public.retreat_inquiries to toubkal_owner;
grant update (contact_submission_id) on public.speaking_inquiries to toubkal_owner;
select private.keep_deleted('public.contact_submissions', names => '{name}');
select private.keep_deleted('public.speaking_inquiries', names => '{name}');
select private.keep_deleted('public.sponsorship_inquiries', names => '{name}');
select private.keep_deleted('public.retreat_inquiries', names => '{name}');

-- What is stored about a person is in the trash, too.

create or replace function public.find_person(search text)
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

create or replace function public.erase_person(records jsonb) returns jsonb
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
  delete from public.trash where private.is_inquiry(table_name) and row_id = any (trashed::text[]);
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

-- Changes of many inquiries at once, in batches of at most 500: each is a transaction of its own.

-- Invoker: the policies decide. An inquiry that is not there, or hidden, is not in the result.
create function public.set_inquiry_status(inquiries uuid[], status text) returns table (id uuid, was text)
language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted constant text := set_inquiry_status.status;
  chosen constant uuid[] := set_inquiry_status.inquiries;
begin
  if cardinality(chosen) > 500 then
    raise exception 'at most 500 inquiries are changed at once' using errcode = 'PT400';
  end if;
  return query
  with old as materialized (
    select c.id, c.status from public.contact_submissions c where c.id = any (chosen)
    union all select s.id, s.status from public.speaking_inquiries s where s.id = any (chosen)
    union all select p.id, p.status from public.sponsorship_inquiries p where p.id = any (chosen)
    union all select r.id, r.status from public.retreat_inquiries r where r.id = any (chosen)
  ), contact as (
    update public.contact_submissions c set status = wanted where c.id = any (chosen) and c.status <> wanted returning c.id
  ), speaking as (
    update public.speaking_inquiries s set status = wanted where s.id = any (chosen) and s.status <> wanted returning s.id
  ), sponsorship as (
    update public.sponsorship_inquiries p set status = wanted where p.id = any (chosen) and p.status <> wanted returning p.id
  ), retreat as (
    update public.retreat_inquiries r set status = wanted where r.id = any (chosen) and r.status <> wanted returning r.id
  ), changed as (
    select id from contact union all select id from speaking union all select id from sponsorship union all select id from retreat
  )
  select o.id, o.status from old o left join changed n on n.id = o.id where n.id is not null or o.status = wanted;
end
$$;
comment on function public.set_inquiry_status(uuid[], text) is 'Sets the status of inquiries of any form. Returns those that have it now, each with the status that it had before. At most 500 at once; more are refused with 400.';

-- Invoker: the policies decide. Speaking inquiries first, as they refer to messages.
create function public.delete_inquiries(inquiries uuid[]) returns table (id uuid, entry bigint)
language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  chosen constant uuid[] := delete_inquiries.inquiries;
begin
  if cardinality(chosen) > 500 then
    raise exception 'at most 500 inquiries are deleted at once' using errcode = 'PT400';
  end if;
  delete from public.speaking_inquiries s where s.id = any (chosen);
  delete from public.contact_submissions c where c.id = any (chosen);
  delete from public.sponsorship_inquiries p where p.id = any (chosen);
  delete from public.retreat_inquiries r where r.id = any (chosen);
  return query
  select t.row_id::uuid, t.id from public.trash t
    where t.transaction = pg_current_xact_id() and t.row_id = any (chosen::text[]);
end
$$;
comment on function public.delete_inquiries(uuid[]) is 'Deletes inquiries of any form. Returns those that were deleted, each with its entry in the trash. At most 500 at once; more are refused with 400.';

-- Invoker: public.restore_from_trash decides for each. The last deleted first, as in a batch it may be referred to.
create function public.restore_all_from_trash(entries bigint[]) returns bigint
language plpgsql volatile security invoker set search_path = ''
as $$
declare
  entry bigint;
  restored bigint := 0;
begin
  if cardinality(entries) > 500 then
    raise exception 'at most 500 entries are restored at once' using errcode = 'PT400';
  end if;
  for entry in select t.id from public.trash t where t.id = any (entries) order by t.id desc loop
    perform public.restore_from_trash(entry);
    restored := restored + 1;
  end loop;
  return restored;
end
$$;
comment on function public.restore_all_from_trash(bigint[]) is 'Restores entries of the trash, and returns how many: those that have gone meanwhile are skipped. At most 500 at once; more are refused with 400.';

revoke execute on function public.set_inquiry_status(uuid[], text), public.delete_inquiries(uuid[]), public.restore_all_from_trash(bigint[]) from public;
grant execute on function public.set_inquiry_status(uuid[], text), public.delete_inquiries(uuid[]), public.restore_all_from_trash(bigint[]) to authenticated;
