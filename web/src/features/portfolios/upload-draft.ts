import { makeDraft } from '../../lib/draft.ts'
import { EMPTY_FORM, isEmptyForm, type WorkForm } from './work-form.ts'

/** Takes every field it understands, so that a form of yesterday's shape is not lost whole. */
function understand(kept: object): WorkForm {
  const form: Record<string, unknown> = { ...EMPTY_FORM }
  for (const [name, empty] of Object.entries(EMPTY_FORM)) {
    const value = (kept as Record<string, unknown>)[name]
    if (typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)) {
      form[name] = value
    }
  }
  return form as unknown as WorkForm
}

/** A work not yet published, kept for this tab: after a failed send, a reload, a closed tab brought back. */
export const uploadDraft = makeDraft('upload-draft', understand, isEmptyForm)
