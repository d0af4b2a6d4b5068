insert into public.role_permissions (role, permission) values
  ('admin', 'channels.delete'),
  ('admin', 'messages.delete'),
  ('moderator', 'messages.delete');

do $$
declare
  salma constant uuid := '8d0fd2b3-9ca7-4d9e-a95f-9e13dded323e';
  karim constant uuid := '185f2f83-d63a-4c9b-b4a0-7e4a885799e2';
  closed bigint;
begin
  insert into public.channels (slug, created_by) values ('public', salma), ('random', salma);
  insert into public.channels (slug, is_private, created_by) values ('planning', true, karim) returning id into closed;
  insert into public.channel_members (channel_id, user_id) values (closed, salma), (closed, karim);
  insert into public.messages (message, channel_id, user_id)
  select text, c.id, author
  from (values ('public', 'Welcome to the chat', salma), ('random', 'Couscous on Friday?', karim), ('planning', 'The budget is approved', karim)) as said (slug, text, author)
  join public.channels c using (slug);
end
$$;
