/** How often what is on the screen asks again, until the server can tell of changes. Milliseconds. */
const pollMs = 20_000;

/**
 * For useQuery: what is shown follows what others do. A hidden page does not ask; it does when it is
 * looked at again.
 */
export const following = {
  staleTime: 0,
  refetchInterval: pollMs,
  refetchOnWindowFocus: true,
} as const;
