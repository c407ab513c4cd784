import {
  set,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form'
import { ApiError } from '../api/errors.ts'

export type Problems = Record<string, string>

/** A resolver for React Hook Form from problems by field; a field in a list is named as in `milestones.0.title`. */
export function resolverOf<Form extends FieldValues>(
  check: (form: Form) => Problems | Promise<Problems>,
): Resolver<Form> {
  return async (form) => {
    const problems = Object.entries(await check(form))
    if (problems.length === 0) return { values: form, errors: {} }
    const errors: FieldErrors<Form> = {}
    for (const [field, message] of problems) set(errors, field, { type: 'check', message })
    return { values: {}, errors }
  }
}

/** The form's field for a name in an error: an item of a list of texts belongs to the list. */
export const fieldOfProblem = (name: string): string => name.replace(/\.\d+$/, '')

/**
 * Shows the server's sentences on their fields: those of `fields`, and of what `others` calls otherwise than the form
 * does. Returns whether there were any.
 */
export function showFieldErrors<Form extends FieldValues>(
  form: Pick<UseFormReturn<Form>, 'setError'>,
  error: unknown,
  fields: readonly string[],
  others: Readonly<Record<string, string>> = {},
): boolean {
  if (!(error instanceof ApiError)) return false
  let hasAny = false
  for (const [name, message] of Object.entries(error.fields)) {
    const field = others[name] ?? fieldOfProblem(name)
    const [first = ''] = field.split('.')
    if (!fields.includes(first)) continue
    form.setError(field as FieldPath<Form>, { message })
    hasAny = true
  }
  return hasAny
}
