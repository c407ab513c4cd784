import { ApiError } from '../../../../../lib/api/errors.ts'
import { mergeStudies, type Clash } from './merge-rules.ts'
import { isSame, studyOf, type Study } from './study-rules.ts'

const AFTER_TYPING_MS = 2_000
const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 60_000

export type SavingState =
  /** Null and 0 before the first save. */
  | { phase: 'saved'; at: string | null; revision: number }
  /** Changed; it is saved when the person pauses. */
  | { phase: 'waiting' }
  | { phase: 'saving' }
  /** With a sentence if the server refused it, so that only a change can help. */
  | { phase: 'failed'; sentence: string | null }
  /** Both windows changed the same thing. Nothing is saved until the person has chosen. */
  | { phase: 'clash' }

export interface Saved {
  revision: number
  savedAt: string | null
}

interface SaverOptions<T extends Study & Saved> {
  /** The server's version that editing began with. */
  base: Study & Saved
  /** What is on screen now. */
  current: () => Study
  save: (study: Study, base: number) => Promise<Saved>
  /** The server's version now. */
  read: () => Promise<T>
  onState: (state: SavingState) => void
  /**
   * Another window saved meanwhile. `merge` adds what it changed to a study; `clashes` are what both changed. `current`
   * has to return the merged study afterwards.
   */
  onTheirs: (merge: (study: Study) => Study, clashes: readonly Clash[], theirs: T) => void
}

/** Saves a study when typing pauses, one save at a time, and tries again until it succeeds. */
export function makeSaver<T extends Study & Saved>(options: SaverOptions<T>) {
  const { current, onState } = options
  let base = studyOf(options.base)
  let { revision, savedAt } = options.base
  let state: SavingState = { phase: 'saved', at: savedAt, revision }
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  let failures = 0
  /** What clashed was written on this version. */
  let held: { base: Study; revision: number } | null = null
  let isEnded = false

  const tell = (next: SavingState) => {
    state = next
    if (!isEnded) onState(next)
  }
  const isDirty = () => !isSame(current(), base)
  const later = (ms: number) => {
    clearTimeout(timer)
    if (!isEnded) timer = setTimeout(() => void run(), ms)
  }
  const failed = (error: unknown) => {
    failures += 1
    const mayPass = !(error instanceof ApiError) || error.status === 0 || error.status >= 429
    const sentence = error instanceof ApiError && !mayPass ? error.detail : null
    tell({ phase: 'failed', sentence })
    if (mayPass) later(Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS))
  }
  const saved = (answer: Saved, study: Study) => {
    base = study
    revision = answer.revision
    savedAt = answer.savedAt
    failures = 0
    if (isDirty()) {
      tell({ phase: 'waiting' })
      later(AFTER_TYPING_MS)
    } else tell({ phase: 'saved', at: savedAt, revision })
  }
  const settle = async () => {
    const theirs = await options.read()
    const was = { base, revision }
    const other = studyOf(theirs)
    const { clashes } = mergeStudies(was.base, current(), other)
    base = other
    revision = theirs.revision
    savedAt = theirs.savedAt
    if (clashes.length > 0) held = was
    options.onTheirs((study) => mergeStudies(was.base, study, other).study, clashes, theirs)
    if (clashes.length > 0) tell({ phase: 'clash' })
    else if (isDirty()) later(0)
    else tell({ phase: 'saved', at: savedAt, revision })
  }
  const attempt = async () => {
    const study = current()
    if (isSame(study, base)) {
      tell({ phase: 'saved', at: savedAt, revision })
      return
    }
    tell({ phase: 'saving' })
    try {
      saved(await options.save(study, revision), study)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') {
        failed(error)
        return
      }
      await settle().catch(failed)
    }
  }
  const run = (): Promise<void> => {
    clearTimeout(timer)
    if (held !== null || isEnded) return Promise.resolve()
    running ??= attempt().finally(() => {
      running = null
    })
    return running
  }

  return {
    /** Call after each change. */
    changed: () => {
      if (held !== null || running !== null) return
      // While the server cannot be reached, the next try is due by itself.
      if (state.phase === 'failed' && state.sentence === null) return
      if (isDirty()) {
        tell({ phase: 'waiting' })
        later(AFTER_TYPING_MS)
      } else void run()
    },
    /** Saves now, and returns the revision that holds everything on screen; null if that failed. */
    flush: async (): Promise<number | null> => {
      // A save that is under way, and what was changed during it.
      const isUnderWay = () => running !== null || isDirty()
      for (let tries = 0; tries < 3 && isUnderWay(); tries += 1) await run()
      return held === null && !isDirty() ? revision : null
    },
    /** Tries again now, if the last try failed. */
    retry: () => {
      if (state.phase === 'failed') void run()
    },
    /** What clashed was chosen. */
    settled: () => {
      held = null
      void run()
    },
    /** The version that what is on screen was written on, for what is kept in the browser. */
    written: () => held ?? { base, revision },
    isDirty: () => held !== null || isDirty(),
    /** Begins to save what is there; also again after `end`. */
    start: () => {
      isEnded = false
      if (held === null && isDirty()) {
        tell({ phase: 'waiting' })
        later(0)
      }
    },
    /** Something clashed before it was opened. */
    hold: (was: { base: Study; revision: number }) => {
      held = was
      tell({ phase: 'clash' })
    },
    end: () => {
      isEnded = true
      clearTimeout(timer)
    },
  }
}
