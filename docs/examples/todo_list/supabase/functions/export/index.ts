// The todos that the caller may read, as CSV or JSON. The rights are those of the policies.
import { cors } from "../_shared/cors.ts";

const formats: Record<string, string> = {
  csv: "text/csv",
  json: "application/json",
};

Deno.serve(async (request) => {
  if (request.method === "OPTIONS")
    return new Response("ok", { headers: cors });
  const { format = "csv" } = await request.json().catch(() => ({}));
  const accept = formats[format];
  if (accept === undefined)
    return Response.json(
      { message: `There is no format ${format}` },
      { status: 422, headers: cors },
    );
  const todos = new URL(
    "/rest/v1/todos?select=title,is_done&order=id",
    Deno.env.get("SUPABASE_URL"),
  );
  const rows = await fetch(todos, {
    headers: {
      accept,
      apikey: Deno.env.get("SUPABASE_ANON_KEY") ?? "",
      authorization: request.headers.get("authorization") ?? "",
    },
  });
  const type = rows.headers.get("content-type") ?? accept;
  return new Response(rows.body, {
    status: rows.status,
    headers: { ...cors, "content-type": type },
  });
});
