import { Trash2 } from 'lucide-react';
import { useConfirm } from '@/admin/kit/confirm';
import { failureText } from '@/shared/api/failures';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { formatNumber } from '@/shared/i18n/format';
import { localised } from '@/shared/i18n/localised';
import { Button } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { notify } from '@/shared/ui/toast';
import { sampleKinds, useRemoveSamples, useSamples, type SampleKind } from './use-samples';

/** Says how many rows of a table are samples, with the button that removes them; nothing without samples. */
export function SamplesNotice({ kind }: { kind: SampleKind }) {
  const { t } = useTranslation('admin');
  const language = useLanguage();
  const count = useSamples().data?.filter((row) => row.kind === kind).length ?? 0;
  if (count === 0) return null;
  return (
    <Notice tone="plain" className="mb-4 flex flex-wrap items-center justify-between gap-3">
      <p className="max-w-[70ch]">
        {t('samples.here', { count, amount: formatNumber(count, language) })}
      </p>
      <RemoveSamplesButton kinds={[kind]} />
    </Notice>
  );
}

/** Removes the samples of some tables, after a question that names what goes. */
export function RemoveSamplesButton({ kinds = sampleKinds }: { kinds?: readonly SampleKind[] }) {
  const { t } = useTranslation(['admin', 'site']);
  const language = useLanguage();
  const confirm = useConfirm();
  const { data = [] } = useSamples();
  const remove = useRemoveSamples();
  const going = kinds.flatMap((kind) => {
    const rows = data.filter((row) => row.kind === kind);
    return rows.length === 0 ? [] : [{ kind, rows }];
  });
  const count = going.reduce((sum, { rows }) => sum + rows.length, 0);
  const ask = async () => {
    const detail = going
      .map(({ kind, rows }) => {
        const names = rows.map((row) => localised(row, 'name', language).text);
        const amount = formatNumber(rows.length, language);
        return `${t(`admin:samples.kinds.${kind}`)} (${amount}): ${names.join(' · ')}`;
      })
      .join('\n');
    const isMeant = await confirm({
      question: t('admin:samples.question', { count, amount: formatNumber(count, language) }),
      detail,
      action: t('admin:samples.remove'),
      tone: 'bad',
    });
    if (!isMeant) return;
    remove.mutate(kinds, {
      onSuccess: () => notify('good', t('admin:samples.removed'), { ms: 6000 }),
      onError: (error) => notify('bad', `${t('admin:samples.failed')} ${failureText(t, error)}`),
    });
  };
  return (
    <Button
      look="line"
      className="text-bad"
      disabled={count === 0 || remove.isPending}
      onClick={() => void ask()}
    >
      <Trash2 aria-hidden="true" className="size-4" />
      {t('admin:samples.remove')}
    </Button>
  );
}
