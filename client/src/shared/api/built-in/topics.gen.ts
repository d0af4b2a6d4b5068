// Written by `make content`: what a freshly seeded server answers. Do not edit.
import type { Fallback } from '@/shared/api/fallback';

export const topics: Fallback<'topics'> = {
  "request": "/rest/v1/speaking_topics?select=slug%2Ctitle_en%2Ctitle_fr%2Ctitle_ar%2Cdescription_en%2Cdescription_fr%2Cdescription_ar%2Coutcomes_en%2Coutcomes_fr%2Coutcomes_ar%2Cdisplay_order%2Cpublished&published=eq.true&order=display_order.asc",
  "rows": [
    {
      "description_ar": "فوق 8000 متر لا سلطة بلا ثقة، ولا خطة بلا خطة بديلة. تنطلق هذه المحاضرة من الطريقة التي يتخذ بها فريق الحبل الواحد قراراته، بقليل من الأكسجين والوقت وكثير من الرهان، لتعيدها إلى قاعة الاجتماع.",
      "description_en": "Above 8,000 metres there is no authority without trust, and no plan without a second one. This talk takes the way a rope team decides, with little oxygen, little time and much at stake, and brings it down to the meeting room.",
      "description_fr": "Au-dessus de 8 000 mètres, il n’y a pas d’autorité sans confiance, ni de plan sans plan de secours. Cette conférence part de la façon dont une cordée décide, avec peu d’oxygène, peu de temps et beaucoup à perdre, et la ramène dans la salle de réunion.",
      "display_order": 0,
      "outcomes_ar": [
        "اتخاذ قرار واضح حين تكون المعلومات ناقصة",
        "تقاسم هدف يستطيع كل فرد أن يحمله وحده",
        "القيادة من أي موقع على الحبل، لا من المقدمة فقط"
      ],
      "outcomes_en": [
        "Decide clearly when information is incomplete",
        "Share a goal so that each member can carry it alone",
        "Lead from any place on the rope, not only from the front"
      ],
      "outcomes_fr": [
        "Décider clairement quand l’information est incomplète",
        "Partager un but que chacun puisse porter seul",
        "Diriger de n’importe quelle place dans la cordée, pas seulement de la première"
      ],
      "published": true,
      "slug": "leadership-at-altitude",
      "title_ar": "القيادة على المرتفعات",
      "title_en": "Leadership at Altitude",
      "title_fr": "Le leadership en altitude"
    },
    {
      "description_ar": "أنا مهندسة: لا أسأل هل هناك خطر، بل أي خطر وكم حجمه وما الذي نجنيه مقابله. انطلاقًا من قمة تفوق ثمانية آلاف متر تركتُها بسبب خطر الانهيارات، تستخلص هذه المحاضرة منهجًا لتسمية المخاطر وحصرها ومعرفة لحظة العودة قبل حلولها.",
      "description_en": "As an engineer I do not ask whether there is risk, but which one, how much, and what it buys. From an eight-thousand-metre summit that I gave up to avalanche danger, this talk draws a method for naming risk, limiting it and knowing beforehand when to turn back.",
      "description_fr": "En ingénieure, je ne demande pas s’il y a un risque, mais lequel, combien, et en échange de quoi. À partir d’un sommet de huit mille mètres auquel j’ai renoncé devant le danger d’avalanche, cette conférence tire une méthode pour nommer le risque, le limiter et savoir d’avance quand faire demi-tour.",
      "display_order": 1,
      "outcomes_ar": [
        "التمييز بين المخاطر التي نختارها والمخاطر التي نكتفي بقبولها",
        "كتابة قواعد العودة قبل أن تحضر العاطفة",
        "تقييم القرار بجودته لا بحسن حظه"
      ],
      "outcomes_en": [
        "Separate the risks you choose from those you merely accept",
        "Write turn-around rules before emotion arrives",
        "Review decisions by their quality, not by their luck"
      ],
      "outcomes_fr": [
        "Distinguer les risques choisis de ceux que l’on ne fait que subir",
        "Écrire ses règles de demi-tour avant que l’émotion n’arrive",
        "Juger une décision à sa qualité, non à sa chance"
      ],
      "published": true,
      "slug": "risk-as-a-discipline",
      "title_ar": "المخاطرة انضباطٌ لا مغامرة",
      "title_en": "Risk as a Discipline",
      "title_fr": "Le risque, une discipline"
    },
    {
      "description_ar": "يجمع الحبل أناسًا لم يختر بعضهم بعضًا، جاؤوا من بلدان مختلفة ويتعبون في ساعات مختلفة. وما يجعلهم صامدين يُبنى في المخيم الأساسي قبل اليوم الصعب بكثير. موضوع هذه المحاضرة تلك العادات: الأدوار والراحة والكلمات والمراجعات الصريحة.",
      "description_en": "A rope joins people who did not choose each other, who come from different countries and tire at different hours. What makes them hold is built at base camp, long before the hard day. This talk is about those habits: roles, rest, words and honest reviews.",
      "description_fr": "Une corde relie des personnes qui ne se sont pas choisies, venues de pays différents et fatiguées à des heures différentes. Ce qui les fait tenir se construit au camp de base, bien avant le jour difficile. Cette conférence parle de ces habitudes : les rôles, le repos, les mots, les bilans francs.",
      "display_order": 2,
      "outcomes_ar": [
        "بناء الثقة بوعود صغيرة يوفى بها",
        "جعل البوح المبكر بالتعب والشك أمرًا عاديًا",
        "النهوض معًا بعد الانتكاسة دون بحث عن مذنب"
      ],
      "outcomes_en": [
        "Build trust through small promises that are kept",
        "Make it normal to speak up early about fatigue and doubt",
        "Recover together after a setback, without looking for a culprit"
      ],
      "outcomes_fr": [
        "Construire la confiance par de petites promesses tenues",
        "Rendre normal de dire tôt sa fatigue et ses doutes",
        "Se relever ensemble après un revers, sans chercher de coupable"
      ],
      "published": true,
      "slug": "building-resilient-teams",
      "title_ar": "بناء فرق صامدة",
      "title_en": "Building Resilient Teams",
      "title_fr": "Bâtir des équipes résilientes"
    },
    {
      "description_ar": "سنة 2017 صرتُ أول امرأة من شمال إفريقيا على قمة إيفرست، وسنة 2022 أول امرأة عربية على أنابورنا الأولى. تتناول هذه المحاضرة الحدود التي يرسمها الآخرون، وتلك التي نرسمها لأنفسنا، والعمل العادي الصبور الذي يزحزحها جميعًا.",
      "description_en": "In 2017 I became the first North African woman on Everest, and in 2022 the first Arab woman on Annapurna I. This talk is about the limits that others draw, those we draw ourselves, and the ordinary and patient work of moving both.",
      "description_fr": "En 2017, je suis devenue la première femme d’Afrique du Nord sur l’Everest et, en 2022, la première femme arabe sur l’Annapurna I. Cette conférence parle des limites que les autres tracent, de celles que l’on se trace soi-même, et du travail ordinaire et patient qui déplace les unes et les autres.",
      "display_order": 3,
      "outcomes_ar": [
        "التمييز بين العائق الحقيقي والاعتقاد الموروث",
        "تحويل الطموح البعيد إلى خطوة أولى لها تاريخ",
        "فتح الطريق لمن يأتين بعدنا"
      ],
      "outcomes_en": [
        "Tell an outer obstacle from an inherited belief",
        "Turn a distant ambition into a first dated step",
        "Open the way for those who come next"
      ],
      "outcomes_fr": [
        "Distinguer un obstacle réel d’une croyance héritée",
        "Transformer une ambition lointaine en un premier pas daté",
        "Ouvrir la voie à celles qui suivent"
      ],
      "published": true,
      "slug": "women-breaking-limits",
      "title_ar": "نساء يتخطين الحدود",
      "title_en": "Women Breaking Limits",
      "title_fr": "Des femmes qui repoussent les limites"
    }
  ]
};
