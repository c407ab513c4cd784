/** What a sentence calls a field, and sentences of its own. Written beside the field's schema. */
interface FieldWords {
  /** When it is left out, empty, or has nothing to see in it. */
  missing?: string
  /** When it does not have the form that it needs. */
  wrong?: string
}

/** Schema options with the words for a field: what it is called, in lower case and without an article. */
export const words = (label: string, { missing, wrong }: FieldWords = {}) => ({
  'x-label': label,
  ...(missing === undefined ? {} : { 'x-missing': missing }),
  ...(wrong === undefined ? {} : { 'x-wrong': wrong }),
})
