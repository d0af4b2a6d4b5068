// Answers, and then uses a processor for a minute.
Deno.serve(() => {
  setTimeout(() => {
    const end = Date.now() + 60_000;
    while (Date.now() < end) crypto.randomUUID();
  }, 10);
  return new Response('burning');
});
