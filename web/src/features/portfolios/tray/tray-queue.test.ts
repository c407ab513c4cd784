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

type Held = (lock: Lock | null) => unknown

/** Locks as a browser shares them between its tabs. */
function makeLocks() {
  const waiting: (() => void)[] = []
  let crash: (() => void) | null = null
  const hold = async (name: string, held: Held) => {
    const crashed = new Promise<void>((resolve) => {
      crash = resolve
    })
    await Promise.race([held({ name, mode: 'exclusive' }), crashed])
    crash = null
    waiting.shift()?.()
  }
  const request = (name: string, ...rest: unknown[]) => {
    const held = rest.at(-1) as Held
    if (crash === null) return hold(name, held)
    if (rest.length > 1) return Promise.resolve(held(null))
    return new Promise<void>((resolve) => {
      waiting.push(() => resolve(hold(name, held)))
    })
  }
  /** Ends the tab that has the lock, as when it is closed. */
  return { locks: { request } as Pick<LockManager, 'request'>, closeTab: () => crash?.() }
}

/** Two tabs of one person, which share what the browser keeps. The first one works on the tray. */
async function openTwo(store = makeStore()) {
  const { locks, closeTab } = makeLocks()
  const tabOf = async () => {
    const sends = makeSends()
    const tray = makeTray({ viewerId: 'two-tabs', keeping: store.keeping, send: sends.send, locks })
    await tray.start()
    const given = vi.fn<(wasTaken: boolean) => void>()
    tray.listen({ onTooMany: () => undefined, onGiven: given })
    return { tray, sends, given }
  }
  const first = await tabOf()
  const second = await tabOf()
  expect([first, second].map(({ tray }) => tray.view().isElsewhere)).toEqual([false, true])
  return { first, second, closeTab }
}

it('hands the files of a second tab to the first, which sends each of them once', async () => {
  const { first, second } = await openTwo()
  first.tray.add([raw('early.jpg')])
  second.tray.add([raw('late.jpg'), raw('later.jpg')])
  await expect.poll(() => second.given.mock.calls).toEqual([[true]])
  await expect.poll(() => first.tray.view().summary.all).toBe(3)
  await first.sends.endAll()
  expect(first.sends.sent).toEqual(['early.jpg', 'late.jpg', 'later.jpg'])
  expect(second.sends.sent).toEqual([])
  expect(first.tray.view().summary).toMatchObject({ all: 3, ready: 3 })
})

it('says so when this browser has no room to hand a file over', async () => {
  const { second } = await openTwo(makeStore({ hasRoom: false }))
  second.tray.add([raw('late.jpg')])
  await expect.poll(() => second.given.mock.calls).toEqual([[false]])
})

it('takes over from a tab that was closed, with what that tab had not sent', async () => {
  const { first, second, closeTab } = await openTwo()
  first.tray.add([raw('one.jpg'), raw('two.jpg'), raw('three.jpg')])
  await first.sends.end('one.jpg')
  closeTab()
  await expect.poll(() => second.tray.view().isElsewhere).toBe(false)
  await expect.poll(() => second.tray.view().summary.all).toBe(3)
  await second.sends.endAll()
  expect(second.sends.sent).toEqual(['two.jpg', 'three.jpg'])
  // It sends its own from now on.
  second.tray.add([raw('four.jpg')])
  await second.sends.endAll()
  expect(second.sends.sent.at(-1)).toBe('four.jpg')
  expect(second.given).not.toHaveBeenCalled()
})
