import { deleteProjectFile, listProjectFiles } from '@plinth/contract/projects/project-calls.ts'
import { proofPageUrl, type DeliveryFile } from '@plinth/contract/projects/projects.ts'
import { beforeAll, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import {
  addProject,
  deliver,
  delivering,
  filesSeenBy,
  objectsOf,
  setStatus,
} from '../../../../test/content/deliveries.ts'
import { makeDoc, makeZip } from '../../../../test/media/documents.ts'
import { makeWord, wordHeading, wordParagraph } from '../../../../test/media/papers.ts'
import { SWEEP_PROOFS } from './delivery-rules.ts'

const SOON = { timeout: 100_000 }

const site = testApp()
let client: Person
let creator: Person
let projectId: string
let files: DeliveryFile[]

const zipOf = (...names: string[]) => makeZip(names.map((name) => ({ name, data: 'abc' })))
/** Far larger once it is unpacked. */
const bomb = makeWord('', { parts: { 'word/document.xml': new Uint8Array(25 * 1024 ** 2) } })

beforeAll(async () => {
  client = await site.person('Clara')
  creator = await site.person('Mara', { isCreator: true })
  projectId = await addProject(site.deps.db, { client, creator })
  const room = delivering(site, projectId)
  files = [
    await room.send(creator, makeWord(wordHeading('Brief') + wordParagraph('Blue.')), 'brief.docx'),
    await room.send(creator, Buffer.from('# Plan\n\n- one\n'), 'plan.md'),
    await room.send(creator, Buffer.from('name,size\nposter,A2\n'), 'sizes.csv'),
    await room.send(creator, zipOf('raw/1.tif', 'licence.txt'), 'raw.zip'),
    await room.send(creator, zipOf('a.txt').subarray(0, -30), 'broken.zip'),
    await room.send(creator, bomb, 'bomb.docx'),
    await room.send(creator, makeDoc(), 'old.doc'),
    await room.send(creator, Buffer.alloc(900, 1), 'layers.bin'),
    await room.send(creator, zipOf('xl/a.xml', '[Content_Types].xml'), 'a.xlsx'),
  ]
  await vi.waitFor(async () => {
    const { body } = await site.call(listProjectFiles, { as: creator, params: { id: projectId } })
    const states = (body as DeliveryFile[]).map(({ proofState }) => proofState)
    if (states.includes('waiting')) throw new Error('they are not made yet')
  }, SOON)
  await deliver(site.deps.db, {
    projectId,
    ownerId: creator.id,
    fileIds: files.map(({ id }) => id),
  })
  await setStatus(site.deps.db, projectId, 'delivered')
}, 120_000)

const fetched = (url = '') => site.app.inject({ url })
const named = async (viewer: Person, name: string) =>
  (await filesSeenBy(site, projectId, viewer)).find(({ fileName }) => fileName === name)

it('texts and Word documents become pages', async () => {
  for (const name of ['brief.docx', 'plan.md', 'sizes.csv']) {
    const file = await named(client, name)
    expect(file, name).toMatchObject({
      kind: 'document',
      proofState: 'ready',
      proof: { film: null, sound: null, picture: null, archive: null, pages: { all: 1 } },
    })
    const { url = '', sizes = [] } = file?.proof?.pages ?? {}
    expect(sizes).toEqual([{ width: 905, height: 1_280 }])
    const page = await fetched(proofPageUrl(url, 1))
    expect(page).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
    const own = await named(creator, name)
    const plain = await fetched(proofPageUrl(own?.proof?.pages?.url ?? '', 1))
    expect(plain.statusCode).toBe(200)
    expect(page.rawPayload.equals(plain.rawPayload)).toBe(false)
    // The PDF in between is not kept.
    const kept = (await objectsOf(site)).filter((key) => key.includes(file?.id ?? ''))
    expect(kept.map((key) => key.split('/').at(-1)).toSorted()).toEqual([
      'original.bin',
      'page-1.webp',
      'page-plain-1.webp',
    ])
  }
})

it('an archive is shown by its list', async () => {
  expect(await named(client, 'raw.zip')).toMatchObject({
    kind: 'other',
    proofState: 'ready',
    url: null,
    proof: {
      pages: null,
      archive: {
        entries: [
          { name: 'licence.txt', bytes: 3 },
          { name: 'raw/1.tif', bytes: 3 },
        ],
        all: 2,
        bytes: 6,
      },
    },
  })
})

it('what is broken or a trap fails, and the rest keeps its name', async () => {
  for (const [name, proofState] of [
    ['broken.zip', 'failed'],
    ['bomb.docx', 'failed'],
    ['old.doc', 'none'],
    ['layers.bin', 'none'],
    ['a.xlsx', 'none'],
  ])
    expect(await named(client, name ?? ''), name).toMatchObject({ proofState, proof: null })
  // Nobody looked into these.
  const [doc, bin] = ['old.doc', 'layers.bin'].map((name) =>
    files.find(({ fileName }) => fileName === name),
  )
  expect([doc?.proofState, bin?.proofState]).toEqual(['none', 'none'])
})

it.each([
  ['text', Buffer.from('Once upon a time'), 'page-1.webp'],
  ['archive', zipOf('a.txt'), 'original.bin'],
])(
  'a %s of before there were pages and lists gets one, and leaves nothing once it is removed',
  async (_, bytes, made) => {
    const { db } = site.deps
    const other = await addProject(db, { client, creator })
    const file = await delivering(site, other).send(creator, bytes, 'again')
    const stateOf = async () =>
      (await db.selectFrom('delivery_files').selectAll().where('id', '=', file.id).execute())[0]
        ?.proof_state
    await expect.poll(stateOf, SOON).toBe('ready')
    await db
      .updateTable('delivery_files')
      .set({ proof: null, proof_state: 'waiting' })
      .where('id', '=', file.id)
      .execute()
    await site.runJob(SWEEP_PROOFS)
    await expect.poll(stateOf, SOON).toBe('ready')
    const objects = async () => (await objectsOf(site)).filter((key) => key.includes(file.id))
    expect(await objects()).toContain(`deliveries/${file.id}/${made}`)
    await site.call(deleteProjectFile, { as: creator, params: { id: other, fileId: file.id } })
    await expect.poll(objects, SOON).toEqual([])
  },
)
