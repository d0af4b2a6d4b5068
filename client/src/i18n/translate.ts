import { createListeners } from '@/ui/store';
import type { Language } from './language';
import type { Messages, Namespace } from './namespaces';

/** A file of messages, in the JSON v4 format of i18next: `{{placeholders}}`, and plural forms as `copies_one`. */
export type MessageTree = { [key: string]: string | MessageTree };

/** `count` selects the plural form. */
type Values = Record<string, string | number>;

const noValues: Values = {};

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';

type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string
    ? Key extends `${infer Stem}_${PluralForm}`
      ? Stem
      : Key
    : `${Key}.${KeysOf<Tree[Key]>}`;
}[keyof Tree & string];

type Prefixed<Name extends Namespace> = Name extends Namespace
  ? `${Name}:${KeysOf<Messages[Name]>}`
  : never;

/** One namespace, or several of which the first needs no prefix. */
export type Namespaces = Namespace | readonly [Namespace, ...Namespace[]];

type KeyIn<N extends Namespaces> = N extends Namespace
  ? KeysOf<Messages[N]> | Prefixed<N>
  : N extends readonly [infer First extends Namespace, ...Namespace[]]
    ? KeysOf<Messages[First]> | Prefixed<N[number]>
    : never;

/** An interface, so that TypeScript compares the keys: more namespaces may be passed where fewer are expected. */
interface Translate<Key extends string> {
  (key: Key, values?: Values): string;
}

/** Translates a key of some namespaces. It is the same function until their messages change. */
export type TFunction<N extends Namespaces> = Translate<KeyIn<N> & string>;

/**
 * The messages that were added, and the current language. A key that a language lacks is logged once and is given in
 * English, after `onMissing` has added that namespace; until then the key itself is shown.
 */
export function createTranslations(onMissing: (namespace: string) => void) {
  /** By language and namespace: the texts by key, nested keys joined by dots. */
  const bundles = new Map<string, Map<string, string>>();
  /** By language and namespaces. */
  const functions = new Map<string, (key: string, values?: Values) => string>();
  const plurals = new Map<Language, Intl.PluralRules>();
  const warnings = new Set<string>();
  const { subscribe, notify } = createListeners();
  let current: Language = 'en';

  function add(language: Language, namespace: string, messages: MessageTree): void {
    if (hasBundle(language, namespace)) return;
    bundles.set(`${language}/${namespace}`, new Map(textsOf(messages)));
    for (const id of functions.keys()) {
      const [own = '', namespaces = ''] = id.split('/');
      const isAffected = namespaces.split(',').includes(namespace);
      if (isAffected && (own === language || language === 'en')) functions.delete(id);
    }
    notify();
  }

  const hasBundle = (language: Language, namespace: string): boolean =>
    bundles.has(`${language}/${namespace}`);

  function changeLanguage(language: Language): void {
    if (language === current) return;
    current = language;
    notify();
  }

  function getFixedT<const N extends Namespaces>(language: Language, namespaces: N): TFunction<N> {
    const id = `${language}/${namespaces.toString()}`;
    const existing = functions.get(id);
    if (existing !== undefined) return existing;
    const first = typeof namespaces === 'string' ? namespaces : namespaces[0];
    const t = (key: string, values: Values = noValues) => {
      const colon = key.indexOf(':');
      const namespace = colon === -1 ? first : key.slice(0, colon);
      const text = textIn(language, namespace, key.slice(colon + 1), values);
      return text.includes('{{') ? interpolate(text, values) : text;
    };
    functions.set(id, t);
    return t;
  }

  function textIn(language: Language, namespace: string, key: string, values: Values): string {
    const text = find(language, namespace, key, values);
    if (text !== undefined) return text;
    if (warnOnce(`missing translation ${language}:${namespace}:${key}`)) onMissing(namespace);
    return find('en', namespace, key, values) ?? key;
  }

  function find(language: Language, namespace: string, key: string, { count }: Values) {
    const texts = bundles.get(`${language}/${namespace}`);
    if (typeof count !== 'number') return texts?.get(key);
    // Languages without a plural form for 0 may have a text for it.
    const forms =
      count === 0 ? ['zero', pluralForm(language, count)] : [pluralForm(language, count)];
    const form = forms.find((each) => texts?.has(`${key}_${each}`));
    return texts?.get(form === undefined ? key : `${key}_${form}`);
  }

  function pluralForm(language: Language, count: number): string {
    const rules = plurals.get(language) ?? new Intl.PluralRules(language);
    plurals.set(language, rules);
    return rules.select(count);
  }

  // React escapes the values.
  const interpolate = (text: string, values: Values) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
      const value = values[name];
      if (value === undefined) warnOnce(`no value for ${placeholder}: ${text}`);
      return String(value ?? placeholder);
    });

  function warnOnce(warning: string): boolean {
    if (warnings.has(warning)) return false;
    warnings.add(warning);
    console.warn(warning);
    return true;
  }

  return {
    add,
    hasBundle,
    changeLanguage,
    getFixedT,
    subscribe,
    currentLanguage: () => current,
    exists: (language: Language, namespace: Namespace, key: string): boolean =>
      find(language, namespace, key, noValues) !== undefined,
  };
}

const textsOf = (tree: MessageTree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value, `${prefix}${key}.`),
  );
