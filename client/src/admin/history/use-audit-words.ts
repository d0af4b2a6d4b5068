import { useTranslation } from 'react-i18next';
import { isLanguage } from '../../i18n/language';
import { languageNameIn } from '../../i18n/language-names';
import { useLanguage } from '../../i18n';
import type words from '../../i18n/en/admin-audit.json';
import { columnParts, type Entry } from './entry';

type Words = typeof words;

/** What the audit log calls by name. One that has no word yet is shown as the database calls it. */
export function useAuditWords() {
  const { t, i18n } = useTranslation('admin-audit');
  const language = useLanguage();
  const has = (key: string) => i18n.exists(key, { ns: 'admin-audit' });
  const isTable = (name: string): name is keyof Words['tables'] => has(`tables.${name}`);
  const isColumn = (name: string): name is keyof Words['columns'] => has(`columns.${name}`);
  const columnWord = (name: string) => (isColumn(name) ? t(`columns.${name}`) : name);
  return {
    table: (name: string) => (isTable(name) ? t(`tables.${name}`) : name),
    column: (column: string) => {
      const parts = columnParts(column);
      if (!isLanguage(parts.language)) return columnWord(column);
      const inWhich = languageNameIn(parts.language, language);
      return t('inLanguage', { column: columnWord(parts.name), language: inWhich });
    },
    who: ({ actor_email: email, actor_role: role }: Entry) => email ?? t(`roles.${role}`),
  };
}
