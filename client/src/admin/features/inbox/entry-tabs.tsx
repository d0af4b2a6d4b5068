import type { ReactNode } from 'react';
import { Tabs } from 'radix-ui';
import { useLanguage, useTranslation } from '@/shared/i18n';
import { directionOf } from '@/shared/i18n/language';

const parts = ['details', 'raw'] as const;
type Part = (typeof parts)[number];

/** The tabs of an entry. */
export function EntryTabs({ children }: { children: Record<Part, ReactNode> }) {
  const { t } = useTranslation('admin-inbox');
  const dir = directionOf(useLanguage());
  return (
    <Tabs.Root defaultValue="details" dir={dir} className="grid gap-4">
      <Tabs.List
        aria-label={t('tabs.label')}
        className="flex gap-5 border-b border-line text-small"
      >
        {parts.map((part) => (
          <Tabs.Trigger
            key={part}
            value={part}
            className="-mb-px min-h-11 border-b-2 border-transparent text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink lg:min-h-9"
          >
            {t(`tabs.${part}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {parts.map((part) => (
        <Tabs.Content key={part} value={part} tabIndex={-1} className="min-w-0 outline-none">
          {children[part]}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
