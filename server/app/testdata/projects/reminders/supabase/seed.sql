insert into public.reminders (title, due) values ('Book the refuge', now()), ('Next year', now() + interval '1 year');
