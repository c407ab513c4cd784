import type { Draft } from '@plinth/contract/portfolios/drafts.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import type { ShownFile } from '@plinth/contract/portfolios/studies.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { changed, newHistory, redone, rewritten, undone, type History } from './history-rules.ts'
import { mergeStudies, withSide, type Clash } from './merge-rules.ts'
import { makeSaver, type Saved, type SavingState } from './saver.ts'
import { studyOf, type Files, type People, type Study } from './study-rules.ts'

/** What another window or a visit before saved, as far as it matters here. */
export type Theirs = Study & Saved & Pick<Draft, 'files' | 'people'>

/** What is on screen and not on the server yet, as the browser keeps it. */
export interface KeptStudy {
  study: Study
  /** What it was written on. */
  base: Study
  revision: number
  files: Files
  people: People
}

export interface StudyShown {
  history: History<Study>
  files: Files
  people: People
  saving: SavingState
  /** What both windows changed, until the person has chosen. */
  clashes: readonly Clash[]
  /** The other window's version, until the person has put it away. */
  theirs: Theirs | null
}

interface StateOptions {
  draft: Theirs
  kept: KeptStudy | null
  save: (study: Study, base: number) => Promise<Saved>
  read: () => Promise<Theirs>
  /** Keeps what is not saved, or drops it. */
  keep: (kept: KeptStudy | null) => void
  now?: () => number
}

/** The state of one open editor: the study with its history, its files, and how far it is saved. */
export function makeStudyState({ draft, kept, save, read, keep, now = Date.now }: StateOptions) {
  const opened = openedFrom(draft, kept)
  let shown: StudyShown = {
    history: newHistory(opened.study),
    files: { ...kept?.files, ...draft.files },
    people: { ...kept?.people, ...draft.people },
    saving: { phase: 'saved', at: draft.savedAt, revision: draft.revision },
    clashes: opened.clashes,
    theirs: kept !== null && kept.revision !== draft.revision ? draft : null,
  }
  const listeners = new Set<() => void>()
  const show = (next: Partial<StudyShown>) => {
    shown = { ...shown, ...next }
    for (const listener of listeners) listener()
  }
  const saver = makeSaver<Theirs>({
    base: draft,
    current: () => shown.history.now,
    save,
    read,
    onState: (saving) => {
      show({ saving })
      if (saving.phase === 'saved') keep(null)
    },
    onTheirs: (merge, clashes, theirs) =>
      show({
        // In what can be undone as well, or undoing would take away what the other window did.
        history: rewritten(shown.history, merge),
        files: { ...theirs.files, ...shown.files },
        people: { ...shown.people, ...theirs.people },
        clashes,
        theirs,
      }),
  })
  // What was typed about files. An answer that was asked for before must not take it away.
  const alts = new Map<string, string>()
  const showFiles = (files: Files) => {
    const words = Object.entries(files).map(([id, file]) => [id, withAlt(file, alts.get(id))])
    show({ files: { ...shown.files, ...(Object.fromEntries(words) as Files) } })
  }
  const keepIt = () => {
    const { files, people } = shown
    if (saver.isDirty()) keep({ study: shown.history.now, files, people, ...saver.written() })
  }
  const setHistory = (history: History<Study>) => {
    if (history === shown.history) return
    show({ history })
    keepIt()
    saver.changed()
  }
  if (kept !== null && opened.clashes.length > 0) {
    const { base, revision } = kept
    saver.hold({ base, revision })
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read: () => shown,
    /** Begins to save what an earlier visit left. */
    start: saver.start,
    /** Changes with the same group are undone together while they follow each other quickly. */
    change: (make: (study: Study) => Study, group: string | null = null) =>
      setHistory(changed(shown.history, make(shown.history.now), { group, at: now() })),
    undo: () => setHistory(undone(shown.history)),
    redo: () => setHistory(redone(shown.history)),
    putFile: (media: Media) => showFiles({ [media.id]: shownFileOf(media) }),
    /** Fresh addresses of files, which open them for some minutes only. */
    renewFiles: showFiles,
    setAlt: (id: string, alt: string) => {
      const file = shown.files[id]
      if (file === undefined) return
      alts.set(id, alt)
      showFiles({ [id]: file })
    },
    putPerson: (lineId: string, person: Creator) =>
      show({ people: { ...shown.people, [lineId]: { person, state: 'asked' } } }),
    /** Keeps one side's version of something that both changed. */
    choose: (clash: Clash, side: 'mine' | 'theirs') => {
      const clashes = shown.clashes.filter((one) => one !== clash)
      const study = withSide(shown.history.now, clash, side)
      show({ clashes, history: changed(shown.history, study, { group: null, at: now() }) })
      keepIt()
      if (clashes.length === 0) saver.settled()
    },
    putTheirsAway: () => show({ theirs: null }),
    flush: () => saver.flush(),
    retry: () => saver.retry(),
    isDirty: () => saver.isDirty(),
    end: () => saver.end(),
  }
}

export type StudyState = ReturnType<typeof makeStudyState>

/** What the screen begins with: what was left here, merged with what was saved elsewhere since. */
function openedFrom(draft: Theirs, kept: KeptStudy | null) {
  if (kept === null) return { study: studyOf(draft), clashes: [] }
  return mergeStudies(kept.base, kept.study, studyOf(draft))
}

const withAlt = (file: ShownFile, alt: string | undefined): ShownFile =>
  alt === undefined ? file : { ...file, picture: { ...file.picture, alt } }

const shownFileOf = (media: Media): ShownFile => {
  const { kind, fileName, picture, video, audio, document } = media
  return { kind, fileName, picture, video, audio, document }
}
