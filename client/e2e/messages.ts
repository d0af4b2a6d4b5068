import type { Backend } from './backend';

type Message = { subject?: string; message?: string; status?: 'new' | 'read'; hoursAgo?: number };

const hourMs = 3_600_000;

/** Inserts a message like the contact form; each test has its own sender name. */
export async function makeMessage(service: Backend, name: string, more: Message = {}) {
  const { subject = 'General Inquiry', message = 'Will you come?', status = 'new' } = more;
  const created_at = new Date(Date.now() - (more.hoursAgo ?? 1) * hourMs).toISOString();
  const { data } = await service
    .from('contact_submissions')
    .insert({ name, email: 'amal@example.org', subject, message, status, created_at })
    .select()
    .single()
    .throwOnError();
  return data;
}
