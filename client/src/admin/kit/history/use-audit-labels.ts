import { isLanguage } from '@/shared/i18n/language';
import { languageNameIn } from '@/shared/i18n/language-names';
import { exists, useLanguage, useTranslation } from '@/shared/i18n';
import type labels from '@/shared/i18n/en/admin-audit.json';
import { columnParts, type Entry } from './entry';

type Messages = typeof labels;

/**
 * The labels of tables, columns and authors. A name without a message is shown as it is in the database.
 */
export function useAuditLabels() {
  const { t } = useTranslation('admin-audit');
  const language = useLanguage();
  const has = (key: string) => exists(language, 'admin-audit', key);
  const isTable = (name: string): name is keyof Messages['tables'] => has(`tables.${name}`);
  const isColumn = (name: string): name is keyof Messages['columns'] => has(`columns.${name}`);
  const columnLabel = (name: string) => (isColumn(name) ? t(`columns.${name}`) : name);
  return {
    table: (name: string) => (isTable(name) ? t(`tables.${name}`) : name),
    column: (column: string) => {
      const parts = columnParts(column);
      if (!isLanguage(parts.language)) return columnLabel(column);
      const languageName = languageNameIn(parts.language, language);
      return t('inLanguage', { column: columnLabel(parts.name), language: languageName });
    },
    who: ({ actor_email: email, actor_role: role }: Entry) => email ?? t(`roles.${role}`),
  };
}
