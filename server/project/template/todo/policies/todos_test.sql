-- Who sees and changes the todos of a team. `toubkal test` runs this, as does psql: it leaves nothing.

begin;

insert into public.teams (id, name, created_by)
select '00000000-0000-4000-8000-000000000001', 'Red', id from auth.users where email = 'ann@example.org';
insert into public.todos (id, team_id, title, created_by)
select '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001', 'One', id from auth.users where email = 'ann@example.org';

-- as ann@example.org: sees 1
-- as bob@example.org: sees nothing
-- as anon: refused
select * from public.todos where team_id = '00000000-0000-4000-8000-000000000001';

-- as ann@example.org: inserts 1
-- as bob@example.org: insert refused
-- as anon: insert refused
insert into public.todos (team_id, title) values ('00000000-0000-4000-8000-000000000001', 'Two');

-- as bob@example.org: changes nothing
-- as ann@example.org: changes 1
update public.todos set done = true where title = 'Two';

-- as bob@example.org: deletes nothing
-- as ann@example.org: deletes 2
delete from public.todos where team_id = '00000000-0000-4000-8000-000000000001';

rollback;
