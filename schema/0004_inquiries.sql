-- What visitors write to us: four forms, four tables. Visitors insert and never read back.

create table public.contact_submissions (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint contact_submissions_name_length check (name ~ '\S' and char_length(name) <= 200),
  email text not null
    constraint contact_submissions_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$'),
  subject text not null
    constraint contact_submissions_subject_length check (subject ~ '\S' and char_length(subject) <= 500),
  message text not null
    constraint contact_submissions_message_length check (message ~ '\S' and char_length(message) <= 10000),
  source_page text
    constraint contact_submissions_source_page_length check (char_length(source_page) <= 200),
  status text not null default 'new'
    constraint contact_submissions_status_known check (status in ('new', 'read', 'responded', 'spam')),
  notes text
    constraint contact_submissions_notes_length check (char_length(notes) <= 10000),
  assigned_to uuid
    constraint contact_submissions_assigned_to_fkey references public.admin_users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text
    constraint contact_submissions_language_known check (language in ('en', 'fr', 'ar'))
);
comment on table public.contact_submissions is 'Messages from the contact form.';
comment on column public.contact_submissions.subject is 'Topic, a dash, the organization.';
comment on column public.contact_submissions.source_page is 'The page whose form was sent, such as contact.';
comment on column public.contact_submissions.notes is 'Ours; visitors never see or set it.';
comment on column public.contact_submissions.assigned_to is 'The admin who answers it; nobody yet where null.';
create index contact_submissions_created_at_idx on public.contact_submissions (created_at desc);
create index contact_submissions_status_idx on public.contact_submissions (status, created_at desc);
create index contact_submissions_assigned_to_idx on public.contact_submissions (assigned_to);

create table public.speaking_inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint speaking_inquiries_name_length check (name ~ '\S' and char_length(name) <= 200),
  email text not null
    constraint speaking_inquiries_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$'),
  organization text
    constraint speaking_inquiries_organization_length check (char_length(organization) <= 200),
  phone text
    constraint speaking_inquiries_phone_length check (char_length(phone) <= 40),
  event_date date,
  audience_size int
    constraint speaking_inquiries_audience_size_range check (audience_size between 1 and 1000000),
  topic text
    constraint speaking_inquiries_topic_length check (char_length(topic) <= 200),
  message text not null
    constraint speaking_inquiries_message_length check (message ~ '\S' and char_length(message) <= 10000),
  status text not null default 'new'
    constraint speaking_inquiries_status_known check (status in ('new', 'read', 'responded', 'spam')),
  notes text
    constraint speaking_inquiries_notes_length check (char_length(notes) <= 10000),
  contact_submission_id uuid
    constraint speaking_inquiries_contact_submission_id_fkey references public.contact_submissions (id) on delete set null,
  assigned_to uuid
    constraint speaking_inquiries_assigned_to_fkey references public.admin_users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.speaking_inquiries is 'Requests for a talk. An admin makes one from a contact message; no public form writes here.';
comment on column public.speaking_inquiries.audience_size is 'People expected.';
comment on column public.speaking_inquiries.contact_submission_id is 'The message that it was made from.';
comment on column public.speaking_inquiries.assigned_to is 'The admin who answers it; nobody yet where null.';
create index speaking_inquiries_created_at_idx on public.speaking_inquiries (created_at desc);
create index speaking_inquiries_status_idx on public.speaking_inquiries (status, created_at desc);
create index speaking_inquiries_assigned_to_idx on public.speaking_inquiries (assigned_to);

-- one message is at most one talk
create unique index speaking_inquiries_contact_submission_id_key on public.speaking_inquiries (contact_submission_id);

