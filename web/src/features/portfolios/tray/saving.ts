import { createPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import { ApiError, call, sentenceOf } from '../../../lib/api/api.ts'
import { createBodyOf, withDefaults, type WorkDefaults, type WorkForm } from '../form/work-form.ts'
import { mediaOf } from '../../../lib/uploads/files.ts'
import { holdsAll, type TrayFile } from './tray-rules.ts'
import { trayTexts as texts } from './tray-texts.ts'

/** Makes a draft of an upload. One that is a work already counts as saved: then the answer was lost. */
export async function saveDraft(
  fields: WorkForm,
  media: Media,
  defaults: WorkDefaults,
): Promise<void> {
  const form = { ...withDefaults(fields, defaults), fileUrl: media.url, fileName: media.fileName }
  try {
    await call(createPortfolio, {
      body: { ...createBodyOf(form), fileType: media.kind, state: 'draft', alsoPost: false },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
  }
}

interface SaveEach {
  /** The file as it is now; undefined when it was removed meanwhile. */
  find: (key: string) => TrayFile | undefined
  save: (file: TrayFile, media: Media) => Promise<void>
  onSaved: (file: TrayFile, count: number) => void
  /** The server no longer has the upload. */
  onGone: (key: string) => void
  onProblem: (key: string, sentence: string) => void
}

/** Saves one after another, so that a refusal that holds for all stops the rest. Returns how many were saved. */
export async function saveEach(
  ready: readonly TrayFile[],
  { find, save, onSaved, onGone, onProblem }: SaveEach,
): Promise<number> {
  let done = 0
  for (const { key } of ready) {
    const file = find(key)
    const media = file && mediaOf(file)
    if (file === undefined || media === undefined) continue
    try {
      // One after another.
      await save(file, media)
      done += 1
      onSaved(file, done)
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0
      if (status === 404) onGone(key)
      else onProblem(key, sentenceOf(error, texts.saveFailed))
      if (status === 0 || status >= 500 || holdsAll(status)) break
    }
  }
  return done
}
