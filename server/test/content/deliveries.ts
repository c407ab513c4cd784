import {
  getProject,
  keepProjectFile,
  listProjectFiles,
} from '@plinth/contract/projects/project-calls.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { DeliveryFile, Project } from '@plinth/contract/projects/projects.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { deliveredKey } from '../../src/core/media/media-rules.ts'
import { namedSignature } from '../../src/core/media/media-sql.ts'
import { newId } from '../../src/db/id.ts'
import type { Database } from '../../src/db/pool.ts'
import { attachFiles } from '../../src/features/projects/delivery/delivery-queries.ts'
import type { Answer, Person, TestApp } from '../app.ts'
import { nameHeader, createUploader } from '../media/uploads.ts'

/** Inserts a project as it looks after hiring and payment. */
export async function addProject(
  db: Database,
  of: { client: Person; creator: Person; status?: ProjectStatus },
): Promise<string> {
  const id = newId()
  await db
    .insertInto('projects')
    .values({
      id,
      client_id: of.client.id,
      creator_id: of.creator.id,
      title: 'Three posters',
      subject: 'Three posters',
      description: 'For the spring.',
      status: of.status ?? 'accepted',
      price_cents: 80_000n,
      shared_at: new Date(),
    })
    .execute()
  return id
}

export async function setStatus(db: Database, id: string, status: ProjectStatus): Promise<void> {
  await db.updateTable('projects').set({ status }).where('id', '=', id).execute()
}

export const purposeHeader = (projectId: string, fileName = 'final.bin') => ({
  'upload-metadata': [
    nameHeader(fileName),
    `purpose ${Buffer.from('delivery').toString('base64')}`,
    `project ${Buffer.from(projectId).toString('base64')}`,
  ].join(','),
})

/** The calls a creator makes to upload files for a project. */
export function delivering(site: TestApp, projectId: string) {
  const tus = createUploader(site)
  const begin = (as: Person | undefined, bytes: number, fileName?: string): Promise<Answer> =>
    tus.begin(as, bytes, purposeHeader(projectId, fileName))
  const begun = async (as: Person, bytes: number, fileName?: string): Promise<string> => {
    const answer = await begin(as, bytes, fileName)
    expect(answer).toMatchObject({ status: 201 })
    return String(answer.headers.location).slice(UPLOADS_PATH.length + 1)
  }
  const keep = (as: Person | undefined, fileId: string): Promise<Answer> =>
    site.call(keepProjectFile, { as, params: { id: projectId, fileId } })
  return {
    begin,
    begun,
    keep,
    send: async (as: Person, file: Buffer, fileName?: string): Promise<DeliveryFile> => {
      const id = await begun(as, file.length, fileName)
      expect(await tus.send(as, id, 0, file)).toMatchObject({ status: 204 })
      const answer = await keep(as, id)
      expect(answer).toMatchObject({ status: 200, body: { id } })
      return answer.body as DeliveryFile
    },
  }
}

/** Inserts a delivery as the project's step does. Returns its id. */
export async function deliver(
  db: Database,
  of: { projectId: string; ownerId: string; fileIds: string[]; number?: number },
): Promise<string> {
  const deliveryId = newId()
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('project_deliveries')
      .values({ id: deliveryId, project_id: of.projectId, number: of.number ?? 1, note: '' })
      .execute()
    await attachFiles(trx, { ...of, deliveryId })
  })
  return deliveryId
}

/** The files of the last delivery, as this person sees them in the project room. */
export async function filesSeenBy(
  site: TestApp,
  projectId: string,
  viewer: Person,
): Promise<DeliveryFile[]> {
  const answer = await site.call(getProject, { as: viewer, params: { id: projectId } })
  expect(answer).toMatchObject({ status: 200 })
  return (answer.body as Project).deliveries[0]?.files ?? []
}

/** The query string of a signed link to this file; `expires` is in seconds since 1970. */
export async function deliveryLinkUntil(
  db: Database,
  { fileId, name }: { fileId: string; name: string },
  expires: number,
): Promise<string> {
  const right = namedSignature({
    name: sql`${name}::text`,
    secret: sql`secret`,
    expires: sql`${String(expires)}::text`,
  })
  const { rows } = await sql<{ signature: string }>`
    select ${right} as signature from delivery_files where id = ${fileId}::uuid`.execute(db)
  return `?expires=${expires}&signature=${rows[0]?.signature}`
}

/** Makes these files this many hours old. */
export async function ageFiles(db: Database, ids: string[], hours: number): Promise<void> {
  await db
    .updateTable('delivery_files')
    .set({ created_at: new Date(Date.now() - hours * 3_600_000) })
    .where('id', 'in', ids)
    .execute()
}

/** Stores an object without a file row, with a removal from this many hours ago. */
export async function leaveObject(
  { deps: { db, storage } }: TestApp,
  fileId: string,
  hours: number,
): Promise<void> {
  await storage.put(deliveredKey(fileId), Buffer.from('left'))
  await db
    .insertInto('delivery_removals')
    .values({ file_id: fileId, created_at: new Date(Date.now() - hours * 3_600_000) })
    .execute()
}

/** Inserts file rows of any size, without objects in the store. */
export async function addFiles(
  db: Database,
  of: { projectId: string; ownerId: string; count: number; bytes: number; deliveryId?: string },
): Promise<void> {
  await sql`
    insert into delivery_files (id, project_id, owner_id, kind, file_name, content_type, bytes,
      preview_state, proof_state, delivery_id, position)
    select gen_random_uuid(), ${of.projectId}::uuid, ${of.ownerId}::uuid, 'other', 'a', 'a/b',
      ${of.bytes}::bigint, 'none', 'none', ${of.deliveryId ?? null}::uuid,
      case when ${of.deliveryId ?? null}::uuid is not null then n end
    from generate_series(1, ${of.count}::int) as n`.execute(db)
}

export const removalsOf = async ({ deps }: TestApp): Promise<string[]> =>
  (await deps.db.selectFrom('delivery_removals').select('file_id').execute()).map(
    ({ file_id }) => file_id,
  )

export async function objectsOf({ deps }: TestApp): Promise<string[]> {
  const keys: string[] = []
  for await (const key of deps.storage.list('deliveries/')) keys.push(key)
  return keys
}

/** The preview states of the files not delivered yet, oldest first. */
export async function previewStates(
  site: TestApp,
  { as, projectId }: { as: Person; projectId: string },
): Promise<string[]> {
  const { body } = await site.call(listProjectFiles, { as, params: { id: projectId } })
  return (body as DeliveryFile[]).map(({ previewState }) => previewState)
}

/** Waits until all previews and proofs are finished. */
export async function untilSeen(
  site: TestApp,
  of: { as: Person; projectId: string },
): Promise<void> {
  const isSettled = async () => {
    const { body } = await site.call(listProjectFiles, {
      as: of.as,
      params: { id: of.projectId },
    })
    const states = (body as DeliveryFile[]).flatMap(({ previewState, proofState }) => [
      previewState,
      proofState,
    ])
    expect(states).not.toContain('waiting')
  }
  await vi.waitFor(isSettled, { timeout: 100_000 })
}
