import type { CategorySlug } from '@plinth/contract/choices.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { ApiError } from '../../../lib/api/api.ts'
import {
  filesToSend,
  isRefused,
  mediaOf,
  nextFiles,
  type FilesEvent,
} from '../../../lib/uploads/files.ts'
import { discardMedia, failureOf, sendMedia } from '../../../lib/uploads/media-api.ts'
import { fileFingerprint, forgetFile } from '../../../lib/uploads/unfinished.ts'
import { canPause, type UploadEvent } from '../../../lib/uploads/upload-state.ts'
import type { WorkDefaults, WorkForm } from '../form/work-form.ts'
import { makeFileKeeper, makeKeeping } from './keeping.ts'
import { makeLeading } from './leading.ts'
import { makePreparing } from './preparing.ts'
import { saveDraft, saveEach } from './saving.ts'
import { makeDrawn } from './drawn.ts'
import { checkArrived, entryOf, restored, taken, takenFor } from './taking.ts'
import {
  holdsAll,
  MAX_IN_TRAY,
  isKnown,
  isReady,
  secondsLeft,
  summaryOf,
  withEmbedded,
  withSample,
  type Sample,
  type TrayDetails,
  type TrayFile,
  type TrayView,
} from './tray-rules.ts'
import { rememberTray } from './tray-state.ts'
import { trayTexts as texts } from './tray-texts.ts'

interface TrayEvents {
  onTooMany: () => void
  /** Another tab got the files, or could not get them. */
  onGiven: (wasTaken: boolean) => void
}

interface TrayOptions {
  viewerId: string
  keeping?: ReturnType<typeof makeKeeping>
  send?: typeof sendMedia
  save?: typeof saveDraft
  /** Null in browsers without locks. */
  locks?: Pick<LockManager, 'request'> | null
}

