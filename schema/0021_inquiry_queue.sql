-- The queue of inquiries: what is unanswered and since when, spam, a search of several words, changes of many at once,
-- and the trash.

-- The combined list of inquiries and book orders is searched: of an order by its stored text. Folding the texts of
-- 100,000 orders for each search takes seconds.
create view public.form_submissions with (security_invoker = true) as
select form_type, id, name, email, phone, message, status, created_at, updated_at, assigned_to,
  notes, record,
  replied, case when form_type <> 'book_order' and status in ('new', 'read') and not replied then created_at end as waiting_since,
  search_text
from (
  select 'contact' as form_type, c.id, c.name, c.email, null::text as phone, c.message, c.status, c.created_at,
    c.updated_at, c.assigned_to, c.notes, to_jsonb(c) as record,
    exists (select from public.speaking_inquiries s where s.contact_submission_id = c.id) as converted,
    exists (select from public.inquiry_replies r where r.inquiry_id = c.id and r.state <> 'failed') as replied,
    private.folded(concat_ws(E'\n', c.name, c.email, c.message, c.subject)) as search_text
  from public.contact_submissions c
  union all
  select 'speaking', s.id, s.name, s.email, s.phone, s.message, s.status, s.created_at,
    s.updated_at, s.assigned_to, s.notes, to_jsonb(s), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = s.id and y.state <> 'failed'),
    private.folded(concat_ws(E'\n', s.name, s.email, s.phone, s.message, s.organization))
  from public.speaking_inquiries s
  union all
  select 'sponsorship', p.id, p.name, p.email, null::text, p.message, p.status, p.created_at,
    p.updated_at, p.assigned_to, p.notes, to_jsonb(p), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = p.id and y.state <> 'failed'),
    private.folded(concat_ws(E'\n', p.name, p.email, p.message, p.organization))
  from public.sponsorship_inquiries p
  union all
  select 'retreat', r.id, r.name, r.email, r.phone, r.message, r.status, r.created_at,
    r.updated_at, r.assigned_to, r.notes, to_jsonb(r), false,
    exists (select from public.inquiry_replies y where y.inquiry_id = r.id and y.state <> 'failed'),
    private.folded(concat_ws(E'\n', r.name, r.email, r.phone, r.message))
  from public.retreat_inquiries r
  union all
  select 'book_order', o.id, o.buyer_name, o.buyer_email, o.buyer_phone, o.notes,
    case when private.is_order_ended(o.order_status) then o.order_status
      when o.fulfilled then 'fulfilled' when o.paid then 'paid' when o.confirmed then 'confirmed' end,
    o.created_at, o.updated_at, null::uuid, o.notes, to_jsonb(o) - 'search_text', false, false,
    o.search_text collate "default"
  from public.book_orders o
) as submissions
where not converted;
comment on view public.form_submissions is 'Contact, speaking, sponsorship and retreat inquiries and book orders in one list; what a caller sees of it is what the policies of those tables let through.';
comment on column public.form_submissions.form_type is 'contact, speaking, sponsorship, retreat or book_order.';
comment on column public.form_submissions.message is 'Of an order its notes.';
comment on column public.form_submissions.status is 'new, read, responded or spam; of an order how it has ended, or the furthest of confirmed, paid and fulfilled, null where it is none of them.';
comment on column public.form_submissions.record is 'The row as it is in its own table.';
comment on column public.form_submissions.replied is 'Whether a reply was sent or is on its way.';
comment on column public.form_submissions.waiting_since is 'Of an unanswered inquiry (new or read, and not replied) when it came; null for all others.';
comment on column public.form_submissions.search_text is 'Name, e-mail, phone, message, subject and organization, folded: to be searched. Of an order its search_text.';

-- Invoker: the policies decide what is counted.
create function public.inquiry_ages()
returns table (form_type text, waiting bigint, oldest timestamptz, oldest_id uuid)
language sql stable security invoker
begin atomic
  select w.form_type, count(*), min(w.waiting_since), (array_agg(w.id order by w.waiting_since, w.id))[1]
  from public.form_submissions w
  where w.form_type <> 'book_order' and w.waiting_since is not null
  group by w.form_type
  order by min(w.waiting_since);
end;
comment on function public.inquiry_ages() is
  'For each form with inquiries that nobody has answered: how many wait, and the oldest of them. Oldest first.';

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

-- What is deleted by an admin is in the trash. What repeats it (replies, e-mails, a document) goes when it leaves the
-- trash for good; what anybody else deletes leaves at once, as before.

create function private.is_inquiry(table_name text) returns boolean
language sql immutable parallel safe
return table_name in ('contact_submissions', 'speaking_inquiries', 'sponsorship_inquiries', 'retreat_inquiries');
comment on function private.is_inquiry(text) is 'Whether the rows of a table are inquiries.';

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

create trigger inquiry_replies_70_reopen after update of state on public.inquiry_replies
  for each row when (new.state = 'failed' and old.state <> 'failed') execute function private.reopen_unanswered();
create trigger trash_80_forget after delete on public.trash
  for each row when (private.is_inquiry(old.table_name)) execute function private.forget_trashed();
create trigger contact_submissions_99_forget after delete on public.contact_submissions
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
create trigger speaking_inquiries_99_forget after delete on public.speaking_inquiries
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
create trigger sponsorship_inquiries_99_forget after delete on public.sponsorship_inquiries
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
create trigger retreat_inquiries_99_forget after delete on public.retreat_inquiries
  for each row when (not private.is_api_caller()) execute function private.forget_row('id');
create trigger sponsorship_inquiries_80_delete_attachment after delete on public.sponsorship_inquiries
  for each row when (not private.is_api_caller()) execute function storage.delete_object_of_row('sponsor-attachments', 'attachment_path');
create trigger sponsorship_inquiries_80_replace_attachment after update of attachment_path on public.sponsorship_inquiries
  for each row execute function storage.delete_object_of_row('sponsor-attachments', 'attachment_path');

revoke execute on function public.inquiry_ages() from public;
grant execute on function public.inquiry_ages() to authenticated, service_role;
revoke execute on function public.replied(public.contact_submissions), public.waiting_since(public.contact_submissions), public.search_text(public.contact_submissions) from public;
grant execute on function public.replied(public.contact_submissions), public.waiting_since(public.contact_submissions), public.search_text(public.contact_submissions) to authenticated, service_role;

-- EXECUTE is checked for the role that runs the statement of a trigger.
grant execute on function private.is_inquiry(text) to authenticated, service_role, toubkal_owner;
grant select, insert on public.contact_submissions, public.speaking_inquiries, public.sponsorship_inquiries, public.retreat_inquiries to toubkal_owner;
grant update (contact_submission_id) on public.speaking_inquiries to toubkal_owner;
select private.keep_deleted('public.contact_submissions', names => '{name}');
select private.keep_deleted('public.speaking_inquiries', names => '{name}');
select private.keep_deleted('public.sponsorship_inquiries', names => '{name}');
select private.keep_deleted('public.retreat_inquiries', names => '{name}');
revoke execute on function public.set_inquiry_status(uuid[], text), public.delete_inquiries(uuid[]), public.restore_all_from_trash(bigint[]) from public;
grant execute on function public.set_inquiry_status(uuid[], text), public.delete_inquiries(uuid[]), public.restore_all_from_trash(bigint[]) to authenticated;
