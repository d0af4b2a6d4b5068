-- Sample coverage and highlights: they show the pages at work (six types, more than one page of six) and state only known facts.
-- Outlets are kinds of outlet, not names, and nothing links out: the owner replaces the rows by real ones.
-- Pictures are drawings of the client: /art/<slug>.svg is the massif of that expedition.

insert into public.media_highlights
  (id, sample, date, display_order, image_url, link_url, outlet,
   title_en, title_fr, title_ar, description_en, description_fr, description_ar) values

('5eed0005-0000-4000-8000-000000000001', true, '2017-06-15', 0, '/art/everest.svg', null, 'Evening television news',
 'First North African woman on Everest', 'Première femme d’Afrique du Nord sur l’Everest', 'أول امرأة من شمال إفريقيا على قمة إيفرست',
 'The return home after 8,848 metres, and what comes after a summit.',
 'Le retour au pays après 8 848 mètres, et ce qui vient après un sommet.',
 'العودة إلى الوطن بعد 8848 مترًا، وما الذي يأتي بعد القمة.'),

('5eed0005-0000-4000-8000-000000000002', true, '2018-02-08', 1, '/art/vinson.svg', null, 'Illustrated weekly',
 'Seven Summits: the list is complete', 'Sept Sommets : la liste est complète', 'القمم السبع: اكتملت القائمة',
 'From Kilimanjaro in 2011 to Vinson in 2018, seven years on seven continents.',
 'Du Kilimandjaro en 2011 au mont Vinson en 2018, sept années sur sept continents.',
 'من كليمنجارو سنة 2011 إلى فينسون سنة 2018، سبع سنوات في سبع قارات.'),

('5eed0005-0000-4000-8000-000000000003', true, '2022-06-10', 2, '/art/annapurna-i.svg', null, 'Public radio, evening programme',
 'First Arab woman on Annapurna I', 'Première femme arabe sur l’Annapurna I', 'أول امرأة عربية على أنابورنا الأولى',
 'A conversation about avalanche faces, patience and the weight of a first.',
 'Une conversation sur les faces à avalanches, la patience et le poids d’une première.',
 'حديث عن جدران الانهيارات وعن الصبر وعن ثقل أن تكون المرة الأولى.'),

('5eed0005-0000-4000-8000-000000000004', true, '2023-12-05', 3, '/art/lhotse.svg', null, 'Outdoor magazine',
 'Ama Dablam and Lhotse in one year', 'L’Ama Dablam et le Lhotse la même année', 'أما دابلام ولوتسي في سنة واحدة',
 'Two first Moroccan ascents in 2023, one of rock and balance, the other of ice and breath.',
 'Deux premières ascensions marocaines en 2023, l’une de roche et d’équilibre, l’autre de glace et de souffle.',
 'صعودان مغربيان هما الأولان من نوعهما سنة 2023: أحدهما صخر وتوازن، والآخر جليد ونَفَس.')
on conflict (id) do nothing;

insert into public.media_coverage
  (id, sample, type, date, display_order, link_url, outlet,
   title_en, title_fr, title_ar, excerpt_en, excerpt_fr, excerpt_ar) values

('5eed0005-0000-4000-8000-000000000101', true, 'article', '2017-06-02', 0, null, 'National daily newspaper',
 'A Moroccan engineer on the roof of the world', 'Une ingénieure marocaine sur le toit du monde', 'مهندسة مغربية على سقف العالم',
 'Portrait of the first North African woman on Everest, from engineering to the highest of the Seven Summits.',
 'Portrait de la première femme d’Afrique du Nord sur l’Everest, de l’ingénierie au plus haut des Sept Sommets.',
 'بورتريه لأول امرأة من شمال إفريقيا على إيفرست، من الهندسة إلى أعلى القمم السبع.'),

('5eed0005-0000-4000-8000-000000000102', true, 'interview', '2018-03-08', 1, null, 'Women’s monthly',
 'The summit is only half of the way', 'Le sommet n’est que la moitié du chemin', 'القمة نصف الطريق فقط',
 'Questions and answers after the seventh continent: preparation, fear and the art of coming back down.',
 'Questions et réponses après le septième continent : la préparation, la peur et l’art de redescendre.',
 'أسئلة وأجوبة بعد القارة السابعة: الاستعداد والخوف وفن النزول.'),

