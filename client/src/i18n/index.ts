import i18next, { type i18n, type PostProcessorModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import en from './en.json';
import type adminEn from './admin.en.json';
import { isLanguage, rememberLanguage, visitLanguage, type Language } from './language';

/** The words come in two namespaces: `site` for everybody, `admin` for the back-office alone. */
export type Namespace = 'site' | 'admin';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'site';
    resources: { site: typeof en; admin: typeof adminEn };
  }
}

type Catalogue = Promise<{ default: Record<string, unknown> }>;

const catalogues: Record<Namespace, Record<Language, () => Catalogue>> = {
  site: {
    en: () => Promise.resolve({ default: en }),
    fr: () => import('./fr.json'),
    ar: () => import('./ar.json'),
  },
  admin: {
    en: () => import('./admin.en.json'),
    fr: () => import('./admin.fr.json'),
    ar: () => import('./admin.ar.json'),
  },
};

/** Loads the words and starts i18next in the language of this visit; resolves before the first render. */
export async function startI18n(namespaces: Namespace[] = ['site']): Promise<i18n> {
  const language = visitLanguage();
  i18next.on('languageChanged', (changed) => isLanguage(changed) && rememberLanguage(changed));
  await i18next
    .use(initReactI18next)
    .use(warnAboutGaps())
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: namespaces,
      defaultNS: 'site',
      resources: {},
      postProcess: 'warn',
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: false },
    });
  await Promise.all([...new Set<Language>(['en', language])].map(load));
  return i18next;
}

/** Changes the language once its words are here; all else follows from i18next's own event. */
export async function switchLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
}

/** The language that is shown now. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation();
  return isLanguage(instance.language) ? instance.language : 'en';
}

async function load(language: Language): Promise<void> {
  const missing = activeNamespaces().filter((ns) => !i18next.hasResourceBundle(language, ns));
  const bundles = await Promise.all(missing.map((ns) => catalogues[ns][language]()));
  missing.forEach((ns, at) => i18next.addResourceBundle(language, ns, bundles[at]?.default ?? {}));
}

function activeNamespaces(): Namespace[] {
  return i18next.options.ns?.includes('admin') === true ? ['site', 'admin'] : ['site'];
}

// i18next reports a key only when no language has it; a word missing in one language alone would
// silently be English. Each gap is told once.
function warnAboutGaps(): PostProcessorModule {
  const told = new Set<string>();
  return {
    type: 'postProcessor',
    name: 'warn',
    process(value: string, keys: string[], options: Record<string, unknown>) {
      const lng = i18next.language;
      const gap = `${lng}:${keys.join()}`;
      if (told.has(gap) || i18next.exists(keys, { ...options, lng, fallbackLng: [] })) return value;
      told.add(gap);
      console.warn(`missing translation ${gap}`);
      return value;
    },
  };
}
