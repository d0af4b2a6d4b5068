import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loadNamespaces } from '../../i18n';
import type { Language } from '../../i18n/language';

/** The words of the inbox in the language of an answer, which may be another than the page's. */
export function useReplyMessages(language: Language) {
  const { i18n } = useTranslation();
  const { data: words } = useQuery({
    queryKey: ['words', 'admin-inbox', language],
    queryFn: async () => {
      await loadNamespaces(language, ['admin-inbox']);
      return language;
    },
    staleTime: Infinity,
  });
  return words === undefined ? undefined : i18n.getFixedT(words, 'admin-inbox');
}
