import { useState, type ReactNode } from 'react';
import { Drawer } from '@/admin/kit/drawer';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { ImportColumns } from './import-columns';
import { ImportSource } from './import-source';
import { guessMapping, type ImportField, type ImportTable, type Mapping } from './read-table';

type Given<Name extends string> = { table: ImportTable; mapping: Mapping<Name>; file?: string };

type Props<Name extends string> = {
  title: string;
  /** The format of the file, and the effect of the import. */
  lead: readonly string[];
  fields: readonly ImportField<Name>[];
  labelOf: (name: Name) => string;
  onClose: () => void;
  /** The preview of a file whose columns are known; `onAgain` asks for another file. */
  children: (given: Given<Name>, onAgain: () => void) => ReactNode;
};

/** Imports rows from a CSV file: chosen or pasted, its columns recognised, checked line by line, then sent. */
export function ImportDrawer<Name extends string>(props: Props<Name>) {
  const { title, lead, fields, labelOf, onClose, children } = props;
  const { t } = useTranslation('admin-import');
  const language = useLanguage();
  const [given, setGiven] = useState<Given<Name>>();
  return (
    <Drawer open onClose={onClose} title={title} size="wide">
      <div className="grid grid-cols-1 gap-5">
        {given === undefined ? (
          <>
            <div className="grid max-w-[75ch] gap-2 text-small text-muted">
              {lead.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
            <ImportSource
              onTable={(table, file) =>
                setGiven({
                  table,
                  mapping: guessMapping(table.heads, fields),
                  ...(file !== undefined && { file }),
                })
              }
            />
          </>
        ) : (
          <>
            <p className="flex flex-wrap gap-x-3 text-small">
              {given.file !== undefined && (
                <bdi className="font-medium wrap-anywhere">{given.file}</bdi>
              )}
              <span className="text-muted">
                {t('import.lines', {
                  count: given.table.lines.length,
                  amount: formatNumber(given.table.lines.length, language),
                })}
              </span>
            </p>
            <ImportColumns
              fields={fields}
              labelOf={labelOf}
              heads={given.table.heads}
              mapping={given.mapping}
              onMap={(mapping) => setGiven({ ...given, mapping })}
            />
            {children(given, () => setGiven(undefined))}
          </>
        )}
      </div>
    </Drawer>
  );
}
