// Written by `make content`: what a freshly seeded server answers. Do not edit.
import type { Fallback } from '@/shared/api/fallback';

export const press: Fallback<'press'> = {
  "request": "/rest/v1/site_settings?select=key%2Cvalue&key=like.press.%25&order=key.asc",
  "rows": [
    {
      "key": "press.bio_long",
      "value": {
        "ar": "{{name}} متسلقة جبال ومحاضِرة وكاتبة مغربية، ومهندسة تكوينًا.\n\nبدأت سنة 2011 بكليمنجارو ومون بلان، ثم تقدمت خطوة بعد خطوة: إلبروس سنة 2012، وأكونكاغوا ودينالي سنة 2014، وهرم كارستنز سنة 2015. وفي سنة 2017 أصبحت أول امرأة من شمال إفريقيا على قمة إيفرست، ثم أتمّت القمم السبع على جبل فينسون سنة 2018.\n\nوبعد تلك القائمة صعدت أنابورنا الأولى سنة 2022، أول امرأة عربية تفعل ذلك، ثم أما دابلام ولوتسي سنة 2023، أول مغربية على كل منهما. وعادت أدراجها على ماناسلو سنة 2022 بسبب خطر الانهيارات، ثم على برود بيك وكي 2 سنة 2025، وهي تتحدث عن تلك الأيام بالصراحة نفسها.\n\nتنقل محاضراتها إلى لغة المؤسسات ما يعرفه فريق الحبل الواحد: كيف يُتخذ القرار بقليل من المعلومات، وكيف تصبح المخاطرة انضباطًا، وكيف يبقى الفريق متماسكًا. وكتابها منشور بالفرنسية والعربية.",
        "en": "{{name}} is a Moroccan mountaineer, speaker and author, and an engineer by training.\n\nShe began in 2011 with Kilimanjaro and Mont Blanc, and went on one step at a time: Elbrus in 2012, Aconcagua and Denali in 2014, the Carstensz Pyramid in 2015. In 2017 she became the first North African woman on Everest. On Vinson, in 2018, she completed the Seven Summits.\n\nBeyond that list she climbed Annapurna I in 2022, the first Arab woman to do so, and Ama Dablam and Lhotse in 2023, the first Moroccan on both. She turned back on Manaslu in 2022 because of avalanche risk, and on Broad Peak and K2 in 2025; she speaks of those days as openly as of the others.\n\nHer talks translate what a rope team knows into the language of organizations: how to decide with little information, how to treat risk as a discipline, how to keep a team whole. Her book is published in French and Arabic.",
        "fr": "{{name}} est une alpiniste, conférencière et autrice marocaine, ingénieure de formation.\n\nElle commence en 2011 par le Kilimandjaro et le Mont Blanc, puis avance un pas après l’autre : l’Elbrouz en 2012, l’Aconcagua et le Denali en 2014, la Pyramide Carstensz en 2015. En 2017, elle devient la première femme d’Afrique du Nord sur l’Everest. Au mont Vinson, en 2018, elle achève les Sept Sommets.\n\nAu-delà de cette liste, elle gravit l’Annapurna I en 2022, première femme arabe à le faire, puis l’Ama Dablam et le Lhotse en 2023, première Marocaine sur l’un et l’autre. Elle fait demi-tour au Manaslu en 2022, à cause du risque d’avalanche, puis au Broad Peak et au K2 en 2025 ; elle parle de ces jours aussi franchement que des autres.\n\nSes conférences traduisent dans la langue des organisations ce que sait une cordée : décider avec peu d’informations, traiter le risque comme une discipline, garder une équipe entière. Son livre est publié en français et en arabe."
      }
    },
    {
      "key": "press.bio_medium",
      "value": {
        "ar": "{{name}} متسلقة جبال ومحاضِرة وكاتبة مغربية، ومهندسة تكوينًا. تعود أولى قممها، كليمنجارو ومون بلان، إلى سنة 2011. وفي سنة 2017 أصبحت أول امرأة من شمال إفريقيا على قمة إيفرست، ثم أتمّت القمم السبع سنة 2018 على جبل فينسون. وتلت ذلك أنابورنا الأولى وأما دابلام ولوتسي. تحاضر في الشركات والمؤتمرات عن القيادة والمخاطرة والمثابرة، وكتابها منشور بالفرنسية والعربية.",
        "en": "{{name}} is a Moroccan mountaineer, speaker and author, an engineer by training. Her first summits, Kilimanjaro and Mont Blanc, date from 2011. In 2017 she became the first North African woman on Everest, and in 2018 she completed the Seven Summits on Vinson. Annapurna I, Ama Dablam and Lhotse followed. She speaks to companies and conferences about leadership, risk and perseverance, and her book is published in French and Arabic.",
        "fr": "{{name}} est une alpiniste, conférencière et autrice marocaine, ingénieure de formation. Ses premiers sommets, le Kilimandjaro et le Mont Blanc, datent de 2011. En 2017, elle devient la première femme d’Afrique du Nord sur l’Everest et, en 2018, elle achève les Sept Sommets au mont Vinson. L’Annapurna I, l’Ama Dablam et le Lhotse ont suivi. Elle intervient en entreprise et en conférence sur le leadership, le risque et la persévérance ; son livre est publié en français et en arabe."
      }
    },
    {
      "key": "press.bio_short",
      "value": {
        "ar": "{{name}}: مغربية، مهندسة ومحاضِرة وكاتبة، وأول امرأة من شمال إفريقيا تبلغ قمة إيفرست (2017).",
        "en": "{{name}} is a Moroccan engineer, speaker and author, and the first North African woman on Everest (2017).",
        "fr": "{{name}} est marocaine, ingénieure, conférencière et autrice, et la première femme d’Afrique du Nord sur l’Everest (2017)."
      }
    }
  ]
};
