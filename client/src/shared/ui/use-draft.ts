import { useCallback, useRef, type RefCallback } from 'react';
import { newId } from './new-id';
import { readDraft, writeDraft } from '@/shared/api/storage';

type Texts = Record<string, string>;
type Stored = { id: string; fields: Texts };

type Draft = {
  /** For `ref={form}`: fills the form with the stored draft. */
  form: RefCallback<HTMLFormElement>;
  /** For `onInput={save}`: stores the input. */
  save: () => void;
  /** The id of the new row: the same for every attempt, also after a reload. */
  rowId: () => string;
  /** Gives the new row another id, and returns it. */
  renewId: () => string;
  /** Removes the draft and the id after the row was written. */
  clear: () => void;
};

/**
 * Stores the draft of a form in session storage. The fields are uncontrolled (defaultValue, not value)
 * and are identified by their names. Nothing is read while rendering, so that hydration matches the
 * server-rendered form.
 */
export function useDraft(key: string): Draft {
  const element = useRef<HTMLFormElement>(null);
  const id = useRef<string>(undefined);
  const rowId = () => (id.current ??= read(key)?.id ?? newId());
  const save = () => {
    if (element.current !== null)
      writeDraft(key, { id: rowId(), fields: textsIn(element.current) });
  };
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
    save,
    renewId: () => {
      id.current = newId();
      save();
      return id.current;
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

// Not stored: the honeypot (tabIndex -1), files, secrets.
const isStorable = (field: Field) =>
  field.name !== '' && field.tabIndex >= 0 && !['file', 'password', 'hidden'].includes(field.type);

const fieldsOf = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(isField).filter(isStorable);

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

// A field that was typed into before hydration keeps its value.
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
