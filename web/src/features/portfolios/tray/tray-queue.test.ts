import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_FORM } from '../form/work-form.ts'
import { ApiError } from '../../../lib/api/errors.ts'
import { exampleMedia } from '../../../lib/media/media.example.ts'
import { mediaOf } from '../../../lib/uploads/files.ts'
import type { sendMedia } from '../../../lib/uploads/media-api.ts'
import type { Kept, KeptEntry, Keeping } from './keeping.ts'
import { makeTray } from './tray-queue.ts'

vi.mock('./preparing.ts', () => ({ makePreparing: () => ({ add: () => undefined }) }))

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}', { status: 503 })))
})
afterEach(() => void vi.unstubAllGlobals())

/** What a browser keeps, shared by the visits of a test. */
function makeStore({ hasRoom = true } = {}) {
  const entries = new Map<string, KeptEntry>()
  const files = new Map<string, File>()
  const keeping: Keeping = {
    read: () =>
      Promise.resolve(
        [...entries.values()]
          .toSorted((a, b) => a.order - b.order)
          .map((entry): Kept => ({ entry, file: files.get(entry.key) ?? null })),
      ),
    saveEntries: (list) => {
      for (const entry of list) entries.set(entry.key, entry)
      return Promise.resolve(true)
    },
    saveFile: (key, file) => {
      if (hasRoom) files.set(key, file)
      return Promise.resolve(hasRoom)
    },
    dropFile: (key) => Promise.resolve(void files.delete(key)),
    drop: (keys) => {
      for (const key of keys) {
        entries.delete(key)
        files.delete(key)
      }
      return Promise.resolve()
    },
  }
  return { keeping, entries, files }
}

const raw = (name: string) =>
  new File([new Uint8Array(100)], name, { type: 'image/jpeg', lastModified: 7 })
const many = (count: number) => Array.from({ length: count }, (_, at) => raw(`file-${at}.jpg`))

