/**
 * The response to a request for a page: the network's; if that fails, is an error of the server or takes
 * longer than `timeoutMs`, the cached page; without one, the server's error. Rejects if there is neither.
 */
export async function pageAnswer(
  fromNetwork: Promise<Response>,
  cached: Promise<Response | undefined>,
  timeoutMs: number,
): Promise<Response> {
  const served = fromNetwork.then((answer) => (answer.status < 500 ? answer : undefined));
  const timeout = new Promise<undefined>((resolve) =>
    setTimeout(() => resolve(undefined), timeoutMs),
  );
  const first = await Promise.race([served.catch(() => undefined), timeout]);
  return first ?? (await cached) ?? fromNetwork;
}