('5eed0005-0000-4000-8000-000000000103', true, 'video', '2018-04-20', 2, null, 'Web television, documentary slot',
 'Seven continents in twelve minutes', 'Sept continents en douze minutes', 'سبع قارات في اثنتي عشرة دقيقة',
 'A short film that follows the Seven Summits from the first path to the last glacier.',
 'Un court film qui suit les Sept Sommets, du premier sentier au dernier glacier.',
 'فيلم قصير يتتبّع القمم السبع من أول درب إلى آخر نهر جليدي.'),

('5eed0005-0000-4000-8000-000000000104', true, 'podcast', '2019-10-14', 3, null, 'Independent podcast on leadership',
 'Deciding with little oxygen', 'Décider avec peu d’oxygène', 'القرار حين يقلّ الأكسجين',
 'What a rope team knows about trust that an executive committee could use on Monday morning.',
 'Ce qu’une cordée sait de la confiance, et dont un comité de direction pourrait se servir dès lundi matin.',
 'ما يعرفه فريق الحبل الواحد عن الثقة، وما قد تستفيد منه لجنة إدارة صباح الاثنين.'),

('5eed0005-0000-4000-8000-000000000105', true, 'radio', '2022-05-30', 4, null, 'Public radio, morning programme',
 'After Annapurna', 'Après l’Annapurna', 'ما بعد أنابورنا',
 'A quarter of an hour on the first ascent of Annapurna I by an Arab woman, and on what the word “first” owes to others.',
 'Un quart d’heure sur la première ascension de l’Annapurna I par une femme arabe, et sur ce que le mot « première » doit aux autres.',
 'ربع ساعة عن أول صعود لامرأة عربية إلى أنابورنا الأولى، وعمّا تدين به كلمة «الأولى» للآخرين.'),

('5eed0005-0000-4000-8000-000000000106', true, 'article', '2022-11-03', 5, null, 'Online news site, opinion page',
 'In praise of turning back', 'Éloge du demi-tour', 'في مديح العودة',
 'The summit of Manaslu was given up because of avalanche risk. Why that decision belongs among the achievements.',
 'Le sommet du Manaslu a été abandonné en raison du risque d’avalanche. Pourquoi cette décision a sa place au palmarès.',
 'تُركت قمة ماناسلو بسبب خطر الانهيارات الثلجية. لماذا يستحق هذا القرار مكانًا بين الإنجازات.'),

('5eed0005-0000-4000-8000-000000000107', true, 'magazine', '2024-01-18', 6, null, 'Outdoor magazine',
 'Ama Dablam, the beautiful ridge', 'Ama Dablam, la belle arête', 'أما دابلام، الحرف الجميل',
 'Ten pages of maps and words on the peak that was climbed by a Moroccan for the first time in 2023.',
 'Dix pages de cartes et de mots sur le sommet gravi pour la première fois par une Marocaine en 2023.',
 'عشر صفحات من الخرائط والكلمات عن القمة التي صعدها المغرب لأول مرة سنة 2023.'),

('5eed0005-0000-4000-8000-000000000108', true, 'interview', '2025-03-06', 7, null, 'Business weekly',
 'What a risk is worth', 'Ce que vaut un risque', 'كم تساوي المخاطرة؟',
 'An engineer’s reading of risk: name it, measure it, and write down beforehand when you will turn back.',
 'La lecture du risque par une ingénieure : le nommer, le mesurer, et écrire d’avance quand on fera demi-tour.',
 'قراءة مهندسة للمخاطرة: سمِّها وقِسها واكتب مسبقًا متى ستعود.'),

('5eed0005-0000-4000-8000-000000000109', true, 'podcast', '2025-09-22', 8, null, 'Mountain podcast',
 'Karakoram: two honest attempts', 'Karakoram : deux tentatives, dites comme telles', 'قراقرم: محاولتان بكل صدق',
 'Broad Peak and K2 were attempted in 2025. A conversation about mountains that say “not this time”.',
 'Le Broad Peak et le K2 ont été tentés en 2025. Une conversation sur les montagnes qui disent « pas cette fois ».',
 'كانت محاولتا برود بيك وكي 2 سنة 2025. حديث عن جبال تقول: «ليس هذه المرة».')
on conflict (id) do nothing;
