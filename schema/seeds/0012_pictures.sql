-- The pictures that settings name. There are none until the owner chooses them.

insert into public.site_settings (key, value, description) values
('story.portrait', 'null',
 'The portrait: the id of a picture of the library, or null.'),
('book.cover', 'null',
 'The cover of the book: the id of a picture of the library, or null. Without one it is drawn.')
on conflict (key) do nothing;
