import i18next, { type i18n, type PostProcessorModule } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { isLanguage, rememberLanguage, visitLanguage, type Language } from './language';
import type { Namespace } from './namespaces';

export type { Namespace } from './namespaces';

/** A file of messages. */
export type Catalogue = { default: Record<string, unknown> };

const catalogues = import.meta.glob<Catalogue>([
  './*/*.json',
  '!./*/print.json',
  '!./*/admin*.json',
]);

/** Adds the catalogues of the back-office: the public site loads no list of them. */
export const addCatalogues = (more: Record<string, () => Promise<Catalogue>>): void =>
  void Object.assign(catalogues, more);

/** The namespaces that were loaded: a change of language loads them all. */
const requested = new Set<Namespace>();

/** Starts i18next in the language of this visit and loads the namespaces; await it before the first render. */
export async function startI18n(namespaces: Namespace[] = ['site']): Promise<i18n> {
  i18next.on('languageChanged', (changed) => isLanguage(changed) && rememberLanguage(changed));
  return initI18n(visitLanguage(), namespaces);
}

/** Like startI18n, in a given language and without document and storage: for the prerender. */
export async function initI18n(language: Language, namespaces: Namespace[]): Promise<i18n> {
  await i18next
    .use(initReactI18next)
    .use(reportMissing())
    .init({
      lng: language,
      fallbackLng: 'en',
      ns: ['site'],
      defaultNS: 'site',
      resources: {},
      postProcess: 'missing',
      interpolation: { escapeValue: false }, // React escapes
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  await loadNamespaces(language, namespaces);
  return i18next;
}

/** Loads the messages of these namespaces, unless they are loaded already. */
export async function loadNamespaces(language: Language, namespaces: Namespace[]): Promise<void> {
  namespaces.forEach((ns) => requested.add(ns));
  await Promise.all(namespaces.map((ns) => loadBundle(language, ns)));
}

/** Loads the messages of a language, then changes to it; i18next's event updates the rest. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadNamespaces(language, [...requested]);
  await i18next.changeLanguage(language);
}

/** The current language. */
export function useLanguage(): Language {
  const { i18n: instance } = useTranslation();
  return isLanguage(instance.language) ? instance.language : 'en';
}

async function loadBundle(language: Language, namespace: Namespace): Promise<void> {
  if (i18next.hasResourceBundle(language, namespace)) return;
  const bundle = await catalogues[`./${language}/${namespace}.json`]?.();
  i18next.addResourceBundle(language, namespace, bundle?.default ?? {});
}

// i18next reports a key only if no language has it; a key missing in one language would silently fall back
// to English. Each missing key is logged once, and only then the English messages are loaded: a release
// has no missing keys (catalogue.test.ts), so the second language is normally not needed.
function reportMissing(): PostProcessorModule {
  const reported = new Set<string>();
  return {
    type: 'postProcessor',
    name: 'missing',
    process(value: string, keys: string[], options: Record<string, unknown>) {
      const lng = i18next.language;
      const missing = `${lng}:${keys.join()}`;
      if (reported.has(missing) || i18next.exists(keys, { ...options, lng, fallbackLng: [] }))
        return value;
      reported.add(missing);
      console.warn(`missing translation ${missing}`);
      void Promise.allSettled([...requested].map((ns) => loadBundle('en', ns)));
      return value;
    },
  };
}
