/** What a sentence calls a field, and sentences of its own. Written beside the field's schema. */
interface FieldWords {
  /** When it is left out, empty, or has nothing to see in it. */
  missing?: string
  /** When it does not have the form that it needs. */
  wrong?: string
}

/**
 * Schema options with the words for a field: what it is called, in lower case and without an article. Schemas that are
 * on the first pages of the web pass their other options through here, as a spread keeps them in the bundle.
 */
export const words = <const O extends object = object>(
  label: string,
  { missing, wrong, ...options }: FieldWords & O = {} as FieldWords & O,
) => ({
  ...options,
  'x-label': label,
  'x-missing': missing,
  'x-wrong': wrong,
})
