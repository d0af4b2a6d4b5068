-- What the owner edits under Settings, and every public page may read. Nothing secret belongs in this table.
-- A text that people read is an object with the keys en, fr and ar; null means "not given yet", and the page then leaves the control out
-- instead of showing an invented number, address or link.
-- French texts in the seeds have a no-break space (U+00A0) before : ; ? ! and inside « ».

insert into public.site_settings (key, value, description) values
('brand.wordmark', '"Altitude 8848"',
 'Name of the site, the same in every language. 8848 is the height of Everest in metres.'),
('brand.name', 'null',
 'Her name, as an object with en, fr and ar: in the header, the titles of pages, the hero, the story and below her words. Null: not given, and the pages do without.'),

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
 '{"en": "Route, duration, temperature and team size are indicative: they describe a usual ascent of the peak, not a record of mine.",
   "fr": "Voie, durée, température et taille de l’équipe sont données à titre indicatif : elles décrivent une ascension habituelle du sommet, non le relevé de la mienne.",
   "ar": "المسار والمدة ودرجة الحرارة وعدد أفراد الفريق معطيات استرشادية تصف صعودًا معتادًا لهذه القمة، وليست سجلًّا لصعودي أنا."}',
 'Shown beside the facts of an expedition for as long as they are the generic values that the site started with.'),

-- What the press and the public pages say of her, and how the book is delivered. {{name}} stands for
-- the setting brand.name, so that the texts stay right when she puts her own name there. They use the
-- known facts only; she replaces them by her own words. The biographies are for others to print, so they
-- alone speak of her in the third person.
('brand.portrait',
 '{"en": "I am an engineer by training. I began to climb in 2011, on Kilimanjaro. In 2017 I became the first North African woman on Everest; a year later, on Vinson, I completed the Seven Summits. I write and speak about what comes before a summit: preparation, perseverance, purpose.",
   "fr": "Je suis ingénieure de formation. J’ai commencé à grimper en 2011, sur le Kilimandjaro. En 2017, je suis devenue la première femme d’Afrique du Nord sur l’Everest ; un an plus tard, au mont Vinson, j’achevais les Sept Sommets. J’écris et je parle de ce qui précède un sommet : la préparation, la persévérance, le sens.",
   "ar": "أنا مهندسة تكوينًا، بدأتُ التسلق سنة 2011 على كليمنجارو. وفي سنة 2017 أصبحتُ أول امرأة من شمال إفريقيا تبلغ قمة إيفرست، ثم أتممتُ القمم السبع بعد عام على جبل فينسون. أكتب وأتحدث عمّا يسبق القمة: الاستعداد والمثابرة والغاية."}',
 'One paragraph in her own words, on the home and story pages and in printed documents. {{name}} stands for brand.name.'),

('press.bio_short',
 '{"en": "{{name}} is a Moroccan engineer, speaker and author, and the first North African woman on Everest (2017).",
   "fr": "{{name}} est marocaine, ingénieure, conférencière et autrice, et la première femme d’Afrique du Nord sur l’Everest (2017).",
   "ar": "{{name}}: مغربية، مهندسة ومحاضِرة وكاتبة، وأول امرأة من شمال إفريقيا تبلغ قمة إيفرست (2017)."}',
 'Press biography, one sentence. {{name}} stands for brand.name.'),

('press.bio_medium',
 '{"en": "{{name}} is a Moroccan mountaineer, speaker and author, an engineer by training. Her first summits, Kilimanjaro and Mont Blanc, date from 2011. In 2017 she became the first North African woman on Everest, and in 2018 she completed the Seven Summits on Vinson. Annapurna I, Ama Dablam and Lhotse followed. She speaks to companies and conferences about leadership, risk and perseverance, and her book is published in French and Arabic.",
   "fr": "{{name}} est une alpiniste, conférencière et autrice marocaine, ingénieure de formation. Ses premiers sommets, le Kilimandjaro et le Mont Blanc, datent de 2011. En 2017, elle devient la première femme d’Afrique du Nord sur l’Everest et, en 2018, elle achève les Sept Sommets au mont Vinson. L’Annapurna I, l’Ama Dablam et le Lhotse ont suivi. Elle intervient en entreprise et en conférence sur le leadership, le risque et la persévérance ; son livre est publié en français et en arabe.",
   "ar": "{{name}} متسلقة جبال ومحاضِرة وكاتبة مغربية، ومهندسة تكوينًا. تعود أولى قممها، كليمنجارو ومون بلان، إلى سنة 2011. وفي سنة 2017 أصبحت أول امرأة من شمال إفريقيا على قمة إيفرست، ثم أتمّت القمم السبع سنة 2018 على جبل فينسون. وتلت ذلك أنابورنا الأولى وأما دابلام ولوتسي. تحاضر في الشركات والمؤتمرات عن القيادة والمخاطرة والمثابرة، وكتابها منشور بالفرنسية والعربية."}',
 'Press biography, one paragraph. {{name}} stands for brand.name.'),

