import { createInstance, type Namespace as Namespaces, type ResourceKey } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';
import { rememberLanguage, visitLanguage, type Language } from './language';
import type { Messages, Namespace } from './namespaces';

export type { TFunction } from 'i18next';
export { I18nextProvider, useTranslation } from 'react-i18next';
export type { Namespace } from './namespaces';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'site';
    resources: Messages;
  }
}

/** A file of messages. */
export type Catalogue = { default: ResourceKey };

const catalogues = import.meta.glob<Catalogue>([
  './*/*.json',
  '!./*/print.json',
  '!./*/admin*.json',
]);

/** Adds the catalogues of the back-office: the public site loads no list of them. */
export const addCatalogues = (more: Record<string, () => Promise<Catalogue>>): void =>
  void Object.assign(catalogues, more);

const i18n = createInstance();
void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  ns: [],
  defaultNS: 'site',
  resources: {}, // added by loadNamespaces, before they are needed
  initAsync: false,
  interpolation: { escapeValue: false }, // React escapes
  react: { useSuspense: false },
  saveMissing: true,
  saveMissingTo: 'current',
  missingKeyHandler: (languages, namespace, key) => {
    console.warn(`missing translation ${languages.join()}:${namespace}:${key}`);
    void showEnglish(namespace).catch(() => undefined);
  },
});

/** Shows the English texts for missing ones, whose keys are shown until they are loaded. */
async function showEnglish(namespace: string): Promise<void> {
  if (i18n.hasResourceBundle('en', namespace)) return;
  await loadBundle('en', namespace);
  i18n.emit('languageChanged', i18n.language);
}

/** `t` of a language, whose messages are loaded. */
export const getFixedT = <const N extends Namespaces>(language: Language, namespaces: N) =>
  i18n.getFixedT(language, namespaces);

/** Whether the messages of a language that are loaded have a key. */
export const exists = (language: Language, namespace: Namespace, key: string): boolean =>
  i18n.exists(key, { lng: language, ns: namespace, fallbackLng: [] });

/** Translates in another language, for the I18nextProvider of a part of a page. */
export const inLanguage = (language: Language) => i18n.cloneInstance({ lng: language });

/** Starts in the language of this visit and loads the namespaces; await it before the first render. */
export async function startI18n(namespaces: Namespace[] = ['site']): Promise<void> {
  const language = visitLanguage();
  await initI18n(language, namespaces);
  rememberLanguage(language);
}

/** Like startI18n, in a given language and without document and storage: for the server rendering. */
export async function initI18n(language: Language, namespaces: Namespace[]): Promise<void> {
  await loadNamespaces(language, namespaces);
  await i18n.changeLanguage(language);
}

/** The namespaces that parts of the page have asked for, in any language; they may still be loading. */
const requested = new Set<string>();

/** Loads the messages of these namespaces, unless they are loaded already. */
export async function loadNamespaces(
  language: Language,
  namespaces: readonly string[],
): Promise<void> {
  for (const namespace of namespaces) requested.add(namespace);
  await Promise.all(namespaces.map((namespace) => loadBundle(language, namespace)));
}

/** Awaits the module of a lazily loaded part, and loads its messages beside it. Rejects if either does not load. */
export async function withMessages<Part>(part: Promise<Part>, namespaces: Namespace[]) {
  const [loaded] = await Promise.all([part, loadNamespaces(currentLanguage(), namespaces)]);
  return loaded;
}

let lastChoice: Language | undefined;

/** Loads the messages of a language, then changes to it, unless another one was chosen meanwhile. */
export async function switchLanguage(language: Language): Promise<void> {
  lastChoice = language;
  await loadRequested(language);
  if (language !== lastChoice) return;
  rememberLanguage(language);
  await i18n.changeLanguage(language);
}

/** Loads what parts of the page have asked for, and what they ask for while it loads. */
async function loadRequested(language: Language): Promise<void> {
  const count = requested.size;
  await loadNamespaces(language, [...requested]);
  if (requested.size > count) await loadRequested(language);
}

async function loadBundle(language: Language, namespace: string): Promise<void> {
  if (i18n.hasResourceBundle(language, namespace)) return;
  const bundle = await catalogues[`./${language}/${namespace}.json`]?.();
  i18n.addResourceBundle(language, namespace, bundle?.default ?? {});
}

// i18next takes any string; only initI18n and switchLanguage set it.
const currentLanguage = () => i18n.language as Language;

/** The language of the page, or of its part in another language. */
export const useLanguage = (): Language => useTranslation().i18n.language as Language;