/** The files of one person, sent two at a time whatever screen is open. One for each person, made by `trayOf`. */
export function makeTray({
  viewerId,
  keeping = makeKeeping(viewerId),
  send = sendMedia,
  save = saveDraft,
  locks = globalThis.navigator?.locks ?? null,
}: TrayOptions) {
  let files: readonly TrayFile[] = []
  let hold: string | null = null
  let saving: TrayView['saving'] = null
  let hasLoaded = false
  let samples: readonly Sample[] = []
  let sent = 0
  let order = 0
  let lastCategory: CategorySlug | null = null
  let events: TrayEvents = { onTooMany: () => undefined, onGiven: () => undefined }
  const orders = new Map<string, number>()
  const stops = new Map<string, AbortController>()

  const makeView = (): TrayView => {
    const summary = summaryOf(files)
    const seconds = hold === null ? secondsLeft(samples, summary) : null
    const isElsewhere = leading.stand() === 'waits'
    return { files, summary, seconds, hold, isElsewhere, hasLoaded, saving }
  }
  const find = (key: string) => files.find((file) => file.key === key)
  const change = (key: string, next: (file: TrayFile) => TrayFile) => {
    files = files.map((file) => (file.key === key ? next(file) : file))
  }
  const patch = (key: string, changed: Partial<TrayDetails>) =>
    change(key, (file) => ({ ...file, ...changed }))
  const apply = (event: FilesEvent) => {
    files = nextFiles(files, event) as readonly TrayFile[]
  }
  const keep = (keys: readonly string[]) => {
    // A refused file is not asked for again after a reload.
    const worth = keys
      .flatMap((key) => find(key) ?? [])
      .filter((file) => !isRefused(file) || file.isMissing)
    const kept = worth.map((file) => entryOf(file, orders.get(file.key) ?? 0))
    if (kept.length > 0) void keeping.saveEntries(kept)
    rememberTray(viewerId, files.length > 0)
  }
  const keepFiles = makeFileKeeper(keeping, (key) => {
    const file = find(key)
    return file === undefined || isReady(file) || isRefused(file) ? null : file.file
  })
  const preparing = makePreparing({
    onThumb: (key, thumb) => {
      if (find(key) === undefined) URL.revokeObjectURL(thumb)
      else patch(key, { thumb })
      drawn.soon()
    },
    onEmbedded: (key, embedded) => {
      const file = find(key)
      if (file === undefined || file.isNamed) return
      patch(key, { fields: withEmbedded(file.fields, embedded) })
      keep([key])
      drawn.soon()
    },
  })

  const onEvent = (key: string, event: UploadEvent) => {
    const before = find(key)?.upload
    apply({ type: 'upload', key, event })
    if (event.type !== 'progress') {
      drawn.now()
      return
    }
    const loaded = before !== undefined && 'loaded' in before ? before.loaded : event.loaded
    sent += Math.max(0, event.loaded - loaded)
    samples = withSample(samples, { at: event.at, sent })
    drawn.soon()
  }

  const pump = () => {
    if (leading.stand() !== 'leads' || hold !== null) return
    for (const one of filesToSend(files)) {
      const file = find(one.key)
      if (file?.file && !stops.has(file.key)) void sendOne(file, file.file)
    }
  }
  const sendOne = async ({ key, name, asDocument = false }: TrayFile, source: File) => {
    const stop = new AbortController()
    stops.set(key, stop)
    onEvent(key, { type: 'send', file: source, at: Date.now() })
    try {
      const media = await send(source, {
        viewerId,
        place: 'tray',
        asDocument,
        refusesForGood: true,
        signal: stop.signal,
        onEvent: (event) => onEvent(key, event),
      })
      if (stop.signal.aborted) discardMedia(media.id)
      else arrived(key, media)
    } catch (error) {
      if (!stop.signal.aborted) failed(key, name, error)
    } finally {
      if (stops.get(key) === stop) stops.delete(key)
      pump()
    }
  }
  const arrived = (key: string, media: Media) => {
    onEvent(key, { type: 'finish', media })
    keep([key])
    // The server has it now.
    void keeping.dropFile(key)
  }
  const failed = (key: string, name: string, error: unknown) => {
    const failure = failureOf(error, name, { takesDocuments: true })
    const status = error instanceof ApiError ? error.status : 0
    if (!holdsAll(status)) {
      onEvent(key, failure)
      if (failure.type === 'refuse') void keeping.drop([key])
      return
    }
    // All others would be refused for the same reason.
    hold = status === 401 ? texts.signedOut : failure.sentence
    onEvent(key, { type: 'break', sentence: failure.sentence })
    onEvent(key, { type: 'wait' })
  }

  const begin = (added: readonly TrayFile[]) => {
    for (const { key } of added) orders.set(key, orders.get(key) ?? (order += 1))
    keep(added.map(({ key }) => key))
    const whole = added.filter((file) => !isRefused(file))
    for (const { key, file } of whole) if (file !== null) preparing.add(key, file)
    keepFiles(whole.map(({ key }) => key))
    drawn.now()
    pump()
  }
  const putInPlace = (old: TrayFile, file: File): TrayFile => {
    const put = takenFor(old, file, lastCategory)
    change(old.key, () => put)
    if (old.thumb !== null) URL.revokeObjectURL(old.thumb)
    return put
  }
  /** Another tab sends them: it reads them from where this one keeps them. */
  const giveAway = async (added: readonly TrayFile[]) => {
    const first = Date.now()
    const whole = added.filter((file) => !isRefused(file))
    const entries = whole.map((file, index) => entryOf(file, first + index))
    let isKept = await keeping.saveEntries(entries)
    for (const { key, file } of whole) {
      // One at a time, as the files can be large.
      isKept = file !== null && (await keeping.saveFile(key, file)) && isKept
    }
    leading.tell()
    events.onGiven(isKept)
  }

  const load = async () => {
    const known = new Set(files.map(({ key }) => key))
    const kept = (await keeping.read()).filter(({ entry }) => !known.has(entry.key))
    for (const { entry } of kept) orders.set(entry.key, entry.order)
    const found = kept.map(restored)
    const orderOf = ({ key }: TrayFile) => orders.get(key) ?? 0
    files = [...files, ...found].toSorted((a, b) => orderOf(a) - orderOf(b))
    order = Math.max(order, ...orders.values())
    for (const { key, file } of found) if (file !== null) preparing.add(key, file)
    hasLoaded = true
    rememberTray(viewerId, files.length > 0)
    drawn.now()
    pump()
    void checkArrived(found, {
      onThere: (key, media) => onEvent(key, { type: 'finish', media }),
      onGone: expire,
    })
  }
  const expire = (key: string) => {
    change(key, (file) => ({
      ...file,
      isMissing: true,
      upload: { phase: 'refused', fileName: file.name, sentence: texts.expired },
    }))
    keep([key])
    drawn.now()
  }

  const leading = makeLeading({
    viewerId,
    locks,
    onLead: load,
    onWait: () => {
      hasLoaded = true
      drawn.now()
    },
    onGiven: () => void load(),
  })
  const drawn = makeDrawn(makeView)
  globalThis.addEventListener?.('beforeunload', (event) => {
    if (leading.stand() === 'leads' && summaryOf(files).pending > 0) event.preventDefault()
  })

  const stopOne = (key: string, reason?: string) => {
    stops.get(key)?.abort(reason)
    stops.delete(key)
  }
  const forget = (gone: readonly TrayFile[], { isSaved }: { isSaved: boolean }) => {
    const keys = new Set(gone.map(({ key }) => key))
    for (const file of gone) {
      stopOne(file.key, 'removed')
      orders.delete(file.key)
      const made = mediaOf(file)
      if (made === undefined) forgetFile(file.fingerprint, viewerId)
      else if (!isSaved) discardMedia(made.id)
      if (file.thumb !== null) URL.revokeObjectURL(file.thumb)
    }
    files = files.filter(({ key }) => !keys.has(key))
    void keeping.drop([...keys])
    rememberTray(viewerId, files.length > 0)
    drawn.now()
    pump()
  }

  const pauseOne = (key: string) => {
    const file = find(key)
    if (file === undefined) return
    const { upload } = file
    // One that waits for its turn is paused before it is sent.
    if (upload.phase === 'waiting')
      change(key, (one) => ({ ...one, upload: { ...upload, phase: 'paused' } }))
    else if (canPause(upload)) {
      stopOne(key)
      apply({ type: 'upload', key, event: { type: 'pause' } })
    }
  }

  return {
    subscribe: drawn.subscribe,
    view: drawn.view,
    start: () => leading.start(),
    listen: (next: TrayEvents) => {
      events = next
    },
    /** The category that new files get, which their maker used last. */
    preferCategory: (category: CategorySlug | null) => {
      lastCategory ??= category
    },
    /** Takes files that are not there yet, once it has started. One that this browser could not keep goes on where it stopped. */
    add: (chosen: readonly File[]): void => {
      const again: TrayFile[] = []
      const fresh: TrayFile[] = []
      for (const file of chosen) {
        const fingerprint = fileFingerprint(file)
        const missing = files.find((one) => one.isMissing && one.fingerprint === fingerprint)
        if (missing !== undefined) again.push(putInPlace(missing, file))
        else if (!isKnown([...files, ...fresh], fingerprint)) fresh.push(taken(file, lastCategory))
      }
      const places = Math.max(0, MAX_IN_TRAY - files.length)
      if (fresh.length > places) events.onTooMany()
      const added = fresh.slice(0, places)
      if (leading.stand() === 'waits') {
        void giveAway(added)
        return
      }
      files = [...files, ...added]
      begin([...again, ...added])
    },
    replace: (key: string, file: File) => {
      const old = find(key)
      if (old !== undefined) begin([putInPlace(old, file)])
    },
    remove: (key: string) =>
      forget(
        files.filter((file) => file.key === key),
        { isSaved: false },
      ),
    /** Deletes everything, and lets another tab work on its own. */
    close: () => {
      hold = null
      forget(files, { isSaved: false })
      leading.end()
    },
    pause: (keys: readonly string[]) => {
      keys.forEach(pauseOne)
      keep(keys)
      drawn.now()
      pump()
    },
    /** Resumes paused or failed files. */
    goOn: (keys: readonly string[]) => {
      for (const key of keys) apply({ type: 'upload', key, event: { type: 'wait' } })
      keep(keys)
      drawn.now()
      pump()
    },
    asDocument: (key: string) => {
      apply({ type: 'document', key })
      const file = find(key)
      if (file !== undefined) begin([file])
    },
    /** Sends again after all were stopped for one reason. */
    goOnHeld: () => {
      hold = null
      drawn.now()
      pump()
    },
    describe: (key: string, fields: WorkForm) => {
      patch(key, { fields, isNamed: true, problem: null })
      if (fields.category !== '') lastCategory = fields.category
      keep([key])
      drawn.now()
    },
    /** Makes drafts of all ready files, one after another. Returns how many; null if that is under way. */
    save: async (defaults: WorkDefaults): Promise<number | null> => {
      if (saving !== null) return null
      const ready = files.filter(isReady)
      saving = { done: 0, all: ready.length }
      drawn.now()
      const done = await saveEach(ready, {
        find,
        save: (file, media) => save(file.fields, media, defaults),
        onSaved: (file, count) => {
          saving = { done: count, all: ready.length }
          forget([file], { isSaved: true })
        },
        onGone: expire,
        onProblem: (key, problem) => patch(key, { problem }),
      })
      saving = null
      // Drafts make room for more uploads.
      if (done > 0) hold = null
      drawn.now()
      pump()
      return done
    },
  }
}
export type Tray = ReturnType<typeof makeTray>

const trays = new Map<string, Tray>()

/** The tray of this person; one instance for as long as the page is open. */
export function trayOf(viewerId: string): Tray {
  const known = trays.get(viewerId)
  if (known !== undefined) return known
  const tray = makeTray({ viewerId })
  trays.set(viewerId, tray)
  return tray
}
