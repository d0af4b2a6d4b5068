import { useCallback, useRef, type RefCallback } from 'react';
import { newId } from './new-id';
import { readDraft, writeDraft } from './storage';

type Texts = Record<string, string>;
type Stored = { id: string; fields: Texts };

type Draft = {
  /** Goes on the form, `ref={form}`: fills it in with what this session typed before. */
  form: RefCallback<HTMLFormElement>;
  /** Goes on the form, `onInput={keep}`: stores what is typed. */
  keep: () => void;
  /** The id of the row that this form becomes: the same over every attempt, a reload included. */
  rowId: () => string;
  /** Forgets all of it, for the row has been written; the next one has another id. */
  clear: () => void;
};

/**
 * Keeps a form for the session, so that a reload or a lost network loses nothing. The fields are the
 * browser's own (defaultValue, not value) and are known by their names; files and the spam trap are
 * not kept. Nothing is read while rendering, so a prerendered form is the same as the first one here.
 */
export function useDraft(key: string): Draft {
  const element = useRef<HTMLFormElement>(null);
  const id = useRef<string>(undefined);
  const rowId = () => (id.current ??= read(key)?.id ?? newId());
  const form = useCallback(
    (mounted: HTMLFormElement | null) => {
      element.current = mounted;
      const stored = read(key);
      if (mounted !== null && stored !== undefined) fill(mounted, stored.fields);
    },
    [key],
  );
  return {
    form,
    rowId,
    keep: () => {
      if (element.current !== null)
        writeDraft(key, { id: rowId(), fields: textsIn(element.current) });
    },
    clear: () => {
      id.current = undefined;
      writeDraft(key, undefined);
    },
  };
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isField = (element: Element): element is Field =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

// What a person neither sees nor may have back: the trap (tabIndex -1), files, secrets.
const isKept = (field: Field) =>
  field.name !== '' && field.tabIndex >= 0 && !['file', 'password', 'hidden'].includes(field.type);

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isField).filter(isKept);

const isChoice = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['radio', 'checkbox'].includes(field.type);

function textsIn(form: HTMLFormElement): Texts {
  const texts: Texts = {};
  for (const field of fieldsOf(form)) {
    if (!isChoice(field)) texts[field.name] = field.value;
    else if (field.checked) texts[field.name] = field.value;
    else if (field.type === 'checkbox') texts[field.name] = '';
  }
  return texts;
}

// A field that was typed into before the script was here keeps what it says.
function fill(form: HTMLFormElement, texts: Texts): void {
  for (const field of fieldsOf(form)) {
    const text = texts[field.name];
    if (text === undefined) continue;
    if (isChoice(field)) field.checked = field.value === text;
    else if (field instanceof HTMLSelectElement) choose(field, text);
    else if (field.value === field.defaultValue) field.value = text;
  }
}

function choose(select: HTMLSelectElement, value: string): void {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

function read(key: string): Stored | undefined {
  const stored = readDraft(key);
  return isStored(stored) ? stored : undefined;
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'fields' in value &&
  isTexts(value.fields);

const isTexts = (value: unknown): value is Texts =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((text) => typeof text === 'string');