create table public.sponsorship_inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint sponsorship_inquiries_name_length check (name ~ '\S' and char_length(name) <= 200),
  email text not null
    constraint sponsorship_inquiries_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$'),
  organization text not null
    constraint sponsorship_inquiries_organization_length check (organization ~ '\S' and char_length(organization) <= 200),
  budget_range text not null
    constraint sponsorship_inquiries_budget_range_known check (budget_range in ('5k', '10k', '25k', '50k', 'custom')),
  message text not null
    constraint sponsorship_inquiries_message_length check (message ~ '\S' and char_length(message) <= 10000),
  status text not null default 'new'
    constraint sponsorship_inquiries_status_known check (status in ('new', 'read', 'responded', 'spam')),
  notes text
    constraint sponsorship_inquiries_notes_length check (char_length(notes) <= 10000),
  assigned_to uuid
    constraint sponsorship_inquiries_assigned_to_fkey references public.admin_users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text
    constraint sponsorship_inquiries_language_known check (language in ('en', 'fr', 'ar')),
  attachment_path text
    constraint sponsorship_inquiries_attachment_path_own check (attachment_path = id::text),
  attachment_name text
    constraint sponsorship_inquiries_attachment_name_length check (char_length(attachment_name) <= 200)
    constraint sponsorship_inquiries_attachment_name_format check (attachment_name ~ '\S' and attachment_name !~ '[/\\[:cntrl:]]'),
  attachment_type text,
  attachment_size bigint,
  constraint sponsorship_inquiries_attachment_whole check (
    num_nulls(attachment_path, attachment_name, attachment_type, attachment_size) in (0, 4)
  )
);
comment on table public.sponsorship_inquiries is 'Offers of sponsorship.';
comment on column public.sponsorship_inquiries.budget_range is 'US dollars: 5k is under 5,000, 10k 5,000 to 10,000, 25k 10,000 to 25,000, 50k 25,000 to 50,000, custom a partnership.';
comment on column public.sponsorship_inquiries.assigned_to is 'The admin who answers it; nobody yet where null.';
create index sponsorship_inquiries_created_at_idx on public.sponsorship_inquiries (created_at desc);
create index sponsorship_inquiries_status_idx on public.sponsorship_inquiries (status, created_at desc);
create index sponsorship_inquiries_assigned_to_idx on public.sponsorship_inquiries (assigned_to);

create table public.retreat_inquiries (
  id uuid primary key default gen_random_uuid(),
  name text not null
    constraint retreat_inquiries_name_length check (name ~ '\S' and char_length(name) <= 200),
  email text not null
    constraint retreat_inquiries_email_format check (email ~ '^[^@\s]{1,64}@[^@\s]{1,255}$'),
  phone text not null
    constraint retreat_inquiries_phone_length check (phone ~ '\S' and char_length(phone) <= 40),
  message text
    constraint retreat_inquiries_message_length check (char_length(message) <= 10000),
  status text not null default 'new'
    constraint retreat_inquiries_status_known check (status in ('new', 'read', 'responded', 'spam')),
  notes text
    constraint retreat_inquiries_notes_length check (char_length(notes) <= 10000),
  assigned_to uuid
    constraint retreat_inquiries_assigned_to_fkey references public.admin_users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text
    constraint retreat_inquiries_language_known check (language in ('en', 'fr', 'ar'))
);
comment on table public.retreat_inquiries is 'Requests to join the retreat.';
comment on column public.retreat_inquiries.assigned_to is 'The admin who answers it; nobody yet where null.';
create index retreat_inquiries_created_at_idx on public.retreat_inquiries (created_at desc);
create index retreat_inquiries_status_idx on public.retreat_inquiries (status, created_at desc);
create index retreat_inquiries_assigned_to_idx on public.retreat_inquiries (assigned_to);

