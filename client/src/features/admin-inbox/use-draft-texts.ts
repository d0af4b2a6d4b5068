import { useState } from 'react';
import { readDraft, writeDraft } from '@/ui/storage';

type Texts = Readonly<Record<string, string>>;

/**
 * Drafts of typed texts in the session storage, so that a failure, a reload or closing the drawer does not
 * lose them.
 */
export function useDraftTexts(key: string) {
  const [texts, setTexts] = useState(() => readTexts(key));
  const set = (name: string, text: string | undefined) => {
    const { [name]: _old, ...others } = readTexts(key);
    const next = text === undefined ? others : { ...others, [name]: text };
    writeTexts(key, next);
    setTexts(next);
  };
  /** Removes a draft after its save, unless it was edited meanwhile. Returns whether it did. */
  const discard = (name: string, saved: string): boolean => {
    const isSaved = readTexts(key)[name] === saved;
    if (isSaved) set(name, undefined);
    return isSaved;
  };
  return { texts, set, discard };
}

// Without storage (a private window) the drafts live as long as the page.
const unstored = new Map<string, Texts>();

function readTexts(key: string): Texts {
  const stored = readDraft(key) ?? {};
  return isTexts(stored) ? { ...unstored.get(key), ...stored } : {};
}

function writeTexts(key: string, texts: Texts): void {
  if (writeDraft(key, Object.keys(texts).length === 0 ? undefined : texts)) unstored.delete(key);
  else unstored.set(key, texts);
}

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');
