import type { Expedition } from './expedition';

type Names = [en: string, fr: string, ar: string];
type Badge = Names | null;

const seven = (
  slug: string,
  names: Names,
  heightM: number,
  year: number,
  flag: string,
  country: string,
) => expedition(slug, names, heightM, year, flag, country, null, false, false);

const beyond = (
  slug: string,
  names: Names,
  heightM: number,
  year: number,
  flag: string,
  country: string,
  badge: Badge,
) => expedition(slug, names, heightM, year, flag, country, badge, true, false);

const attempt = (
  slug: string,
  names: Names,
  heightM: number,
  year: number,
  flag: string,
  country: string,
  badge: Badge = null,
) => expedition(slug, names, heightM, year, flag, country, badge, true, true);

function expedition(
  slug: string,
  [name_en, name_fr, name_ar]: Names,
  height_m: number,
  year: number,
  flag: string,
  country: string,
  badge: Badge,
  beyond_seven_summits: boolean,
  is_attempt: boolean,
): Expedition {
  const [badge_en, badge_fr, badge_ar] = badge ?? [null, null, null];
  return {
    slug,
    name_en,
    name_fr,
    name_ar,
    height_m,
    year,
    flag,
    country,
    badge_en,
    badge_fr,
    badge_ar,
    beyond_seven_summits,
    is_attempt,
  };
}

const firstMoroccan: Names = ['First Moroccan', 'Première Marocaine', 'أول مغربية'];

/** The fourteen mountains, shown until the table answers and where it is empty. */
export const builtInExpeditions: Expedition[] = [
  seven('kilimanjaro', ['Kilimanjaro', 'Kilimandjaro', 'كليمنجارو'], 5895, 2011, 'TZ', 'Tanzania'),
  seven('mont-blanc', ['Mont Blanc', 'Mont Blanc', 'مون بلان'], 4810, 2011, 'FR', 'France'),
  seven('elbrus', ['Elbrus', 'Elbrouz', 'إلبروس'], 5642, 2012, 'RU', 'Russia'),
  seven('aconcagua', ['Aconcagua', 'Aconcagua', 'أكونكاغوا'], 6962, 2014, 'AR', 'Argentina'),
  seven('denali', ['Denali', 'Denali', 'دينالي'], 6190, 2014, 'US', 'United States'),
  seven(
    'carstensz',
    ['Carstensz Pyramid', 'Pyramide Carstensz', 'هرم كارستنز'],
    4884,
    2015,
    'ID',
    'Indonesia',
  ),
  seven('everest', ['Everest', 'Everest', 'إيفرست'], 8848, 2017, 'NP', 'Nepal'),
  seven('vinson', ['Vinson', 'Vinson', 'فينسون'], 4892, 2018, 'AQ', 'Antarctica'),
  beyond(
    'annapurna-i',
    ['Annapurna I', 'Annapurna I', 'أنابورنا الأولى'],
    8091,
    2022,
    'NP',
    'Nepal',
    ['First Arab woman', 'Première femme arabe', 'أول امرأة عربية'],
  ),
  beyond(
    'ama-dablam',
    ['Ama Dablam', 'Ama Dablam', 'أما دابلام'],
    6812,
    2023,
    'NP',
    'Nepal',
    firstMoroccan,
  ),
  beyond('lhotse', ['Lhotse', 'Lhotse', 'لوتسي'], 8516, 2023, 'NP', 'Nepal', firstMoroccan),
  attempt('manaslu', ['Manaslu', 'Manaslu', 'ماناسلو'], 8163, 2022, 'NP', 'Nepal'),
  attempt('broad-peak', ['Broad Peak', 'Broad Peak', 'برود بيك'], 8051, 2025, 'PK', 'Pakistan'),
  attempt('k2', ['K2', 'K2', 'كي 2'], 8611, 2025, 'PK', 'Pakistan'),
];
