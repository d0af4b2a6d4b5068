-- A topic of an earlier release that lacks an outcome can be published, moved and restored from the trash as it is. A check
-- constraint refuses every update of such a row, and with it a new order of all topics. So only a change of the outcomes
-- has to give all three, as the form asks.
alter table public.speaking_topics drop constraint speaking_topics_outcomes_en_given;

create function private.check_topic_outcomes() returns trigger
language plpgsql volatile set search_path = ''
as $$
begin
  if not coalesce(new.outcomes_en[1] ~ '\S' and new.outcomes_en[2] ~ '\S' and new.outcomes_en[3] ~ '\S', false) then
    raise exception 'a topic needs its three outcomes in English' using
      errcode = 'check_violation', constraint = 'speaking_topics_outcomes_en_given', schema = 'public', table = 'speaking_topics';
  end if;
  return new;
end
$$;
comment on function private.check_topic_outcomes() is 'Refuses a topic without its three outcomes in English.';

-- The owner of the tables restores rows from the trash.
create trigger speaking_topics_50_check_outcomes before insert on public.speaking_topics
  for each row when (current_user <> 'toubkal_owner') execute function private.check_topic_outcomes();
create trigger speaking_topics_50_check_new_outcomes before update of outcomes_en on public.speaking_topics
  for each row when (new.outcomes_en is distinct from old.outcomes_en) execute function private.check_topic_outcomes();
