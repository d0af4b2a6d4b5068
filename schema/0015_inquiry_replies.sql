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

create trigger inquiry_replies_10_force_new before insert on public.inquiry_replies
  for each row when (private.is_api_caller()) execute function private.force_new_reply();
create trigger inquiry_replies_50_mark_responded after insert on public.inquiry_replies
  for each row when (private.is_api_caller()) execute function private.mark_responded();
create trigger inquiry_replies_60_send after insert on public.inquiry_replies
  for each row when (private.is_api_caller()) execute function private.send_reply();
create trigger inquiry_replies_90_touch before update on public.inquiry_replies
  for each row execute function private.touch();
select private.audit('public.inquiry_replies', hidden => '{subject, body}', silent => '{state, error}');

-- The server's job reads what became of a message. It can read none of its content.
grant usage on schema toubkal_mail to service_role;
grant select (key, state, last_error) on toubkal_mail.messages to service_role;