('press.bio_long',
 '{"en": "{{name}} is a Moroccan mountaineer, speaker and author, and an engineer by training.\n\nShe began in 2011 with Kilimanjaro and Mont Blanc, and went on one step at a time: Elbrus in 2012, Aconcagua and Denali in 2014, the Carstensz Pyramid in 2015. In 2017 she became the first North African woman on Everest. On Vinson, in 2018, she completed the Seven Summits.\n\nBeyond that list she climbed Annapurna I in 2022, the first Arab woman to do so, and Ama Dablam and Lhotse in 2023, the first Moroccan on both. She turned back on Manaslu in 2022 because of avalanche risk, and on Broad Peak and K2 in 2025; she speaks of those days as openly as of the others.\n\nHer talks translate what a rope team knows into the language of organizations: how to decide with little information, how to treat risk as a discipline, how to keep a team whole. Her book is published in French and Arabic.",
   "fr": "{{name}} est une alpiniste, conférencière et autrice marocaine, ingénieure de formation.\n\nElle commence en 2011 par le Kilimandjaro et le Mont Blanc, puis avance un pas après l’autre : l’Elbrouz en 2012, l’Aconcagua et le Denali en 2014, la Pyramide Carstensz en 2015. En 2017, elle devient la première femme d’Afrique du Nord sur l’Everest. Au mont Vinson, en 2018, elle achève les Sept Sommets.\n\nAu-delà de cette liste, elle gravit l’Annapurna I en 2022, première femme arabe à le faire, puis l’Ama Dablam et le Lhotse en 2023, première Marocaine sur l’un et l’autre. Elle fait demi-tour au Manaslu en 2022, à cause du risque d’avalanche, puis au Broad Peak et au K2 en 2025 ; elle parle de ces jours aussi franchement que des autres.\n\nSes conférences traduisent dans la langue des organisations ce que sait une cordée : décider avec peu d’informations, traiter le risque comme une discipline, garder une équipe entière. Son livre est publié en français et en arabe.",
   "ar": "{{name}} متسلقة جبال ومحاضِرة وكاتبة مغربية، ومهندسة تكوينًا.\n\nبدأت سنة 2011 بكليمنجارو ومون بلان، ثم تقدمت خطوة بعد خطوة: إلبروس سنة 2012، وأكونكاغوا ودينالي سنة 2014، وهرم كارستنز سنة 2015. وفي سنة 2017 أصبحت أول امرأة من شمال إفريقيا على قمة إيفرست، ثم أتمّت القمم السبع على جبل فينسون سنة 2018.\n\nوبعد تلك القائمة صعدت أنابورنا الأولى سنة 2022، أول امرأة عربية تفعل ذلك، ثم أما دابلام ولوتسي سنة 2023، أول مغربية على كل منهما. وعادت أدراجها على ماناسلو سنة 2022 بسبب خطر الانهيارات، ثم على برود بيك وكي 2 سنة 2025، وهي تتحدث عن تلك الأيام بالصراحة نفسها.\n\nتنقل محاضراتها إلى لغة المؤسسات ما يعرفه فريق الحبل الواحد: كيف يُتخذ القرار بقليل من المعلومات، وكيف تصبح المخاطرة انضباطًا، وكيف يبقى الفريق متماسكًا. وكتابها منشور بالفرنسية والعربية."}',
 'Press biography, several paragraphs (an empty line between them). {{name}} stands for brand.name.'),

('book.excerpt', 'null',
 'A passage of the book for "look inside", as an object with en, fr and ar; an empty line parts paragraphs. Null: the page shows none.'),

('book.delivery',
 '[{"city": {"en": "Casablanca, Rabat", "fr": "Casablanca, Rabat", "ar": "الدار البيضاء، الرباط"}, "days": [1, 2]},
   {"city": {"en": "Marrakesh, Fez, Tangier, Agadir, Meknes", "fr": "Marrakech, Fès, Tanger, Agadir, Meknès", "ar": "مراكش، فاس، طنجة، أكادير، مكناس"}, "days": [2, 3]},
   {"city": {"en": "Elsewhere in Morocco", "fr": "Ailleurs au Maroc", "ar": "باقي مدن المغرب"}, "days": [3, 5]}]',
 'Usual delivery times: places, and from how many working days to how many. Starting values: put in what your carrier promises.'),

('newsletter.sync', 'true', 'Whether newsletter addresses are stored. False: the form thanks and stores nothing.')
on conflict (key) do nothing;
