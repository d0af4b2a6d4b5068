// Written by `make content`: what a freshly seeded server answers. Do not edit.
import type { Fallback } from '@/shared/api/fallback';

export const settings: Fallback<'settings'> = {
  "request": "/rest/v1/site_settings?select=key%2Cvalue&key=not.like.press.%25&order=key.asc",
  "rows": [
    {
      "key": "admin.second_factor_required",
      "value": false
    },
    {
      "key": "book.cover",
      "value": null
    },
    {
      "key": "book.delivery",
      "value": [
        {
          "city": {
            "ar": "الدار البيضاء، الرباط",
            "en": "Casablanca, Rabat",
            "fr": "Casablanca, Rabat"
          },
          "days": [
            1,
            2
          ]
        },
        {
          "city": {
            "ar": "مراكش، فاس، طنجة، أكادير، مكناس",
            "en": "Marrakesh, Fez, Tangier, Agadir, Meknes",
            "fr": "Marrakech, Fès, Tanger, Agadir, Meknès"
          },
          "days": [
            2,
            3
          ]
        },
        {
          "city": {
            "ar": "باقي مدن المغرب",
            "en": "Elsewhere in Morocco",
            "fr": "Ailleurs au Maroc"
          },
          "days": [
            3,
            5
          ]
        }
      ]
    },
    {
      "key": "book.excerpt",
      "value": null
    },
    {
      "key": "book.max_per_order",
      "value": 20
    },
    {
      "key": "book.price_alternative_mad",
      "value": 250
    },
    {
      "key": "book.price_mad",
      "value": 279
    },
    {
      "key": "book.rating_baseline",
      "value": {
        "average": 4.9,
        "count": 234,
        "note": {
          "ar": "يشمل تقييمات جُمعت قبل إطلاق هذا الموقع، كما أوردتها المؤلفة.",
          "en": "Includes ratings gathered before this site, as reported by the author.",
          "fr": "Comprend des notes recueillies avant ce site, telles que rapportées par l’autrice."
        }
      }
    },
    {
      "key": "book.reservation_days",
      "value": 7
    },
    {
      "key": "book.stock",
      "value": 47
    },
    {
      "key": "brand.name",
      "value": null
    },
    {
      "key": "brand.portrait",
      "value": {
        "ar": "أنا مهندسة تكوينًا، بدأتُ التسلق سنة 2011 على كليمنجارو. وفي سنة 2017 أصبحتُ أول امرأة من شمال إفريقيا تبلغ قمة إيفرست، ثم أتممتُ القمم السبع بعد عام على جبل فينسون. أكتب وأتحدث عمّا يسبق القمة: الاستعداد والمثابرة والغاية.",
        "en": "I am an engineer by training. I began to climb in 2011, on Kilimanjaro. In 2017 I became the first North African woman on Everest; a year later, on Vinson, I completed the Seven Summits. I write and speak about what comes before a summit: preparation, perseverance, purpose.",
        "fr": "Je suis ingénieure de formation. J’ai commencé à grimper en 2011, sur le Kilimandjaro. En 2017, je suis devenue la première femme d’Afrique du Nord sur l’Everest ; un an plus tard, au mont Vinson, j’achevais les Sept Sommets. J’écris et je parle de ce qui précède un sommet : la préparation, la persévérance, le sens."
      }
    },
    {
      "key": "brand.wordmark",
      "value": "Altitude 8848"
    },
    {
      "key": "contact.email",
      "value": null
    },
    {
      "key": "contact.location",
      "value": {
        "ar": "المغرب",
        "en": "Morocco",
        "fr": "Maroc"
      }
    },
    {
      "key": "contact.phone",
      "value": null
    },
    {
      "key": "contact.whatsapp",
      "value": null
    },
    {
      "key": "expeditions.note",
      "value": {
        "ar": "المسار والمدة ودرجة الحرارة وعدد أفراد الفريق معطيات استرشادية تصف صعودًا معتادًا لهذه القمة، وليست سجلًّا لصعودي أنا.",
        "en": "Route, duration, temperature and team size are indicative: they describe a usual ascent of the peak, not a record of mine.",
        "fr": "Voie, durée, température et taille de l’équipe sont données à titre indicatif : elles décrivent une ascension habituelle du sommet, non le relevé de la mienne."
      }
    },
    {
      "key": "figures",
      "value": {
        "continents": 7,
        "highest_m": 8848,
        "peaks": 8,
        "started": 2011
      }
    },
    {
      "key": "hero.strip",
      "value": [
        {
          "height_m": 8848,
          "name": {
            "ar": "إيفرست",
            "en": "Everest",
            "fr": "Everest"
          },
          "outcome": "summit",
          "slug": "everest",
          "year": 2017
        },
        {
          "height_m": null,
          "name": {
            "ar": "أنابورنا",
            "en": "Annapurna",
            "fr": "Annapurna"
          },
          "outcome": "attempt",
          "slug": "annapurna-i",
          "year": 2023
        },
        {
          "height_m": 6812,
          "name": {
            "ar": "أما دابلام",
            "en": "Ama Dablam",
            "fr": "Ama Dablam"
          },
          "outcome": "summit",
          "slug": "ama-dablam",
          "year": 2016
        },
        {
          "height_m": 8516,
          "name": {
            "ar": "لوتسي",
            "en": "Lhotse",
            "fr": "Lhotse"
          },
          "outcome": "summit",
          "slug": "lhotse",
          "year": 2024
        },
        {
          "height_m": null,
          "name": {
            "ar": "القمم السبع",
            "en": "Seven Summits",
            "fr": "Sept Sommets"
          },
          "outcome": "completed",
          "slug": null,
          "year": 2018
        }
      ]
    },
    {
      "key": "mail.owner_inquiries",
      "value": "each"
    },
    {
      "key": "mail.owner_language",
      "value": "en"
    },
    {
      "key": "mail.owner_orders",
      "value": "each"
    },
    {
      "key": "newsletter.sync",
      "value": true
    },
    {
      "key": "retreat",
      "value": {
        "city": {
          "ar": "مراكش",
          "en": "Marrakech",
          "fr": "Marrakech"
        },
        "end": "2025-11-09",
        "start": "2025-11-07",
        "theme": {
          "ar": "النَّفَس والقمم والإبداع",
          "en": "Breath, Summits & Creativity",
          "fr": "Souffle, sommets et créativité"
        }
      }
    },
    {
      "key": "setup.checklist",
      "value": {
        "checked": [],
        "hidden": false
      }
    },
    {
      "key": "social.instagram",
      "value": null
    },
    {
      "key": "social.linkedin",
      "value": null
    },
    {
      "key": "social.youtube",
      "value": null
    },
    {
      "key": "story.portrait",
      "value": null
    },
    {
      "key": "video.full_film",
      "value": null
    },
    {
      "key": "video.home_film",
      "value": null
    }
  ]
};
