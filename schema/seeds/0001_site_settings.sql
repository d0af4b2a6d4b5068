-- What the owner edits under Settings, and every public page may read. Nothing secret belongs in this table.
-- A text that people read is an object with the keys en, fr and ar; null means "not given yet", and the page then leaves the control out
-- instead of showing an invented number, address or link.
-- French texts in the seeds have a no-break space (U+00A0) before : ; ? ! and inside « ».

insert into public.site_settings (key, value, description) values
('brand.wordmark', '"Altitude 8848"',
 'Name of the site, the same in every language. 8848 is the height of Everest in metres.'),
('brand.name', '{"en": "The mountaineer", "fr": "L’alpiniste", "ar": "متسلقة الجبال"}',
 'How the pages call her. Replace it with her name when she wants it shown.'),

('book.price_mad', '279',
 'Price of one copy in Moroccan dirhams, delivery included. Orders of visitors are priced from this value by the database.'),
('book.price_alternative_mad', '250',
 'The second price that the specification gives. Kept on record only: copy it into book.price_mad to sell at it.'),
('book.stock', '47',
 'Copies left of the current printing. Goes down by the quantity of each visitor''s order and stops at 0; orders are still taken then.'),
('book.rating_baseline',
 '{"average": 4.9, "count": 234,
   "note": {"en": "Includes ratings gathered before this site, as reported by the author.",
            "fr": "Comprend des notes recueillies avant ce site, telles que rapportées par l’autrice.",
            "ar": "يشمل تقييمات جُمعت قبل إطلاق هذا الموقع، كما أوردتها المؤلفة."}}',
 'Rating shown before reviews of this site are added to it. Set count to 0 to show only reviews written here. Never used in structured data.'),

('contact.email', 'null', 'Public e-mail address. Null: the address is not shown.'),
('contact.phone', 'null', 'Public phone number, international form (+212…). Null: not shown.'),
('contact.whatsapp', 'null', 'WhatsApp number, digits only with the country code. Null: no WhatsApp button.'),
('contact.location', '{"en": "Morocco", "fr": "Maroc", "ar": "المغرب"}', 'Where she is based, as shown on the contact page.'),

('social.instagram', 'null', 'Full address of the Instagram page. Null: no link; "Follow My Journey" then leads to the contact page.'),
('social.youtube', 'null', 'Full address of the YouTube channel. Null: no link.'),
('social.linkedin', 'null', 'Full address of the LinkedIn page. Null: no link.'),

('video.home_film', 'null', 'YouTube id of the film that opens from the home page. Null: no play button.'),
('video.full_film', 'null', 'Full address of the whole documentary. Null: no link.'),

('retreat',
 '{"start": "2025-11-07", "end": "2025-11-09",
   "city": {"en": "Marrakech", "fr": "Marrakech", "ar": "مراكش"},
   "theme": {"en": "Breath, Summits & Creativity", "fr": "Souffle, sommets et créativité", "ar": "النَّفَس والقمم والإبداع"}}',
 'Dates (year-month-day), place and theme of the retreat. Once the end has passed the page invites to the next edition.'),

('hero.strip',
 '[{"slug": "everest", "name": {"en": "Everest", "fr": "Everest", "ar": "إيفرست"}, "height_m": 8848, "year": 2017, "outcome": "summit"},
   {"slug": "annapurna-i", "name": {"en": "Annapurna", "fr": "Annapurna", "ar": "أنابورنا"}, "height_m": null, "year": 2023, "outcome": "attempt"},
   {"slug": "ama-dablam", "name": {"en": "Ama Dablam", "fr": "Ama Dablam", "ar": "أما دابلام"}, "height_m": 6812, "year": 2016, "outcome": "summit"},
   {"slug": "lhotse", "name": {"en": "Lhotse", "fr": "Lhotse", "ar": "لوتسي"}, "height_m": 8516, "year": 2024, "outcome": "summit"},
   {"slug": null, "name": {"en": "Seven Summits", "fr": "Sept Sommets", "ar": "القمم السبع"}, "height_m": null, "year": 2018, "outcome": "completed"}]',
 'The strip under the hero, word for word as specified. Its years differ from the expeditions list: a question that only the owner can settle.'),

('figures', '{"started": 2011, "highest_m": 8848, "continents": 7, "peaks": 8}',
 'The four figures of the footer and of the expeditions page.'),

('expeditions.note',
 '{"en": "Route, duration, temperature and team size are indicative: they describe a usual ascent of the peak, not a record of hers.",
   "fr": "Voie, durée, température et taille de l’équipe sont données à titre indicatif : elles décrivent une ascension habituelle du sommet, non le relevé de la sienne.",
   "ar": "المسار والمدة ودرجة الحرارة وعدد أفراد الفريق معطيات استرشادية تصف صعودًا معتادًا لهذه القمة، وليست سجلًّا لصعودها هي."}',
 'Shown beside the facts of an expedition for as long as they are the generic values that the site started with.')
on conflict (key) do nothing;
