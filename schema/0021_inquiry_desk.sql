-- Inquiries at the desk: who of the staff answers, and a talk made of a contact message.

alter table public.contact_submissions
  add column assigned_to uuid
    constraint contact_submissions_assigned_to_fkey references public.admin_users (id) on delete set null;
comment on column public.contact_submissions.assigned_to is 'The admin who answers it; nobody yet where null.';
create index contact_submissions_assigned_to_idx on public.contact_submissions (assigned_to);

alter table public.speaking_inquiries
  add column assigned_to uuid
    constraint speaking_inquiries_assigned_to_fkey references public.admin_users (id) on delete set null;
comment on column public.speaking_inquiries.assigned_to is 'The admin who answers it; nobody yet where null.';
create index speaking_inquiries_assigned_to_idx on public.speaking_inquiries (assigned_to);

alter table public.sponsorship_inquiries
  add column assigned_to uuid
    constraint sponsorship_inquiries_assigned_to_fkey references public.admin_users (id) on delete set null;
comment on column public.sponsorship_inquiries.assigned_to is 'The admin who answers it; nobody yet where null.';
create index sponsorship_inquiries_assigned_to_idx on public.sponsorship_inquiries (assigned_to);

alter table public.retreat_inquiries
  add column assigned_to uuid
    constraint retreat_inquiries_assigned_to_fkey references public.admin_users (id) on delete set null;
comment on column public.retreat_inquiries.assigned_to is 'The admin who answers it; nobody yet where null.';
create index retreat_inquiries_assigned_to_idx on public.retreat_inquiries (assigned_to);

create or replace function private.force_new_inquiry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.status := 'new';
  new.notes := null;
  new.assigned_to := null;
  return new;
end
$$;
comment on function private.force_new_inquiry() is 'A visitor''s inquiry starts as new, without notes, with nobody to answer it.';

-- One message is at most one talk.
drop index public.speaking_inquiries_contact_submission_id_idx;
create unique index speaking_inquiries_contact_submission_id_key on public.speaking_inquiries (contact_submission_id);

-- Whoever wrote has waited since the message, not since we sorted it.
create function private.date_from_message() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.created_at := coalesce(
    (select created_at from public.contact_submissions where id = new.contact_submission_id),
    new.created_at
  );
  return new;
end
$$;
comment on function private.date_from_message() is 'A talk made of a message is as old as the message.';

create trigger speaking_inquiries_10_date_from_message before insert on public.speaking_inquiries
  for each row when (new.contact_submission_id is not null) execute function private.date_from_message();

-- Invoker: the policies of the two tables decide. Who may not read the message learns only that.
create function public.convert_to_speaking_inquiry(
  contact_submission_id uuid,
  organization text default null,
  phone text default null,
  event_date date default null,
  audience_size int default null,
  topic text default null
) returns public.speaking_inquiries
language plpgsql volatile security invoker set search_path = ''
as $$
#variable_conflict use_column
declare
  asked public.contact_submissions;
  made public.speaking_inquiries;
begin
  select * into asked from public.contact_submissions
    where id = convert_to_speaking_inquiry.contact_submission_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'there is no such message';
  end if;
  insert into public.speaking_inquiries
    (name, email, organization, phone, event_date, audience_size, topic, message, status, notes, assigned_to, contact_submission_id)
  values (
    asked.name, asked.email, convert_to_speaking_inquiry.organization, convert_to_speaking_inquiry.phone,
    convert_to_speaking_inquiry.event_date, convert_to_speaking_inquiry.audience_size,
    convert_to_speaking_inquiry.topic, asked.message,
    case asked.status when 'new' then 'read' else asked.status end, asked.notes, asked.assigned_to, asked.id
  )
  on conflict (contact_submission_id) do nothing
  returning * into made;
  if not found then
    select * into made from public.speaking_inquiries where contact_submission_id = asked.id;
  elsif asked.status = 'new' then
    update public.contact_submissions set status = 'read' where id = asked.id;
  end if;
  return made;
end
$$;
comment on function public.convert_to_speaking_inquiry(uuid, text, text, date, int, text) is
  'Makes a speaking inquiry of a contact message, with its notes and who answers it; the message counts as read. Doing it again changes nothing and gives the same inquiry.';
grant execute on function public.convert_to_speaking_inquiry(uuid, text, text, date, int, text) to authenticated, service_role;
