import { createContext, useContext, useSyncExternalStore } from 'react';
import { rememberLanguage, visitLanguage, type Language } from './language';
import type { Namespace } from './namespaces';
import { createTranslations, type MessageTree, type Namespaces, type TFunction } from './translate';

export type { Namespace } from './namespaces';
export type { TFunction } from './translate';

/** A file of messages. */
export type Catalogue = { default: MessageTree };

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

// English is loaded only after a key was missing: a release has no missing keys (catalogue.test.ts).
const translations = createTranslations(
  (namespace) => void loadBundle('en', namespace).catch(() => undefined),
);

export const { getFixedT, exists } = translations;
const { subscribe, currentLanguage } = translations;

/** Starts in the language of this visit and loads the namespaces; await it before the first render. */
export async function startI18n(namespaces: Namespace[] = ['site']): Promise<void> {
  const language = visitLanguage();
  rememberLanguage(language);
  await initI18n(language, namespaces);
}

/** Like startI18n, in a given language and without document and storage: for the prerender. */
export async function initI18n(language: Language, namespaces: Namespace[]): Promise<void> {
  translations.changeLanguage(language);
  await loadNamespaces(language, namespaces);
}

/** Loads the messages of these namespaces, unless they are loaded already. */
export async function loadNamespaces(language: Language, namespaces: Namespace[]): Promise<void> {
  namespaces.forEach((ns) => requested.add(ns));
  await Promise.all(namespaces.map((ns) => loadBundle(language, ns)));
}

/** Awaits the module of a lazily loaded part, and loads its messages beside it. Rejects if either does not load. */
export async function withMessages<Part>(part: Promise<Part>, namespaces: Namespace[]) {
  const [loaded] = await Promise.all([part, loadNamespaces(currentLanguage(), namespaces)]);
  return loaded;
}

/** Loads the messages of a language, then changes to it. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadNamespaces(language, [...requested]);
  rememberLanguage(language);
  translations.changeLanguage(language);
}

async function loadBundle(language: Language, namespace: string): Promise<void> {
  if (translations.hasBundle(language, namespace)) return;
  const bundle = await catalogues[`./${language}/${namespace}.json`]?.();
  translations.add(language, namespace, bundle?.default ?? {});
}

/** The language of a part of the page; undefined means that of the page. */
export const LanguageContext = createContext<Language | undefined>(undefined);

/** The current language. */
export function useLanguage(): Language {
  const page = useSyncExternalStore(subscribe, currentLanguage, currentLanguage);
  return useContext(LanguageContext) ?? page;
}

/** `t` of one namespace, or of several of which the first needs no prefix. Renders again when its messages change. */
export function useTranslation<const N extends Namespaces = 'site'>(
  namespaces?: N,
): { t: TFunction<N> };
export function useTranslation(namespaces: Namespaces = 'site') {
  const part = useContext(LanguageContext);
  const get = () => getFixedT(part ?? currentLanguage(), namespaces);
  return { t: useSyncExternalStore(subscribe, get, get) };
}
