import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../../../lib/api/errors.ts'
import { mergeStudies, type Clash } from './merge-rules.ts'
import { makeSaver, type SavingState } from './saver.ts'
import { studyOf, type Study } from './study-rules.ts'

const quote = (id: string, text = id): Block => ({ id, type: 'quote', text, cite: '' })
const study = (title: string, blocks: Block[] = []): Study => ({
  title,
  description: '',
  coverId: 'cover',
  blocks,
})
const at = '2026-11-27T12:00:00.000Z'
const failure = (status: number, code: string) =>
  new ApiError(status, JSON.stringify({ code, message: 'No.' }))

/** A server with one study, and a window that edits it. */
function edited(begin = study('Jars')) {
  const server = { ...begin, revision: 1, savedAt: at as string | null }
  const states: SavingState[] = []
  const told: { clashes: readonly Clash[] }[] = []
  let now = begin
  const save = vi.fn<(next: Study, base: number) => Promise<{ revision: number; savedAt: string }>>(
    async (next, base) => {
      if (base !== server.revision) throw failure(409, 'conflict')
      Object.assign(server, studyOf(next), { revision: base + 1 })
      return { revision: server.revision, savedAt: at }
    },
  )
  const saver = makeSaver({
    base: server,
    current: () => now,
    save,
    read: async () => ({ ...server }),
    onState: (state) => states.push(state),
    onTheirs: (merge, clashes) => {
      now = merge(now)
      told.push({ clashes })
    },
  })
  const type = (next: Study) => {
    now = next
    saver.changed()
  }
  return { server, states, told, save, saver, type, shown: () => now }
}
const phase = (states: readonly SavingState[]) => states.at(-1)?.phase

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('saves once, two seconds after the last key', async () => {
  const { save, states, type, server } = edited()
  type(study('J'))
  await vi.advanceTimersByTimeAsync(1_900)
  type(study('Ja'))
  await vi.advanceTimersByTimeAsync(1_900)
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(save.mock.calls).toEqual([[study('Ja'), 1]])
  expect(states.map((one) => one.phase)).toEqual(['waiting', 'waiting', 'saving', 'saved'])
  expect(server.title).toBe('Ja')
})

it('saves nothing that was undone before', async () => {
  const { save, states, type } = edited()
  type(study('J'))
  type(study('Jars'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(save).not.toHaveBeenCalled()
  expect(phase(states)).toBe('saved')
})

it('saves one version at a time, and what was typed meanwhile after it', async () => {
  const { save, type, server, states } = edited()
  let arrive: (answer: { revision: number; savedAt: string }) => void = () => undefined
  save.mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)))
  type(study('one'))
  await vi.advanceTimersByTimeAsync(2_000)
  type(study('two'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(save).toHaveBeenCalledTimes(1)
  server.revision = 2
  arrive({ revision: 2, savedAt: at })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(save.mock.calls.at(-1)).toEqual([study('two'), 2])
  expect(phase(states)).toBe('saved')
})

it('tries again, more and more slowly, and at once when asked', async () => {
  const { save, type, states, saver } = edited()
  save.mockRejectedValue(failure(503, 'internal'))
  type(study('one'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(states.at(-1)).toEqual({ phase: 'failed', sentence: null })
  type(study('two'))
  await vi.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000)
  expect(save).toHaveBeenCalledTimes(4)
  expect(save.mock.calls.at(-1)?.[0]).toEqual(study('two'))
  save.mockReset()
  save.mockResolvedValue({ revision: 2, savedAt: at })
  saver.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(phase(states)).toBe('saved')
  await vi.advanceTimersByTimeAsync(120_000)
  expect(save).toHaveBeenCalledTimes(1)
})

it('waits for a change if the server refused what it was sent', async () => {
  const { save, type, states } = edited()
  save.mockRejectedValueOnce(failure(400, 'validation'))
  type(study('one'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(save).toHaveBeenCalledTimes(1)
  expect(states.at(-1)).toEqual({ phase: 'failed', sentence: 'No.' })
  type(study('two'))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(phase(states)).toBe('saved')
})

it('merges what another window saved, and saves both', async () => {
  const begin = study('Jars', [quote('a'), quote('b')])
  const { server, told, type, states } = edited(begin)
  Object.assign(server, study('Jars', [quote('a'), quote('b', 'theirs')]), { revision: 5 })
  type(study('Mine', [quote('a'), quote('b')]))
  await vi.advanceTimersByTimeAsync(2_100)
  expect(told).toEqual([{ clashes: [] }])
  expect(server).toMatchObject(study('Mine', [quote('a'), quote('b', 'theirs')]))
  expect(server.revision).toBe(6)
  expect(phase(states)).toBe('saved')
})

it('saves nothing while both versions of a block wait for a choice', async () => {
  const begin = study('Jars', [quote('a')])
  const { server, type, saver, states, shown, save } = edited(begin)
  const theirs = study('Jars', [quote('a', 'theirs')])
  Object.assign(server, theirs, { revision: 5 })
  type(study('Jars', [quote('a', 'mine')]))
  await vi.advanceTimersByTimeAsync(2_100)
  expect(phase(states)).toBe('clash')
  expect(await saver.flush()).toBeNull()
  expect(saver.isDirty()).toBe(true)
  // A reload begins from the version before, so that it finds the same clash.
  const written = saver.written()
  expect(mergeStudies(written.base, shown(), theirs).clashes).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).toHaveBeenCalledTimes(1)
  saver.settled()
  await vi.advanceTimersByTimeAsync(0)
  expect(server).toMatchObject({ blocks: [quote('a', 'mine')], revision: 6 })
})

it('returns the revision that holds everything on screen', async () => {
  const { saver, type, save } = edited()
  expect(await saver.flush()).toBe(1)
  type(study('one'))
  expect(await saver.flush()).toBe(2)
  save.mockRejectedValueOnce(failure(400, 'validation'))
  save.mockRejectedValueOnce(failure(400, 'validation'))
  save.mockRejectedValueOnce(failure(400, 'validation'))
  type(study('two'))
  expect(await saver.flush()).toBeNull()
})

it('ends without saving later', async () => {
  const { saver, type, save } = edited()
  type(study('one'))
  saver.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).not.toHaveBeenCalled()
})
