import type { Block } from '@plinth/contract/portfolios/studies.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../../../../lib/api/errors.ts'
import { makeStudyState, type KeptStudy, type Theirs } from './study-state.ts'
import { studyOf, type Study } from './study-rules.ts'

const quote = (id: string, text = id): Block => ({ id, type: 'quote', text, cite: '' })
const opened: Theirs = {
  title: 'Jars',
  description: '',
  coverId: 'cover',
  blocks: [quote('a'), quote('b')],
  revision: 3,
  savedAt: null,
  files: {},
  people: {},
}
const titled = (title: string) => (study: Study) => ({ ...study, title })
const withWords = (id: string, text: string) => (study: Study) => ({
  ...study,
  blocks: study.blocks.map((one) => (one.id === id ? quote(id, text) : one)),
})

function edited({
  kept = null,
  server = { ...opened },
}: { kept?: KeptStudy | null; server?: Theirs } = {}) {
  let stored: KeptStudy | null = kept
  const save = vi.fn<(study: Study, base: number) => Promise<{ revision: number; savedAt: null }>>(
    async (study, base) => {
      if (base !== server.revision)
        throw new ApiError(409, JSON.stringify({ code: 'conflict', message: 'Changed.' }))
      Object.assign(server, study, { revision: base + 1 })
      return { revision: server.revision, savedAt: null }
    },
  )
  const state = makeStudyState({
    draft: { ...server },
    kept,
    save,
    read: async () => ({ ...server }),
    keep: (next) => (stored = structuredClone(next)),
  })
  return { state, save, server, stored: () => stored, now: () => state.read().history.now }
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('keeps what is not saved in the browser, and drops it once it is', async () => {
  const { state, stored } = edited()
  state.change(titled('Six jars'))
  expect(stored()).toMatchObject({
    study: { title: 'Six jars' },
    revision: 3,
    base: { title: 'Jars' },
  })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(stored()).toBeNull()
})

it('begins with what an earlier visit could not save, and saves it', async () => {
  const first = edited()
  first.save.mockRejectedValue(new ApiError(503, 'busy'))
  first.state.change(titled('Six jars'))
  await vi.advanceTimersByTimeAsync(2_000)
  first.state.end()
  const { state, server, now } = edited({ kept: first.stored() })
  expect(now().title).toBe('Six jars')
  expect(state.read().theirs).toBeNull()
  state.start()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server).toMatchObject({ title: 'Six jars', revision: 4 })
})

it('merges what an earlier visit left with what was saved elsewhere since', async () => {
  const first = edited()
  first.state.change(withWords('a', 'mine'))
  const server = { ...opened, blocks: [quote('a'), quote('b', 'theirs')], revision: 9 }
  const { state, now } = edited({ kept: first.stored(), server })
  expect(now().blocks).toEqual([quote('a', 'mine'), quote('b', 'theirs')])
  state.start()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(server).toMatchObject({ revision: 10, blocks: [quote('a', 'mine'), quote('b', 'theirs')] })
})

it('asks again after a reload what both changed', async () => {
  const first = edited()
  first.state.change(withWords('a', 'mine'))
  Object.assign(first.server, { blocks: [quote('a', 'theirs'), quote('b')], revision: 9 })
  await vi.advanceTimersByTimeAsync(2_100)
  expect(first.state.read().clashes).toHaveLength(1)
  const { state, server, save } = edited({ kept: first.stored(), server: first.server })
  const [clash] = state.read().clashes
  if (clash === undefined) throw new Error('it asks nothing')
  state.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(save).not.toHaveBeenCalled()
  state.choose(clash, 'theirs')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(state.read().clashes).toEqual([])
  expect(state.isDirty()).toBe(false)
  expect(server).toMatchObject({ revision: 9, blocks: [quote('a', 'theirs'), quote('b')] })
})

it('undoes what was done here and never what another window did', async () => {
  const { state, server, now } = edited()
  state.change(titled('Six jars'))
  Object.assign(server, { blocks: [quote('a'), quote('b', 'theirs')], revision: 9 })
  await vi.advanceTimersByTimeAsync(2_100)
  state.undo()
  expect(now()).toEqual(studyOf({ ...opened, blocks: [quote('a'), quote('b', 'theirs')] }))
  state.redo()
  expect(now().title).toBe('Six jars')
})

it('keeps the words about a file, and the file that was uploaded here', () => {
  const { state, stored } = edited()
  state.putFile({ id: 'file', kind: 'image', picture: { id: 'file', alt: '' } } as Media)
  state.setAlt('file', 'A jar')
  state.setAlt('gone', 'Nothing')
  // Its picture is ready only now, in an answer from before the words.
  state.putFile({ id: 'file', kind: 'image', picture: { id: 'file', alt: '' } } as Media)
  state.change(titled('Six jars'))
  expect(stored()?.files).toMatchObject({ file: { picture: { alt: 'A jar' } } })
})
