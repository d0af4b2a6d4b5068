-- What a picture shows, for those who do not see it, in the three languages. Empty is a picture that
-- only decorates; where a language is empty the site falls back to English.

alter table public.media_highlights
  add column image_alt_en text not null default ''
    constraint media_highlights_image_alt_en_length check (char_length(image_alt_en) <= 300),
  add column image_alt_fr text not null default ''
    constraint media_highlights_image_alt_fr_length check (char_length(image_alt_fr) <= 300),
  add column image_alt_ar text not null default ''
    constraint media_highlights_image_alt_ar_length check (char_length(image_alt_ar) <= 300);
comment on column public.media_highlights.image_alt_en is 'What the picture shows; image_alt_fr and image_alt_ar fall back to it.';

alter table public.expeditions
  add column hero_image_alt_en text not null default ''
    constraint expeditions_hero_image_alt_en_length check (char_length(hero_image_alt_en) <= 300),
  add column hero_image_alt_fr text not null default ''
    constraint expeditions_hero_image_alt_fr_length check (char_length(hero_image_alt_fr) <= 300),
  add column hero_image_alt_ar text not null default ''
    constraint expeditions_hero_image_alt_ar_length check (char_length(hero_image_alt_ar) <= 300);
comment on column public.expeditions.hero_image_alt_en is 'What the picture shows; hero_image_alt_fr and hero_image_alt_ar fall back to it.';

alter table public.blog_posts
  add column featured_image_alt_en text not null default ''
    constraint blog_posts_featured_image_alt_en_length check (char_length(featured_image_alt_en) <= 300),
  add column featured_image_alt_fr text not null default ''
    constraint blog_posts_featured_image_alt_fr_length check (char_length(featured_image_alt_fr) <= 300),
  add column featured_image_alt_ar text not null default ''
    constraint blog_posts_featured_image_alt_ar_length check (char_length(featured_image_alt_ar) <= 300);
comment on column public.blog_posts.featured_image_alt_en is 'What the picture shows; featured_image_alt_fr and featured_image_alt_ar fall back to it.';
