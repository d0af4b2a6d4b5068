-- What the forms mark as required is required by the database, too.

-- The subject of a message is the topic that is chosen in the form. Messages that came without one get the first words of
-- their text, also in the trash, so that they can still be changed and restored.
alter table public.contact_submissions no force row level security;
alter table public.contact_submissions disable trigger user;
update public.contact_submissions set subject = left(btrim(regexp_replace(message, '\s+', ' ', 'g')), 80)
  where coalesce(subject, '') !~ '\S';
alter table public.contact_submissions enable trigger user;
alter table public.contact_submissions force row level security;
update private.trash_rows
  set was = was || jsonb_build_object('subject', left(btrim(regexp_replace(was ->> 'message', '\s+', ' ', 'g')), 80))
  where table_name = 'contact_submissions' and coalesce(was ->> 'subject', '') !~ '\S';
alter table public.contact_submissions
  drop constraint contact_submissions_subject_length,
  alter column subject set not null,
  add constraint contact_submissions_subject_length check (subject ~ '\S' and char_length(subject) <= 500);

-- The constraints below are not checked on the rows that are there: which text is missing only the owner knows. Such a row
-- is refused when it is saved again without it.
alter table public.speaking_topics add constraint speaking_topics_outcomes_en_given check (
  coalesce(outcomes_en[1] ~ '\S' and outcomes_en[2] ~ '\S' and outcomes_en[3] ~ '\S', false)
) not valid;

alter table public.site_settings add constraint site_settings_required_given check (
  case
    when key = 'brand.wordmark'
      then jsonb_typeof(value) = 'string' and value #>> '{}' ~ '\S'
    when key in ('brand.portrait', 'contact.location', 'press.bio_short', 'press.bio_medium', 'press.bio_long')
      then coalesce(value @@ '$.en like_regex "\\S"', false)
    when key = 'book.rating_baseline'
      then coalesce(value @@ '$.average.type() == "number" && $.count.type() == "number"', false)
    when key = 'figures'
      then coalesce(value @@ '$.started.type() == "number" && $.highest_m.type() == "number" && $.continents.type() == "number" && $.peaks.type() == "number"', false)
    when key = 'retreat'
      then coalesce(value @@ '$.start.type() == "string" && $.end.type() == "string" && $.city.en like_regex "\\S" && $.theme.en like_regex "\\S"', false)
    when key = 'hero.strip'
      then jsonb_typeof(value) = 'array'
        and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, '$[*] ? (@.name.en like_regex "\\S" && @.year.type() == "number")'))
    when key = 'book.delivery'
      then jsonb_typeof(value) = 'array'
        and jsonb_array_length(value) = jsonb_array_length(jsonb_path_query_array(value, '$[*] ? (@.city.en like_regex "\\S" && @.days[0].type() == "number" && @.days[1].type() == "number")'))
  end
) not valid;
