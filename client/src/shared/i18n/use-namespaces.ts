import { useQuery } from '@tanstack/react-query';
import { loadNamespaces } from '@/shared/i18n';
import type { Language } from './language';
import type { Namespace } from './namespaces';

/** Loads namespaces, also of another language than the page's. Returns whether they are loaded. */
export const useNamespaces = (language: Language, namespaces: Namespace[]): boolean =>
  useQuery({
    queryKey: ['messages', language, ...namespaces],
    queryFn: async () => {
      await loadNamespaces(language, namespaces);
      return true;
    },
    staleTime: Infinity,
  }).isSuccess;
