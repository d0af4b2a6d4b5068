-- What the forms mark as required in each language is required by the database, too. The constraints are not checked on the
-- rows that are there: which text is missing only the owner knows. Such a row is refused when it is saved again without it.
alter table public.expeditions
  add constraint expeditions_name_fr_given check (name_fr ~ '\S') not valid,
  add constraint expeditions_name_ar_given check (name_ar ~ '\S') not valid;
alter table public.media_highlights
  add constraint media_highlights_title_fr_given check (title_fr ~ '\S') not valid,
  add constraint media_highlights_title_ar_given check (title_ar ~ '\S') not valid;
alter table public.media_coverage
  add constraint media_coverage_title_fr_given check (title_fr ~ '\S') not valid,
  add constraint media_coverage_title_ar_given check (title_ar ~ '\S') not valid;
