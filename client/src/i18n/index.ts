import i18next, { type i18n, type PostProcessorModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { isLanguage, rememberLanguage, visitLanguage, type Language } from './language';
import type { Namespace } from './namespaces';

export type { Namespace } from './namespaces';

type Catalogue = { default: Record<string, unknown> };

const catalogues = import.meta.glob<Catalogue>(['./*/*.json', '!./*/print.json']);

/** The namespaces that this visit has asked for: a change of language brings them all. */
const wanted = new Set<Namespace>();

/** Loads the words and starts i18next in the language of this visit; resolves before the first render. */
export async function startI18n(namespaces: Namespace[] = ['site']): Promise<i18n> {
  i18next.on('languageChanged', (changed) => isLanguage(changed) && rememberLanguage(changed));
  return openWords(visitLanguage(), namespaces);
}

/** As startI18n in a given language, and touches neither document nor storage: for the prerender. */
export async function openWords(language: Language, namespaces: Namespace[]): Promise<i18n> {
  await i18next
    .use(initReactI18next)
    .use(gaps())
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['site'],
      defaultNS: 'site',
      resources: {},
      postProcess: 'gaps',
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  await loadWords(language, namespaces);
  return i18next;
}

/** Brings the words of these namespaces; those that are here already cost nothing. */
export async function loadWords(language: Language, namespaces: Namespace[]): Promise<void> {
  namespaces.forEach((ns) => wanted.add(ns));
  await Promise.all(namespaces.map((ns) => loadBundle(language, ns)));
}

/** Changes the language once its words are here; all else follows from i18next's own event. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadWords(language, [...wanted]);
  await i18next.changeLanguage(language);
}

/** The language that is shown now. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation();
  return isLanguage(instance.language) ? instance.language : 'en';
}

async function loadBundle(language: Language, namespace: Namespace): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return;
  const bundle = await catalogues[`./${language}/${namespace}.json`]?.();
  i18next.addResourceBundle(language, namespace, bundle?.default ?? {});
}

// i18next reports a key only when no language has it; a word missing in one language alone would
// silently be English. Each gap is told once, and only then are the English words fetched: no word
// is missing in a release (catalogue.test.ts), so nobody loads a second language for nothing.
function gaps(): PostProcessorModule {
  const told = new Set<string>();
  return {
    type: 'postProcessor',
    name: 'gaps',
    process(value: string, keys: string[], options: Record<string, unknown>) {
      const lng = i18next.language;
      const gap = `${lng}:${keys.join()}`;
      if (told.has(gap) || i18next.exists(keys, { ...options, lng, fallbackLng: [] })) return value;
      told.add(gap);
      console.warn(`missing translation ${gap}`);
      void Promise.allSettled([...wanted].map((ns) => loadBundle('en', ns)));
      return value;
    },
  };
}