/** Sends that the test ends one by one. */
function makeSends() {
  const running = new Map<string, (error?: Error) => void>()
  const sent: string[] = []
  let most = 0
  const send = ((file: File, { signal }: { signal: AbortSignal }) => {
    sent.push(file.name)
    return new Promise((resolve, reject) => {
      running.set(file.name, (error) => {
        running.delete(file.name)
        if (error === undefined) resolve(exampleMedia(`media-${file.name}`))
        else reject(error)
      })
      most = Math.max(most, running.size)
      signal.addEventListener('abort', () => {
        running.delete(file.name)
        reject(signal.reason as Error)
      })
    })
  }) as typeof sendMedia
  const end = async (name: string, error?: Error) => {
    running.get(name)?.(error)
    await settle()
  }
  const endAll = async () => {
    for (let [name] = running.keys(); name !== undefined; [name] = running.keys()) await end(name)
  }
  return { send, sent, running, end, endAll, most: () => most }
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

async function open({
  keeping = makeStore().keeping,
  sends = makeSends(),
  save = vi.fn<() => Promise<void>>(() => Promise.resolve()),
} = {}) {
  const tray = makeTray({ viewerId: 'marit', keeping, send: sends.send, save, locks: null })
  await tray.start()
  return { tray, sends, save }
}
const refusal = (status: number, message = 'No.') =>
  new ApiError(status, JSON.stringify({ code: 'rate.limited', message }))

it('sends a hundred files two at a time, and loses and doubles none', async () => {
  const { tray, sends, save } = await open()
  tray.add(many(100))
  // Chosen again by mistake.
  tray.add(many(100))
  await sends.endAll()
  expect(sends.most()).toBe(2)
  expect(sends.sent).toHaveLength(100)
  expect(new Set(sends.sent).size).toBe(100)
  expect(tray.view().summary).toMatchObject({ all: 100, ready: 100, pending: 0 })
  const defaults = { defaultOrigin: null, reservesTraining: true }
  // A double press saves once.
  const [first, second] = await Promise.all([tray.save(defaults), tray.save(defaults)])
  expect([first, second]).toEqual([100, null])
  expect(save).toHaveBeenCalledTimes(100)
  expect(tray.view().files).toEqual([])
})

it('goes on after a reload: what has arrived stays, what was sent is sent again', async () => {
  const store = makeStore()
  const before = await open({ keeping: store.keeping })
  before.tray.add(many(4))
  await settle()
  await before.sends.end('file-0.jpg')
  before.tray.describe(before.tray.view().files[2]?.key ?? '', {
    ...EMPTY_FORM,
    title: 'Ember',
    category: 'crafting',
  })
  before.tray.pause([before.tray.view().files[3]?.key ?? ''])
  await settle()
  // It has arrived, so this browser need not keep it.
  expect(store.files.size).toBe(3)

  const { tray, sends } = await open({ keeping: store.keeping })
  const { files } = tray.view()
  expect(files.map(({ name }) => name)).toEqual(many(4).map(({ name }) => name))
  expect(sends.sent).toEqual(['file-1.jpg', 'file-2.jpg'])
  expect(files[2]?.fields).toMatchObject({ title: 'Ember', category: 'crafting' })
  expect(files[3]?.upload.phase).toBe('paused')
})

it('asks for a file that this browser could not keep, and takes it when it is chosen again', async () => {
  const store = makeStore({ hasRoom: false })
  const before = await open({ keeping: store.keeping })
  before.tray.add(many(1))
  await settle()
  const { tray, sends } = await open({ keeping: store.keeping })
  expect(tray.view().files).toMatchObject([{ isMissing: true, upload: { phase: 'refused' } }])
  expect(sends.sent).toEqual([])
  tray.add(many(1))
  expect(tray.view().files).toHaveLength(1)
  expect(sends.sent).toEqual(['file-0.jpg'])
})

it('stops all with the reason instead of failing a hundred times, and continues when asked', async () => {
  const { tray, sends } = await open()
  tray.add(many(10))
  await sends.end('file-0.jpg', refusal(429, 'Too many today.'))
  expect(tray.view().hold).toBe('Too many today.')
  await sends.end('file-1.jpg')
  expect(sends.sent).toEqual(['file-0.jpg', 'file-1.jpg'])
  expect(tray.view().summary).toMatchObject({ ready: 1, pending: 9 })
  tray.goOnHeld()
  expect(sends.sent.slice(2)).toEqual(['file-0.jpg', 'file-2.jpg'])
})

it('refuses one file with its reason and sends the others', async () => {
  const { tray, sends } = await open()
  tray.add([raw('a.jpg'), new File(['x'], 'tool.exe'), raw('b.jpg')])
  await sends.end('a.jpg', refusal(422, 'We can’t read it.'))
  expect(tray.view().files.map(({ upload }) => upload.phase)).toEqual([
    'refused',
    'refused',
    'sending',
  ])
  const [first] = tray.view().files
  tray.replace(first?.key ?? '', raw('c.jpg'))
  expect(sends.sent).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
})

it('pauses and resumes one or all, and starts the next one meanwhile', async () => {
  const { tray, sends } = await open()
  tray.add(many(3))
  const keys = tray.view().files.map(({ key }) => key)
  tray.pause([keys[0] ?? ''])
  expect(sends.sent).toEqual(['file-0.jpg', 'file-1.jpg', 'file-2.jpg'])
  tray.pause(keys)
  expect(tray.view().summary).toMatchObject({ paused: 3, pending: 0 })
  expect(sends.running.size).toBe(0)
  tray.goOn(keys)
  await settle()
  expect(sends.running.size).toBe(2)
})

it('keeps in the tray what could not be saved, and stops where the others would fail as well', async () => {
  const save = vi.fn<() => Promise<void>>()
  save.mockResolvedValueOnce().mockRejectedValueOnce(refusal(400, 'Choose a category.'))
  save.mockRejectedValueOnce(refusal(0))
  const { tray, sends } = await open({ save })
  tray.add(many(4))
  await sends.endAll()
  expect(await tray.save({ defaultOrigin: null, reservesTraining: false })).toBe(1)
  expect(save).toHaveBeenCalledTimes(3)
  expect(tray.view().files.map(({ problem }) => problem)).toEqual([
    'Choose a category.',
    'No.',
    null,
  ])
  expect(tray.view().files.every((file) => mediaOf(file) !== undefined)).toBe(true)
})
