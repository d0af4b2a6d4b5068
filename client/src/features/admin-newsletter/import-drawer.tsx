import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '@/admin/drawer';
import { decodeText } from '@/admin/import/decode-text';
import {
  guessMapping,
  maxLines,
  readTable,
  type ImportTable,
  type Mapping,
} from '@/admin/import/read-table';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/notice';
import { ImportColumns } from './import-columns';
import { ImportPreview } from './import-preview';
import { importFields, type FieldName } from './subscriber-import';

/** The most bytes of a file. */
const maxBytes = 5 * 1024 * 1024;

type Given = { table: ImportTable; mapping: Mapping<FieldName> };

/** Imports subscribers from a CSV file: chosen or pasted, checked line by line, then sent. */
export function ImportDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('admin-newsletter');
  const [given, setGiven] = useState<Given>();
  const [refusal, setRefusal] = useState<string>();
  const give = (text: string) => {
    const table = readTable(text);
    const problem =
      table.lines.length === 0
        ? t('import.empty')
        : table.lines.length > maxLines
          ? t('import.tooMany', { count: maxLines })
          : undefined;
    setRefusal(problem);
    if (problem === undefined) {
      setGiven({ table, mapping: guessMapping(table.heads, importFields) });
    }
  };
  const giveFile = async (file: File) => {
    if (file.size > maxBytes) return setRefusal(t('import.tooBig'));
    return give(decodeText(new Uint8Array(await file.arrayBuffer())));
  };
  return (
    <Drawer open onClose={onClose} title={t('import.title')} size="wide">
      <div className="grid grid-cols-1 gap-5">
        <div className="grid gap-2 text-small text-muted">
          <p>{t('import.lead')}</p>
          <p>{t('import.consent')}</p>
        </div>
        {given === undefined ? (
          <Source
            refusal={refusal}
            onText={give}
            onFile={(file) => void giveFile(file).catch(() => setRefusal(t('import.unreadable')))}
          />
        ) : (
          <>
            <ImportColumns
              heads={given.table.heads}
              mapping={given.mapping}
              onMap={(mapping) => setGiven({ ...given, mapping })}
            />
            <ImportPreview
              key={JSON.stringify(given.mapping)}
              {...given}
              onAgain={() => setGiven(undefined)}
            />
          </>
        )}
      </div>
    </Drawer>
  );
}

type SourceProps = {
  refusal: string | undefined;
  onText: (text: string) => void;
  onFile: (file: File) => void;
};

/** A file to choose, or a text to paste. */
function Source({ refusal, onText, onFile }: SourceProps) {
  const { t } = useTranslation('admin-newsletter');
  const [text, setText] = useState('');
  const fileId = useId();
  const textId = useId();
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onText(text);
      }}
    >
      <div className="grid gap-1.5">
        <label htmlFor={fileId} className="text-small font-medium">
          {t('import.file')}
        </label>
        <input
          id={fileId}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            // The same file can be chosen again after it was corrected.
            currentTarget.value = '';
            if (file !== undefined) onFile(file);
          }}
          className="min-h-11 w-full text-small file:me-3 file:min-h-11 file:rounded-block file:border file:border-edge file:bg-transparent file:px-3"
        />
      </div>
      <div className="grid gap-1.5">
        <label htmlFor={textId} className="text-small font-medium">
          {t('import.paste')}
        </label>
        <textarea
          id={textId}
          dir="auto"
          rows={6}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          className="w-full rounded-block border border-edge bg-ground p-3 font-mono text-small text-ink"
        />
      </div>
      {refusal !== undefined && <Notice tone="bad">{refusal}</Notice>}
      <Button type="submit" className="justify-self-start">
        {t('import.check')}
      </Button>
    </form>
  );
}
