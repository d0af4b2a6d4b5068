-- The three awards of the media page. Only year and field were given; the organisations are described, not named, until the owner fills them in.

insert into public.awards
  (id, sample, year, category, featured, display_order, organization,
   title_en, title_fr, title_ar, description_en, description_fr, description_ar) values

('5eed0004-0000-4000-8000-000000000001', true, 2018, 'achievement', true, 0, 'Mountaineering community',
 'Mountaineering award', 'Prix d’alpinisme', 'جائزة تسلّق الجبال',
 'For completing the Seven Summits, the highest point of every continent, in 2018.',
 'Pour l’accomplissement, en 2018, des Sept Sommets, points culminants de chaque continent.',
 'تقديرًا لإكمالها سنة 2018 القمم السبع، أعلى نقاط القارات كلها.'),

('5eed0004-0000-4000-8000-000000000002', true, 2019, 'recognition', false, 1, 'Leadership forum',
 'Leadership award', 'Prix du leadership', 'جائزة القيادة',
 'For carrying the lessons of the rope team to organisations: preparation, trust and decisions under pressure.',
 'Pour avoir porté dans les organisations les leçons de la cordée : préparation, confiance et décision sous pression.',
 'لنقلها دروس فريق الحبل الواحد إلى المؤسسات: الاستعداد والثقة والقرار تحت الضغط.'),

('5eed0004-0000-4000-8000-000000000003', true, 2017, 'honorary', false, 2, 'Women’s network',
 'Inspiration award', 'Prix de l’inspiration', 'جائزة الإلهام',
 'For the first ascent of Everest by a North African woman, and for the doors it opened to others.',
 'Pour la première ascension de l’Everest par une femme d’Afrique du Nord, et pour les portes qu’elle a ouvertes à d’autres.',
 'لكونها أول امرأة من شمال إفريقيا تبلغ قمة إيفرست، ولما فتحه ذلك من أبواب أمام غيرها.')
on conflict (id) do nothing;
