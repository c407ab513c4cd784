import { makeDraft } from '../../lib/draft.ts'
import { EMPTY_FORM, isEmptyForm, type WorkForm } from '../work/work-form.ts'

export interface UploadDraft extends WorkForm {
  /** The finished upload; empty while there is none. */
  mediaId: string
}

export const EMPTY_DRAFT: UploadDraft = { ...EMPTY_FORM, mediaId: '' }

/** Takes every field it understands, so that a form of yesterday's shape is not lost whole. */
function understand(kept: object): UploadDraft {
  const draft: Record<string, unknown> = { ...EMPTY_DRAFT }
  for (const [name, empty] of Object.entries(EMPTY_DRAFT)) {
    const value = (kept as Record<string, unknown>)[name]
    if (typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)) {
      draft[name] = value
    }
  }
  return draft as unknown as UploadDraft
}

/** A work not yet published, kept for this tab: after a failed send, a reload, a closed tab brought back. */
export const uploadDraft = makeDraft('upload-draft', understand, isEmptyForm)
