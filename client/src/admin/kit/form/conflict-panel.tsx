import type { ReactNode } from 'react';
import type { Relation } from '@/shared/api/tables';
import { useTranslation } from '@/shared/i18n';
import type { Language } from '@/shared/i18n/language';
import { lazyComponent } from '@/shared/ui/lazy';
import { Notice } from '@/shared/ui/notice';

/** The records that a form edits: usually one row, of the settings several. */
export type FormRecord = { table: Relation; ids: readonly string[] };

/** The last save by somebody else. */
export type LastSave = {
  /** The name or e-mail of the admin; null if it is not known. */
  name: string | null;
  /** ISO time. */
  at: string;
};

/** A field that somebody else has changed while it was edited. */
export type ConflictField = {
  /** The path of its form value: its first part is the column, or it begins with the key of a setting. */
  name: string;
  label: string;
  mine: unknown;
  theirs: unknown;
  /** Between both texts, where both can be kept; undefined for a value that is one or the other. */
  separator: string | undefined;
  /** The language of the texts; else it is found by their letters. */
  language?: Language | undefined;
  /** The text of a value. Defaults to the value itself, or its JSON. */
  textOf?: ((value: unknown) => string) | undefined;
  /** Shows a value that is no text. */
  show?: ((value: unknown) => ReactNode) | undefined;
};

export type ConflictPanelProps = {
  /** The record in whose audit log the last save is. */
  record?: FormRecord | undefined;
  /** The last save, where no audit log has it: of what is saved automatically. */
  lastSave?: LastSave | undefined;
  fields: readonly ConflictField[];
  /** Called for each field with the value that stands. */
  onChoose: (name: string, value: unknown) => void;
};

/** The choices of an edit conflict. Their code is loaded when there is one. */
export const ConflictPanel = lazyComponent<ConflictPanelProps>(
  () => import('./conflict-choices').then((m) => m.ConflictChoices),
  null,
  NotLoaded,
);

function NotLoaded() {
  const { t } = useTranslation();
  return <Notice tone="bad">{t('failure.network')}</Notice>;
}
