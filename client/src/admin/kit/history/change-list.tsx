import type { ReactNode } from 'react';
import { useTranslation } from '@/shared/i18n';
import { ChangedValue } from './changed-value';
import { changesOf, excerptOf, type Change, type Entry } from './entry';
import { useAuditLabels } from './use-audit-labels';

const maxOpenColumns = 4; // more changed columns are collapsed

const isLong = ({ values }: Change) =>
  values !== undefined &&
  [values.before, values.after].some((side) => excerptOf(side) !== undefined);

/** The changes of an entry: each column with its old and its new value. */
export function ChangeList({ entry }: { entry: Entry }) {
  const { t } = useTranslation('admin-audit');
  const changes = changesOf(entry);
  if (changes.length === 0) return null;
  const list = <Changes entry={entry} changes={changes} />;
  const isShort = changes.length <= maxOpenColumns && !changes.some(isLong);
  if (isShort && entry.action !== 'delete') return list;
  return (
    <details className="text-small">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted underline decoration-line underline-offset-4 hover:text-ink lg:min-h-8">
        {t('columnsCount', { count: changes.length })}
      </summary>
      {list}
    </details>
  );
}

function Changes({ entry, changes }: { entry: Entry; changes: Change[] }) {
  const labels = useAuditLabels();
  return (
    <dl className="grid gap-x-4 gap-y-2 text-small sm:grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)]">
      {changes.map((change) => (
        <div key={change.column} className="contents">
          <dt className="pt-1 text-muted">{labels.column(change.column)}</dt>
          <dd className="min-w-0">
            <Sides entry={entry} {...change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Sides({ entry, column, values }: Change & { entry: Entry }) {
  const { t } = useTranslation('admin-audit');
  const isDeleted = entry.action === 'delete';
  if (values === undefined) {
    return <p className="py-1 text-muted">{t(isDeleted ? 'gone' : 'hidden')}</p>;
  }
  return (
    <div className="grid gap-1 lg:grid-cols-2">
      <Side label={t('before')} tone="before">
        <ChangedValue column={column} value={values.before} />
      </Side>
      {!isDeleted && (
        <Side label={t('after')} tone="after">
          <ChangedValue column={column} value={values.after} />
        </Side>
      )}
    </div>
  );
}

const tones = { before: 'border-bad', after: 'border-good' };

// The colour repeats the order; screen readers get a label.
function Side(props: { label: string; tone: keyof typeof tones; children: ReactNode }) {
  const Tag = props.tone === 'before' ? 'del' : 'ins';
  return (
    <Tag
      className={`block min-w-0 border-s-2 bg-raised px-2.5 py-1 wrap-anywhere no-underline ${tones[props.tone]}`}
    >
      <span className="sr-only">{`${props.label}: `}</span>
      {props.children}
    </Tag>
  );
}
