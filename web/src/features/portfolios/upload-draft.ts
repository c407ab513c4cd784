import { EMPTY_FORM, isEmptyForm, type WorkForm } from './work-form.ts'

/** What was typed and not yet published, kept for this tab: after a failed send, a reload, a closed tab brought back. */
const keyOf = (viewerId: string) => `plinth.upload-draft.${viewerId}`

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export function readDraft(store: Store, viewerId: string): WorkForm | null {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(viewerId)) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return null
    const form: Record<string, unknown> = { ...EMPTY_FORM }
    for (const [name, empty] of Object.entries(EMPTY_FORM)) {
      const value = (kept as Record<string, unknown>)[name]
      if (typeof value === typeof empty && Array.isArray(value) === Array.isArray(empty)) {
        form[name] = value
      }
    }
    return form as unknown as WorkForm
  } catch {
    return null
  }
}

export function keepDraft(store: Store, viewerId: string, form: WorkForm): void {
  try {
    if (isEmptyForm(form)) store.removeItem(keyOf(viewerId))
    else store.setItem(keyOf(viewerId), JSON.stringify(form))
  } catch {
    // A full or forbidden store costs the draft and nothing else.
  }
}

export const dropDraft = (store: Store, viewerId: string): void =>
  keepDraft(store, viewerId, EMPTY_FORM)
