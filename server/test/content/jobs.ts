import { sql } from 'kysely'
import type { Person, TestApp } from '../app.ts'

/** Enqueues a job and marks it as given up, as after its last attempt. Returns its id. */
export async function failedJob(
  t: TestApp,
  queue: string,
  { data = {}, error = 'It broke.' }: { data?: object; error?: string } = {},
): Promise<string> {
  await t.deps.jobs.send(t.deps.db, queue, data)
  const { rows } = await sql<{ id: string }>`
    update pgboss.job set state = 'failed', completed_on = now(),
      output = ${JSON.stringify({ message: error })}::jsonb
    where name = ${queue} and state = 'created' returning id`.execute(t.deps.db)
  return rows[0]?.id ?? ''
}

/** For an app that queues emails and, with `JOBS=off`, sends none. */
export const NOBODY_LISTENS = { SMTP_URL: 'smtp://127.0.0.1:9' }

/** The subjects of the plain emails that wait for a person, oldest first. */
export async function emailsWaitingFor(t: TestApp, { id }: Person): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    select data ->> 'subject' as subject from pgboss.job j
    join users u on u.email = j.data ->> 'to' and u.id = ${id}::uuid
    where j.name = 'notifications.plain-letter' order by j.created_on`.execute(t.deps.db)
  return rows.map(({ subject }) => subject)
}
