create extension if not exists pg_cron with schema pg_catalog;
grant usage on schema cron to postgres;
create extension if not exists pg_net with schema extensions;

create table public.reminders (
  id bigint generated always as identity primary key,
  title text not null,
  due timestamptz not null default now(),
  sent_at timestamptz
);
alter table public.reminders enable row level security;
create policy "Reminders are public" on public.reminders for select using (true);

select cron.schedule(
  'send-due-reminders',
  '1 second',
  $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/remind',
    headers := jsonb_build_object(
      'Content-Type', 'application/json',
      'x-cron-secret', (select decrypted_secret from vault.decrypted_secrets where name = 'cron_secret')
    ),
    body := jsonb_build_object('at', now())
  ) as request_id
  where exists (select from public.reminders where sent_at is null and due <= now());
  $$
);