-- Answers to inquiries, sent from the back-office. The row and the job that sends it commit together.
create table public.inquiry_replies (
  id uuid primary key default gen_random_uuid(),
  form_type text not null
    constraint inquiry_replies_form_type_known check (form_type in ('contact', 'speaking', 'sponsorship', 'retreat')),
  inquiry_id uuid not null,
  language text not null
    constraint inquiry_replies_language_known check (language in ('en', 'fr', 'ar')),
  subject text not null
    constraint inquiry_replies_subject_length check (subject ~ '\S' and char_length(subject) <= 300),
  body text not null
    constraint inquiry_replies_body_length check (body ~ '\S' and char_length(body) <= 20000),
  author_id uuid
    constraint inquiry_replies_author_id_fkey references public.admin_users (id) on delete set null,
  sent_by text not null default '',
  state text not null default 'queued'
    constraint inquiry_replies_state_known check (state in ('queued', 'sent', 'failed')),
  error text
    constraint inquiry_replies_error_length check (char_length(error) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.inquiry_replies is 'Answers to inquiries that were sent by e-mail from the back-office.';
comment on column public.inquiry_replies.inquiry_id is 'The row in the table of form_type. No foreign key: it is one of four tables.';
comment on column public.inquiry_replies.sent_by is 'As it was then, since the account may go.';
comment on column public.inquiry_replies.state is 'queued until the mail server has taken or refused it.';
comment on column public.inquiry_replies.error is 'Of a failed one: what the mail server said.';
create index inquiry_replies_inquiry_id_idx on public.inquiry_replies (inquiry_id, created_at);
create index inquiry_replies_author_id_idx on public.inquiry_replies (author_id);
create index inquiry_replies_queued_idx on public.inquiry_replies (created_at) where state = 'queued';

-- Runs only for callers who are no admin: whatever they claim, an inquiry starts unread and without
-- our notes. The policies check the same again.
create function private.force_new_inquiry() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.status := 'new';
  new.notes := null;
  new.assigned_to := null;
  new.language := coalesce(new.language, 'en'); -- an older client does not send it
  return new;
end
$$;
comment on function private.force_new_inquiry() is 'A visitor''s inquiry starts as new, without notes, with nobody to answer it.';

-- The sender has waited since the message, not since an admin sorted it.
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

create function private.force_new_reply() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.state := 'queued';
  new.error := null;
  select id, coalesce(nullif(full_name, ''), email) into new.author_id, new.sent_by
    from public.admin_users where auth_user_id = auth.uid();
  new.sent_by := coalesce(new.sent_by, '');
  return new;
end
$$;
comment on function private.force_new_reply() is 'A reply is by who sends it, and not sent yet.';

-- Invoker: the policies of the inquiries decide. One that is not there, or hidden, is a refusal.
create function private.mark_responded() returns trigger
language plpgsql set search_path = ''
as $$
begin
  case new.form_type
    when 'contact' then update public.contact_submissions set status = 'responded' where id = new.inquiry_id;
    when 'speaking' then update public.speaking_inquiries set status = 'responded' where id = new.inquiry_id;
    when 'sponsorship' then update public.sponsorship_inquiries set status = 'responded' where id = new.inquiry_id;
    else update public.retreat_inquiries set status = 'responded' where id = new.inquiry_id;
  end case;
  if not found then
    raise exception 'there is no such inquiry' using
      errcode = 'foreign_key_violation', constraint = 'inquiry_replies_inquiry_there', schema = 'public', table = 'inquiry_replies';
  end if;
  return null;
end
$$;
comment on function private.mark_responded() is 'An inquiry with a reply is responded.';

-- Definer: an admin may not add jobs. It adds one.
create function private.send_reply() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform toubkal_jobs.add('site-reply', jsonb_build_object('id', new.id), 'default', 10, null);
  return null;
end
$$;
comment on function private.send_reply() is 'Has a reply sent. Definer: adds one job.';
alter function private.send_reply() owner to toubkal_owner;

create trigger contact_submissions_10_force_new before insert on public.contact_submissions
  for each row when (private.is_visitor()) execute function private.force_new_inquiry();
create trigger contact_submissions_90_touch before update on public.contact_submissions
  for each row execute function private.touch();
create trigger speaking_inquiries_90_touch before update on public.speaking_inquiries
  for each row execute function private.touch();
create trigger sponsorship_inquiries_10_force_new before insert on public.sponsorship_inquiries
  for each row when (private.is_visitor()) execute function private.force_new_inquiry();
create trigger sponsorship_inquiries_90_touch before update on public.sponsorship_inquiries
  for each row execute function private.touch();
create trigger retreat_inquiries_10_force_new before insert on public.retreat_inquiries
  for each row when (private.is_visitor()) execute function private.force_new_inquiry();
create trigger retreat_inquiries_90_touch before update on public.retreat_inquiries
  for each row execute function private.touch();
create trigger speaking_inquiries_10_date_from_message before insert on public.speaking_inquiries
  for each row when (new.contact_submission_id is not null) execute function private.date_from_message();
create trigger inquiry_replies_10_force_new before insert on public.inquiry_replies
  for each row when (private.is_api_caller()) execute function private.force_new_reply();
create trigger inquiry_replies_50_mark_responded after insert on public.inquiry_replies
  for each row when (private.is_api_caller()) execute function private.mark_responded();
create trigger inquiry_replies_60_send after insert on public.inquiry_replies
  for each row when (private.is_api_caller()) execute function private.send_reply();
create trigger inquiry_replies_90_touch before update on public.inquiry_replies
  for each row execute function private.touch();

select private.audit('public.contact_submissions', hidden => '{name, email, subject, message}');
select private.audit('public.speaking_inquiries', hidden => '{name, email, organization, phone, message}');
select private.audit('public.retreat_inquiries', hidden => '{name, email, phone, message}');
grant execute on function public.convert_to_speaking_inquiry(uuid, text, text, date, int, text) to authenticated, service_role;
select private.audit('public.inquiry_replies', hidden => '{subject, body}', silent => '{state, error}');

-- The server's job reads what became of a message. It can read none of its content.
grant usage on schema toubkal_mail to service_role;
grant select (key, state, last_error) on toubkal_mail.messages to service_role;
